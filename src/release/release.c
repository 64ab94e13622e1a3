#include "release/release.h"

#include "base/file.h"
#include "passport/games.h"
#include "passport/passport.h"
#include "passport/shapes.h"
#include "release/cells.h"
#include "release/codebook.h"
#include "release/figures.h"
#include "release/sums.h"
#include "release/translations.h"
#include "study/asym_tables.h"
#include "study/corridor_tables.h"
#include "study/selfplay_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_BYTES_MAX = INT32_MAX };

/* A rendered text: where its template is, where it goes. */
struct document {
    const char *template, *language, *file;
};

static const struct document documents[] = {
    {"texts/README.en.md", "en", "README.md"},
    {"texts/METHODOLOGY.en.md", "en", "METHODOLOGY.en.md"},
    {"texts/METHODOLOGY.de.md", "de", "METHODOLOGY.de.md"},
    {"texts/METHODOLOGY.pt.md", "pt", "METHODOLOGY.pt.md"},
    {"texts/METHODOLOGY.hi.md", "hi", "METHODOLOGY.hi.md"},
    {"texts/LIMITATIONS.en.md", "en", "LIMITATIONS.en.md"},
    {"texts/LIMITATIONS.de.md", "de", "LIMITATIONS.de.md"},
    {"texts/LIMITATIONS.pt.md", "pt", "LIMITATIONS.pt.md"},
    {"texts/LIMITATIONS.hi.md", "hi", "LIMITATIONS.hi.md"},
    {"texts/CHANGELOG.en.md", "en", "CHANGELOG.md"},
    {"texts/LICENSE", "en", "LICENSE"},
};
enum { DOCUMENTS = sizeof documents / sizeof *documents };

/* Inputs besides evidence, games and texts. */
static const char *const plain_inputs[] = {
    "corridor.json",
    "ladder.json",
    "passport.json",
    "published.json",
    "references.json",
    "release.json",
    "schema/codebook.json",
    "schema/codebook.schema.json",
    "schema/corridor.schema.json",
    "schema/coverage.schema.json",
    "schema/keys.schema.json",
    "schema/ladder.schema.json",
    "schema/passport.schema.json",
    "schema/published.schema.json",
    "schema/record.schema.json",
    "schema/references.schema.json",
    "schema/release.schema.json",
    "schema/run.schema.json",
    "schema/selfplay.schema.json",
};
enum { PLAIN_INPUTS = sizeof plain_inputs / sizeof *plain_inputs };

