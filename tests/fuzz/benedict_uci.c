#include "fuzz.h"

#include "benedict/uci.h"

#include <sys/mman.h>
#include <unistd.h>

/* Lines as a GUI sends them, and any others: whatever comes, the engine serves until "quit",
 * answers each isready, and tells no more moves than it was asked for. Lines that ask for much work
 * or memory are left out, which is no fault. */
static bool is_costly(struct text line)
{
    static const char *const words[] = {"perft", "bench", "Hash", "Threads"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (memmem(line.data, line.len, words[i], strlen(words[i])))
            return true;
    return false;
}

static size_t count_lines(struct text text, const char *word)
{
    struct text line;
    size_t at = 0, count = 0, len = strlen(word);
    while (text_next_line(text, &at, &line))
        count += line.len >= len && memcmp(line.data, word, len) == 0;
    return count;
}

/* A file with those lines, to be closed; they are also in `input`. */
static int open_input(const uint8_t *data, size_t size, struct buf *input)
{
    struct text line;
    size_t at = 0;
    while (text_next_line(fuzz_text(data, size), &at, &line)) {
        if (is_costly(line))
            continue;
        buf_put(input, line.data, line.len);
        buf_putc(input, '\n');
    }
    buf_puts(input, "isready\nquit\n");
    int file = memfd_create("input", 0);
    MUST(file >= 0 && write(file, input->data, input->len) == (ssize_t)input->len);
    MUST(lseek(file, 0, SEEK_SET) == 0);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct buf input = {0};
    char *said = NULL;
    size_t len = 0;
    FILE *kept = stdout;
    int file = open_input(data, size, &input);
    stdout = open_memstream(&said, &len);
    MUST(stdout);
    MUST_OK(uci_serve(file, &error));
    fclose(stdout);
    stdout = kept;
    struct text output = {said, len};
    MUST(count_lines(output, "readyok") >= 1);
    MUST(count_lines(output, "bestmove") <= count_lines(buf_text(&input), "go"));
    free(said);
    buf_free(&input);
    close(file);
    return 0;
}
