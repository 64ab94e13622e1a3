#include "release/verify.h"

#include "base/file.h"
#include "passport/source.h"
#include "release/archive.h"
#include "release/codebook.h"
#include "release/keys.h"
#include "release/provenance.h"
#include "release/published.h"
#include "release/sign.h"
#include "release/study.h"
#include "release/sums.h"
#include "release/ustar.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_FILE_MAX = 1 << 20 };

/* Without a signed size, no release is unpacked beyond this. */
#define UNSIGNED_BYTES_MAX INT64_C(536870912)

struct verification {
    const struct verify_request *request;
    struct verify_report *report;
    struct error *error;
    struct buf signature_text, archive_text, unpacked;
    char *signature_path;
    struct minisign_signature signature;
    struct minisign_key key;
    struct published_claim claim;
    bool signed_claim; /* the claim was signed with the key */
    struct files inputs, content, rebuilt;
    struct release release;
    bool another_format;
    const char *unreadable; /* the check that fails when the content cannot be had */
};

const char *verify_outcome_name(enum verify_outcome outcome)
{
    static const char *const names[] = {"ok", "FAILED", "skipped"};
    return names[outcome];
}

static void note(struct verification *v, const char *name, enum verify_outcome outcome,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

static void note(struct verification *v, const char *name, enum verify_outcome outcome,
                 const char *format, ...)
{
    struct verify_check *check = &v->report->checks[v->report->count++];
    check->name = name;
    check->outcome = outcome;
    va_list args;
    va_start(args, format);
    vsnprintf(check->text, sizeof check->text, format, args);
    va_end(args);
    error_make_printable(check->text);
}

/* A failed check; the message is in v->error. */
static void note_failure(struct verification *v, const char *name)
{
    note(v, name, VERIFY_FAILED, "%s", v->error->text);
}

/* ---- what is verified ---- */

/* FILE beside the archive or folder; owned by the caller. An archive that is a link has its own
 * folder; a folder may be given as ".", so it is asked where it lies. */
static char *beside(const char *path, const char *file)
{
    char *place = file_is_folder(path) ? realpath(path, NULL) : strdup(path);
    char *slash = place ? strrchr(place, '/') : NULL;
    if (slash)
        slash[slash == place] = '\0';
    char *found = place ? file_join(slash ? place : ".", file) : NULL;
    free(place);
    return found;
}

char *verify_signature_path(const struct verify_request *request)
{
    return request->signature ? strdup(request->signature)
                              : beside(request->path, EDITION_SIGNATURE);
}

static enum status find_signature(struct verification *v)
{
    const struct verify_request *request = v->request;
    if (request->signature || request->path)
        v->signature_path = verify_signature_path(request);
    else
        v->signature_path = edition_path(request->root, &v->report->edition, EDITION_SIGNATURE);
    return v->signature_path ? STATUS_OK : error_memory(v->error);
}

/* The checkout's edition is needed before anything else: it names the record below dist/. */
static enum status load_checkout(struct verification *v)
{
    struct text text;
    enum status status =
        release_load_inputs(v->request->root, v->request->study, &v->inputs, v->error);
    if (!status)
        status = files_get(&v->inputs, "release.json", &text, v->error);
    if (!status)
        status = edition_read("release.json", text, &v->report->edition, v->error);
    return status;
}

/* ---- key, signature ---- */

static enum status load_pinned(struct verification *v, cJSON **keys)
{
    if (v->request->path) /* what lies around an archive is the stranger's, not ours */
        return keys_read("the pinned keys", text_of(keys_builtin), keys, v->error);
    return keys_load(v->request->root, keys, v->error);
}

/* The key that must have signed what the comment, so far unsigned, says it is. */
static enum status find_pinned_key(struct verification *v)
{
    cJSON *keys = NULL;
    char name[48];
    snprintf(name, sizeof name, "%s-%s", v->claim.study, v->claim.version);
    enum status status = load_pinned(v, &keys);
    if (!status)
        status = keys_for_release(keys, name, &v->key, v->error);
    cJSON_Delete(keys);
    return status;
}

static enum status find_key(struct verification *v)
{
    struct buf text = {0};
    if (!v->request->key)
        return find_pinned_key(v);
    enum status status = file_read(v->request->key, SMALL_FILE_MAX, &text, v->error);
    if (!status)
        status = minisign_key_parse(v->request->key, buf_text(&text), &v->key, v->error);
    buf_free(&text);
    return status;
}

/* Reads the signature file and the key, and checks what needs no other file. */
static enum status check_key(struct verification *v)
{
    char fingerprint[SHA256_HEX + 1], id[MINISIGN_ID_HEX + 1];
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the path is freed at the end of verify_release */
    enum status status = file_read(v->signature_path, SMALL_FILE_MAX, &v->signature_text, v->error);
    if (!status)
        status = minisign_parse(v->signature_path, buf_text(&v->signature_text),
                                SIGN_UNTRUSTED_COMMENT, &v->signature, v->error);
    if (!status)
        status =
            published_parse_comment(v->signature_path, v->signature.comment, &v->claim, v->error);
    if (!status)
        status = find_key(v);
    if (!status)
        status = minisign_check_comment(&v->signature, &v->key, v->error);
    if (!status)
        status = minisign_fingerprint(&v->key, fingerprint, v->error);
    if (status)
        return status;
    v->signed_claim = true;
    minisign_id(v->key.id, id);
    note(v, "key", VERIFY_OK, "%s, %s, fingerprint sha256:%s", id,
         v->request->key    ? v->request->key
         : v->request->path ? "pinned in this program"
                            : "pinned in dist/keys.json",
         fingerprint);
    return STATUS_OK;
}

static enum status check_signed_content(struct verification *v)
{
    struct text sums;
    enum status status = files_get(&v->content, SUMS_FILE, &sums, v->error);
    if (!status)
        status = minisign_check_message(&v->signature, &v->key, sums.data, sums.len, v->error);
    if (!status && strcmp(v->claim.content_id, v->report->content_id) != 0)
        status = error_set(v->error, STATUS_WRONG, "%s: it signs content id %s, this is %s",
                           v->signature_path, v->claim.content_id, v->report->content_id);
    const struct edition *edition = &v->report->edition;
    if (!status && (strcmp(v->claim.study, edition->study) != 0 ||
                    strcmp(v->claim.version, edition->version) != 0))
        status = error_set(v->error, STATUS_WRONG, "%s: it signs %s %s, release.json says %s %s",
                           v->signature_path, v->claim.study, v->claim.version, edition->study,
                           edition->version);
    return status;
}

static void check_signature(struct verification *v)
{
    if (!v->signed_claim)
        note(v, "signature", VERIFY_SKIPPED, "not checked: see the key");
    else if (check_signed_content(v))
        note_failure(v, "signature");
    else
        note(v, "signature", VERIFY_OK, "Ed25519, over " SUMS_FILE " of %s %s", v->claim.study,
             v->claim.version);
}

/* ---- archive ---- */

/* The tar's digest; when nobody wants to know more, another one than was signed is the end. */
static enum status measure_tar(struct verification *v, struct text tar)
{
    struct archive_digest *digest = &v->report->tar;
    digest->bytes = (int64_t)tar.len;
    enum status status = hash_sha256_of(tar.data, tar.len, digest->sha256, v->error);
    if (!status && v->request->brief && v->signed_claim &&
        strcmp(digest->sha256, v->claim.tar.sha256) != 0)
        status = error_set(v->error, STATUS_WRONG, "the tar is not the one that was signed");
    return status;
}

/* The largest content that is looked at. */
static int64_t bytes_max(const struct verification *v)
{
    bool bounded = v->signed_claim && v->claim.tar.bytes < UNSIGNED_BYTES_MAX;
    return bounded ? v->claim.tar.bytes : UNSIGNED_BYTES_MAX;
}

static enum status read_archive(struct verification *v)
{
    struct text tar;
    const char *path = v->request->path;
    int64_t max = bytes_max(v);
    /* A frame is never much larger than what it holds. */
    enum status status =
        file_read(path, (size_t)(max + max / 128 + (1 << 16)), &v->archive_text, v->error);
    if (!status)
        status = archive_read(path, buf_text(&v->archive_text), (size_t)max, &v->unpacked, &tar,
                              v->error);
    if (!status)
        status = measure_tar(v, tar);
    if (!status)
        status = ustar_check(path, tar, NULL, -1, &v->content, v->error);
    if (!status && tar.data == v->unpacked.data)
        buf_free(&v->archive_text); /* the compressed bytes have served */
    return status;
}

/* The content is there; what says the release itself? Its archive has one form, so that its digest
 * can be computed from a folder too. */
static enum status measure(struct verification *v)
{
    struct text sums, text;
    struct edition *edition = &v->report->edition;
    char folder[48];
    enum status status = files_get(&v->content, SUMS_FILE, &sums, v->error);
    if (!status)
        status = hash_sha256_of(sums.data, sums.len, v->report->content_id, v->error);
    if (!status)
        status = files_get(&v->content, "inputs/release.json", &text, v->error);
    if (!status)
        status = edition_read("inputs/release.json", text, edition, v->error);
    if (status)
        return status;
    v->report->known = true;
    edition_name(edition, folder);
    if (v->unpacked.data || v->archive_text.data) { /* once more, with what is known now */
        struct files again = {0};
        struct text tar = buf_text(v->unpacked.data ? &v->unpacked : &v->archive_text);
        status = ustar_check(v->request->path, tar, folder, edition->epoch, &again, v->error);
        files_free(&again);
        return status;
    }
    return archive_digest_of(&v->content, folder, edition->epoch, &v->report->tar, v->error);
}

/* In a checkout: what the inputs make, beside the list that was published for it. */
static enum status render_checkout(struct verification *v)
{
    struct buf published = {0};
    char *path = edition_path(v->request->root, &v->report->edition, SUMS_FILE);
    if (!path)
        return error_memory(v->error);
    enum status status =
        release_render(&v->release, &v->inputs, &v->content, v->report->content_id, v->error);
    if (!status)
        status = file_read(path, SMALL_FILE_MAX, &published, v->error);
    if (!status) {
        files_remove(&v->content, SUMS_FILE);
        status = files_add_take(&v->content, SUMS_FILE, &published, v->error);
    }
    buf_free(&published);
    free(path);
    return status;
}

static enum status load_content(struct verification *v)
{
    const char *path = v->request->path;
    enum status status;
    if (!path) {
        v->unreadable = "inputs";
        status = render_checkout(v);
    } else if (file_is_folder(path)) {
        status = file_walk(path, "", FILE_TAKE_HIDDEN, (size_t)bytes_max(v), &v->content, v->error);
    } else {
        status = read_archive(v);
    }
    return status ? status : measure(v);
}

static void check_archive(struct verification *v)
{
    const struct published_claim *claim = &v->claim;
    if (v->signed_claim && v->report->tar.bytes != claim->tar.bytes)
        note(v, "archive", VERIFY_FAILED, "the tar has %lld bytes, %lld were signed",
             (long long)v->report->tar.bytes, (long long)claim->tar.bytes);
    else if (v->signed_claim && strcmp(v->report->tar.sha256, claim->tar.sha256) != 0)
        note(v, "archive", VERIFY_FAILED, "the tar has sha256 %s, %s was signed",
             v->report->tar.sha256, claim->tar.sha256);
    else
        note(v, "archive", VERIFY_OK, "canonical tar, %lld bytes, sha256:%s",
             (long long)v->report->tar.bytes, v->report->tar.sha256);
}

/* ---- manifest, schemas, passport ---- */

static void check_manifest(struct verification *v)
{
    size_t count;
    if (sums_check(&v->content, &count, v->error))
        note_failure(v, "manifest");
    else
        note(v, "manifest", VERIFY_OK, "%zu files, none missing, none extra, none altered", count);
}

static enum status check_documents(struct verification *v)
{
    const struct study *study = v->release.study;
    enum status status =
        study->check_tables ? study->check_tables(&v->content, v->error) : STATUS_OK;
    return status ? status : codebook_check_tables(v->release.codebook, &v->content, "", v->error);
}

static size_t count_evidence(const struct files *inputs)
{
    size_t count = 0;
    for (size_t i = 0; i < inputs->count; i++)
        count += strncmp(inputs->items[i].name, "evidence/", strlen("evidence/")) == 0;
    return count;
}

/* False when the inputs cannot be read, so that nothing can be rebuilt. */
static bool check_schemas(struct verification *v)
{
    enum status status = STATUS_OK;
    if (v->request->path) { /* the checkout is open already */
        status = release_find_inputs(&v->content, &v->inputs, v->error);
        if (!status)
            status = release_open(&v->release, &v->inputs, "inputs/", v->error);
    }
    if (status && v->release.edition.format != 0 && v->release.edition.format != EDITION_FORMAT) {
        v->another_format = true;
        note(v, "schemas", VERIFY_SKIPPED, "%s", v->error->text);
        return false;
    }
    bool opened = !status;
    if (!status)
        status = check_documents(v);
    if (status)
        note_failure(v, "schemas");
    else
        note(v, "schemas", VERIFY_OK, "%zu evidence files, every table and document as described",
             count_evidence(v->release.inputs));
    return opened;
}

/* In a checkout: does each commit that a recorder names hold the sources that it names? *said is
 * what the report adds. */
static enum status check_commits(struct verification *v, const char **said)
{
    const cJSON *run;
    cJSON_ArrayForEach(run, json_get(v->release.passport, "runs"))
    {
        const cJSON *recorder = json_get(run, "recorder");
        const char *commit = json_string(recorder, "commit");
        if (v->request->path || !commit || cJSON_IsTrue(json_get(recorder, "dirty")))
            continue;
        enum source_answer answer =
            source_commit_holds(v->request->root, commit, json_string(recorder, "source"));
        if (answer == SOURCE_DIFFERS)
            return error_set(v->error, STATUS_WRONG,
                             "passport.json: commit %s has other sources than its recorder",
                             commit);
        if (answer == SOURCE_UNKNOWN)
            *said = "; a recorder's commit is not here, not checked";
        else if (!**said)
            *said = "; the recorder's commit has its sources";
    }
    return STATUS_OK;
}

static void check_passport(struct verification *v)
{
    const char *commits = "";
    char evidence[80];
    v->release.study->count(&v->release, evidence);
    if (release_check_passport(&v->release, v->error) || check_commits(v, &commits))
        note_failure(v, "passport");
    else
        note(v, "passport", VERIFY_OK, "%s, all accounted for%s", evidence, commits);
}

/* ---- provenance ---- */

char *verify_provenance_path(const struct verify_request *request, const char *signature_path)
{
    if (request->provenance)
        return strdup(request->provenance);
    const char *slash = strrchr(signature_path, '/');
    struct buf path = {0};
    buf_put(&path, signature_path, slash ? (size_t)(slash - signature_path) + 1 : 0);
    buf_puts(&path, PROVENANCE_FILE);
    return buf_take(&path);
}

static enum status verify_envelope(struct verification *v, const char *path)
{
    struct buf envelope = {0}, payload = {0};
    enum status status = file_read(path, JSON_BYTES_MAX, &envelope, v->error);
    if (!status && v->another_format)
        status = provenance_check(path, buf_text(&envelope), &v->key, &payload, v->error);
    else if (!status)
        status = provenance_verify(path, buf_text(&envelope), &v->key, &v->release, &v->content,
                                   &v->report->tar, v->error);
    buf_free(&envelope);
    buf_free(&payload);
    return status;
}

static void check_provenance(struct verification *v)
{
    char *path = verify_provenance_path(v->request, v->signature_path);
    bool asked = v->request->provenance || !v->request->path;
    if (!v->signed_claim)
        note(v, "provenance", VERIFY_SKIPPED, "not checked: see the key");
    else if (path && !asked && !file_exists(path))
        note(v, "provenance", VERIFY_SKIPPED, "not checked: no %s", path);
    else if (!path || verify_envelope(v, path))
        note_failure(v, "provenance");
    else
        note(v, "provenance", VERIFY_OK, "in-toto statement, SLSA predicate, %s",
             v->another_format ? "signed" : "every subject as found");
    free(path);
}

/* ---- where texts differ ---- */

/* The surroundings of column `at` in a line, for a message. */
static struct text around(struct text line, size_t at)
{
    size_t start = at > 40 ? at - 40 : 0;
    if (start > line.len)
        start = line.len;
    size_t len = line.len - start;
    return (struct text){line.data + start, len < 120 ? len : 120};
}

/* Names the first place in which two texts differ. */
static enum status lines_differ(const char *name, struct text given, struct text rebuilt,
                                struct error *error)
{
    size_t at_given = 0, at_rebuilt = 0, number = 0, column = 0;
    struct text x, y;
    bool more_given, more_rebuilt;
    do {
        more_given = text_next_line(given, &at_given, &x);
        more_rebuilt = text_next_line(rebuilt, &at_rebuilt, &y);
        number++;
    } while (more_given && more_rebuilt && text_same(x, y));
    if (!more_given && !more_rebuilt)
        return error_set(error, STATUS_WRONG, "%s: differs in the end of its last line", name);
    if (!more_given || !more_rebuilt)
        return error_set(error, STATUS_WRONG, "%s:%zu: a line %s: '%.*s'", name, number,
                         more_given ? "too many" : "is missing",
                         (int)around(more_given ? x : y, 0).len, more_given ? x.data : y.data);
    while (column < x.len && column < y.len && x.data[column] == y.data[column])
        column++;
    x = around(x, column);
    y = around(y, column);
    return error_set(error, STATUS_WRONG, "%s:%zu:%zu: '%.*s', rebuilt '%.*s'", name, number,
                     column + 1, (int)x.len, x.data, (int)y.len, y.data);
}

/* ---- the checkout's record ---- */

/* What record.json must say, from what was found. */
static enum status render_record(struct verification *v, struct buf *out)
{
    const struct verify_report *report = v->report;
    struct published published = {.tar = report->tar};
    memcpy(published.content_id, report->content_id, sizeof published.content_id);
    minisign_id(v->key.id, published.key_id);
    enum status status = swhid_of_files(&v->content, published.swhid, v->error);
    return status ? status : published_write(&report->edition, &published, out, v->error);
}

static enum status compare_record(struct verification *v)
{
    struct buf given = {0}, rendered = {0};
    char *path = edition_path(v->request->root, &v->report->edition, "record.json");
    enum status status =
        path ? file_read(path, SMALL_FILE_MAX, &given, v->error) : error_memory(v->error);
    if (!status)
        status = render_record(v, &rendered);
    if (!status && !text_same(buf_text(&given), buf_text(&rendered)))
        status = lines_differ("record.json", buf_text(&given), buf_text(&rendered), v->error);
    buf_free(&given);
    buf_free(&rendered);
    free(path);
    return status;
}

static void check_record(struct verification *v)
{
    if (v->request->path)
        return;
    if (!v->signed_claim)
        note(v, "record", VERIFY_SKIPPED, "not checked: see the key");
    else if (compare_record(v))
        note_failure(v, "record");
    else
        note(v, "record", VERIFY_OK, "record.json: content id, tar, SWHID and key as found");
}

/* ---- replay and documents: rebuilt, compared ---- */

/* Which check answers for a file of the content; NULL for the inputs and SHA256SUMS. */
static const char *check_of(const char *name)
{
    static const struct {
        const char *prefix, *check;
    } checks[] = {
        {"inputs/", NULL},
        {SUMS_FILE, NULL},
        {"tables/", "replay"},
        {"LIMITATIONS", "translations"},
        {"METHODOLOGY", "translations"},
        {"CITATION.cff", "citation"},
        {"", "documents"},
    };
    size_t i = 0;
    while (strncmp(name, checks[i].prefix, strlen(checks[i].prefix)) != 0)
        i++;
    return checks[i].check;
}

static bool answers(const char *check, const char *name)
{
    const char *found = check_of(name);
    return found && strcmp(found, check) == 0;
}

/* A rebuilt file against the given one. In a checkout there is none: what was published of it is
 * its line in SHA256SUMS. */
static enum status compare_file(struct verification *v, const struct files_item *rebuilt)
{
    struct text given, sums;
    if (!v->request->path) {
        enum status status = files_get(&v->content, SUMS_FILE, &sums, v->error);
        return status ? status : sums_check_file(sums, rebuilt->name, rebuilt->data, v->error);
    }
    enum status status = files_get(&v->content, rebuilt->name, &given, v->error);
    if (!status && !text_same(given, rebuilt->data))
        status = lines_differ(rebuilt->name, given, rebuilt->data, v->error);
    return status;
}

/* Every rebuilt file that the check answers for must be as given, and no other may be there. */
static enum status compare(struct verification *v, const char *check)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < v->rebuilt.count && !status; i++) {
        if (answers(check, v->rebuilt.items[i].name))
            status = compare_file(v, &v->rebuilt.items[i]);
    }
    for (size_t i = 0; i < v->content.count && !status; i++) {
        const char *name = v->content.items[i].name;
        if (answers(check, name) && !files_find(&v->rebuilt, name))
            status = error_set(v->error, STATUS_WRONG, "%s: nothing makes this file", name);
    }
    return status;
}

