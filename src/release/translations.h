/* The texts that stand in several languages, and say the same in each. */
#ifndef RELEASE_TRANSLATIONS_H
#define RELEASE_TRANSLATIONS_H

#include "base/files.h"

/* Holds the templates texts/NAME.LANGUAGE.md of `inputs`, for LIMITATIONS and METHODOLOGY, in each
 * of the languages (up to 8; NULL ends them) against the first, which is English: the same points
 * from 1 on, which begin a line with "1. " or "## 1. ", and in each point the same figures, that is
 * the same placeholders and the same literal digits. STATUS_WRONG names file and point. */
enum status translations_check(const struct files *inputs, const char *const *languages,
                               struct error *error);

#endif
