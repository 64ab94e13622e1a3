/* One holder at a time, by an advisory lock on a file, which the kernel drops when the holder dies,
 * however it dies. The file itself stays: to remove it would let two in. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "base/status.h"

/* Locks PATH-lock and writes the process id into it. *fd is for lock_drop. STATUS_CANNOT: another
 * one holds it; the message begins with `name` and gives that one's process id. */
enum status lock_take(const char *path, const char *name, int *fd, struct error *error);

/* -1 is allowed. */
void lock_drop(int fd);

#endif
