/* The commands of UCI, read: words, positions, limits. Pure; uci.h says what is done with them. */
#ifndef BENEDICT_READING_H
#define BENEDICT_READING_H

#include "base/buf.h"
#include "rules/benedict_game.h"

/* The next word of what is left, which it takes away, or an empty one. Blanks and tabs separate. */
struct text reading_word(struct text *rest);

/* All that is left, without blanks and tabs around it. */
struct text reading_rest(struct text rest);

/* Adds the words before `end`, which is passed over, or all, with one space between. True: it came.
 */
bool reading_words(struct text *rest, const char *end, struct buf *out);

/* How much of a word is to be shown in a message, for "%.*s". */
int reading_shown(struct text word);

/* What follows "position": "startpos" or "fen FEN", and moves, which are played. STATUS_WRONG names
 * what is no position, or the ply of the move that is not legal, and why. */
enum status reading_position(struct text rest, struct benedict_game *game, struct error *error);

/* What can follow "go" with a number. */
enum reading_number {
    READING_DEPTH,
    READING_NODES,
    READING_MOVETIME,
    READING_WTIME,
    READING_BTIME,
    READING_WINC,
    READING_BINC,
    READING_MOVESTOGO,
    READING_MATE, /* in so many moves of the side to move */
    READING_PERFT,
    READING_NUMBERS
};

struct reading_go {
    int64_t number[READING_NUMBERS]; /* 0: not given */
    bool has_clock;                  /* WTIME or BTIME was given */
    bool infinite, ponder;
    struct benedict_move only[BENEDICT_MOVES_MAX]; /* searchmoves: legal ones, each once */
    size_t only_count;                             /* 0: not given */
};

/* What follows "go" in that position; words that are unknown go into *unknown, a space between, as
 * UCI ignores them. STATUS_WRONG names what is no number in range or no legal move. */
enum status reading_go(struct text rest, const struct benedict *position, struct reading_go *go,
                       struct buf *unknown, struct error *error);

/* How deeply depth and mate ask to search, at most `most`; 0: no limit. */
int reading_depth(const struct reading_go *go, int most);

/* Is the move one to be searched? */
bool reading_allows(const struct reading_go *go, struct benedict_move move);

/* The time for this move in ms, of the clock of Red or Black; 0: no limit. */
int64_t reading_budget(const struct reading_go *go, bool red);

#endif
