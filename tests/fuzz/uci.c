#include "fuzz.h"

#include "passport/evidence.h"
#include "uci/config.h"
#include "uci/option.h"

/* Input that begins with '{' is an engine's configuration; what is accepted can be expanded, listed
 * and freed. Any other is a search, by either rule and of either game as the first byte says: it
 * comes to the same however it arrives, and of chess what it comes to can stand in evidence. */

struct outcome {
    bool done;
    enum status status;
    struct reply_iteration iteration;
    int64_t nodes;
    struct error error;
};

static void check_option(struct text line)
{
    struct option option;
    struct error error;
    if (!option_read((struct words){line}, &option))
        return;
    MUST(strlen(option.name) > 0);
    option_check(&option, "true", &error);
    option_check(&option, "7", &error);
}

static void read_in_pieces(struct text text, enum completion completion, enum reply_game game,
                           size_t piece, struct outcome *outcome)
{
    static struct lines lines;
    struct reply reply;
    struct line line;
    lines = (struct lines){0};
    *outcome = (struct outcome){0};
    reply_start(&reply, completion, game);
    while (text.len) {
        size_t size;
        char *to = lines_space(&lines, &size);
        MUST(size > 0);
        size = size < piece ? size : piece;
        size = size < text.len ? size : text.len;
        memcpy(to, text.data, size);
        lines_added(&lines, size);
        text = (struct text){text.data + size, text.len - size};
        while (lines_next(&lines, &line)) {
            MUST(line.text.len <= LINES_LONGEST && !memchr(line.text.data, '\n', line.text.len));
            check_option(line.text);
            outcome->done = outcome->done || reply_read(&reply, line) == REPLY_DONE;
        }
    }
    outcome->status = reply_result(&reply, &outcome->iteration, &outcome->nodes, &outcome->error);
}

/* The row that it makes is read from its canonical text as the same. */
static void check_row(const struct outcome *outcome)
{
    const struct reply_iteration *at = &outcome->iteration;
    struct evaluation row = {
        .pair = {0, 1},
        .mate = at->mate,
        .depth = at->depth,
        .seldepth = at->seldepth,
        .score = at->score,
        .hash_mb = 16,
        .win = at->win,
        .draw = at->draw,
        .loss = at->loss,
        .nodes = at->nodes,
    };
    char engine[] = "fake";
    struct evidence_set set = {engine, LIMIT_NODES, 1000, &row, 1};
    struct evidence evidence;
    struct files files = {0};
    struct buf text = {0};
    struct error error = {0};
    memcpy(row.bestmove, at->move, sizeof row.bestmove);
    evidence_write(&text, &set);
    MUST_OK(files_add_take(&files, "evidence/fake/nodes-1000.csv", &text, &error));
    MUST_OK(evidence_read(&files, "", &evidence, &error));
    MUST(evidence_same(&evidence.sets[0].rows[0], &row));
    evidence_free(&evidence);
    files_free(&files);
}

static void check_config(struct text text)
{
    struct engine_config config;
    struct error error = {0};
    if (engine_config_read("input", "/e", text, &config, &error))
        return;
    MUST(config.command[0] && config.file_count && config.hash_count);
    MUST(engine_config_hash_mb(&config, config.hashes[0].limit) == config.hashes[0].hash_mb);
    MUST(engine_config_silence(&config, config.hashes[0].limit) >= config.deadline_ms);
    cJSON *entry = engine_config_entry(&config);
    MUST(entry);
    if (config.file_count == 1 && strcmp(config.files[0].name, "binary") == 0) {
        struct engine_config again;
        MUST_OK(engine_config_from_entry(config.id, entry, "/b", &again, &error));
        engine_config_free(&again);
    }
    cJSON_Delete(entry);
    MUST_OK(engine_config_set_path(&config, config.files[0].name, "/other", &error));
    engine_config_free(&config);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct outcome whole, pieces;
    struct text text = fuzz_text(data, size);
    if (size && data[0] == '{')
        check_config(text);
    if (!size || data[0] == '{')
        return 0;
    enum completion completion = data[0] & 1 ? COMPLETION_FINAL : COMPLETION_BEFORE_FINAL;
    enum reply_game game = data[0] & 2 ? REPLY_XIANGQI : REPLY_CHESS;
    text = (struct text){text.data + 1, size - 1};
    read_in_pieces(text, completion, game, SIZE_MAX, &whole);
    read_in_pieces(text, completion, game, 1 + size % 13, &pieces);
    MUST(whole.done == pieces.done && whole.status == pieces.status);
    MUST(whole.nodes == pieces.nodes && strcmp(whole.error.text, pieces.error.text) == 0);
    MUST(memcmp(&whole.iteration, &pieces.iteration, sizeof whole.iteration) == 0);
    if (!whole.status && game == REPLY_CHESS)
        check_row(&whole);
    return 0;
}
