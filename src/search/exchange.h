/* A store as canonical evidence, and back. */
#ifndef SEARCH_EXCHANGE_H
#define SEARCH_EXCHANGE_H

#include "search/ground.h"

/* Writes DIR/evidence/ENGINE/nodes-LIMIT.csv for all that the closed waves have left. Files of that
 * name are replaced, others are left alone. */
enum status exchange_export(struct store *store, const char *folder, size_t *files, size_t *rows,
                            struct error *error);

/* Brings DIR/evidence/ into the store; between two waves only. The same again changes nothing; at a
 * contradiction, which names both rows, nothing is stored. */
enum status exchange_import(struct ground *ground, const char *folder, size_t *added, size_t *known,
                            struct error *error);

/* The number of the engine's last closed wave; 0: none was. */
enum status exchange_last_closed(struct store *store, const char *engine, int64_t *wave,
                                 struct error *error);

/* Copies a whole store, waves and jobs and all, into one that is empty or not there yet. *rows:
 * the evaluations in it. */
enum status exchange_copy(const char *from_path, const char *to_path, int64_t *rows,
                          struct error *error);

#endif
