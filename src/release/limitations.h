/* The limitations stand in four languages, and say the same in each. */
#ifndef RELEASE_LIMITATIONS_H
#define RELEASE_LIMITATIONS_H

#include "base/files.h"

/* Holds the templates texts/LIMITATIONS.{de,pt,hi}.md of `inputs` against the English one: the same
 * numbered points from 1 on, and in each point the same figures, that is the same placeholders and
 * the same literal digits. STATUS_WRONG names file and point. */
enum status limitations_check(const struct files *inputs, struct error *error);

#endif
