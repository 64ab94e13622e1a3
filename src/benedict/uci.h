/* The engine behind the Universal Chess Interface (Huber and Meyer-Kahlen 2004), as engines for
 * xiangqi speak it: Red is white.
 *
 * Beside it: "go perft N", "bench [DEPTH]", and "d" for the position as FEN and how the game has
 * ended. What cannot be done is answered by one line "info string error: ..." and changes nothing,
 * but that a refused position leaves none, and that for want of memory the table becomes a smaller
 * one. Words that "go" does not know are ignored, with one line. Each "go" is answered by one
 * "bestmove", which is "(none)" where it is refused; one that comes while something runs is only
 * refused. */
#ifndef BENEDICT_UCI_H
#define BENEDICT_UCI_H

#include "base/status.h"

/* Obeys what comes in, until "quit" or its end; at the end work that ends by itself or by its time
 * is waited for. Output goes to standard output. STATUS_CANNOT: out of memory, no thread, or a read
 * failed.
 */
enum status uci_serve(int input, struct error *error);

#endif
