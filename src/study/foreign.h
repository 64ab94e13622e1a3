/* Somebody else's evaluations of starts or of pairs: what a list says, and what is wrong with it.
 *
 * listing.h tells the forms, CSV and EPD. A column, or an EPD operation, is known by its name, of
 * which case and everything but letters and digits are passed over ("Draw rate (%)" is drawrate).
 * The names are those of foreign_columns.c. What the roles mean:
 *
 *     position   what pair_read or start_read reads, FENs of either kind with the four rights in
 *                any order, or a number; there may be several
 *     number     of a start
 *     id         the same where it is a number or two ("518:534"); else a name, not looked at
 *     w, b       the start of that side, number or letters
 *     eval       pawns where any value of the column has a decimal point, else centipawns
 *     cp, pawns  an evaluation whose unit is named
 *     draw       a share where all are at most 1, else per cent; with win and loss beside it,
 *                draw / (win + draw + loss)
 *     win, loss  also the columns w, white, b and black, beside draws where a position stands
 *                elsewhere, or where w has no b
 *     wdl        win, draw and loss in one field
 *     mate       where it says anything, the value is a mate
 *     depth      only reported
 *
 * Values are White's, who is to move in every start, so that the side to move that EPD's ce counts
 * for is White. Nothing is mended or guessed without a word: what was decided for the whole list is
 * in struct foreign, and what is odd about a line is a note. */
#ifndef STUDY_FOREIGN_H
#define STUDY_FOREIGN_H

#include "base/buf.h"
#include "chess960/pair.h"
#include "study/listing.h"

enum {
    FOREIGN_ROWS_MAX = 1000000, /* more than there are pairs */
    FOREIGN_MOST_CP = 10000,    /* what lies beyond stands for a mate */
};

/* What a column is for. */
enum foreign_role {
    FOREIGN_NONE, /* passed over */
    FOREIGN_POSITION,
    FOREIGN_NUMBER,
    FOREIGN_ID,
    FOREIGN_W,
    FOREIGN_B,
    FOREIGN_EVAL,
    FOREIGN_CP,
    FOREIGN_PAWNS,
    FOREIGN_WIN,
    FOREIGN_DRAW,
    FOREIGN_LOSS,
    FOREIGN_WDL,
    FOREIGN_IS_MATE,
    FOREIGN_DEPTH,
    FOREIGN_ROLES,
};

/* What can be odd about a line. Those before FOREIGN_REPEATED are faults of the list. */
enum foreign_oddity {
    FOREIGN_NO_START, /* letters, numbers or a FEN that are no start; not used, nor up to here: */
    FOREIGN_NO_POSITION,   /* nothing says which start */
    FOREIGN_TWO_POSITIONS, /* two columns say two */
    FOREIGN_BLACK_TO_MOVE,
    FOREIGN_RIGHTS,       /* castling rights that are not full, or of no rook */
    FOREIGN_WRONG_NUMBER, /* of no start */
    FOREIGN_WRONG_VALUE,
    FOREIGN_CONTRADICTION, /* the same pair again with another value; the first line counts */
    FOREIGN_MISNUMBERED,   /* number and position disagree; the position counts */
    FOREIGN_MIRRORED,      /* likewise, and the number is the one of the mirror */
    FOREIGN_EXTRA,         /* fields too many, an operation twice; what has a name counts */
    FOREIGN_SHORT,         /* fields too few */
    FOREIGN_UNENDED,       /* a quotation mark or the last ';' is missing */
    FOREIGN_REPEATED,      /* the same pair and value again; not used, nor up to here: */
    FOREIGN_NO_VALUE,
    FOREIGN_MATE,     /* a mate, or beyond FOREIGN_MOST_CP */
    FOREIGN_X_FEN,    /* rights such as KQkq: the outermost rooks, in a start its only ones */
    FOREIGN_COUNTERS, /* EPD with move counters such as "0 1;" */
    FOREIGN_IS_960,   /* 960 for start 0 */
    FOREIGN_ODDITIES,
};

/* For JSON and for people. */
const char *foreign_role_name(enum foreign_role role);
const char *foreign_oddity_name(enum foreign_oddity oddity);
const char *foreign_oddity_words(enum foreign_oddity oddity);
bool foreign_oddity_is_fault(enum foreign_oddity oddity);

struct foreign_note {
    enum foreign_oddity oddity;
    uint32_t line;
    size_t words; /* where in foreign.words its text begins: one printable line; may be empty */
};

enum foreign_unit {
    FOREIGN_IN_CP,
    FOREIGN_IN_PAWNS,
    FOREIGN_IN_SHARES,
    FOREIGN_IN_PERCENT,
    FOREIGN_OF_THREE, /* draws of wins, draws and losses, in whatever they are counted */
};

/* Why the numbers of starts are taken to begin at 0 or 1. */
enum foreign_numbering {
    FOREIGN_NO_NUMBERS,
    FOREIGN_NUMBERS_GIVEN,     /* the caller said so */
    FOREIGN_NUMBERS_CHECKED,   /* with the most positions beside them */
    FOREIGN_NUMBERS_RANGE,     /* there is a 0 */
    FOREIGN_NUMBERS_SCHARNAGL, /* neither 0 nor 960 is there to tell */
};

struct foreign_row {
    struct pair pair;
    int32_t value; /* rounded: hundredths of a cp, or millionths of all games that are drawn */
    uint32_t line;
};

struct foreign {
    struct foreign_row *rows; /* owned; in the order of their lines, each pair once */
    size_t count;
    bool is_draws; /* values are draw rates, not evaluations */
    enum foreign_unit unit;
    bool unit_by_name; /* not by what the values look like */

    bool is_epd;
    char separator; /* of the CSV */
    struct {
        char *name; /* owned; printable */
        enum foreign_role role;
    } columns[LISTING_COLUMNS_MAX];
    size_t column_count;
    size_t lines; /* with something on them, the CSV header not counted */
    bool has_depth;
    int64_t min_depth, max_depth;
    enum foreign_numbering numbering;
    int first_number; /* 0 or 1 */

    int64_t starts, pairs;     /* rows with w = b, and the others */
    bool present[START_COUNT]; /* of the starts */
    int64_t odd[FOREIGN_ODDITIES];
    struct foreign_note *notes; /* owned; sorted by oddity and line; a few of each */
    size_t note_count;
    struct buf words;
};

struct foreign_options {
    const char *columns; /* "NAME=ROLE,...", before what the names say; may be NULL */
    int first;           /* the number of the first start, 0 or 1; -1: see foreign_numbering */
    int64_t noted;       /* how many notes of each oddity to keep */
};

/* Reads a list; `name` is for messages. STATUS_CANNOT: no list (see listing_open), no column that
 * tells the position or the value, two columns for one thing, wrong options, a column of which it
 * is not clear what it means (each said, with the option that settles it), too many rows, no
 * memory. That no row is left is no failure. After any status, foreign_free. */
enum status foreign_read(const char *name, struct text text, const struct foreign_options *options,
                         struct foreign *foreign, struct error *error);

/* The list has faults. */
bool foreign_is_faulty(const struct foreign *foreign);

void foreign_free(struct foreign *foreign);

#endif
