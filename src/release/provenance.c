#include "release/provenance.h"

#include "release/dsse.h"
#include "release/sums.h"

#include <stdio.h>
#include <string.h>

/* ---- the statement ---- */

/* A ResourceDescriptor. */
static void add_resource(cJSON *list, const char *name, const char *sha256, bool *failed)
{
    cJSON *resource = cJSON_CreateObject();
    json_add_string(resource, "name", name, failed);
    json_add_string(json_add_object(resource, "digest", failed), "sha256", sha256, failed);
    json_append(list, resource, failed);
}

/* Every file of the content whose name begins with `prefix`. */
static enum status add_files(cJSON *list, const struct files *content, const char *prefix,
                             bool *failed, struct error *error)
{
    char sha256[SHA256_HEX + 1];
    for (size_t i = 0; i < content->count; i++) {
        const struct files_item *item = &content->items[i];
        if (strncmp(item->name, prefix, strlen(prefix)) != 0)
            continue;
        enum status status = hash_sha256_of(item->data.data, item->data.len, sha256, error);
        if (status)
            return status;
        add_resource(list, item->name, sha256, failed);
    }
    return STATUS_OK;
}

static enum status add_subjects(cJSON *list, const struct release *release,
                                const struct files *content, const struct archive_digest *tar,
                                bool *failed, struct error *error)
{
    struct text sums;
    char folder[48], name[64], sha256[SHA256_HEX + 1];
    edition_name(&release->edition, folder);
    snprintf(name, sizeof name, "%s.tar", folder);
    enum status status = files_get(content, SUMS_FILE, &sums, error);
    if (!status)
        status = hash_sha256_of(sums.data, sums.len, sha256, error);
    if (status)
        return status;
    add_resource(list, SUMS_FILE, sha256, failed);
    add_resource(list, name, tar->sha256, failed);
    return add_files(list, content, "tables/", failed, error);
}

/* What the passport says that the engines consist of. */
static void add_engines(cJSON *list, const cJSON *passport, bool *failed)
{
    const cJSON *engine, *file;
    struct buf name = {0};
    cJSON_ArrayForEach(engine, json_get(passport, "engines"))
    {
        cJSON_ArrayForEach(file, json_get(engine, "files"))
        {
            name.len = 0;
            buf_printf(&name, "engines/%s/%s", engine->string, file->string);
            if (name.failed)
                *failed = true;
            else
                add_resource(list, name.data, file->valuestring, failed);
        }
    }
    buf_free(&name);
}

static enum status add_definition(cJSON *definition, const struct release *release,
                                  const struct files *content, bool *failed, struct error *error)
{
    char type[64];
    snprintf(type, sizeof type, "urn:asym-passport:build:%lld", (long long)release->edition.format);
    json_add_string(definition, "buildType", type, failed);
    cJSON *parameters = json_add_object(definition, "externalParameters", failed);
    json_add_string(parameters, "study", release->edition.study, failed);
    json_add_string(parameters, "version", release->edition.version, failed);
    json_add(parameters, "passport", cJSON_Duplicate(release->passport, true), failed);
    cJSON *dependencies = json_add_array(definition, "resolvedDependencies", failed);
    add_engines(dependencies, release->passport, failed);
    return add_files(dependencies, content, "inputs/", failed, error);
}

/* The members are in the order in which differences are named; json_write sorts them. *statement is
 * owned by the caller, and NULL on failure. */
static enum status make_statement(const struct release *release, const struct files *content,
                                  const struct archive_digest *tar, cJSON **statement,
                                  struct error *error)
{
    bool failed = false;
    cJSON *root = cJSON_CreateObject();
    json_add_string(root, "_type", "https://in-toto.io/Statement/v1", &failed);
    json_add_string(root, "predicateType", "https://slsa.dev/provenance/v1", &failed);
    cJSON *subjects = json_add_array(root, "subject", &failed);
    cJSON *predicate = json_add_object(root, "predicate", &failed);
    enum status status = add_subjects(subjects, release, content, tar, &failed, error);
    if (!status)
        status = add_definition(json_add_object(predicate, "buildDefinition", &failed), release,
                                content, &failed, error);
    cJSON *builder =
        json_add_object(json_add_object(predicate, "runDetails", &failed), "builder", &failed);
    json_add_string(builder, "id", "urn:asym-passport:builder:signer", &failed);
    if (!status && failed)
        status = error_memory(error);
    if (status) {
        cJSON_Delete(root);
        root = NULL;
    }
    *statement = root;
    return status;
}

enum status provenance_statement(const struct release *release, const struct files *content,
                                 const struct archive_digest *tar, struct buf *out,
                                 struct error *error)
{
    cJSON *statement;
    enum status status = make_statement(release, content, tar, &statement, error);
    if (status)
        return status;
    json_write(out, statement);
    cJSON_Delete(statement);
    return buf_ok(out, error);
}

enum status provenance_sign(const struct secret *secret, const struct release *release,
                            const struct files *content, const struct archive_digest *tar,
                            struct buf *out, struct error *error)
{
    struct buf statement = {0};
    enum status status = provenance_statement(release, content, tar, &statement, error);
    if (!status)
        status = dsse_write(out, secret, PROVENANCE_PAYLOAD_TYPE, buf_text(&statement), error);
    buf_free(&statement);
    return status;
}

/* ---- the first difference ---- */

enum { PATH_MAX_SHOWN = 300 };

static enum status compare(const char *path, const cJSON *given, const cJSON *expected,
                           struct error *error);

static enum status missing(const char *path, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%s: missing in what was signed", path);
}

static enum status extra(const char *path, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%s: was signed, but is nothing of this release", path);
}

