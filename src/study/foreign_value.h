/* Numbers as lists spell them. */
#ifndef STUDY_FOREIGN_VALUE_H
#define STUDY_FOREIGN_VALUE_H

#include "base/text.h"

enum foreign_value_kind {
    FOREIGN_VALUE_NONE, /* nothing there */
    FOREIGN_VALUE_NUMBER,
    FOREIGN_VALUE_MATE, /* "M5", "#-3", "-M3" */
    FOREIGN_VALUE_WRONG,
};

struct foreign_value {
    enum foreign_value_kind kind;
    int64_t millionths; /* what is beyond the sixth decimal is cut off */
    bool has_point, has_percent;
};

/* Reads [sign] digits [. digits] [%], of up to nine digits before the point; the sign may be
 * U+2212, and the point a comma where `comma` says so. */
struct foreign_value foreign_value_read(struct text text, bool comma);

/* "w d l", also with '/', '|', ',' or ';' between. False: these are not three. */
bool foreign_value_split(struct text text, struct text parts[3]);

/* In millionths, rounded: draw / (win + draw + loss). False where one is no number or negative, or
 * all are 0. */
bool foreign_value_share(const struct foreign_value *win, const struct foreign_value *draw,
                         const struct foreign_value *loss, int64_t *share);

/* value / by, rounded half away from zero. */
int64_t foreign_value_round(int64_t value, int64_t by);

#endif