static void check_rebuilt(struct verification *v, const char *name, enum status status,
                          const char *what)
{
    if (!status)
        status = compare(v, name);
    if (status)
        note_failure(v, name);
    else
        note(v, name, VERIFY_OK, "%s", what);
}

/* Lists the checks from `first` on as skipped. */
static void skip_from(struct verification *v, const char *first, const char *why)
{
    static const char *const names[] = {"signature",    "manifest",   "schemas",
                                        "passport",     "provenance", "replay",
                                        "translations", "citation",   "documents"};
    size_t i = 0;
    while (strcmp(names[i], first) != 0)
        i++;
    for (; i < sizeof names / sizeof *names; i++)
        note(v, names[i], VERIFY_SKIPPED, "not checked: %s", why);
}

/* After the schemas: inputs of another format, or that cannot be read. */
static void skip_unreadable(struct verification *v)
{
    if (!v->another_format) {
        skip_from(v, "passport", "the inputs cannot be read");
        return;
    }
    note(v, "passport", VERIFY_SKIPPED, "not checked: another format");
    check_provenance(v);
    skip_from(v, "replay", "another format");
}

static void describe_languages(const struct study *study, char text[80])
{
    static const char *const numbers[] = {"no", "one", "two", "three", "four"};
    size_t count = 0;
    while (study->languages[count] && count + 1 < sizeof numbers / sizeof *numbers)
        count++;
    snprintf(text, 80, "%s languages, the same points, every figure a cell of the tables",
             numbers[count]);
}

