#include "study/selfplay_table.h"

#include "study/fields.h"
#include "study/selfplay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the runs ---- */

/* The folder of the next run, "games/NAME/", from *at on; NULL: there is no other. Owned by the
 * caller. A folder without run.json is the passport's to find. */
static char *next_folder(const struct files *inputs, size_t *at)
{
    while (*at < inputs->count) {
        const char *name = inputs->items[(*at)++].name, *slash = strrchr(name, '/');
        if (games_is_input(name) && strcmp(slash + 1, GAMES_RUN) == 0)
            return strndup(name, (size_t)(slash + 1 - name));
    }
    return NULL;
}

enum status selfplay_table_open(const struct files *inputs, const char *place, struct error *error)
{
    enum status status = STATUS_OK;
    size_t at = 0;
    char *folder;
    while (!status && (folder = next_folder(inputs, &at))) {
        struct selfplay selfplay;
        status = selfplay_open(inputs, place, folder, &selfplay, error);
        selfplay_free(&selfplay);
        free(folder);
    }
    return status;
}

/* ---- rows ---- */

static void put_limit(struct buf *out, const struct selfplay_player *player)
{
    field_text(out, player->engine);
    buf_printf(out, "%s-%" PRId64 ",", player->kind, player->limit);
}

/* What all pairs have in common; -1: they differ. */
static int common_chosen(const struct selfplay *selfplay)
{
    for (size_t i = 1; i < selfplay->pair_count; i++) {
        if (selfplay->pairs[i].chosen != selfplay->pairs[0].chosen)
            return -1;
    }
    return (int)selfplay->pairs[0].chosen;
}

/* The pair, and why it was chosen; for the row of a whole run pair_count. */
static void put_pair(const struct selfplay *selfplay, size_t pair, struct buf *out)
{
    int chosen = common_chosen(selfplay);
    if (pair < selfplay->pair_count) {
        const struct selfplay_pair *of = &selfplay->pairs[pair];
        field_int(out, of->pair.w);
        field_int(out, of->pair.b);
        field_letters(out, of->pair.w);
        field_letters(out, of->pair.b);
        chosen = (int)of->chosen;
    } else {
        for (int i = 0; i < 4; i++)
            field_none(out);
    }
    field_text(out, chosen < 0 ? "" : selfplay_chosen_name((enum selfplay_chosen)chosen));
    field_text(out, json_string(selfplay->run, "version"));
}

static void put_row(const char *run, const struct selfplay *selfplay, size_t pair, struct buf *out)
{
    struct selfplay_score white = selfplay_white_score(selfplay, pair);
    struct selfplay_score first = selfplay_first_score(selfplay, pair);
    if (pair < selfplay->pair_count)
        buf_printf(out, "%s-%u:%u,", run, selfplay->pairs[pair].pair.w,
                   selfplay->pairs[pair].pair.b);
    else
        buf_printf(out, "%s-all,", run);
    field_text(out, run);
    put_pair(selfplay, pair, out);
    put_limit(out, &selfplay->players[0]);
    put_limit(out, &selfplay->players[1]);
    field_int(out, white.games);
    field_int(out, white.wins);
    field_int(out, white.draws);
    field_int(out, white.losses);
    field_score(out, white.wins, white.draws, white.games);
    field_share(out, white.draws, white.games);
    field_int(out, first.wins);
    field_int(out, first.losses);
    field_score(out, first.wins, first.draws, first.games);
    fields_end(out);
}

enum status selfplay_table(const struct files *inputs, struct files *out, struct error *error)
{
    struct buf table = {0};
    enum status status = STATUS_OK;
    size_t at = 0;
    char *folder;
    buf_puts(&table, "id,run,w,b,white,black,chosen,version,first,first_limit,second,second_limit,"
                     "games,wins,draws,losses,score,score_low,score_high,draw_share,draw_low,"
                     "draw_high,first_wins,first_losses,first_score,first_low,first_high\n");
    while (!status && (folder = next_folder(inputs, &at))) {
        struct selfplay selfplay;
        status = selfplay_read(inputs, "", folder, &selfplay, error);
        const char *run = folder + strlen("games/");
        folder[strlen(folder) - 1] = '\0';
        for (size_t i = 0; !status && i <= selfplay.pair_count; i++)
            put_row(run, &selfplay, i, &table);
        selfplay_free(&selfplay);
        free(folder);
    }
    if (!status)
        status = files_add_take(out, "tables/selfplay.csv", &table, error);
    buf_free(&table);
    return status;
}
