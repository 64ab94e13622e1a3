/* The verbs of asym-passport, one file each, and what they share. A verb is added by its file, its
 * name here, a line of the table in main.c, and its section of the manual. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "program/command.h"

/* The options that every verb has: --root, --study. */
extern const struct command_option command_common[];

/* STATUS_CANNOT where the verb is not for that study. */
enum status command_check_study(const struct command *command, const char *study,
                                struct error *error);

/* --root, or the nearest folder from here upwards that holds passport/STUDY/release.json. Owned by
 * the caller. STATUS_CANNOT also where the verb is not for that study. */
enum status command_root(const struct command_line *line, char **root, struct error *error);

/* --study, or "asym". */
const char *command_study(const struct command_line *line);

extern const struct command command_record, command_replay, command_build, command_keygen,
    command_sign, command_verify, command_unpack, command_diff, command_cite, command_show,
    command_pairs, command_fair, command_summary, command_search, command_calibrate, command_claims,
    command_rerun, command_engine, command_compare, command_selfplay, command_encyclopedia,
    command_site;

#endif