static void rebuild(struct verification *v)
{
    enum status status = release_add_inputs(&v->release, &v->rebuilt, v->error);
    if (!status)
        status = release_replay(&v->release, &v->rebuilt, v->error);
    check_rebuilt(v, "replay", status, "every table rebuilt from the evidence, equal");
    if (!status)
        status = release_document(&v->release, &v->rebuilt, v->error);
    char languages[80];
    describe_languages(v->release.study, languages);
    check_rebuilt(v, "translations", status, languages);
    check_rebuilt(v, "citation", status, "rebuilt, equal");
    check_rebuilt(v, "documents", status, "all other texts rebuilt, equal");
}

/* ---- the whole ---- */

static void check_expectation(struct verification *v)
{
    const struct edition *edition = &v->report->edition;
    const char *expect = v->request->expect;
    if (!expect)
        return;
    bool good = strcmp(expect, edition->version) == 0;
    note(v, "version", good ? VERIFY_OK : VERIFY_FAILED, "%s, '%s' expected", edition->version,
         expect);
}

static bool has_failed(const struct verification *v)
{
    for (size_t i = 0; i < v->report->count; i++) {
        if (v->report->checks[i].outcome == VERIFY_FAILED)
            return true;
    }
    return false;
}

static void check_inputs(struct verification *v)
{
    if (!check_schemas(v)) {
        skip_unreadable(v);
        return;
    }
    check_passport(v);
    check_provenance(v);
    rebuild(v);
}

