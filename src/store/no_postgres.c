/* In place of postgres.c where the program is built without libpq. */
#include "store/sql.h"

static enum status open(struct store *store, const char *path, struct error *error)
{
    (void)store;
    (void)path; /* which may hold a password */
    return error_set(error, STATUS_CANNOT,
                     "--store postgresql://...: this program was built without PostgreSQL (libpq)");
}

static void close(struct store *store)
{
    (void)store;
}

const struct sql_database sql_postgres = {.open = open, .close = close};
