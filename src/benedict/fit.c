#include "benedict/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50 };

/* A position, or several with the same features, in one game. */
struct sample {
    int16_t x[FIT_TERMS];
    float y; /* 1: Red won */
    uint32_t game;
};

struct samples {
    struct sample *all; /* owned */
    size_t count, cap;
};

typedef double matrix[FIT_TERMS][FIT_TERMS];

/* ---- what positions say ---- */

static void describe(const struct benedict *position, int16_t x[FIT_TERMS])
{
    int side = position->turn == BENEDICT_RED ? 1 : -1;
    for (int kind = 0; kind < BENEDICT_KINDS; kind++) {
        struct evaluation_weights one = {0};
        one.value[kind] = 1;
        x[kind] = (int16_t)(evaluation_worth(position->red, &one) -
                            evaluation_worth(~position->red, &one));
    }
    x[FIT_TEMPO] = (int16_t)side;
    x[FIT_MOBILITY] = (int16_t)(side * evaluation_mobility(position));
}

static enum status add(struct samples *samples, const struct sample *sample, struct error *error)
{
    if (samples->count == samples->cap) {
        size_t cap = 2 * samples->cap + 1024;
        struct sample *more = realloc(samples->all, cap * sizeof *more);
        if (!more)
            return error_memory(error);
        samples->all = more;
        samples->cap = cap;
    }
    samples->all[samples->count++] = *sample;
    return STATUS_OK;
}

static enum status add_game(const struct games_game *game, uint32_t number, size_t skip,
                            struct samples *samples, struct error *error)
{
    static const float ys[] = {[GAMES_RED] = 1, [GAMES_BLACK] = 0, [GAMES_DRAW] = 0.5F};
    struct sample sample = {.y = ys[game->result], .game = number};
    struct benedict position;
    enum status status = STATUS_OK;
    games_array(game->first, &position);
    for (size_t ply = 0; ply < game->plies && !status; ply++) {
        struct benedict_undo undo;
        if (ply >= skip && !benedict_can_win(&position)) {
            describe(&position, sample.x);
            status = add(samples, &sample, error);
        }
        benedict_make(&position, game->moves[ply], &undo);
    }
    return status;
}

/* ---- the regression ---- */

static double probability(const struct sample *sample, const double beta[FIT_TERMS])
{
    double sum = 0;
    for (int i = 0; i < FIT_TERMS; i++)
        sum += beta[i] * sample->x[i];
    return 1 / (1 + exp(-sum));
}

/* a := its inverse, by Gauss and Jordan with pivots on the diagonal, as a positive definite matrix
 * allows. False: it is none. */
static bool invert(matrix a)
{
    for (int k = 0; k < FIT_TERMS; k++) {
        double pivot = a[k][k];
        if (!(pivot > 1e-9))
            return false;
        a[k][k] = 1;
        for (int j = 0; j < FIT_TERMS; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < FIT_TERMS; i++) {
            double factor = a[i][k];
            if (i == k)
                continue;
            a[i][k] = 0;
            for (int j = 0; j < FIT_TERMS; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
    return true;
}

static void multiply(matrix a, const double x[FIT_TERMS], double out[FIT_TERMS])
{
    for (int i = 0; i < FIT_TERMS; i++) {
        out[i] = 0;
        for (int j = 0; j < FIT_TERMS; j++)
            out[i] += a[i][j] * x[j];
    }
}

/* The gradient of the log likelihood, and minus its second derivatives. */
static void derive(const struct samples *samples, const double beta[FIT_TERMS],
                   double gradient[FIT_TERMS], matrix information)
{
    memset(gradient, 0, FIT_TERMS * sizeof *gradient);
    memset(information, 0, sizeof(matrix));
    for (size_t s = 0; s < samples->count; s++) {
        const struct sample *sample = &samples->all[s];
        double p = probability(sample, beta);
        for (int i = 0; i < FIT_TERMS; i++) {
            gradient[i] += (sample->y - p) * sample->x[i];
            for (int j = 0; j < FIT_TERMS; j++)
                information[i][j] += p * (1 - p) * sample->x[i] * sample->x[j];
        }
    }
}

/* Newton's method. False: no maximum. */
static bool maximise(const struct samples *samples, double beta[FIT_TERMS], matrix inverse)
{
    for (int round = 0; round < ROUNDS; round++) {
        double gradient[FIT_TERMS], step[FIT_TERMS], largest = 0;
        derive(samples, beta, gradient, inverse);
        if (!invert(inverse))
            return false;
        multiply(inverse, gradient, step);
        for (int i = 0; i < FIT_TERMS; i++) {
            beta[i] += step[i];
            largest = fmax(largest, fabs(step[i]));
        }
        if (!isfinite(largest) || largest > 1e3)
            return false;
        if (largest < 1e-9)
            return true;
    }
    return false;
}

/* The covariance inverse * (sum over games of g g') * inverse, g a game's part of the gradient; its
 * diagonal's roots. */
static void find_errors(const struct samples *samples, const double beta[FIT_TERMS], matrix inverse,
                        double errors[FIT_TERMS])
{
    double variance[FIT_TERMS] = {0}, part[FIT_TERMS] = {0}, moved[FIT_TERMS];
    for (size_t s = 0; s < samples->count; s++) {
        const struct sample *sample = &samples->all[s];
        double p = probability(sample, beta);
        for (int i = 0; i < FIT_TERMS; i++)
            part[i] += (sample->y - p) * sample->x[i];
        if (s + 1 < samples->count && samples->all[s + 1].game == sample->game)
            continue;
        multiply(inverse, part, moved);
        for (int i = 0; i < FIT_TERMS; i++)
            variance[i] += moved[i] * moved[i];
        memset(part, 0, sizeof part);
    }
    for (int i = 0; i < FIT_TERMS; i++)
        errors[i] = sqrt(variance[i]);
}

enum status fit_games(const struct games *games, size_t skip, struct fit *fit, struct error *error)
{
    struct samples samples = {0};
    matrix inverse;
    enum status status = STATUS_OK;
    bool decided = false;
    *fit = (struct fit){.games = games->count};
    for (size_t i = 0; i < games->count && !status; i++) {
        decided = decided || games->games[i].result != GAMES_DRAW;
        status = add_game(&games->games[i], (uint32_t)i, skip, &samples, error);
    }
    fit->positions = samples.count;
    if (!status && (!decided || !maximise(&samples, fit->log_odds, inverse)))
        status = error_set(error, STATUS_WRONG,
                           "%zu positions of %zu games determine no values of the pieces",
                           samples.count, games->count);
    if (!status)
        find_errors(&samples, fit->log_odds, inverse, fit->error);
    free(samples.all);
    return status;
}