static void check_all(struct verification *v)
{
    static void (*const checks[])(struct verification *) = {
        check_signature, check_archive,  check_expectation,
        check_record,    check_manifest, check_inputs,
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (!v->request->brief || !has_failed(v))
            checks[i](v);
    }
}

enum status verify_release(const struct verify_request *request, struct verify_report *report,
                           struct error *error)
{
    struct verification v = {
        .request = request, .report = report, .error = error, .unreadable = "archive"};
    *report = (struct verify_report){0};
    enum status status = request->path ? STATUS_OK : load_checkout(&v);
    if (!status)
        status = find_signature(&v);
    if (!status && check_key(&v)) {
        note_failure(&v, "key");
        if (request->brief)
            status = STATUS_WRONG;
    }
    if (!status) {
        status = load_content(&v);
        if (status == STATUS_WRONG) {
            note_failure(&v, v.unreadable);
            skip_from(&v, "signature",
                      request->path ? "the archive cannot be read" : "the release cannot be made");
        } else if (!status) {
            check_all(&v);
            status = has_failed(&v) ? STATUS_WRONG : v.another_format ? STATUS_CANNOT : STATUS_OK;
        }
    }
    report->key = v.key;
    if (status == STATUS_WRONG)
        error->text[0] = '\0'; /* the report has it */
    release_free(&v.release);
    files_free(&v.rebuilt);
    files_free(&v.content);
    files_free(&v.inputs);
    buf_free(&v.unpacked);
    buf_free(&v.archive_text);
    buf_free(&v.signature_text);
    free(v.signature_path);
    return status;
}
