/* The rules of Benedict xiangqi: Chinese chess in which nothing is captured. The piece that moved
 * converts every enemy piece that it attacks from its new point; a move that attacks the enemy
 * general wins at once.
 *
 * Written to be fast, as a search needs it: lines of occupied points as bits, a list of the 32
 * pieces (all stay on the board for ever), moves that are taken back, a key that is kept up.
 * The tests hold it against benedict_plain.h, which shares no line with it.
 *
 * Conventions beside the game itself, which the study names: a third occurrence of a position since
 * the last conversion or soldier's move, and 120 plies without either, are draws. */
#ifndef RULES_BENEDICT_H
#define RULES_BENEDICT_H

#include "base/status.h"
#include "base/text.h"

enum benedict_side { BENEDICT_RED, BENEDICT_BLACK };

enum benedict_kind {
    BENEDICT_CHARIOT,
    BENEDICT_CANNON,
    BENEDICT_HORSE,
    BENEDICT_ELEPHANT,
    BENEDICT_ADVISOR,
    BENEDICT_GENERAL,
    BENEDICT_SOLDIER,
    BENEDICT_KINDS,
};

enum {
    BENEDICT_PIECES = 32,
    BENEDICT_EMPTY = 32, /* on the board: no piece */
    BENEDICT_OFF = 33,   /* beyond the edge */
    BENEDICT_MOVES_MAX = 256,
    BENEDICT_FEN_BYTES = 128, /* the longest FEN, and a NUL */
    BENEDICT_MOVE_BYTES = 8,
    BENEDICT_QUIET_MAX = 120, /* plies without a conversion or a soldier's move: a draw */
    /* A point is file + 16 * rank with a margin all round: a1 is 35, i10 is 187. */
    BENEDICT_FIRST_FILE = 3,
    BENEDICT_FIRST_RANK = 2,
    BENEDICT_BOARD = 256,
};

/* A position. Plain value. Which piece has which number never changes: 4 chariots, 4 cannons, 4
 * horses, 4 elephants, 4 advisors, the general of Red and of Black, 10 soldiers. */
struct benedict {
    uint8_t board[BENEDICT_BOARD]; /* the piece on each point, or BENEDICT_EMPTY or _OFF */
    uint8_t at[BENEDICT_PIECES];   /* the point of each piece */
    uint32_t red;                  /* a bit for each piece: it is Red's */
    uint32_t file[16]; /* of each file, two bits for each rank: occupied, or the margin */
    uint32_t rank[16]; /* of each rank, two bits for each file */
    uint8_t turn;      /* enum benedict_side */
    uint8_t quiet;     /* plies since a conversion or a soldier's move */
    uint16_t ply;      /* since the game began, from 0 */
    uint64_t key;      /* pieces, owners and who moves; equal positions, equal keys */
};

/* A move to an empty point. Plain value. */
struct benedict_move {
    uint8_t from, to;
};

/* What benedict_unmake needs. */
struct benedict_undo {
    struct benedict_move move;
    uint32_t flipped;
    uint8_t quiet;
    uint64_t key;
};

void benedict_start(struct benedict *position);

enum benedict_kind benedict_kind(unsigned piece);

/* The pieces of the side, a bit for each. */
uint32_t benedict_own(const struct benedict *position, enum benedict_side side);

/* The point of that side's general. */
unsigned benedict_general(const struct benedict *position, enum benedict_side side);

/* Reads a FEN as engines for xiangqi write it: board from rank 10 down (K A B N R C P, also E for
 * the elephant and H for the horse; upper case Red's), w or r or b, two fields that are "-", quiet
 * plies, number of the move. STATUS_WRONG names what is no position of this game: another number
 * of pieces than the array's of any kind (whoever owns them), a general, advisor or elephant on a
 * point that it cannot reach, generals that face each other, 120 quiet plies or more. */
enum status benedict_read_fen(struct text fen, struct benedict *position, struct error *error);

void benedict_write_fen(const struct benedict *position, char fen[BENEDICT_FEN_BYTES]);

/* As if it were a game's first: no quiet plies, and move 1. So equal positions have equal FENs. */
void benedict_begin_here(struct benedict *position);

/* For whoever sets up the members by himself: no piece anywhere, all else 0; puts a piece on an
 * empty point; do the generals face each other on an open file, where nothing else may be asked of
 * the position; the key of the position as it stands. */
void benedict_clear(struct benedict *position);
void benedict_put(struct benedict *position, unsigned piece, unsigned point);
bool benedict_is_facing(const struct benedict *position);
uint64_t benedict_key(const struct benedict *position);

/* The key of the left-right mirror image, of which all that is true of the position is true; and,
 * faster, after a move was made, from what it was before. */
uint64_t benedict_mirrored_key(const struct benedict *position);
uint64_t benedict_mirrored_after(const struct benedict *position, const struct benedict_undo *undo,
                                 uint64_t before);

/* Left and right exchanged. */
void benedict_mirror(const struct benedict *position, struct benedict *mirrored);
struct benedict_move benedict_mirror_move(struct benedict_move move);

/* "h3h6", "b10a8" */
void benedict_write_move(struct benedict_move move, char text[BENEDICT_MOVE_BYTES]);

/* Reads a move and looks for it among the legal ones. STATUS_WRONG: it is none, or none that is
 * legal here; the message says why. */
enum status benedict_read_move(const struct benedict *position, struct text text,
                               struct benedict_move *move, struct error *error);

/* The legal moves, by piece; returns how many. None: the side to move has lost. */
size_t benedict_moves(const struct benedict *position,
                      struct benedict_move moves[BENEDICT_MOVES_MAX]);

/* How many there are, faster. */
size_t benedict_count(const struct benedict *position);

/* Makes a legal move. True: it attacks the enemy general and has won; nothing was converted then.
 */
bool benedict_make(struct benedict *position, struct benedict_move move,
                   struct benedict_undo *undo);

void benedict_unmake(struct benedict *position, const struct benedict_undo *undo);

/* The pieces that the piece on that point, as its owner has it there, attacks and would convert. */
uint32_t benedict_attacked(const struct benedict *position, unsigned point);

/* The pieces that a legal move would convert; of a winning one that is the general too. The
 * position is changed meanwhile. */
uint32_t benedict_converts(struct benedict *position, struct benedict_move move);

/* Is that move, whatever two points it names, legal? */
bool benedict_is_legal(const struct benedict *position, struct benedict_move move);

/* Has the side to move a legal move at all? */
bool benedict_can_move(const struct benedict *position);

/* Has the side to move a legal move that wins? Exact, without making any. */
bool benedict_can_win(const struct benedict *position);

/* One that does. */
bool benedict_find_win(const struct benedict *position, struct benedict_move *move);

/* Could the side that is not to move win if it were its turn? *win, where it is not NULL: so. The
 * position is changed meanwhile. */
bool benedict_is_threatened(struct benedict *position, struct benedict_move *win);

/* Would that legal move win? */
bool benedict_wins(const struct benedict *position, struct benedict_move move);

/* Sequences of `depth` legal moves, each shorter one that has won counted as one. Every move is
 * made, the last ones too; benedict_perft_bulk counts those without making them. */
uint64_t benedict_perft(struct benedict *position, int depth);
uint64_t benedict_perft_bulk(struct benedict *position, int depth);

#endif
