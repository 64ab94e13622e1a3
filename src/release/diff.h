/* What changed between two releases of a study. */
#ifndef RELEASE_DIFF_H
#define RELEASE_DIFF_H

#include "release/release.h"

/* Compares two opened releases. *report, owned by the caller, for asym:
 *
 *   from, to      {study, version, date}
 *   settings      [{where, from, to}]: members of passport and ladder that differ; from or
 *                 to is absent where there is none
 *   evaluations   [{engine, limit_kind, limit, added, removed, changed}]
 *   games         [{run, games, change}]: runs of self-play that are added, removed, changed
 *   entered       [{pair, rank, why}]
 *   left          [{pair, was, why}]
 *   rose, fell    [{pair, was, rank, why}]
 *   documents     names of texts and schemas that differ
 *   same          true when all of the lists are empty and from equals to
 *
 * Ranks count from 1. `why` names the new evaluation, the window, or says that others moved. For
 * benedict from, to, settings, documents and same are as above; between them
 *
 *   evidence      [{file, added, removed}]: rows of its tables, games, certificates
 *
 * STATUS_CANNOT: they are of different studies. */
enum status diff_releases(const struct release *from, const struct release *to, cJSON **report,
                          struct error *error);

#endif
