/* What the FENs of all games share. */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include "base/text.h"

enum { FEN_FIELDS = 6 };

/* Exactly six fields, none of them empty, with one space between? They are views into the FEN. */
bool fen_split(struct text fen, struct text fields[FEN_FIELDS]);

#endif