static void step_into(char below[PATH_MAX_SHOWN], const char *path, const char *member)
{
    snprintf(below, PATH_MAX_SHOWN, "%.200s%s%.90s", path, *path ? "." : "", member);
}

static enum status compare_objects(const char *path, const cJSON *given, const cJSON *expected,
                                   struct error *error)
{
    char below[PATH_MAX_SHOWN];
    for (const cJSON *item = expected->child; item; item = item->next) {
        const cJSON *found = json_get(given, item->string);
        step_into(below, path, item->string);
        enum status status = found ? compare(below, found, item, error) : missing(below, error);
        if (status)
            return status;
    }
    for (const cJSON *item = given->child; item; item = item->next) {
        step_into(below, path, item->string);
        if (!json_get(expected, item->string))
            return extra(below, error);
    }
    return STATUS_OK;
}

/* What a resource is called; NULL for anything else. */
static const char *resource_name(const cJSON *item)
{
    const cJSON *name = cJSON_IsObject(item) ? json_get(item, "name") : NULL;
    return cJSON_IsString(name) ? name->valuestring : NULL;
}

static bool has_resource(const cJSON *list, const char *name)
{
    for (const cJSON *item = list->child; item; item = item->next) {
        const char *other = resource_name(item);
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* A resource is known by its name, any other element by its place. */
static void step_to(char below[PATH_MAX_SHOWN], const char *path, const cJSON *item, int index)
{
    const char *name = resource_name(item);
    if (name)
        snprintf(below, PATH_MAX_SHOWN, "%.120s[%.170s]", path, name);
    else
        snprintf(below, PATH_MAX_SHOWN, "%.280s[%d]", path, index);
}

/* Element `index` of two lists, either of which may have ended. */
static enum status compare_elements(const char *path, const cJSON *lists[2], const cJSON *given,
                                    const cJSON *expected, int index, struct error *error)
{
    char below[PATH_MAX_SHOWN];
    const char *given_name = resource_name(given), *expected_name = resource_name(expected);
    bool other = given_name && expected_name && strcmp(given_name, expected_name) != 0;
    if (!given || (other && !has_resource(lists[0], expected_name))) {
        step_to(below, path, expected, index);
        return missing(below, error);
    }
    step_to(below, path, given, index);
    if (!expected || (other && !has_resource(lists[1], given_name)))
        return extra(below, error);
    if (other)
        return error_set(error, STATUS_WRONG, "%s: stands in another place than in this release",
                         below);
    return compare(below, given, expected, error);
}

static enum status compare_lists(const char *path, const cJSON *given, const cJSON *expected,
                                 struct error *error)
{
    const cJSON *lists[2] = {given, expected};
    const cJSON *x = given->child, *y = expected->child;
    for (int index = 0; x || y; index++) {
        enum status status = compare_elements(path, lists, x, y, index, error);
        if (status)
            return status;
        x = x ? x->next : NULL;
        y = y ? y->next : NULL;
    }
    return STATUS_OK;
}

static enum status compare_values(const char *path, const cJSON *given, const cJSON *expected,
                                  struct error *error)
{
    struct buf x = {0}, y = {0};
    json_write(&x, given);
    json_write(&y, expected);
    enum status status = buf_ok(&x, error);
    if (!status)
        status = buf_ok(&y, error);
    if (!status && !text_same(buf_text(&x), buf_text(&y)))
        status = error_set(error, STATUS_WRONG, "%s: %.*s was signed, this release has %.*s",
                           *path ? path : "the statement", (int)(x.len > 120 ? 120 : x.len - 1),
                           x.data, (int)(y.len > 120 ? 120 : y.len - 1), y.data);
    buf_free(&x);
    buf_free(&y);
    return status;
}

static enum status compare(const char *path, const cJSON *given, const cJSON *expected,
                           struct error *error)
{
    if (cJSON_IsObject(given) && cJSON_IsObject(expected))
        return compare_objects(path, given, expected, error);
    if (cJSON_IsArray(given) && cJSON_IsArray(expected))
        return compare_lists(path, given, expected, error);
    return compare_values(path, given, expected, error);
}

/* ---- checking ---- */

enum status provenance_check(const char *name, struct text envelope, const struct minisign_key *key,
                             struct buf *payload, struct error *error)
{
    return dsse_check(name, envelope, PROVENANCE_PAYLOAD_TYPE, key, payload, error);
}

/* The payload is not what the statement renders to: says in what. */
static enum status name_difference(struct text payload, const cJSON *statement, struct error *error)
{
    cJSON *given;
    enum status status = json_parse("the payload", payload, &given, error);
    if (status)
        return status;
    status = compare("", given, statement, error);
    if (!status)
        status = error_set(error, STATUS_WRONG, "the payload is not in its canonical form");
    cJSON_Delete(given);
    return status;
}

static enum status compare_payload(struct text payload, const cJSON *statement, struct error *error)
{
    struct buf again = {0};
    json_write(&again, statement);
    enum status status = buf_ok(&again, error);
    if (!status && !text_same(payload, buf_text(&again)))
        status = name_difference(payload, statement, error);
    buf_free(&again);
    return status;
}

enum status provenance_verify(const char *name, struct text envelope,
                              const struct minisign_key *key, const struct release *release,
                              const struct files *content, const struct archive_digest *tar,
                              struct error *error)
{
    struct buf payload = {0};
    cJSON *statement = NULL;
    enum status status = provenance_check(name, envelope, key, &payload, error);
    if (status)
        return status; /* the message has the name */
    status = make_statement(release, content, tar, &statement, error);
    if (!status)
        status = compare_payload(buf_text(&payload), statement, error);
    cJSON_Delete(statement);
    buf_free(&payload);
    return status ? error_prefix(error, status, "%s", name) : STATUS_OK;
}
