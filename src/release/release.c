#include "release/release.h"

#include "base/file.h"
#include "passport/shapes.h"
#include "release/cells.h"
#include "release/codebook.h"
#include "release/study.h"
#include "release/sums.h"
#include "release/translations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_BYTES_MAX = INT32_MAX };

/* What every study has besides its texts and its own. */
static const char *const common_inputs[] = {"passport.json", "references.json", "release.json",
                                            NULL};

/* ---- texts ---- */

/* A rendered text: where its template is, where it goes. */
struct document {
    char template[48], file[40];
    const char *language;
};

/* Text number `at` of a study, from 0; false behind the last. */
static bool document_at(const struct study *study, size_t at, struct document *document)
{
    static const struct document single[] = {
        {"texts/README.en.md", "README.md", "en"},
        {"texts/CHANGELOG.en.md", "CHANGELOG.md", "en"},
        {"texts/LICENSE", "LICENSE", "en"},
    };
    enum { SINGLE = sizeof single / sizeof *single };
    static const char *const translated[] = {"METHODOLOGY", "LIMITATIONS"};
    if (at < SINGLE) {
        *document = single[at];
        return true;
    }
    document->language = study->languages[(at - SINGLE) / 2];
    if (!document->language)
        return false;
    snprintf(document->file, sizeof document->file, "%s.%s.md", translated[(at - SINGLE) % 2],
             document->language);
    snprintf(document->template, sizeof document->template, "texts/%s", document->file);
    return true;
}

/* ---- names ---- */

static bool is_in(const char *const *list, const char *name)
{
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool has_part(const struct study_part *part, const struct files *inputs)
{
    return files_find(inputs, part->evidence) != NULL;
}

/* Is it an input beside those? */
static bool is_input(const struct study *study, const struct files *inputs, const char *name)
{
    struct document document;
    if (study->is_evidence(name) || is_in(common_inputs, name) || is_in(study->inputs, name))
        return true;
    for (const struct study_part *part = study->parts; part && part->codebook; part++) {
        if (strcmp(name, part->codebook) == 0)
            return has_part(part, inputs);
    }
    for (size_t i = 0; document_at(study, i, &document); i++) {
        if (strcmp(name, document.template) == 0)
            return true;
    }
    return false;
}

static enum status need(const struct files *inputs, const char *place, const char *name,
                        struct error *error)
{
    return files_find(inputs, name) ? STATUS_OK
                                    : error_set(error, STATUS_WRONG, "%s%s: missing", place, name);
}

static enum status need_all(const struct files *inputs, const char *place, const char *const *names,
                            struct error *error)
{
    enum status status = STATUS_OK;
    for (; *names && !status; names++)
        status = need(inputs, place, *names, error);
    return status;
}

/* Nothing is missing and nothing else is there. */
static enum status check_names(const struct study *study, const struct files *inputs,
                               const char *place, struct error *error)
{
    struct document document;
    for (size_t i = 0; i < inputs->count; i++) {
        if (!is_input(study, inputs, inputs->items[i].name))
            return error_set(error, STATUS_WRONG, "%s%s: no input of this format", place,
                             inputs->items[i].name);
    }
    enum status status = need_all(inputs, place, common_inputs, error);
    if (!status)
        status = need_all(inputs, place, study->inputs, error);
    for (size_t i = 0; !status && document_at(study, i, &document); i++)
        status = need(inputs, place, document.template, error);
    return status;
}

/* ---- opening ---- */

static enum status open_edition(struct release *release, const struct files *inputs,
                                const char *place, struct error *error)
{
    struct study_input input;
    struct edition *edition = &release->edition;
    enum status status = study_find_input(inputs, place, "release.json", &input, error);
    if (!status)
        status = edition_read(input.name, input.text, edition, error);
    if (!status && edition->format != EDITION_FORMAT)
        return error_set(error, STATUS_CANNOT,
                         "%s: format %lld; this program replays format %d, the tag %s-%s has one "
                         "that replays this",
                         input.name, (long long)edition->format, EDITION_FORMAT, edition->study,
                         edition->version);
    if (!status && !(release->study = study_find(edition->study)))
        status = error_set(error, STATUS_WRONG, "%s: nothing is known of a study %s", input.name,
                           edition->study);
    return status;
}

/* Appends the tables of a part. */
static enum status open_part(struct release *release, const struct files *inputs, const char *place,
                             const struct study_part *part, struct error *error)
{
    cJSON *more = NULL, *tables = cJSON_GetObjectItemCaseSensitive(release->codebook, "tables");
    enum status status = study_read(inputs, place, part->codebook, &codebook_shape, &more, error);
    if (status)
        return status;
    cJSON *added = cJSON_GetObjectItemCaseSensitive(more, "tables");
    while (added->child)
        cJSON_AddItemToArray(tables, cJSON_DetachItemViaPointer(added, added->child));
    cJSON_Delete(more);
    return STATUS_OK;
}

static enum status open_codebook(struct release *release, const struct files *inputs,
                                 const char *place, struct error *error)
{
    const struct study *study = release->study;
    enum status status =
        study_read(inputs, place, study->codebook, &codebook_shape, &release->codebook, error);
    for (const struct study_part *part = study->parts; part && part->codebook && !status; part++) {
        if (has_part(part, inputs))
            status = open_part(release, inputs, place, part, error);
    }
    return status;
}

enum status release_open(struct release *release, const struct files *inputs, const char *place,
                         struct error *error)
{
    release->inputs = inputs;
    enum status status = open_edition(release, inputs, place, error);
    if (!status)
        status = check_names(release->study, inputs, place, error);
    if (!status)
        status = study_read(inputs, place, "references.json", &references_shape,
                            &release->references, error);
    if (!status)
        status = open_codebook(release, inputs, place, error);
    if (!status)
        status = release->study->open(release, inputs, place, error);
    return status;
}

enum status release_check_passport(const struct release *release, struct error *error)
{
    return release->study->check_passport(release, error);
}

enum status release_add_inputs(const struct release *release, struct files *content,
                               struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < release->inputs->count && !status; i++) {
        const struct files_item *item = &release->inputs->items[i];
        char name[200];
        snprintf(name, sizeof name, "inputs/%s", item->name);
        status = files_add_view(content, name, item->data, error);
    }
    return status;
}

