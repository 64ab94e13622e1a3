/* The options that an engine offers, as it lists them before uciok, and whether a value fits. */
#ifndef UCI_OPTION_H
#define UCI_OPTION_H

#include "base/status.h"
#include "base/text.h"
#include "uci/words.h"

enum { OPTION_NAME_BYTES = 64, OPTION_VALUE_BYTES = 512 };

enum option_type { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING };

/* One line "option name NAME type TYPE ...". Plain value. */
struct option {
    char name[OPTION_NAME_BYTES];
    enum option_type type;
    int64_t min, max;  /* spin; without bounds in the line those of int64_t */
    struct words vars; /* combo: what follows the type; a view into the line */
};

/* Reads what follows the word "option". False where it is none that can be understood, and so none
 * that can be set. */
bool option_read(struct words words, struct option *option);

/* May the option be set to that value? check: true or false; spin: an integer in its range; combo:
 * one of its vars; string: anything; a button has no value. STATUS_WRONG names the option, the
 * value and what is offered. */
enum status option_check(const struct option *option, const char *value, struct error *error);

#endif
