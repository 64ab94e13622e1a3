#include "study/benedict_tables.h"

#include "passport/benedict_certificates.h"
#include "proof/certificate.h"
#include "study/fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *side_name(enum benedict_side side)
{
    return side == BENEDICT_RED ? "red" : "black";
}

/* ---- games ---- */

/* How long games are. */
struct lengths {
    int64_t games, plies, shortest, longest;
};

/* Mean with one decimal, shortest and longest: three fields. */
static void put_lengths(struct buf *out, const struct lengths *lengths)
{
    field_mean(out, &(struct stats_sum){.count = lengths->games, .sum = lengths->plies});
    field_int(out, lengths->shortest);
    field_int(out, lengths->longest);
}

static void put_random(struct buf *out, const struct benedict_random *random)
{
    struct survey_random played;
    survey_random(random->policy, random->games, (uint64_t)random->seed, &played);
    field_text(out, random->name);
    field_text(out, survey_policy_name(random->policy));
    field_int(out, random->seed);
    field_int(out, played.games);
    field_int(out, played.first_wins);
    field_int(out, played.draws);
    field_score(out, played.first_wins, played.draws, played.games);
    put_lengths(out,
                &(struct lengths){played.games, played.plies, played.shortest, played.longest});
    fields_end(out);
}

static void put_set(struct buf *out, const struct benedict_set *set)
{
    struct lengths lengths = {.games = (int64_t)set->games.count, .shortest = INT64_MAX};
    int64_t wins = 0, draws = 0;
    for (size_t i = 0; i < set->games.count; i++) {
        const struct games_game *game = &set->games.games[i];
        int64_t plies = (int64_t)game->plies;
        draws += game->result == GAMES_DRAW;
        wins += game->result == (game->first == BENEDICT_RED ? GAMES_RED : GAMES_BLACK);
        lengths.plies += plies;
        lengths.shortest = plies < lengths.shortest ? plies : lengths.shortest;
        lengths.longest = plies > lengths.longest ? plies : lengths.longest;
    }
    field_text(out, set->name);
    field_text(out, set->engine);
    field_int(out, set->nodes);
    field_int(out, set->seed);
    field_int(out, lengths.games);
    field_int(out, wins);
    field_int(out, draws);
    field_score(out, wins, draws, lengths.games);
    put_lengths(out, &lengths);
    fields_end(out);
}

static enum status put_sharpness(struct buf *out, const struct benedict_set *set,
                                 struct error *error)
{
    struct survey_sharpness sharpness;
    enum status status = survey_sharpness(&set->games, &sharpness, error);
    if (status)
        return status;
    field_text(out, set->name);
    field_int(out, (int64_t)set->games.count);
    field_int(out, (int64_t)sharpness.positions);
    field_double(out, true, 100 * sharpness.mean, 2);
    field_double(out, true, 100 * sharpness.median, 2);
    for (int i = 0; i < SURVEY_FIFTHS; i++)
        field_double(out, sharpness.in_fifth[i] > 0, 100 * sharpness.fifth[i], 2);
    fields_end(out);
    return STATUS_OK;
}

/* ---- proofs ---- */

static void put_proof(struct buf *out, const struct benedict_proof *proof)
{
    field_text(out, proof->id);
    field_text(out, side_name(proof->side));
    field_text(out, proof->win ? "win" : "no-win");
    field_int(out, proof->plies);
    field_text(out, proof->moves);
    field_text(out, proof->position);
    field_text(out, proof->certified ? "certificate" : "computation");
    field_text(out, proof->engine);
    field_int(out, proof->nodes);
    field_fixed(out, proof->cpu_tenths, 1);
    field_int(out, proof->threads);
    field_int(out, proof->hash_mb);
    field_text(out, proof->sha256);
    field_int_or_none(out, proof->bytes ? proof->bytes : -1);
    field_truth(out, proof->shipped);
    field_int_or_none(out, proof->certified ? proof->walked : -1);
    fields_end(out);
}

/* Of a shipped certificate that the attacker, who is to move, has no win: the defender's reply to
 * each of his moves. They stand at its beginning, in the order of the moves. */
static enum status put_first_moves(struct buf *out, const struct benedict_proof *proof,
                                   const struct files *files, struct error *error)
{
    struct text text;
    struct proof_file file;
    struct plain_move moves[PLAIN_MOVES_MAX], reply;
    char name[80];
    benedict_certificate_file(proof, name);
    enum status status = files_get(files, name, &text, error);
    if (!status)
        status = proof_open_bytes(name, text, &file, error);
    if (status)
        return status;
    size_t count = (size_t)plain_moves(&file.claim.start, moves);
    for (size_t i = 0; i < count && i < file.plan.head.len; i++) {
        struct plain after = file.claim.start;
        char word[PLAIN_MOVE_BYTES];
        plain_play(&after, moves[i]);
        if (!plain_move_at(&after, (unsigned char)file.plan.head.data[i], &reply))
            break; /* the check has refused such a certificate */
        field_text(out, proof->id);
        plain_write_move(moves[i], word);
        field_text(out, word);
        plain_write_move(reply, word);
        field_text(out, word);
        fields_end(out);
    }
    proof_close(&file);
    return STATUS_OK;
}

