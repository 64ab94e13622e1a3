/* The engine behind the Universal Chess Interface (Huber and Meyer-Kahlen 2004), as engines for
 * xiangqi speak it: Red is white.
 *
 * Beside it: "go perft N", "bench [DEPTH]", and "d" for the position as FEN. What cannot be done is
 * answered by one line "info string error: ..." and changes nothing. */
#ifndef BENEDICT_UCI_H
#define BENEDICT_UCI_H

#include "base/status.h"

/* Obeys what comes in, until "quit" or its end; at the end a search that ends by itself is waited
 * for. Output goes to standard output. STATUS_CANNOT: out of memory, no thread, or a read failed.
 */
enum status uci_serve(int input, struct error *error);

/* The command "bench" alone. STATUS_CANNOT: out of memory, or no thread. */
enum { UCI_BENCH_DEPTH = 7, UCI_BENCH_DEPTH_MAX = 60 };
enum status uci_bench(int depth, struct error *error);

#endif
