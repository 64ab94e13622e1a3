/* What every unit test includes: cmocka with what it needs, and the few helpers that all share. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include "base/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above before it */

/* The call succeeds; its message is shown when it does not. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        enum status status_ = (call);                                                              \
        if (status_)                                                                               \
            fail_msg("status %d: %s", (int)status_, error.text);                                   \
    } while (0)

/* The call fails with that status and exactly that message. */
#define assert_refused(call, expected_status, message)                                             \
    do {                                                                                           \
        assert_int_equal(call, expected_status);                                                   \
        assert_string_equal(error.text, message);                                                  \
    } while (0)

#endif