/* How far it is settled that a side has no forced win from the array, and by how many results. */
struct reach {
    int64_t certified, computed; /* plies */
    int64_t results, certificates, shipped;
};

static struct reach reach_of(const struct benedict_evidence *evidence, enum benedict_side side)
{
    struct reach reach = {0};
    for (size_t i = 0; i < evidence->proof_count; i++) {
        const struct benedict_proof *proof = &evidence->proofs[i];
        if (proof->side != side)
            continue;
        reach.results++;
        reach.certificates += proof->certified;
        reach.shipped += proof->shipped;
        if (proof->win || !proof->from_array)
            continue;
        if (proof->plies > reach.computed)
            reach.computed = proof->plies;
        if (proof->certified && proof->plies > reach.certified)
            reach.certified = proof->plies;
    }
    return reach;
}

static void put_reach(struct buf *out, const struct benedict_evidence *evidence,
                      enum benedict_side side)
{
    struct reach reach = reach_of(evidence, side);
    field_text(out, side_name(side));
    field_int(out, reach.certified);
    field_int(out, reach.computed);
    field_int(out, reach.results);
    field_int(out, reach.certificates);
    field_int(out, reach.shipped);
    fields_end(out);
}

/* ---- the ends of the published games ---- */

/* The deepest attempt at each game speaks for it. */
static bool speaks(const struct benedict_evidence *evidence, size_t i)
{
    return i + 1 == evidence->mate_count || evidence->mates[i].game != evidence->mates[i + 1].game;
}

static void put_mate(struct buf *out, const struct benedict_mate *mate)
{
    field_int(out, mate->game);
    field_int(out, mate->plies);
    field_text(out, side_name(mate->winner));
    field_text(out, mate->solved ? "solved" : "open");
    field_int(out, mate->searched);
    field_text(out, mate->engine);
    field_int_or_none(out, mate->solved ? mate->mate : -1);
    field_int_or_none(out, mate->solved ? mate->forced_from : -1);
    field_int_or_none(out, mate->last_hold ? mate->last_hold : -1);
    fields_end(out);
}

struct endings {
    int64_t games, held, longest;
    struct stats_sum mates, forced; /* of those that are solved */
};

static struct endings count_endings(const struct benedict_evidence *evidence)
{
    struct endings endings = {0};
    for (size_t i = 0; i < evidence->mate_count; i++) {
        const struct benedict_mate *mate = &evidence->mates[i];
        if (!speaks(evidence, i))
            continue;
        endings.games++;
        endings.held += mate->last_hold > 0;
        if (!mate->solved)
            continue;
        stats_add(&endings.mates, mate->mate);
        stats_add(&endings.forced, mate->plies - mate->forced_from);
        if (mate->mate > endings.longest)
            endings.longest = mate->mate;
    }
    return endings;
}

static void put_endings(struct buf *out, const struct benedict_evidence *evidence)
{
    struct endings endings = count_endings(evidence);
    field_text(out, "all");
    field_int(out, endings.games);
    field_int(out, endings.mates.count);
    field_int(out, endings.games - endings.mates.count);
    field_int(out, endings.held);
    field_mean(out, &endings.mates);
    field_int_or_none(out, endings.mates.count ? endings.longest : -1);
    field_mean(out, &endings.forced);
    fields_end(out);
}

/* ---- openings ---- */

/* The last row of each opening is the deepest, or the one that solves it. */
static bool opening_speaks(const struct benedict_evidence *evidence, size_t i)
{
    const struct benedict_opening *opening = &evidence->openings[i];
    return i + 1 == evidence->opening_count || strcmp(opening->moves, opening[1].moves) != 0;
}

static void put_opening(struct buf *out, const struct benedict_opening *opening)
{
    field_text(out, opening->moves);
    field_int(out, opening->plies);
    field_text(out, opening->position);
    field_text(out, opening->solved ? side_name(opening->winner) : "none");
    field_text(out, opening->move);
    field_text(out, opening->engine);
    fields_end(out);
}

/* Openings, counted. Without any of that kind a number of plies is 0. */
struct replies {
    int64_t red, black, open;
    int64_t longest_win, open_least, open_most;
};

