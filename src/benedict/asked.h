/* The options that say what is to be proved. */
#ifndef BENEDICT_ASKED_H
#define BENEDICT_ASKED_H

#include "benedict/prover.h"
#include "program/command.h"

#define ASKED_OPTIONS                                                                              \
    {"side", "SIDE", "red or black: whose win is in question"},                                    \
        {"plies", "N", "within so many; odd where that side is to move, else even"},               \
        {"fen", "FEN", "the position (default: the array)"},                                       \
    {                                                                                              \
        "after", "MOVES", "played from there first, in one argument"                               \
    }

/* STATUS_CANNOT: an option that is missing or none. STATUS_WRONG: no position, or a move that is
 * not legal. Whether the plies fit the side is not asked here. */
enum status asked_read(const struct command_line *line, struct prover_question *question,
                       struct error *error);

/* The moves of --after, one blank between; NULL: none. */
void asked_write_moves(const char *moves, struct buf *out);

#endif
