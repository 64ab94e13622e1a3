/* The strict pre-scan behind json_parse. */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include "base/status.h"
#include "base/text.h"

/* STATUS_OK when `text` is one JSON value of the strict subset (duplicate keys aside). */
enum status json_scan(const char *name, struct text text, struct error *error);

#endif
