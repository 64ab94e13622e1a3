#include "fuzz.h"

#include "release/cells.h"

/* A text without placeholders comes out as it is; an integer keeps its digits. Files: template, and
 * the tables under their names. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const languages[] = {"en", "de", "pt", "hi"};
    struct error error = {0};
    struct files files = {0};
    fuzz_files(data, size, &files);
    struct text template = fuzz_file(&files, "template");
    for (size_t i = 0; i < 4; i++) {
        struct buf out = {0}, number = {0};
        enum status status = cells_render("template", template, languages[i], &files, &out, &error);
        if (!memmem(template.data, template.len, "{{", 2))
            MUST(status == STATUS_OK && fuzz_same(&out, template));
        cells_number(template, languages[i], &number);
        MUST(number.len >= template.len);
        buf_free(&out);
        buf_free(&number);
    }
    files_free(&files);
    return 0;
}
