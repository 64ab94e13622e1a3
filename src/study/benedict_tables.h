/* The tables of the study of Benedict xiangqi, from its evidence. The columns are described in
 * schema/benedict-codebook.json, those of openings in schema/benedict-openings-codebook.json, which
 * a release ships. */
#ifndef STUDY_BENEDICT_TABLES_H
#define STUDY_BENEDICT_TABLES_H

#include "passport/benedict_evidence.h"

/* Adds tables/{proofs,first_moves,reach,mates,endings,random,selfplay,sharpness}.csv, and where
 * there are openings {openings,opening_counts}.csv. Random games are played again, sharpness is
 * computed from the games, and each certificate that `files` ships is checked: STATUS_WRONG where
 * one does not prove what its row says. */
enum status benedict_tables_add(const struct benedict_evidence *evidence, const struct files *files,
                                struct files *out, struct error *error);

/* A few lines for people: games, what is settled, the ends of the published games. Nothing is
 * checked, and no random game is played. */
void benedict_summary(const struct benedict_evidence *evidence, struct buf *out);

#endif
