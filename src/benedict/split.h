/* A question about a win within so many plies, split into tasks: the positions after the first
 * moves of both sides, each with the question whether the attacker wins within what is left.
 *
 * Where the attacker moves first (odd plies) a task is his first move and a reply. A first move is
 * refuted by one reply after which there is no win; where there is a win after each, it wins. Where
 * the defender moves first a task has his move before that, and one that refutes all first moves
 * answers the question.
 *
 * Of mirror images there is one, the first in the order of plain_moves, as in certificates. What
 * ends before a task begins is left out. */
#ifndef BENEDICT_SPLIT_H
#define BENEDICT_SPLIT_H

#include "benedict/dfpn.h"
#include "proof/certificate.h"

enum { SPLIT_NAME_BYTES = 32 };

/* ---- what is asked ---- */

/* A line that says it, for a store: plies, replies (of the certificate) and position. Whether it is
 * a win is no part of it. STATUS_WRONG: no such line. */
void split_write(const struct proof_claim *claim, struct buf *text);
enum status split_read(struct text text, struct proof_claim *claim, struct error *error);

/* "Red wins within 9 plies from" and the FEN, has no win, or, where it is open, "does Red win". */
void split_describe(const struct proof_claim *claim, enum dfpn_answer answer, struct buf *out);

/* The tasks' names, which are moves with a space between ("h3h6 h8e8"), in the order to work at
 * them: the most promising reply to each first move before others, and that to the hardest move
 * before that to others. The caller frees them. STATUS_WRONG: too few plies, or the first moves
 * alone decide. */
enum status split_list(const struct proof_claim *claim, char (**names)[SPLIT_NAME_BYTES],
                       size_t *count, struct error *error);

/* Where a task begins, for both kernels. STATUS_WRONG: a move that is none. */
enum status split_start(const struct proof_claim *claim, const char *name,
                        struct benedict *position, struct plain *board, struct error *error);

/* plain_step with a name. name: the moves so far; next is untouched for a mirror image. */
enum plain_outcome split_step(const struct plain *board, struct plain_move move, const char *name,
                              struct plain *after, char next[SPLIT_NAME_BYTES]);

/* ---- what is known ---- */

struct split_task {
    char name[SPLIT_NAME_BYTES];
    enum dfpn_answer answer; /* to be set by the caller */
    size_t attack;
};

/* A first move of the attacker, with what came before it. */
struct split_attack {
    char name[SPLIT_NAME_BYTES];
    enum dfpn_answer answer;
    size_t reply; /* the task that refutes it, where it is refuted */
    size_t defence;
};

/* The defender's move before that; its name is empty where the attacker moves first. */
struct split_defence {
    char name[SPLIT_NAME_BYTES];
    enum dfpn_answer answer;
    size_t attack; /* the one that wins, where there is a win */
};

/* Members are to be read. Attacks and defences are sorted by their names. */
struct split {
    enum dfpn_answer answer;
    size_t defence; /* that holds, where there is no win */
    struct split_task *tasks;
    struct split_attack *attacks;
    struct split_defence *defences;
    size_t count, attack_count, defence_count;
};

/* From the names of all tasks, in any order; all are open. STATUS_CANNOT: out of memory. */
enum status split_new(const char (*names)[SPLIT_NAME_BYTES], size_t count, struct split *split,
                      struct error *error);
void split_free(struct split *split);

/* What the answers of the tasks say of the rest. */
void split_judge(struct split *split);

/* Is the task's answer of use? */
bool split_needs(const struct split *split, size_t task);

#endif
