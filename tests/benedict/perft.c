/* perft made|bulk DEPTH: the sequences of so many moves from the array of Benedict xiangqi, for
 * tests/bench-benedict to time; every move made, or the last ones counted only. */
#include "rules/benedict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct benedict position;
    int64_t depth;
    if (argc != 3 || !text_int(text_of(argv[2]), 1, 20, &depth)) {
        fprintf(stderr, "usage: perft made|bulk DEPTH\n");
        return 2;
    }
    benedict_start(&position);
    uint64_t leaves = strcmp(argv[1], "made") == 0 ? benedict_perft(&position, (int)depth)
                                                   : benedict_perft_bulk(&position, (int)depth);
    printf("Nodes searched: %" PRIu64 "\n", leaves);
    return 0;
}
