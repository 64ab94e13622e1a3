#include "fuzz.h"

#include "passport/evidence.h"

/* Foreign results that are accepted make evidence that is accepted, row for row. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct evidence_set set;
    struct evidence evidence;
    struct files files = {0};
    struct buf written = {0};
    if (evidence_read_external("input", fuzz_text(data, size), "engine", 10000, &set, &error))
        return 0;
    evidence_write(&written, &set);
    char *name = evidence_file_name(&set);
    MUST_OK(files_add_view(&files, name, (struct text){written.data, written.len}, &error));
    MUST_OK(evidence_read(&files, "written/", &evidence, &error));
    MUST(evidence.count == 1 && evidence.sets[0].count == set.count);
    free(name);
    evidence_free(&evidence);
    evidence_set_free(&set);
    files_free(&files);
    buf_free(&written);
    return 0;
}
