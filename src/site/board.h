/* Boards as SVG. The drawings stand once in a page, and each board refers to them. */
#ifndef SITE_BOARD_H
#define SITE_BOARD_H

#include "base/buf.h"
#include "chess960/pair.h"

/* The drawings: pieces and the board with its pawns. Once in a page, before the first board. */
void board_symbols(struct buf *out);

/* A start as it stands before the first move, White below. `label` is what is read aloud. */
void board_pair(struct buf *out, struct pair pair, const char *label);

/* A picture of its own, for the browser's tab: one piece. */
void board_icon(struct buf *out);

#endif
