#include "fuzz.h"

#include "passport/evidence.h"

/* What is accepted is written as the same bytes under the same name, each row is found again, and a
 * merge with itself adds nothing. Several files in one input. */
static void check_set(const struct files *files, struct evidence *evidence,
                      const struct evidence_set *set)
{
    struct error error = {0};
    struct buf written = {0};
    size_t added = 1;
    char *name = evidence_file_name(set);
    evidence_write(&written, set);
    MUST(files_find(files, name) && fuzz_same(&written, fuzz_file(files, name)));
    MUST(evidence_find(evidence, set->engine, set->kind, set->limit) == set);
    for (size_t i = 0; i < set->count; i++)
        MUST(evidence_row(set, set->rows[i].pair) == &set->rows[i]);
    MUST(evidence_controls(set) <= set->count);
    MUST_OK(evidence_merge(evidence, set, &added, &error));
    MUST(added == 0);
    free(name);
    buf_free(&written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct evidence evidence;
    fuzz_files(data, size, &files);
    if (!evidence_read(&files, "input/", &evidence, &error)) {
        for (size_t i = 0; i < evidence.count; i++)
            check_set(&files, &evidence, &evidence.sets[i]);
        evidence_free(&evidence);
    }
    files_free(&files);
    return 0;
}