enum status release_replay(const struct release *release, struct files *content,
                           struct error *error)
{
    return release->study->replay(release, content, error);
}

static enum status add_text(const struct release *release, const struct document *document,
                            struct files *content, struct error *error)
{
    struct text template;
    struct buf out = {0};
    enum status status = files_get(release->inputs, document->template, &template, error);
    if (!status)
        status =
            cells_render(document->template, template, document->language, content, &out, error);
    if (!status)
        status = files_add_take(content, document->file, &out, error);
    buf_free(&out);
    return status;
}

enum status release_document(const struct release *release, struct files *content,
                             struct error *error)
{
    struct buf out = {0};
    struct document document;
    enum status status = translations_check(release->inputs, release->study->languages, error);
    for (size_t i = 0; !status && document_at(release->study, i, &document); i++)
        status = add_text(release, &document, content, error);
    if (!status) {
        const struct citation citation = release_citation(release);
        citation_cff(&citation, &out);
        status = files_add_take(content, "CITATION.cff", &out, error);
    }
    if (!status)
        status = codebook_markdown(release->codebook, content, &out, error);
    if (!status)
        status = files_add_take(content, "CODEBOOK.md", &out, error);
    if (!status)
        status = codebook_datapackage(release->codebook, &release->edition, content, &out, error);
    if (!status)
        status = files_add_take(content, "datapackage.json", &out, error);
    buf_free(&out);
    return status;
}

enum status release_seal(struct files *content, char content_id[SHA256_HEX + 1],
                         struct error *error)
{
    struct buf sums = {0};
    enum status status = sums_write(content, &sums, error);
    if (!status)
        status = hash_sha256_of(sums.data, sums.len, content_id, error);
    if (!status)
        status = files_add_take(content, SUMS_FILE, &sums, error);
    buf_free(&sums);
    return status;
}

