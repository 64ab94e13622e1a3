/* The verbs of benedict: what the program does beside speaking UCI. A verb is added by its file
 * cmd_NAME.c, which defines one struct command (program/command.h), its name here, a line of the
 * table in main.c, and its section in docs/benedict.1: tests/man-page-is-complete holds that
 * against
 * --help. */
#ifndef BENEDICT_VERBS_H
#define BENEDICT_VERBS_H

#include "program/command.h"

extern const struct command verb_bench, verb_check, verb_fit, verb_match, verb_mates, verb_openings,
    verb_prove, verb_random, verb_selfplay, verb_share, verb_sharpness;

#endif
