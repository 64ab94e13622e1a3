#include "plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void plain_read(struct plain *board, const char *fen)
{
    memset(board, 0, sizeof *board);
    int file = 0, rank = 9;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            file = 0;
            rank--;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            board->at[file++][rank] = *fen;
        }
    }
    board->red_moves = fen[1] == 'w';
}

static bool is_red(char piece)
{
    return piece >= 'A' && piece <= 'Z';
}

static bool is_in_palace(int file, int rank)
{
    return (file == 3 || file == 4 || file == 5) && (rank <= 2 || rank >= 7);
}

/* How many pieces stand strictly between two points of one file or rank; -1: they share none. */
static int count_between(const struct plain *board, struct plain_move line)
{
    int step_file = (line.to_file > line.from_file) - (line.to_file < line.from_file);
    int step_rank = (line.to_rank > line.from_rank) - (line.to_rank < line.from_rank);
    if ((step_file != 0) == (step_rank != 0))
        return -1;
    int count = 0, file = line.from_file + step_file, rank = line.from_rank + step_rank;
    while (file != line.to_file || rank != line.to_rank) {
        count += board->at[file][rank] != 0;
        file += step_file;
        rank += step_rank;
    }
    return count;
}

/* Does the geometry of that piece lead from one point to the other? `screens`: how many pieces a
 * cannon needs in between, which is 0 where it moves and 1 where it attacks. */
static bool leads(const struct plain *board, char piece, struct plain_move way, int screens)
{
    int files = way.to_file - way.from_file, ranks = way.to_rank - way.from_rank;
    int ahead = is_red(piece) ? 1 : -1;
    switch (toupper((unsigned char)piece)) {
    case 'R':
        return count_between(board, way) == 0;
    case 'C':
        return count_between(board, way) == screens;
    case 'N':
        if (abs(files) == 2 && abs(ranks) == 1)
            return !board->at[way.from_file + files / 2][way.from_rank];
        if (abs(files) == 1 && abs(ranks) == 2)
            return !board->at[way.from_file][way.from_rank + ranks / 2];
        return false;
    case 'B':
        return abs(files) == 2 && abs(ranks) == 2 && way.from_rank / 5 == way.to_rank / 5 &&
               !board->at[way.from_file + files / 2][way.from_rank + ranks / 2];
    case 'A':
        return abs(files) == 1 && abs(ranks) == 1 && is_in_palace(way.to_file, way.to_rank);
    case 'K':
        return abs(files) + abs(ranks) == 1 && is_in_palace(way.to_file, way.to_rank);
    default:
        if (files == 0)
            return ranks == ahead;
        return ranks == 0 && abs(files) == 1 &&
               (is_red(piece) ? way.from_rank >= 5 : way.from_rank <= 4);
    }
}

static bool generals_face(const struct plain *board)
{
    struct plain_move line = {-1, -1, -1, -1};
    for (int file = 0; file < 9; file++) {
        for (int rank = 0; rank < 10; rank++) {
            if (board->at[file][rank] == 'K') {
                line.from_file = file;
                line.from_rank = rank;
            } else if (board->at[file][rank] == 'k') {
                line.to_file = file;
                line.to_rank = rank;
            }
        }
    }
    return line.from_file == line.to_file && count_between(board, line) == 0;
}

static bool is_legal(const struct plain *board, struct plain_move move)
{
    char piece = board->at[move.from_file][move.from_rank];
    if (!piece || is_red(piece) != board->red_moves || board->at[move.to_file][move.to_rank] ||
        !leads(board, piece, move, 0))
        return false;
    struct plain after = *board;
    after.at[move.from_file][move.from_rank] = 0;
    after.at[move.to_file][move.to_rank] = piece;
    return !generals_face(&after);
}

int plain_moves(const struct plain *board, struct plain_move moves[PLAIN_MOVES_MAX])
{
    int count = 0;
    for (int from = 0; from < 90; from++) {
        for (int to = 0; to < 90; to++) {
            struct plain_move move = {from / 10, from % 10, to / 10, to % 10};
            if (is_legal(board, move))
                moves[count++] = move;
        }
    }
    return count;
}

bool plain_play(struct plain *board, struct plain_move move)
{
    char piece = board->at[move.from_file][move.from_rank];
    bool attacked[9][10] = {0}, won = false;
    board->at[move.from_file][move.from_rank] = 0;
    board->at[move.to_file][move.to_rank] = piece;
    board->red_moves = !board->red_moves;
    for (int file = 0; file < 9; file++) {
        for (int rank = 0; rank < 10; rank++) {
            struct plain_move way = {move.to_file, move.to_rank, file, rank};
            char other = board->at[file][rank];
            if (!other || is_red(other) == is_red(piece) || !leads(board, piece, way, 1))
                continue;
            attacked[file][rank] = true;
            won = won || other == 'K' || other == 'k';
        }
    }
    for (int point = 0; point < 90 && !won; point++) {
        char *other = &board->at[point / 10][point % 10];
        if (attacked[point / 10][point % 10])
            *other = (char)(is_red(*other) ? tolower(*other) : toupper(*other));
    }
    return won;
}

static char *put_point(char *out, int file, int rank)
{
    static const char *const ranks[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
    *out = "abcdefghi"[file];
    return stpcpy(out + 1, ranks[rank]);
}

void plain_write_move(struct plain_move move, char *text)
{
    put_point(put_point(text, move.from_file, move.from_rank), move.to_file, move.to_rank);
}
