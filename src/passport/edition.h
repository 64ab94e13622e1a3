/* release.json: which release the inputs beside it make. The only place that names the version and
 * the date, which is also SOURCE_DATE_EPOCH of everything that is built. */
#ifndef PASSPORT_EDITION_H
#define PASSPORT_EDITION_H

#include "base/json.h"

/* The layout and the rules of replay; a release of another format is replayed by its own tag. */
enum { EDITION_FORMAT = 3 };

struct edition {
    char study[16];
    char version[16]; /* YYYY.MM.N */
    char date[11];    /* YYYY-MM-DD */
    int64_t epoch;    /* seconds since 1970 of that date, 00:00 UTC */
    int64_t format;
    char primary_engine[64]; /* engine id: the engine that ranks */
};

extern const struct json_shape edition_shape;

/* STATUS_WRONG when the text is not a valid release.json; another format than EDITION_FORMAT is
 * valid here, and the caller's to look at. */
enum status edition_read(const char *name, struct text text, struct edition *edition,
                         struct error *error);

/* STUDY-VERSION: the folder inside the archive, and that of the record below dist/. */
void edition_name(const struct edition *edition, char name[48]);

/* ROOT/dist/STUDY-VERSION/FILE, owned by the caller; NULL when out of memory. FILE may be "". */
char *edition_path(const char *root, const struct edition *edition, const char *file);

/* The signature of SHA256SUMS in that folder. */
#define EDITION_SIGNATURE "SHA256SUMS.minisig"

/* STATUS_CANNOT when the version is signed: then it is frozen. */
enum status edition_refuse_signed(const char *root, const struct edition *edition,
                                  struct error *error);

/* Seconds since 1970 of a date that exists; STATUS_WRONG for one that does not (2026-02-30). */
enum status edition_epoch(const char *date, int64_t *epoch, struct error *error);

/* Are all of an array's strings dates that exist? */
enum status edition_check_dates(const char *name, const cJSON *dates, struct error *error);

#endif