static bool is_input(const char *name)
{
    if (strncmp(name, "evidence/", strlen("evidence/")) == 0 || games_is_input(name))
        return true;
    for (size_t i = 0; i < PLAIN_INPUTS; i++) {
        if (strcmp(name, plain_inputs[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < DOCUMENTS; i++) {
        if (strcmp(name, documents[i].template) == 0)
            return true;
    }
    return false;
}

/* Nothing is missing and nothing else is there. */
static enum status check_names(const struct files *inputs, const char *place, struct error *error)
{
    for (size_t i = 0; i < inputs->count; i++) {
        if (!is_input(inputs->items[i].name))
            return error_set(error, STATUS_WRONG, "%s%s: no input of this format", place,
                             inputs->items[i].name);
    }
    for (size_t i = 0; i < PLAIN_INPUTS + DOCUMENTS; i++) {
        const char *name =
            i < PLAIN_INPUTS ? plain_inputs[i] : documents[i - PLAIN_INPUTS].template;
        if (!files_find(inputs, name))
            return error_set(error, STATUS_WRONG, "%s%s: missing", place, name);
    }
    return STATUS_OK;
}

/* One input with its full name for messages. */
struct input {
    struct text text;
    char name[128];
};

static enum status find(const struct files *inputs, const char *place, const char *name,
                        struct input *input, struct error *error)
{
    snprintf(input->name, sizeof input->name, "%s%s", place, name);
    enum status status = files_get(inputs, name, &input->text, error);
    return status ? error_set(error, status, "%s: missing", input->name) : STATUS_OK;
}

static enum status open_edition(struct release *release, const struct files *inputs,
                                const char *place, struct error *error)
{
    struct input input;
    enum status status = find(inputs, place, "release.json", &input, error);
    if (!status)
        status = edition_read(input.name, input.text, &release->edition, error);
    if (!status && release->edition.format != EDITION_FORMAT)
        status = error_set(error, STATUS_CANNOT,
                           "%s: format %lld; this program replays format %d, the tag %s-%s has one "
                           "that replays this",
                           input.name, (long long)release->edition.format, EDITION_FORMAT,
                           release->edition.study, release->edition.version);
    return status;
}

static enum status open_document(const struct files *inputs, const char *place, const char *name,
                                 const struct json_shape *shape, cJSON **json, struct error *error)
{
    struct input input;
    enum status status = find(inputs, place, name, &input, error);
    return status ? status : json_read(input.name, input.text, shape, json, error);
}

enum status release_open(struct release *release, const struct files *inputs, const char *place,
                         struct error *error)
{
    struct input input;
    release->inputs = inputs;
    enum status status = open_edition(release, inputs, place, error);
    if (!status)
        status = check_names(inputs, place, error);
    if (!status)
        status = find(inputs, place, "ladder.json", &input, error);
    if (!status)
        status = ladder_read(input.name, input.text, &release->ladder, error);
    if (!status)
        status = find(inputs, place, "corridor.json", &input, error);
    if (!status)
        status = corridor_read(input.name, input.text, &release->ladder,
                               release->edition.primary_engine, &release->corridor, error);
    if (!status)
        status = find(inputs, place, "passport.json", &input, error);
    if (!status)
        status = passport_read(input.name, input.text, &release->passport, error);
    if (!status)
        status = open_document(inputs, place, "references.json", &references_shape,
                               &release->references, error);
    if (!status)
        status = open_document(inputs, place, "published.json", &figures_shape, &release->figures,
                               error);
    if (!status)
        status = open_document(inputs, place, "schema/codebook.json", &codebook_shape,
                               &release->codebook, error);
    if (!status)
        status = evidence_read(inputs, place, &release->evidence, error);
    if (!status)
        status = selfplay_table_open(inputs, place, error);
    if (!status)
        status = asym_init(&release->asym, &release->ladder, &release->evidence,
                           release->edition.primary_engine, error);
    return status;
}

enum status release_check_passport(const struct release *release, struct error *error)
{
    enum status status =
        passport_check("passport.json", release->passport, release->inputs, &release->evidence,
                       &release->ladder, &release->edition, error);
    return status ? status
                  : corridor_check("corridor.json", &release->corridor, release->passport, error);
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
    uint64_t seed = (uint64_t)json_digits(release->passport, "seed");
    const struct figures_ground ground = {release->references, &release->edition, &release->asym};
    struct corridor_judged judged = {0};
    enum status status = asym_tables(&release->asym, seed, content, error);
    if (!status)
        status =
            corridor_judge(&release->asym, &release->evidence, &release->corridor, &judged, error);
    if (!status)
        status = corridor_tables(&judged, &release->asym, content, error);
    corridor_judged_free(&judged);
    if (!status)
        status = selfplay_table(release->inputs, content, error);
    return status ? status : figures_table(release->figures, &ground, content, error);
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
    enum status status = translations_check(release->inputs, error);
    for (size_t i = 0; i < DOCUMENTS && !status; i++)
        status = add_text(release, &documents[i], content, error);
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
                             .references = release->references};
}

void release_free(struct release *release)
{
    evidence_free(&release->evidence);
    cJSON_Delete(release->passport);
    cJSON_Delete(release->codebook);
    cJSON_Delete(release->references);
    cJSON_Delete(release->figures);
    *release = (struct release){0};
}

/* schema/ also describes what no release carries, such as the configuration of an engine. */
static void drop_other_schemas(struct files *inputs)
{
    for (size_t i = inputs->count; i-- > 0;) {
        const char *name = inputs->items[i].name;
        if (strncmp(name, "schema/", strlen("schema/")) == 0 && !is_input(name))
            files_remove(inputs, name);
    }
}

enum status release_load_inputs(const char *root, const char *study, struct files *inputs,
                                struct error *error)
{
    struct buf path = {0};
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
    drop_other_schemas(inputs);
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
