/* What is a study's own in a release; all else is the same for every study. */
#ifndef RELEASE_STUDY_H
#define RELEASE_STUDY_H

#include "release/release.h"

/* Tables that a study had not from its first release on: their codebook is an input exactly where
 * their evidence is, so that a release without it stays what it was. */
struct study_part {
    const char *evidence, *codebook;
};

/* Each list ends with NULL. */
struct study {
    const char *name;
    const char *const *languages; /* of its texts; the first is English */
    const char *const *inputs;    /* what must be there, besides texts and what all studies have */
    const char *codebook;         /* which of them describes its tables */
    const struct study_part *parts; /* that a release may lack; ends with {0}. NULL: none */
    const char *const *keywords;    /* for whoever cites it */
    const char *results;            /* what kind of data it is, in title case */

    /* Is that an input of which there may be any number? */
    bool (*is_evidence)(const char *name);

    /* Reads and checks those inputs into its own members of the release; as release_open. */
    enum status (*open)(struct release *release, const struct files *inputs, const char *place,
                        struct error *error);

    /* Does the passport say what the evidence is? */
    enum status (*check_passport)(const struct release *release, struct error *error);

    /* Adds tables/... */
    enum status (*replay)(const struct release *release, struct files *content,
                          struct error *error);

    /* Are the tables that are no CSV as they should be? NULL: there are none. */
    enum status (*check_tables)(const struct files *content, struct error *error);

    /* How much evidence there is, in words. */
    void (*count)(const struct release *release, char text[80]);

    /* Frees its own members; also those of a release that was never opened. */
    void (*free)(struct release *release);
};

extern const struct study study_asym, study_benedict;

/* The study of that name, or NULL. */
const struct study *study_find(const char *name);

/* For open: reads inputs/NAME of that shape. `place` goes before the name in messages. */
enum status study_read(const struct files *inputs, const char *place, const char *name,
                       const struct json_shape *shape, cJSON **json, struct error *error);

/* For open: the text of an input and its full name for messages. */
struct study_input {
    struct text text;
    char name[128];
};
enum status study_find_input(const struct files *inputs, const char *place, const char *name,
                             struct study_input *input, struct error *error);

#endif
