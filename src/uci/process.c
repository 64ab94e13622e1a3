#include "uci/process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The path of a program in PATH; owned by the caller, NULL where there is none. execvp would hand a
 * file that is no program to a shell. */
static char *find_program(const char *name)
{
    if (strchr(name, '/'))
        return strdup(name);
    const char *path = getenv("PATH");
    if (!path)
        path = "/usr/local/bin:/usr/bin:/bin";
    while (*path) {
        size_t len = strcspn(path, ":");
        char *program = NULL;
        if (len && asprintf(&program, "%.*s/%s", (int)len, path, name) < 0)
            return NULL;
        if (program && access(program, X_OK) == 0)
            return program;
        free(program);
        path += len + (path[len] == ':');
    }
    return NULL;
}

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0)
            close(pair[i]);
        pair[i] = -1;
    }
}

/* The pipes of a process that is being started; the last tells why exec failed. */
struct pipes {
    int in[2], out[2], exec[2];
};

static bool open_pipes(struct pipes *pipes)
{
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    return pipe2(pipes->in, O_CLOEXEC) == 0 && pipe2(pipes->out, O_CLOEXEC) == 0 &&
           pipe2(pipes->exec, O_CLOEXEC) == 0;
}

/* A descriptor of ours may be 0, 1 or 2 where the caller closed those: first out of the way. */
static bool move_to(int fd, int to)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    return high >= 0 && dup2(high, to) == to;
}

static void default_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        sigaction(i, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Between fork and exec only what is safe in a signal handler. */
static _Noreturn void become(const char *program, char *const *argv, const struct pipes *pipes,
                             pid_t parent)
{
    int report = fcntl(pipes->exec[1], F_DUPFD_CLOEXEC, 3);
    int in = fcntl(pipes->in[0], F_DUPFD_CLOEXEC, 3);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (report >= 0 && in >= 0 && null >= 0 && setpgid(0, 0) == 0 &&
        prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent && move_to(pipes->out[1], 1) &&
        move_to(null, 2) && dup2(in, 0) == 0) {
        close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
        default_signals();
        execv(program, argv);
    }
    int why = errno;
    ssize_t ignored = write(report, &why, sizeof why);
    (void)ignored;
    _exit(127);
}

/* 0 once the program runs, otherwise what errno was. */
static int exec_result(int fd)
{
    int why;
    ssize_t got;
    do {
        got = read(fd, &why, sizeof why);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof why ? why : 0;
}

static pid_t fork_with(const char *program, char *const *argv, const struct pipes *pipes)
{
    sigset_t all, old;
    pid_t parent = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = fork();
    if (pid == 0)
        become(program, argv, pipes, parent);
    int why = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = why;
    return pid;
}

static void wait_for(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Forks, and waits until the program runs. 0, or what errno was. */
static int run(struct process *process, const char *program, char *const *argv, struct pipes *pipes)
{
    process->pid = fork_with(program, argv, pipes);
    if (process->pid < 0)
        return errno;
    close(pipes->exec[1]);
    pipes->exec[1] = -1;
    int why = exec_result(pipes->exec[0]);
    if (why)
        wait_for(process->pid);
    return why;
}

/* Our two ends do not block. The child's ends are other open files, and do. */
static bool keep_ends(struct process *process, struct pipes *pipes)
{
    process->in = pipes->in[1];
    process->out = pipes->out[0];
    pipes->in[1] = pipes->out[0] = -1;
    return fcntl(process->in, F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(process->out, F_SETFL, O_NONBLOCK) == 0;
}

enum status process_start(struct process *process, char *const *argv, struct error *error)
{
    struct pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}};
    *process = (struct process){0, -1, -1};
    char *program = find_program(argv[0]);
    int why = program ? 0 : ENOENT;
    if (!why && !open_pipes(&pipes))
        why = errno;
    if (!why)
        why = run(process, program, argv, &pipes);
    if (why)
        process->pid = 0;
    else if (!keep_ends(process, &pipes))
        why = errno;
    close_pair(pipes.in);
    close_pair(pipes.out);
    close_pair(pipes.exec);
    free(program);
    if (!why)
        return STATUS_OK;
    process_close(process);
    return error_set(error, STATUS_CANNOT, "cannot start %s: %s%s", argv[0], strerror(why),
                     strchr(argv[0], '/') ? "" : " in PATH");
}

/* SIGPIPE is held back and taken away again, since its disposition is the whole process's. */
static ssize_t write_quietly(int fd, struct text text)
{
    static const struct timespec at_once = {0};
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    ssize_t put = write(fd, text.data, text.len);
    int why = errno;
    if (put < 0 && why == EPIPE) {
        while (sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = why;
    return put;
}

enum process_write process_write(struct process *process, struct text text)
{
    while (text.len && process->in >= 0) {
        ssize_t put = write_quietly(process->in, text);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno == EAGAIN ? PROCESS_FULL : PROCESS_WRITTEN;
        text.data += put;
        text.len -= (size_t)put;
    }
    return PROCESS_WRITTEN;
}

enum process_read process_read(struct process *process, char *bytes, size_t size, size_t *got)
{
    ssize_t count;
    *got = 0;
    if (process->out < 0)
        return PROCESS_END;
    do {
        count = read(process->out, bytes, size);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        *got = (size_t)count;
        return PROCESS_BYTES;
    }
    if (count < 0 && errno == EAGAIN)
        return PROCESS_EMPTY;
    close(process->out);
    process->out = -1;
    return PROCESS_END;
}

static void describe(const siginfo_t *info, struct process_end *end)
{
    int number = info->si_status;
    const char *signal_name = info->si_code == CLD_EXITED ? NULL : sigabbrev_np(number);
    end->from_outside = info->si_code != CLD_EXITED && (number == SIGKILL || number == SIGTERM ||
                                                        number == SIGINT || number == SIGHUP);
    if (info->si_code == CLD_EXITED)
        snprintf(end->how, sizeof end->how, "ended with exit status %d", number);
    else if (signal_name)
        snprintf(end->how, sizeof end->how, "was killed by SIG%s", signal_name);
    else
        snprintf(end->how, sizeof end->how, "was killed by signal %d", number);
}

void process_kill(struct process *process)
{
    if (process->pid)
        kill(-process->pid, SIGKILL);
}

static void reap(struct process *process)
{
    if (process->pid)
        wait_for(process->pid);
    process->pid = 0;
}

bool process_ended(struct process *process, struct process_end *end)
{
    siginfo_t info = {0};
    if (!process->pid)
        return false;
    int result = waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (result < 0)
        *end = (struct process_end){.how = "was reaped by somebody else"};
    else if (info.si_pid == 0)
        return false;
    else
        describe(&info, end);
    /* While it is not reaped, nobody else can have its number. */
    process_kill(process);
    reap(process);
    return true;
}

void process_close(struct process *process)
{
    process_kill(process);
    reap(process);
    if (process->in >= 0)
        close(process->in);
    if (process->out >= 0)
        close(process->out);
    process->in = process->out = -1;
}
