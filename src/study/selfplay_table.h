/* The recorded runs of self-play: judged again by the rules, and what they say. No rank depends on
 * them. */
#ifndef STUDY_SELFPLAY_TABLE_H
#define STUDY_SELFPLAY_TABLE_H

#include "base/files.h"
#include "passport/edition.h"

/* Has each games/NAME/run.json of the inputs its shape? `place` goes before names in messages. */
enum status selfplay_table_open(const struct files *inputs, const char *place, struct error *error);

/* Replays every game of every run as selfplay_read does, and adds tables/selfplay.csv: a row for
 * each run and pair, and one for each run. */
enum status selfplay_table(const struct files *inputs, struct files *out, struct error *error);

#endif
