#include "store/lock.h"

#include "base/buf.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { UNNAMED = -1, UNLOCKABLE = -2 }; /* in the place of a process id */

/* The process id in the file; 0 where there is none. */
static pid_t read_holder(int fd)
{
    char line[24];
    ssize_t len = pread(fd, line, sizeof line, 0);
    int64_t pid;
    if (len < 2 || line[len - 1] != '\n' ||
        !text_int((struct text){line, (size_t)len - 1}, 1, INT32_MAX, &pid))
        return 0;
    return (pid_t)pid;
}

/* Takes the lock, or finds who has it; 0: it is taken; UNNAMED; UNLOCKABLE, and errno. The holder
 * writes its id just after it got the lock, and until then the file may name one that is dead; and
 * lock_holder has it for a moment. */
static pid_t take_or_find(int fd, int how)
{
    for (int i = 0; i < 50; i++) {
        if (flock(fd, how | LOCK_NB) == 0)
            return 0;
        if (errno != EWOULDBLOCK)
            return UNLOCKABLE;
        pid_t pid = read_holder(fd);
        if (pid && (kill(pid, 0) == 0 || errno == EPERM))
            return pid;
        nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL);
    }
    return UNNAMED;
}

static void write_holder(int fd)
{
    char line[24];
    int len = snprintf(line, sizeof line, "%ld\n", (long)getpid());
    /* Only for the other one's message: on a full disk it stays empty. */
    if (ftruncate(fd, 0) == 0 && pwrite(fd, line, (size_t)len, 0) != len && ftruncate(fd, 0) != 0)
        return;
}

static enum status take(const char *file, const char *name, int *fd, struct error *error)
{
    int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock < 0)
        return error_set(error, STATUS_CANNOT, "%s: cannot open %s: %s", name, file,
                         strerror(errno));
    pid_t pid = take_or_find(lock, LOCK_EX);
    if (pid == 0) {
        write_holder(lock);
        *fd = lock;
        return STATUS_OK;
    }
    enum status status = STATUS_CANNOT;
    if (pid == UNLOCKABLE)
        error_set(error, status, "%s: cannot lock %s: %s", name, file, strerror(errno));
    else if (pid == UNNAMED)
        error_set(error, status, "%s: another process is at work on it", name);
    else
        error_set(error, status, "%s: process %ld is at work on it", name, (long)pid);
    close(lock);
    return status;
}

int64_t lock_holder(const char *path)
{
    struct buf file = {0};
    struct error ignored;
    buf_printf(&file, "%s-lock", path);
    int lock = buf_ok(&file, &ignored) ? -1 : open(file.data, O_RDONLY | O_CLOEXEC);
    pid_t pid = lock < 0 ? 0 : take_or_find(lock, LOCK_SH);
    if (lock >= 0)
        close(lock);
    buf_free(&file);
    return pid == UNLOCKABLE ? 0 : pid;
}

enum status lock_take(const char *path, const char *name, int *fd, struct error *error)
{
    struct buf file = {0};
    buf_puts(&file, path);
    buf_puts(&file, "-lock");
    enum status status = buf_ok(&file, error);
    if (!status)
        status = take(file.data, name, fd, error);
    buf_free(&file);
    return status;
}

void lock_drop(int fd)
{
    if (fd < 0)
        return;
    if (ftruncate(fd, 0) != 0)
        errno = 0; /* a stale process id is seen through */
    close(fd);
}
