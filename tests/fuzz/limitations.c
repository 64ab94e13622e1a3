#include "fuzz.h"

#include "release/limitations.h"

/* Where four languages agree, English agrees with itself. Files: texts/LIMITATIONS.xx.md. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char english[] = "texts/LIMITATIONS.en.md";
    struct error error = {0};
    struct files files = {0}, same = {0};
    fuzz_files(data, size, &files);
    if (!limitations_check(&files, &error)) {
        static const char *const languages[] = {"en", "de", "pt", "hi"};
        for (size_t i = 0; i < 4; i++) {
            char name[40];
            snprintf(name, sizeof name, "texts/LIMITATIONS.%s.md", languages[i]);
            MUST_OK(files_add_view(&same, name, fuzz_file(&files, english), &error));
        }
        MUST_OK(limitations_check(&same, &error));
    }
    files_free(&files);
    files_free(&same);
    return 0;
}
