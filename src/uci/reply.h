/* What an engine prints while it searches, line by line, up to its bestmove: a pure reader.
 *
 * A PV line is an info line with a score and a pv that holds a move, of multipv 1 where several are
 * printed. It is exact unless it says lowerbound or upperbound. Words have any number of spaces
 * between them; those that are unknown are passed over; what follows `string` is never read.
 *
 * Nothing is misread for being odd: an info line that breaks UCI (a number that is none or is out
 * of range, a word given twice, as where two lines run together, more than LINES_LONGEST bytes)
 * might have been any PV line. It is passed over, and the search fails by name where that line may
 * be the one that counts. Lines that are no info and no bestmove are passed over. */
#ifndef UCI_REPLY_H
#define UCI_REPLY_H

#include "passport/evidence.h"
#include "uci/lines.h"

/* Which line of a search is its evaluation; a part of the engine's configuration. */
enum completion {
    /* The last exact PV line before the final PV line. Stockfish at a limit of nodes: the final one
     * belongs to the iteration that was cut short, whatever flags it carries. */
    COMPLETION_BEFORE_FINAL,
    /* The final exact PV line: limits of depth, and engines without iterations. */
    COMPLETION_FINAL,
};

/* What is played, and so how a move is spelled: two points, files a to h and ranks 1 to 8, and what
 * a pawn becomes; or files a to i and ranks 1 to 10, nothing more. A part of the configuration too.
 */
enum reply_game { REPLY_CHESS, REPLY_XIANGQI };

/* One PV line. The score is from the view of the side to move. Plain value. */
struct reply_iteration {
    bool mate;        /* `score` counts moves to mate, negative where the mover is mated, never 0 */
    int32_t score;    /* centipawns within +-100,000 otherwise; mate within +-1,000 */
    uint8_t depth;    /* at least 1 */
    uint8_t seldepth; /* 0 where the engine gives none */
    uint16_t win, draw, loss; /* per mille, 1000 together; EVIDENCE_NO_WDL where there is none */
    int64_t nodes;            /* so far */
    char move[EVIDENCE_MOVE_BYTES]; /* the first of the PV */
};

/* A line on its way through the reader. */
struct reply_info {
    struct reply_iteration iteration;
    unsigned given; /* which words it held */
    int64_t multipv, currmovenumber;
    bool bound;
};

/* A search on its way. The members are the reader's own. */
struct reply {
    enum completion completion;
    enum reply_game game;
    bool have_exact, have_before;   /* an exact PV line; one before the final PV line */
    bool doubt_exact, doubt_before; /* a line that could not be read has come after it */
    struct reply_info exact, before;
    bool have_pv, final_is_bound;
    int64_t nodes, most_nodes, depth, currmovenumber;
    char unread[64]; /* the beginning of the last line that could not be read */
    char best[16];   /* what followed bestmove, cut off */
};

enum reply_news {
    REPLY_NOTHING,
    REPLY_PROGRESS, /* more nodes or depth than ever, or another root move */
    REPLY_DONE,     /* bestmove: reply_result has the answer */
};

void reply_start(struct reply *reply, enum completion completion, enum reply_game game);

enum reply_news reply_read(struct reply *reply, struct line line);

/* The evaluation; and as *nodes the total of the search, as last printed. STATUS_WRONG with the
 * reason where there is none: bestmove (none), no move, no PV line that counts, no depth or nodes
 * in it, or a line in doubt. */
enum status reply_result(const struct reply *reply, struct reply_iteration *iteration,
                         int64_t *nodes, struct error *error);

/* The same by either rule, whichever the search was begun with: to compare them. */
enum status reply_result_by(const struct reply *reply, enum completion completion,
                            struct reply_iteration *iteration, int64_t *nodes, struct error *error);

/* Is the final PV line a bound? Then the iteration that it belongs to was cut short. */
bool reply_ends_in_bound(const struct reply *reply);
/* The move that followed bestmove, whatever the evaluation. STATUS_WRONG where it is none. */
enum status reply_move(const struct reply *reply, char move[EVIDENCE_MOVE_BYTES],
                       struct error *error);

#endif
