#include "fuzz.h"

#include "study/selfplay.h"

/* run.json and games.csv: what is accepted is written as the same bytes, and as a PGN. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct selfplay selfplay;
    struct buf run = {0}, games = {0}, pgn = {0};
    fuzz_files(data, size, &files);
    struct text csv = fuzz_file(&files, GAMES_TABLE);
    if (!selfplay_read_run("run", fuzz_file(&files, GAMES_RUN), &selfplay, &error)) {
        json_write(&run, selfplay.run);
        MUST(fuzz_same(&run, fuzz_file(&files, GAMES_RUN)));
        if (!selfplay_read_games("games", csv, &selfplay, &error)) {
            selfplay_write_games(&selfplay, &games);
            selfplay_write_pgn(&selfplay, &pgn);
            MUST(fuzz_same(&games, csv));
            MUST(!pgn.failed);
            MUST(selfplay_played(&selfplay) <= selfplay.game_count);
        }
    }
    selfplay_free(&selfplay);
    files_free(&files);
    buf_free(&run);
    buf_free(&games);
    buf_free(&pgn);
    return 0;
}
