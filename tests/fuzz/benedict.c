#include "fuzz.h"

#include "passport/benedict_passport.h"

static int64_t rows_of(const struct files *files, const char *name)
{
    const struct files_item *item = files_find(files, name);
    return item ? benedict_rows(name, item->data) : 0;
}

/* Evidence that is accepted has as many rows as its tables and lists say, and each file of it is
 * listed. A passport that is accepted is written as the same bytes. Several files in one input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files files = {0};
    struct benedict_evidence evidence = {0};
    struct buf written = {0};
    cJSON *passport;
    fuzz_files(data, size, &files);
    if (!benedict_evidence_read(&files, "input/", &evidence, &error)) {
        char name[80];
        MUST(rows_of(&files, "evidence/selfplay.csv") == (int64_t)evidence.set_count);
        MUST(rows_of(&files, "evidence/random.csv") == (int64_t)evidence.random_count);
        MUST(rows_of(&files, "evidence/proofs.csv") == (int64_t)evidence.proof_count);
        MUST(rows_of(&files, "evidence/mates.csv") == (int64_t)evidence.mate_count);
        MUST(rows_of(&files, "evidence/openings.csv") == (int64_t)evidence.opening_count);
        for (size_t i = 0; i < evidence.set_count; i++) {
            benedict_games_file(&evidence.sets[i], name);
            MUST(rows_of(&files, name) == (int64_t)evidence.sets[i].games.count);
        }
        cJSON *list = benedict_list_evidence(&files, &error);
        MUST(list);
        cJSON_Delete(list);
    }
    benedict_evidence_free(&evidence);
    if (!benedict_passport_read("passport.json", fuzz_file(&files, "passport.json"), &passport,
                                &error)) {
        json_write(&written, passport);
        MUST(fuzz_same(&written, fuzz_file(&files, "passport.json")));
        buf_free(&written);
        cJSON_Delete(passport);
    }
    files_free(&files);
    return 0;
}
