/* What the program does beside playing: benedict VERB ARGUMENTS. */
#ifndef BENEDICT_VERBS_H
#define BENEDICT_VERBS_H

#include "base/status.h"

#include <stdbool.h>

/* Is that one of the verbs? */
bool verbs_have(const char *name);

/* Runs argv[0]; prints its results. */
enum status verbs_run(int argc, char **argv, struct error *error);

/* A line for each. */
void verbs_usage(void);

#endif
