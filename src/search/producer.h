/* Who searches: this program and its class of machine, as a store keeps it and a passport shows it.
 */
#ifndef SEARCH_PRODUCER_H
#define SEARCH_PRODUCER_H

#include "base/json.h"

/* {"name", "version", "sha256" of the running program, "host"}. Owned by the caller. */
enum status producer_new(cJSON **producer, struct error *error);

#endif
