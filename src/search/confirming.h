/* How far an engine that confirms has come; a part of status.h. */
#ifndef SEARCH_CONFIRMING_H
#define SEARCH_CONFIRMING_H

#include "search/ground.h"

struct confirming {
    struct confirm_source source; /* what the last wave's plan read; before the first, the next's */
    enum limit_kind kind;
    int64_t limit;
    int64_t controls, pairs;                         /* evaluations at that limit */
    int64_t controls_waiting, pairs_waiting, failed; /* of what that plan knew, and since then */
    int64_t ms; /* of the engine's time for one search; 0: not known */
};

/* Quick once there was a wave. STATUS_WRONG as ground_confirm. */
enum status confirming_read(const struct ground *ground, struct confirming *confirming,
                            struct error *error);

/* Seconds that so many searches take with so many workers; -1: not known. */
int64_t confirming_seconds(const struct confirming *confirming, int64_t searches, int64_t workers);

/* For people, and as a part of a JSON document. */
void confirming_print(const struct confirming *confirming, struct buf *out);
cJSON *confirming_json(const struct confirming *confirming, bool *failed);

#endif
