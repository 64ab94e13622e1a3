#include "benedict/bench.h"

#include "benedict/reading.h"
#include "benedict/search.h"
#include "benedict/table.h"

#include <inttypes.h>

enum { TABLE_MB = 16 };

/* Openings, middles and sharp ends of games, by their moves. */
static const char *const games[] = {
    "startpos",
    "startpos moves h3h6 h8e8 b3b7 e4f4 c1e3",
    "startpos moves b3b5 b8e8 b5a5 e8a8",
    "startpos moves d1e2 h10i8 b3b5 b8e8 b5a5 e8a8 a10a9 i10i9 h3a3 c10e8 b10c8 i9e9 e7f7",
    "startpos moves h3h6 f10e9 b3h3 c10e8 h8f8 e9f10 h6f6 b10d9 f6i6 f8f6 g1e3 d10e9 h3h9 b8b5",
};

enum status bench_run(int depth, const atomic_bool *stop, uint64_t *nodes, struct error *error)
{
    struct table *table = NULL;
    enum status status = table_new(TABLE_MB, &table, error);
    *nodes = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games && !status; i++) {
        struct benedict_game game;
        struct search_result result = {0};
        table_clear(table);
        status = reading_position(text_of(games[i]), &game, error);
        if (status)
            break;
        struct search_request request = {
            .position = &game.position,
            .keys = game.keys,
            .key_count = game.key_count,
            .limits = {.depth = depth},
            .weights = evaluation_fitted,
            .table = table,
            .threads = 1,
            .stop = stop,
        };
        status = search_run(&request, &result, error);
        *nodes += result.nodes;
        if (!status && atomic_load(stop))
            status = error_set(error, STATUS_CANNOT, "bench: stopped");
    }
    table_free(table);
    return status;
}

void bench_write(uint64_t nodes, int64_t ms, struct buf *out)
{
    buf_printf(out, "Nodes searched  : %" PRIu64 "\nNodes/second    : %" PRIu64, nodes,
               nodes * 1000 / (uint64_t)(ms + 1));
}
