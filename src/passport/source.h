/* Which sources the recording program was built from, as far as the checkout tells. */
#ifndef PASSPORT_SOURCE_H
#define PASSPORT_SOURCE_H

#include "base/swhid.h"

struct source {
    char swhid[SWHID_BYTES]; /* of the files in src/ as they lie there */
    bool in_git;             /* the rest is known only in a git checkout */
    bool dirty;              /* src/ differs from what HEAD holds */
    char commit[41];         /* HEAD; advisory */
};

/* Looks at ROOT/src. */
enum status source_read(const char *root, struct source *source, struct error *error);

enum source_answer { SOURCE_SAME, SOURCE_DIFFERS, SOURCE_UNKNOWN };

/* Does that commit of ROOT's repository hold `swhid` as its src/? SOURCE_UNKNOWN when the
 * repository or the commit is not there. */
enum source_answer source_commit_holds(const char *root, const char *commit, const char *swhid);

#endif
