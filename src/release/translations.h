/* The texts that stand in four languages, and say the same in each. */
#ifndef RELEASE_TRANSLATIONS_H
#define RELEASE_TRANSLATIONS_H

#include "base/files.h"

/* Holds the templates texts/NAME.{de,pt,hi}.md of `inputs`, for LIMITATIONS and METHODOLOGY,
 * against the English one: the same points from 1 on, which begin a line with "1. " or "## 1. ",
 * and in each point the same figures, that is the same placeholders and the same literal digits.
 * STATUS_WRONG names file and point. */
enum status translations_check(const struct files *inputs, struct error *error);

#endif
