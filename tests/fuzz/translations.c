#include "fuzz.h"

#include "release/translations.h"

static const char *const languages[] = {"en", "de", "pt", "hi", NULL};

static void add_same(const struct files *files, const char *stem, struct files *same)
{
    struct error error = {0};
    char english[40];
    snprintf(english, sizeof english, "texts/%s.en.md", stem);
    for (size_t i = 0; languages[i]; i++) {
        char name[40];
        snprintf(name, sizeof name, "texts/%s.%s.md", stem, languages[i]);
        MUST_OK(files_add_view(same, name, fuzz_file(files, english), &error));
    }
}

/* Where four languages agree, English agrees with itself. Files: texts/LIMITATIONS.xx.md and
 * texts/METHODOLOGY.xx.md. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0}, same = {0};
    fuzz_files(data, size, &files);
    if (!translations_check(&files, languages, &error)) {
        add_same(&files, "LIMITATIONS", &same);
        add_same(&files, "METHODOLOGY", &same);
        MUST_OK(translations_check(&same, languages, &error));
    }
    files_free(&files);
    files_free(&same);
    return 0;
}