enum status release_make(const struct release *release, struct files *content,
                         char content_id[SHA256_HEX + 1], struct error *error)
{
    enum status status = release_check_passport(release, error);
    if (!status)
        status = release_add_inputs(release, content, error);
    if (!status)
        status = release_replay(release, content, error);
    if (!status) /* the evidence was read by a stricter reader already */
        status = codebook_check_tables(release->codebook, content, "tables/", error);
    if (!status)
        status = release_document(release, content, error);
    if (!status)
        status = release_seal(content, content_id, error);
    return status;
}

enum status release_render(struct release *release, const struct files *inputs,
                           struct files *content, char content_id[SHA256_HEX + 1],
                           struct error *error)
{
    enum status status = release_open(release, inputs, "", error);
    return status ? status : release_make(release, content, content_id, error);
}

struct citation release_citation(const struct release *release)
{
    return (struct citation){.edition = &release->edition,
                             .title = json_string(release->codebook, "title"),
                             .keywords = release->study ? release->study->keywords : NULL,
                             .results = release->study ? release->study->results : NULL,
                             .references = release->references};
}

void release_free(struct release *release)
{
    if (release->study)
        release->study->free(release);
    cJSON_Delete(release->passport);
    cJSON_Delete(release->codebook);
    cJSON_Delete(release->references);
    *release = (struct release){0};
}

/* schema/ also describes what no release carries, such as the configuration of an engine. */
static void drop_other_schemas(const struct study *study, struct files *inputs)
{
    for (size_t i = inputs->count; i-- > 0;) {
        const char *name = inputs->items[i].name;
        if (strncmp(name, "schema/", strlen("schema/")) == 0 && !is_input(study, inputs, name))
            files_remove(inputs, name);
    }
}

enum status release_load_inputs(const char *root, const char *study, struct files *inputs,
                                struct error *error)
{
    struct buf path = {0};
    const struct study *known = study_find(study);
    if (!known)
        return error_set(error, STATUS_CANNOT, "nothing is known of a study %s", study);
    buf_printf(&path, "%s/passport/%s", root, study);
    enum status status = buf_ok(&path, error);
    if (!status)
        status = file_walk(path.data, "", FILE_PASS_HIDDEN, INPUT_BYTES_MAX, inputs, error);
    buf_free(&path);
    buf_printf(&path, "%s/schema", root);
    if (!status)
        status = buf_ok(&path, error);
    if (!status)
        status = file_walk(path.data, "schema/", FILE_PASS_HIDDEN, INPUT_BYTES_MAX, inputs, error);
    buf_free(&path);
    drop_other_schemas(known, inputs);
    return status;
}

enum status release_find_inputs(const struct files *content, struct files *inputs,
                                struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < content->count && !status; i++) {
        const struct files_item *item = &content->items[i];
        if (strncmp(item->name, "inputs/", strlen("inputs/")) == 0)
            status = files_add_view(inputs, item->name + strlen("inputs/"), item->data, error);
    }
    return status;
}

static const struct json_member author_members[] = {
    {"name", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT, .about = "Of an entity."}},
    {"family_names", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"given_names", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};
static const struct json_shape author_shape = {.kind = JSON_OBJECT, .members = author_members};

static const struct json_member reference_members[] = {
    {"key", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"type",
     false,
     {.kind = JSON_STRING,
      .pattern = "^(article|data|dataset|generic|software|website)$",
      .about = "As in CITATION.cff."}},
    {"title", false, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {"year", false, {.kind = JSON_INTEGER, .min = 1900, .max = 2100}},
    {"authors", false, {.kind = JSON_ARRAY, .min = 1, .item = &author_shape}},
    {"url", true, {.kind = JSON_STRING, .pattern = "^https://[!-~]+$"}},
    {"notes", true, {.kind = JSON_STRING, .pattern = SHAPE_TEXT}},
    {0},
};
static const struct json_shape reference_shape = {.kind = JSON_OBJECT,
                                                  .members = reference_members};

const struct json_shape references_shape = {
    .kind = JSON_ARRAY,
    .about = "Prior work, as data.",
    .min = 1,
    .item = &reference_shape,
};
