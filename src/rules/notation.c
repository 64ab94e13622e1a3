#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

static const char pieces[] = " PNBRQK";

static char file_letter(unsigned square)
{
    return (char)('a' + square % 8);
}

static char rank_letter(unsigned square)
{
    return (char)('1' + square / 8);
}

void notation_uci(struct chess_move move, char uci[NOTATION_UCI_BYTES])
{
    static const char promotions[] = {'\0', 'p', 'n', 'b', 'r', 'q', 'k'};
    uci[0] = file_letter(move.from);
    uci[1] = rank_letter(move.from);
    uci[2] = file_letter(move.to);
    uci[3] = rank_letter(move.to);
    uci[4] = promotions[move.promotion];
    uci[5] = '\0';
}

bool notation_find(const struct chess *position, struct text uci, struct chess_move *move)
{
    struct chess_move moves[CHESS_MOVES_MAX];
    size_t count = chess_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        char written[NOTATION_UCI_BYTES];
        notation_uci(moves[i], written);
        if (text_is(uci, written)) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

/* What other pieces of the kind can go there: do any, does one on that file, does one on that rank?
 */
struct rivals {
    bool any, file, rank;
};

static struct rivals find_rivals(const struct chess *position, struct chess_move move,
                                 const struct chess_move *moves, size_t count)
{
    struct rivals rivals = {0};
    for (size_t i = 0; i < count; i++) {
        const struct chess_move *rival = &moves[i];
        if (rival->to != move.to || rival->from == move.from ||
            position->board[rival->from] != position->board[move.from])
            continue;
        rivals.any = true;
        rivals.file |= rival->from % 8 == move.from % 8;
        rivals.rank |= rival->from / 8 == move.from / 8;
    }
    return rivals;
}

/* The piece and, where it must be told from others, its file, its rank, or both. */
static char *put_piece(const struct chess *position, struct chess_move move, char *at)
{
    struct chess_move moves[CHESS_MOVES_MAX];
    size_t count = chess_moves(position, moves);
    struct rivals rivals = find_rivals(position, move, moves, count);
    *at++ = pieces[chess_at(position, move.from)];
    if (rivals.any && (!rivals.file || rivals.rank))
        *at++ = file_letter(move.from);
    if (rivals.file)
        *at++ = rank_letter(move.from);
    return at;
}

static char *put_move(const struct chess *position, struct chess_move move, char *at)
{
    bool takes = chess_is_capture(position, move);
    if (chess_at(position, move.from) != CHESS_PAWN)
        at = put_piece(position, move, at);
    else if (takes)
        *at++ = file_letter(move.from);
    if (takes)
        *at++ = 'x';
    *at++ = file_letter(move.to);
    *at++ = rank_letter(move.to);
    if (move.promotion) {
        *at++ = '=';
        *at++ = pieces[move.promotion];
    }
    return at;
}

static char *put_castling(struct chess_move move, char *at)
{
    const char *text = move.to > move.from ? "O-O" : "O-O-O";
    memcpy(at, text, strlen(text));
    return at + strlen(text);
}

void notation_san(const struct chess *position, struct chess_move move,
                  char san[NOTATION_SAN_BYTES])
{
    struct chess after = *position;
    char *at =
        chess_is_castling(position, move) ? put_castling(move, san) : put_move(position, move, san);
    chess_make(&after, move);
    if (chess_in_check(&after))
        *at++ = chess_perft(&after, 1) == 0 ? '#' : '+';
    *at = '\0';
}
