/* A child process with a pipe to its input and one from its output: the one place that forks.
 *
 * The child leads a process group of its own, so that a terminal's Ctrl-C does not reach it and all
 * that it starts can be killed with it; it is killed when the thread that started it ends; it
 * inherits no descriptor but 0, 1 and 2, no blocked and no ignored signal; what it writes to its
 * standard error is dropped. Neither pipe ever blocks the caller. */
#ifndef UCI_PROCESS_H
#define UCI_PROCESS_H

#include "base/status.h"
#include "base/text.h"

#include <sys/types.h>

/* Plain value. */
struct process {
    pid_t pid; /* 0: none, or reaped already */
    int in;    /* its standard input, to write to; -1 when closed */
    int out;   /* its standard output, to read from; -1 when closed */
};

/* Starts argv[0]: a path where it holds a '/', otherwise a program in PATH. Waits until it runs or
 * could not be: STATUS_CANNOT with its name and why. `process` is then {0, -1, -1}. */
enum status process_start(struct process *process, char *const *argv, struct error *error);

enum process_write {
    PROCESS_WRITTEN, /* also where the process no longer reads: its end is seen by reading */
    PROCESS_FULL,    /* it does not take its input; part of the text may be written */
};

/* Never raises SIGPIPE, however the process ended. */
enum process_write process_write(struct process *process, struct text text);

enum process_read {
    PROCESS_BYTES,
    PROCESS_EMPTY, /* nothing now */
    PROCESS_END,   /* it will write nothing more; the descriptor is closed */
};

/* Up to `size` bytes, *got of them. */
enum process_read process_read(struct process *process, char *bytes, size_t size, size_t *got);

struct process_end {
    char how[48];      /* "ended with exit status 1", "was killed by SIGSEGV" */
    bool from_outside; /* by a signal that comes from somebody else: KILL, TERM, INT, HUP */
};

/* Has it ended? Then it is reaped, its group killed, and `end` is set. */
bool process_ended(struct process *process, struct process_end *end);

/* Kills the process and its group, at once. */
void process_kill(struct process *process);

/* Kills what is left of it, reaps it, closes the pipes. */
void process_close(struct process *process);

#endif
