/* What the columns of a foreign list are for: the names of foreign.h, and what the caller says. */
#ifndef STUDY_FOREIGN_COLUMNS_H
#define STUDY_FOREIGN_COLUMNS_H

#include "study/foreign.h"

struct foreign_columns {
    const char *name;  /* of the list, for messages; not owned */
    const char *given; /* "NAME=ROLE,..."; may be NULL; not owned */
    enum foreign_role roles[LISTING_COLUMNS_MAX];
    size_t known; /* how many columns have their role */
};

/* Is `given` what it should be? STATUS_CANNOT, naming the part that is not. */
enum status foreign_columns_check(const struct foreign_columns *columns, struct error *error);

/* Gives the columns that are new in the listing their roles. STATUS_CANNOT: two for one thing. */
enum status foreign_columns_add(struct foreign_columns *columns, const struct listing *listing,
                                struct error *error);

/* Once all columns are there: STATUS_CANNOT where `given` names one that is not, or none tells the
 * position or the value. */
enum status foreign_columns_end(const struct foreign_columns *columns,
                                const struct listing *listing, struct error *error);

/* The column with that role, or -1. */
int foreign_columns_find(const struct foreign_columns *columns, enum foreign_role role);

/* The column with the evaluation, of whatever unit, or -1. */
int foreign_columns_eval(const struct foreign_columns *columns);

#endif