static void count_opening(struct replies *replies, const struct benedict_opening *opening)
{
    int64_t plies = opening->plies;
    if (!opening->solved) {
        if (!replies->open++ || plies < replies->open_least)
            replies->open_least = plies;
        if (plies > replies->open_most)
            replies->open_most = plies;
        return;
    }
    replies->red += opening->winner == BENEDICT_RED;
    replies->black += opening->winner == BENEDICT_BLACK;
    if (plies > replies->longest_win)
        replies->longest_win = plies;
}

static void put_replies(struct buf *out, const char *first, const struct replies *replies)
{
    bool any_won = replies->red + replies->black > 0;
    field_text(out, first);
    field_int(out, replies->red + replies->black + replies->open);
    field_int(out, replies->red);
    field_int(out, replies->black);
    field_int(out, replies->open);
    field_int_or_none(out, any_won ? replies->longest_win : -1);
    field_int_or_none(out, replies->open ? replies->open_least : -1);
    field_int_or_none(out, replies->open ? replies->open_most : -1);
    fields_end(out);
}

/* Those of the first move that row `*at` has, which it passes over. */
static struct replies count_replies(const struct benedict_evidence *evidence, size_t *at)
{
    const struct benedict_opening *openings = evidence->openings;
    size_t first = *at, len = strcspn(openings[first].moves, " ") + 1;
    struct replies replies = {0};
    for (; *at < evidence->opening_count &&
           strncmp(openings[*at].moves, openings[first].moves, len) == 0;
         ++*at) {
        if (opening_speaks(evidence, *at))
            count_opening(&replies, &openings[*at]);
    }
    return replies;
}

static struct replies count_openings(const struct benedict_evidence *evidence)
{
    struct replies all = {0};
    for (size_t i = 0; i < evidence->opening_count; i++) {
        if (opening_speaks(evidence, i))
            count_opening(&all, &evidence->openings[i]);
    }
    return all;
}

static void put_all_replies(struct buf *out, const struct benedict_evidence *evidence)
{
    for (size_t at = 0; at < evidence->opening_count;) {
        char first[BENEDICT_OPENING_BYTES];
        const char *moves = evidence->openings[at].moves;
        snprintf(first, sizeof first, "%.*s", (int)strcspn(moves, " "), moves);
        struct replies replies = count_replies(evidence, &at);
        put_replies(out, first, &replies);
    }
    struct replies all = count_openings(evidence);
    put_replies(out, "all", &all);
}

/* ---- for people ---- */

static void say_reach(struct buf *out, const struct benedict_evidence *evidence,
                      enum benedict_side side)
{
    struct reach reach = reach_of(evidence, side);
    buf_printf(out,
               "%s has no forced win from the array within %lld plies by certificate, %lld by "
               "computation (results: %lld, with a certificate: %lld, of these here: %lld)\n",
               side == BENEDICT_RED ? "Red" : "Black", (long long)reach.certified,
               (long long)reach.computed, (long long)reach.results, (long long)reach.certificates,
               (long long)reach.shipped);
}

static void say_openings(struct buf *out, const struct benedict_evidence *evidence)
{
    struct replies all = count_openings(evidence);
    buf_printf(out,
               "of %" PRId64 " openings of two plies Red wins %" PRId64 ", Black %" PRId64
               "; %" PRId64 " are open",
               all.red + all.black + all.open, all.red, all.black, all.open);
    if (all.open)
        buf_printf(out, ", each after a search of at least %" PRId64 " plies", all.open_least);
    buf_putc(out, '\n');
}

void benedict_summary(const struct benedict_evidence *evidence, struct buf *out)
{
    struct endings endings = count_endings(evidence);
    size_t games = 0;
    int64_t random = 0;
    for (size_t i = 0; i < evidence->set_count; i++)
        games += evidence->sets[i].games.count;
    for (size_t i = 0; i < evidence->random_count; i++)
        random += evidence->randoms[i].games;
    buf_printf(out, "%zu games of the engine against itself, %lld of random players\n", games,
               (long long)random);
    say_reach(out, evidence, BENEDICT_RED);
    say_reach(out, evidence, BENEDICT_BLACK);
    buf_printf(out, "of the published games %lld were looked at, the ends of %lld are solved\n",
               (long long)endings.games, (long long)endings.mates.count);
    if (evidence->opening_count)
        say_openings(out, evidence);
}

/* ---- the whole ---- */

/* Adds tables/NAME with its header and what `put` writes; empties the buffer. */
static enum status finish(struct files *out, const char *name, struct buf *table,
                          struct error *error)
{
    enum status status = buf_ok(table, error);
    return status ? status : files_add_take(out, name, table, error);
}

