/* Strict JSON over cJSON.
 *
 * cJSON accepts more than RFC 8259 and keeps duplicate keys, so the text is scanned first: valid
 * UTF-8, no byte-order mark, no control bytes, no trailing text, no \u0000 or lone surrogate,
 * nesting up to JSON_DEPTH_MAX, at most JSON_BYTES_MAX bytes, no duplicate key, and numbers that
 * are integers within +-(2^53 - 1) in their one spelling (nothing here needs a fraction; 64-bit
 * numbers are strings).
 *
 * A shape describes what a document must look like, as data. schema/ holds the same as JSON Schema
 * (2020-12), and a test holds the two together. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"
#include "base/text.h"

#include <cjson/cJSON.h>

enum { JSON_DEPTH_MAX = 64, JSON_BYTES_MAX = 4 << 20 };
#define JSON_INTEGER_MAX INT64_C(9007199254740991)

enum json_kind { JSON_OBJECT, JSON_MAP, JSON_ARRAY, JSON_STRING, JSON_INTEGER, JSON_BOOLEAN };

struct json_member;

struct json_shape {
    enum json_kind kind;
    const char *about;   /* one sentence for people; NULL where the name says it */
    const char *pattern; /* string, keys of a map: POSIX ERE that is also ECMA-262, anchored */
    int64_t min, max;    /* integer: its range; array, map: how many (max 0: any number) */
    const struct json_member *members; /* object: ends with a NULL name; no other key is allowed */
    const struct json_shape *item;     /* array, map: what each value must look like */
};

struct json_member {
    const char *name;
    bool optional;
    struct json_shape shape;
};

/* Parses; *json is owned by the caller (cJSON_Delete) and NULL on failure. `name` is for messages,
 * which carry line and column. */
enum status json_parse(const char *name, struct text text, cJSON **json, struct error *error);

/* Does the document have that shape? No string may hold a control character. The message names the
 * path, as "runs[0].host". */
enum status json_check(const char *name, const cJSON *json, const struct json_shape *shape,
                       struct error *error);

/* json_parse, then json_check. */
enum status json_read(const char *name, struct text text, const struct json_shape *shape,
                      cJSON **json, struct error *error);

/* RFC 8785 (JCS) for the subset above, and one LF: keys in UTF-16 order, no white space. */
void json_write(struct buf *out, const cJSON *json);

/* Is the text what json_write makes of the document that was read from it? */
enum status json_check_canonical(const char *name, struct text text, const cJSON *json,
                                 struct error *error);

/* A string with its quotes and escapes, which YAML reads as well. */
void json_write_string(struct buf *out, const char *string);

/* Access to what a shape has already promised; an absent optional member gives 0 or NULL. */
int64_t json_int(const cJSON *object, const char *name);
const char *json_string(const cJSON *object, const char *name);
const cJSON *json_get(const cJSON *object, const char *name);

/* A string of decimal digits (a 64-bit number) as its value; 0 where absent. */
int64_t json_digits(const cJSON *object, const char *name);

/* Building: cJSON's own calls, with one sticky flag for "out of memory" that is looked at once, at
 * the end. The object may be NULL, which sets the flag. */
void json_add_int(cJSON *object, const char *name, int64_t value, bool *failed);
void json_add_digits(cJSON *object, const char *name, int64_t value, bool *failed);
void json_add_string(cJSON *object, const char *name, const char *value, bool *failed);
cJSON *json_add_object(cJSON *object, const char *name, bool *failed);
cJSON *json_add_array(cJSON *object, const char *name, bool *failed);
/* Takes over `item`, also on failure. */
void json_add(cJSON *object, const char *name, cJSON *item, bool *failed);
void json_append(cJSON *array, cJSON *item, bool *failed);

#endif
