#include "rules/fen.h"

bool fen_split(struct text fen, struct text fields[FEN_FIELDS])
{
    size_t count = 0, start = 0;
    for (size_t i = 0; i <= fen.len; i++) {
        if (i < fen.len && fen.data[i] != ' ')
            continue;
        if (count == FEN_FIELDS || i == start)
            return false;
        fields[count++] = (struct text){fen.data + start, i - start};
        start = i + 1;
    }
    return count == FEN_FIELDS;
}
