/* The site's data files, docs/SITE.md: what the scripts of the pages read. */
#ifndef SITE_DATA_H
#define SITE_DATA_H

#include "base/files.h"
#include "release/release.h"

enum {
    DATA_INDEX_HEADER = 32,
    DATA_INDEX_RECORD = 8, /* bytes a class, over all columns */
    DATA_NONE = 255,       /* no such budget */
    DATA_UNKNOWN = 7,      /* the outcome of a class that was never evaluated */
};
#define DATA_NO_CP INT16_MIN

/* What index.bin says of one class. */
struct data_class {
    struct pair pair;
    int16_t deepest_cp, first_cp;
    uint8_t outcome, deepest, stopped, flags;
};

/* All of them, in the order of the representatives. */
struct data_classes {
    struct data_class of[PAIR_CLASSES];
    int64_t evaluated[ASYM_BUDGETS_MAX]; /* classes, by budget */
};

/* Owned by the caller, who frees it. */
enum status data_classes_new(const struct asym *asym, struct data_classes **classes,
                             struct error *error);

/* Adds data/meta.json, data/index.bin, data/ranked.json, the shards, and the recorded games of the
 * content. `ranked` is asym_rank's. */
enum status data_add(const struct release *release, const struct files *content,
                     const char *content_id, const struct data_classes *classes,
                     const struct asym_class *ranked, size_t ranked_count, struct files *out,
                     struct error *error);

#endif
