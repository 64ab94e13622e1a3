/* One holder at a time, by an advisory lock on a file, which the kernel drops when the holder dies,
 * however it dies. The file itself stays: to remove it would let two in. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "base/status.h"

#include <stdint.h>

/* Locks PATH-lock and writes the process id into it. *fd is for lock_drop. STATUS_CANNOT: another
 * one holds it; the message begins with `name` and gives that one's process id. */
enum status lock_take(const char *path, const char *name, int *fd, struct error *error);

/* -1 is allowed. */
void lock_drop(int fd);

/* The process that holds PATH-lock; 0: nobody does; -1: its id is not known. Whoever takes the lock
 * at this moment is not kept out by that. */
int64_t lock_holder(const char *path);

#endif
