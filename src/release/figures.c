#include "release/figures.h"

#include "passport/shapes.h"
#include "release/cells.h"
#include "study/fields.h"

#include <stdio.h>
#include <string.h>

/* They become fields of a CSV without quotes. */
#define WORDS "^[A-Za-z0-9 .:+/_-]+$"
/* Of the tables alone: what lies in inputs/ is no result. */
#define CELL "^[a-z_]+[.]csv/[A-Za-z0-9.-]+/[a-z0-9_]+$"

static const struct json_member cell_members[] = {
    {"stage", false, {.kind = JSON_STRING, .pattern = "^[PSD][0-9]{1,3}$"}},
    {"cell", false, {.kind = JSON_STRING, .pattern = CELL, .about = "FILE/ROW/COLUMN in tables/."}},
    {"n",
     true,
     {.kind = JSON_STRING, .pattern = CELL, .about = "The cell that says how much it rests on."}},
    {0},
};
static const struct json_shape cell_shape = {.kind = JSON_OBJECT, .members = cell_members};

static const struct json_member figure_members[] = {
    {"id", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"claim",
     false,
     {.kind = JSON_STRING,
      .pattern = "^[a-z][a-z_]{0,29}$",
      .about = "The table that it belongs to."}},
    {"quantity", false, {.kind = JSON_STRING, .pattern = WORDS}},
    {"value",
     false,
     {.kind = JSON_STRING,
      .pattern = "^-?(0|[1-9][0-9]{0,9})([.][0-9]{1,3})?$",
      .about = "As it was printed, or the share that the quantity says."}},
    {"unit", false, {.kind = JSON_STRING, .pattern = WORDS}},
    {"engine", false, {.kind = JSON_STRING, .pattern = WORDS}},
    {"budget", false, {.kind = JSON_STRING, .pattern = WORDS}},
    {"source",
     false,
     {.kind = JSON_STRING, .pattern = SHAPE_SLUG, .about = "A key of references.json."}},
    {"ours",
     true,
     {.kind = JSON_ARRAY,
      .min = 1,
      .item = &cell_shape,
      .about = "What stands in its place here, at one stage or several."}},
    {0},
};
static const struct json_shape figure_shape = {.kind = JSON_OBJECT, .members = figure_members};

const struct json_shape figures_shape = {
    .kind = JSON_ARRAY,
    .about = "Figures that others have published, with engine and budget.",
    .item = &figure_shape,
};

static enum status wrong(const char *id, const char *found, const char *what, struct error *error)
{
    return error_set(error, STATUS_WRONG, "published.json: %s: %.160s %s", id, found, what);
}

/* Is there a table of that name, such as "windows"? */
static bool is_table(const struct files *content, const char *claim)
{
    char name[64];
    snprintf(name, sizeof name, "tables/%s.csv", claim);
    return files_find(content, name) != NULL;
}

/* The first object of the list that has that value, or NULL. */
static const cJSON *first_with(const cJSON *list, const char *member, const char *value)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (strcmp(json_string(item, member), value) == 0)
            return item;
    }
    return NULL;
}

static void put_published(const cJSON *figure, struct buf *out)
{
    static const char *const members[] = {"id",   "claim",  "quantity", "value",
                                          "unit", "engine", "budget",   "source"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        field_text(out, json_string(figure, members[i]));
}

static enum status put_cell(const char *id, const char *path, const struct files *content,
                            struct buf *out, struct error *error)
{
    char cell[CELLS_BYTES];
    if (!cells_find(content, text_of(path), cell))
        return wrong(id, path, "is no cell of the tables", error);
    field_text(out, cell);
    return STATUS_OK;
}

static enum status put_ours(const cJSON *figure, const cJSON *ours,
                            const struct figures_ground *ground, const struct files *content,
                            struct buf *out, struct error *error)
{
    const char *id = json_string(figure, "id"), *stage = json_string(ours, "stage");
    int budget = asym_find_stage(ground->asym, stage);
    if (budget < 0)
        return wrong(id, stage, "is no stage of the study", error);
    if (first_with(json_get(figure, "ours"), "stage", stage) != ours)
        return wrong(id, stage, "stands twice", error);
    buf_printf(out, "%s-%s,", id, stage);
    put_published(figure, out);
    field_text(out, json_string(ours, "cell"));
    enum status status = put_cell(id, json_string(ours, "cell"), content, out, error);
    field_text(out, ground->edition->primary_engine);
    field_text(out, stage);
    field_int(out, ground->asym->budgets[budget].limit);
    if (!json_get(ours, "n"))
        field_none(out);
    else if (!status)
        status = put_cell(id, json_string(ours, "n"), content, out, error);
    fields_end(out);
    return status;
}

static enum status put_figure(const cJSON *figure, const cJSON *figures,
                              const struct figures_ground *ground, const struct files *content,
                              struct buf *out, struct error *error)
{
    const cJSON *all = json_get(figure, "ours"), *ours;
    const char *id = json_string(figure, "id"), *source = json_string(figure, "source");
    const char *claim = json_string(figure, "claim");
    enum status status = STATUS_OK;
    if (first_with(figures, "id", id) != figure)
        return wrong(id, "the id", "stands twice", error);
    if (!first_with(ground->references, "key", source))
        return wrong(id, source, "is no key of references.json", error);
    if (!is_table(content, claim))
        return wrong(id, claim, "is no table", error);
    cJSON_ArrayForEach(ours, all)
    {
        if (!status)
            status = put_ours(figure, ours, ground, content, out, error);
    }
    if (!all) {
        field_text(out, id);
        put_published(figure, out);
        for (int i = 0; i < 6; i++)
            field_none(out);
        fields_end(out);
    }
    return status;
}

enum status figures_table(const cJSON *figures, const struct figures_ground *ground,
                          struct files *content, struct error *error)
{
    const cJSON *figure;
    struct buf table = {0};
    enum status status = STATUS_OK;
    buf_puts(&table, "id,figure,claim,quantity,published,unit,engine,budget,source,our_cell,ours,"
                     "our_engine,our_stage,our_limit,our_n\n");
    cJSON_ArrayForEach(figure, figures)
    {
        if (!status)
            status = put_figure(figure, figures, ground, content, &table, error);
    }
    if (!status)
        status = files_add_take(content, "tables/published.csv", &table, error);
    buf_free(&table);
    return status;
}
