#include "fuzz.h"

#include "chess960/pair.h"

static void must_read(const char *text, struct pair pair)
{
    struct error error = {0};
    struct pair again = {0, 0};
    MUST_OK(pair_read(text_of(text), &again, &error));
    MUST(pair_compare(pair, again) == 0);
}

/* A pair that is accepted is accepted again in each form that it can be written in. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct pair pair;
    char text[PAIR_FEN_BYTES];
    if (pair_read(fuzz_text(data, size), &pair, &error))
        return 0;
    MUST(pair.w < START_COUNT && pair.b < START_COUNT);
    pair_fen(pair, PAIR_SHREDDER_FEN, text);
    must_read(text, pair);
    pair_fen(pair, PAIR_X_FEN, text);
    must_read(text, pair);
    snprintf(text, sizeof text, "%u:%u", pair.w, pair.b);
    must_read(text, pair);
    MUST(pair_compare(pair_mirror(pair_mirror(pair)), pair) == 0);
    return 0;
}
