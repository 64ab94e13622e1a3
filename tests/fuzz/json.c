#include "fuzz.h"

#include "base/json.h"

/* What is accepted is written in one form, which is accepted again, means the same, and is written
 * as the same bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    cJSON *json, *again;
    if (json_parse("input", fuzz_text(data, size), &json, &error))
        return 0;
    struct buf once = {0}, twice = {0};
    json_write(&once, json);
    MUST_OK(json_parse("written", (struct text){once.data, once.len}, &again, &error));
    MUST(cJSON_Compare(json, again, true));
    json_write(&twice, again);
    MUST(fuzz_same(&twice, (struct text){once.data, once.len}));
    cJSON_Delete(json);
    cJSON_Delete(again);
    buf_free(&once);
    buf_free(&twice);
    return 0;
}
