#include "chess960/start.h"

#include <string.h>

static const char pieces[] = {'K', 'Q', 'R', 'B', 'N'};

/* Files count from 0, A, to 7, H; A1 is dark, so the odd files are the light squares. */

/* Puts a piece on the nth of the squares that are still free. */
static void put(char rank[START_BYTES], unsigned nth, char piece)
{
    for (unsigned file = 0; file < START_FILES; file++) {
        if (rank[file] == '.' && nth-- == 0) {
            rank[file] = piece;
            return;
        }
    }
}

void start_letters(uint16_t number, char letters[START_BYTES])
{
    unsigned rest = number;
    memset(letters, '.', START_FILES);
    letters[START_FILES] = '\0';
    letters[2 * (rest % 4) + 1] = 'B';
    rest /= 4;
    letters[2 * (rest % 4)] = 'B';
    rest /= 4;
    put(letters, rest % 6, 'Q');
    rest /= 6;

    unsigned left = 0; /* with the left knight here, the right one has 4 - left places */
    while (rest >= 4 - left) {
        rest -= 4 - left;
        left++;
    }
    put(letters, left + 1 + rest, 'N'); /* the right one first, lest it count without the left */
    put(letters, left, 'N');

    put(letters, 0, 'R');
    put(letters, 0, 'K');
    put(letters, 0, 'R');
}

static unsigned first_file(const char *rank, char piece)
{
    return (unsigned)(strchr(rank, piece) - rank);
}

static unsigned last_file(const char *rank, char piece)
{
    return (unsigned)(strrchr(rank, piece) - rank);
}

/* How many squares left of `file` hold none of the pieces that were placed before: what put()
 * counted. */
static unsigned nth_free(const char *rank, unsigned file, const char *placed)
{
    unsigned count = 0;
    for (unsigned i = 0; i < file; i++)
        count += strchr(placed, rank[i]) == NULL;
    return count;
}

/* The number of a back rank that is known to be a start, in upper case. */
static uint16_t number_of(const char rank[START_BYTES])
{
    unsigned light = first_file(rank, 'B');
    unsigned dark = last_file(rank, 'B');
    if (light % 2 == 0) {
        unsigned other = light;
        light = dark;
        dark = other;
    }
    unsigned queen = nth_free(rank, first_file(rank, 'Q'), "B");
    unsigned left = nth_free(rank, first_file(rank, 'N'), "BQ");
    unsigned right = nth_free(rank, last_file(rank, 'N'), "BQ");
    /* 4 + 3 + 2 + ... pairs have their left knight further left. */
    unsigned knights = left * (9 - left) / 2 + (right - left - 1);
    return (uint16_t)(light / 2 + 4 * (dark / 2) + 16 * queen + 96 * knights);
}

/* Each part of the number mirrors by itself: a bishop on a light square goes to the dark one that
 * mirrors it, and places among the free squares count from the other end. */
uint16_t start_mirror(uint16_t number)
{
    /* 01 02 03 04 12 13 14 23 24 34 -> 34 24 14 04 23 13 03 12 02 01 */
    static const uint8_t knights[] = {9, 8, 6, 3, 7, 5, 2, 4, 1, 0};
    unsigned light = number % 4, dark = number / 4 % 4, queen = number / 16 % 6;
    return (uint16_t)((3 - dark) + 4 * (3 - light) + 16 * (5 - queen) + 96 * knights[number / 96]);
}

/* The back rank is full. So the two squares on which king and rook end are free for them only when
 * they are the two on which they stand: nothing is in between then. And as the H-side rook stands
 * right of its king and ends left of it (on the A side the other way round), they change places.
 *
 * Nothing is attacked yet: the other side's queen, rooks and bishops are shut in behind their own
 * eight pawns, and its king, knights and pawns reach no further than three ranks from its edge. */
bool start_can_castle(uint16_t number, enum start_side side)
{
    char letters[START_BYTES];
    start_letters(number, letters);
    return memcmp(side == START_H_SIDE ? letters + 5 : letters + 2,
                  side == START_H_SIDE ? "KR" : "RK", 2) == 0;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static char file_name(unsigned file)
{
    return (char)('A' + file);
}

/* The right pieces, each as often as it should be? `spelled` is what messages show. */
static enum status check_pieces(const char rank[START_BYTES], const char *spelled,
                                struct error *error)
{
    unsigned found[sizeof pieces] = {0};
    for (unsigned file = 0; file < START_FILES; file++) {
        const char *piece = memchr(pieces, rank[file], sizeof pieces);
        if (!piece)
            return error_set(error, STATUS_WRONG, "\"%.8s\": file %c is none of K, Q, R, B, N",
                             spelled, file_name(file));
        found[piece - pieces]++;
    }
    for (unsigned i = 0; i < sizeof pieces; i++) {
        unsigned expected = pieces[i] == 'K' || pieces[i] == 'Q' ? 1 : 2;
        if (found[i] != expected)
            return error_set(error, STATUS_WRONG, "\"%.8s\" has %u %c, expected %u", spelled,
                             found[i], pieces[i], expected);
    }
    return STATUS_OK;
}

/* The right pieces, on squares that Chess960 allows? */
static enum status check_places(const char rank[START_BYTES], const char *spelled,
                                struct error *error)
{
    unsigned bishop = first_file(rank, 'B'), bishop2 = last_file(rank, 'B');
    if (bishop % 2 == bishop2 % 2)
        return error_set(error, STATUS_WRONG,
                         "\"%.8s\": the bishops on files %c and %c stand on one colour", spelled,
                         file_name(bishop), file_name(bishop2));
    unsigned king = first_file(rank, 'K');
    unsigned rook = first_file(rank, 'R'), rook2 = last_file(rank, 'R');
    if (king < rook || king > rook2)
        return error_set(error, STATUS_WRONG,
                         "\"%.8s\": the king on file %c is not between the rooks on %c and %c",
                         spelled, file_name(king), file_name(rook), file_name(rook2));
    return STATUS_OK;
}

enum status start_number(struct text letters, uint16_t *number, struct error *error)
{
    if (letters.len != START_FILES)
        return error_set(error, STATUS_WRONG, "a back rank of %zu letters, expected %d",
                         letters.len, START_FILES);
    char rank[START_BYTES] = {0};
    for (unsigned file = 0; file < START_FILES; file++)
        rank[file] = upper(letters.data[file]);
    enum status status = check_pieces(rank, letters.data, error);
    if (status == STATUS_OK)
        status = check_places(rank, letters.data, error);
    if (status == STATUS_OK)
        *number = number_of(rank);
    return status;
}

enum status start_read(struct text text, uint16_t *number, struct error *error)
{
    if (text.len == START_FILES) /* no number is that long */
        return start_number(text, number, error);
    int64_t value;
    if (!text_int(text, 0, START_COUNT - 1, &value))
        return error_set(error, STATUS_WRONG,
                         "\"%.*s\" is neither a number 0 to %d nor eight letters",
                         text.len < 60 ? (int)text.len : 60, text.data, START_COUNT - 1);
    *number = (uint16_t)value;
    return STATUS_OK;
}
