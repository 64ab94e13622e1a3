/* The limitations stand in four languages, and say the same in each. */
#ifndef RELEASE_LIMITATIONS_H
#define RELEASE_LIMITATIONS_H

#include "base/files.h"

enum { LIMITATIONS_LANGUAGES = 4 };
extern const char *const limitations_languages[LIMITATIONS_LANGUAGES]; /* en first */

/* Holds the templates texts/LIMITATIONS.xx.md of `inputs` against the English one: the same
 * numbered points from 1 on, and in each point the same figures, that is the same placeholders and
 * the same literal digits. STATUS_WRONG names file and point. */
enum status limitations_check(const struct files *inputs, struct error *error);

#endif
