#include "fuzz.h"

#include "release/release.h"

/* Inputs that make a release make the same one again, from what it carries. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    struct files inputs = {0}, content = {0}, found = {0}, again = {0};
    struct release release = {0}, second = {0};
    char id[SHA256_HEX + 1], other[SHA256_HEX + 1];
    fuzz_files(data, size, &inputs);
    if (!release_render(&release, &inputs, &content, id, &error)) {
        MUST_OK(release_find_inputs(&content, &found, &error));
        MUST_OK(release_render(&second, &found, &again, other, &error));
        MUST(strcmp(id, other) == 0);
    }
    release_free(&release);
    release_free(&second);
    files_free(&again);
    files_free(&found);
    files_free(&content);
    files_free(&inputs);
    return 0;
}
