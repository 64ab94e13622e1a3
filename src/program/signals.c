#include "program/signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum status signals_watch(struct signals *signals, struct error *error)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    *signals = (struct signals){.fd = -1};
    sigprocmask(SIG_BLOCK, &set, &signals->before);
    signals->blocked = true;
    signals->fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals->fd < 0)
        return error_set(error, STATUS_CANNOT, "cannot watch for signals: %s", strerror(errno));
    return STATUS_OK;
}

bool signals_came(struct signals *signals)
{
    struct signalfd_siginfo info;
    if (!signals->came && read(signals->fd, &info, sizeof info) == (ssize_t)sizeof info) {
        signals->came = true;
        sigprocmask(SIG_SETMASK, &signals->before, NULL);
    }
    return signals->came;
}

void signals_end(struct signals *signals)
{
    if (signals->blocked && signals->fd >= 0)
        close(signals->fd);
    if (signals->blocked)
        sigprocmask(SIG_SETMASK, &signals->before, NULL);
    *signals = (struct signals){.fd = -1};
}