static enum status add_games(const struct benedict_evidence *evidence, struct files *out,
                             struct error *error)
{
    struct buf selfplay = {0}, sharpness = {0}, random = {0};
    enum status status = STATUS_OK;
    buf_puts(&selfplay, "name,engine,nodes,seed,games,first_wins,draws,score,score_low,score_high,"
                        "mean_plies,shortest,longest\n");
    buf_puts(&sharpness, "name,games,positions,mean,median,fifth1,fifth2,fifth3,fifth4,fifth5\n");
    buf_puts(&random, "name,policy,seed,games,first_wins,draws,score,score_low,score_high,"
                      "mean_plies,shortest,longest\n");
    for (size_t i = 0; i < evidence->set_count && !status; i++) {
        put_set(&selfplay, &evidence->sets[i]);
        status = put_sharpness(&sharpness, &evidence->sets[i], error);
    }
    for (size_t i = 0; i < evidence->random_count && !status; i++)
        put_random(&random, &evidence->randoms[i]);
    if (!status)
        status = finish(out, "tables/selfplay.csv", &selfplay, error);
    if (!status)
        status = finish(out, "tables/sharpness.csv", &sharpness, error);
    if (!status)
        status = finish(out, "tables/random.csv", &random, error);
    buf_free(&selfplay);
    buf_free(&sharpness);
    buf_free(&random);
    return status;
}

static enum status add_first_moves(const struct benedict_evidence *evidence,
                                   const struct files *files, struct files *out,
                                   struct error *error)
{
    struct buf table = {0};
    enum status status = STATUS_OK;
    buf_puts(&table, "id,move,reply\n");
    for (size_t i = 0; i < evidence->proof_count && !status; i++) {
        const struct benedict_proof *proof = &evidence->proofs[i];
        if (proof->shipped && !proof->win && proof->plies % 2 == 1)
            status = put_first_moves(&table, proof, files, error);
    }
    if (!status)
        status = finish(out, "tables/first_moves.csv", &table, error);
    buf_free(&table);
    return status;
}

static enum status add_results(const struct benedict_evidence *evidence, struct files *out,
                               struct error *error)
{
    struct buf proofs = {0}, reach = {0}, mates = {0}, endings = {0};
    buf_puts(&proofs, "id,side,verdict,plies,moves,position,basis,engine,nodes,cpu_seconds,threads,"
                      "hash_mb,sha256,bytes,shipped,walked\n");
    buf_puts(&mates, "game,plies,winner,status,searched,engine,mate,forced_from,last_hold\n");
    buf_puts(&endings, "row,games,solved,open,held,mean_mate,longest_mate,mean_forced\n");
    for (size_t i = 0; i < evidence->proof_count; i++)
        put_proof(&proofs, &evidence->proofs[i]);
    for (size_t i = 0; i < evidence->mate_count; i++) {
        if (speaks(evidence, i))
            put_mate(&mates, &evidence->mates[i]);
    }
    buf_puts(&reach, "side,certified,computed,results,certificates,shipped\n");
    put_reach(&reach, evidence, BENEDICT_RED);
    put_reach(&reach, evidence, BENEDICT_BLACK);
    put_endings(&endings, evidence);
    enum status status = finish(out, "tables/proofs.csv", &proofs, error);
    if (!status)
        status = finish(out, "tables/reach.csv", &reach, error);
    if (!status)
        status = finish(out, "tables/mates.csv", &mates, error);
    if (!status)
        status = finish(out, "tables/endings.csv", &endings, error);
    buf_free(&proofs);
    buf_free(&reach);
    buf_free(&mates);
    buf_free(&endings);
    return status;
}

static enum status add_openings(const struct benedict_evidence *evidence, struct files *out,
                                struct error *error)
{
    struct buf openings = {0}, counts = {0};
    if (!evidence->opening_count)
        return STATUS_OK;
    buf_puts(&openings, "moves,plies,position,winner,move,engine\n");
    for (size_t i = 0; i < evidence->opening_count; i++) {
        if (opening_speaks(evidence, i))
            put_opening(&openings, &evidence->openings[i]);
    }
    buf_puts(&counts, "first,replies,red,black,open,longest_win,open_least,open_most\n");
    put_all_replies(&counts, evidence);
    enum status status = finish(out, "tables/openings.csv", &openings, error);
    if (!status)
        status = finish(out, "tables/opening_counts.csv", &counts, error);
    buf_free(&openings);
    buf_free(&counts);
    return status;
}

enum status benedict_tables_add(const struct benedict_evidence *evidence, const struct files *files,
                                struct files *out, struct error *error)
{
    enum status status = benedict_certificates_check(evidence, files, error);
    if (!status)
        status = add_games(evidence, out, error);
    if (!status)
        status = add_first_moves(evidence, files, out, error);
    if (!status)
        status = add_results(evidence, out, error);
    return status ? status : add_openings(evidence, out, error);
}
