/* What a store's closed waves have found, brought into passport/STUDY. */
#ifndef SEARCH_RESULTS_H
#define SEARCH_RESULTS_H

#include "passport/record.h"

/* Records every engine's evidence up to its last closed wave, one engine after the other; the
 * passport gains a run for each that has something new, with the days and the programs that the
 * store has for the new rows. STATUS_WRONG as record_results, where the store is of another study,
 * and where something new was imported, so that nobody can say when it was searched. */
enum status results_record(const char *root, const char *study, const char *store,
                           struct record_report *report, struct error *error);

#endif
