#include "fuzz.h"

#include "study/foreign.h"

static void check(const struct foreign *foreign)
{
    int64_t most = foreign->is_draws ? 1000000 : 100 * FOREIGN_MOST_CP;
    MUST(foreign->starts + foreign->pairs == (int64_t)foreign->count);
    MUST(foreign->count <= foreign->lines);
    for (size_t i = 0; i < foreign->count; i++) {
        const struct foreign_row *row = &foreign->rows[i];
        MUST(row->pair.w < START_COUNT && row->pair.b < START_COUNT);
        MUST(llabs(row->value) <= most && (row->value >= 0 || !foreign->is_draws));
        MUST(i == 0 || row->line > foreign->rows[i - 1].line);
    }
    for (size_t i = 0; i < foreign->note_count; i++) {
        const char *words = foreign->words.data + foreign->notes[i].words;
        MUST(foreign->odd[foreign->notes[i].oddity] > 0);
        for (; *words; words++)
            MUST((unsigned char)*words >= 0x20 && *words != 0x7f);
    }
}

/* Each pair once, values in range, lines in order, notes that may go to a terminal; and what was
 * read, written again in the plainest form, gives the same pairs and values. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct foreign_options options = {.first = -1, .noted = 10};
    struct foreign foreign, again;
    struct buf plain = {0};
    if (foreign_read("input", fuzz_text(data, size), &options, &foreign, &error)) {
        foreign_free(&foreign);
        return 0;
    }
    check(&foreign);
    buf_puts(&plain, foreign.is_draws ? "w,b,win,draw,loss\n" : "w,b,cp\n");
    for (size_t i = 0; i < foreign.count; i++) {
        const struct foreign_row *row = &foreign.rows[i];
        if (foreign.is_draws)
            buf_printf(&plain, "%u,%u,%d,%d,0\n", row->pair.w, row->pair.b, 1000000 - row->value,
                       row->value);
        else
            buf_printf(&plain, "%u,%u,%s%d.%02d\n", row->pair.w, row->pair.b,
                       row->value < 0 ? "-" : "", abs(row->value) / 100, abs(row->value) % 100);
    }
    options.first = 0;
    MUST_OK(foreign_read("plain", (struct text){plain.data, plain.len}, &options, &again, &error));
    MUST(!foreign_is_faulty(&again) && again.count == foreign.count);
    for (size_t i = 0; i < again.count; i++) {
        MUST(pair_compare(again.rows[i].pair, foreign.rows[i].pair) == 0);
        MUST(again.rows[i].value == foreign.rows[i].value);
    }
    foreign_free(&foreign);
    foreign_free(&again);
    buf_free(&plain);
    return 0;
}
