#include "cmd/passphrase.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static enum status read_line(int fd, struct passphrase *passphrase, struct error *error)
{
    passphrase->len = 0;
    for (;;) {
        char c;
        ssize_t got = read(fd, &c, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(error, STATUS_CANNOT, "passphrase: cannot read: %s", strerror(errno));
        if (got == 0 || c == '\n')
            return STATUS_OK;
        if (passphrase->len == SECRET_PASSPHRASE_MAX)
            return error_set(error, STATUS_CANNOT, "passphrase: longer than %d bytes",
                             SECRET_PASSPHRASE_MAX);
        passphrase->bytes[passphrase->len++] = c;
    }
}

/* Asks without echo. */
static enum status ask(int terminal, const char *prompt, struct passphrase *passphrase,
                       struct error *error)
{
    struct termios loud, silent;
    if (tcgetattr(terminal, &loud) != 0)
        return error_set(error, STATUS_CANNOT, "passphrase: not a terminal; see --passphrase-fd");
    silent = loud;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    /* A program that is stopped in between would leave the terminal mute. */
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGTSTP);
    sigprocmask(SIG_BLOCK, &stops, &before);
    enum status status = STATUS_OK;
    if (write(terminal, prompt, strlen(prompt)) < 0 || tcsetattr(terminal, TCSAFLUSH, &silent) != 0)
        status = error_set(error, STATUS_CANNOT, "passphrase: the terminal refuses");
    if (!status)
        status = read_line(terminal, passphrase, error);
    tcsetattr(terminal, TCSAFLUSH, &loud);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (write(terminal, "\n", 1) < 0 && !status)
        status = error_set(error, STATUS_CANNOT, "passphrase: the terminal refuses");
    return status;
}

static enum status ask_terminal(bool is_new, struct passphrase *passphrase, struct error *error)
{
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return error_set(error, STATUS_CANNOT, "passphrase: no terminal; see --passphrase-fd");
    enum status status = ask(terminal, "Passphrase: ", passphrase, error);
    if (!status && is_new) {
        struct passphrase again;
        status = ask(terminal, "The same again: ", &again, error);
        if (!status && !text_same(passphrase_text(passphrase), passphrase_text(&again)))
            status = error_set(error, STATUS_CANNOT, "passphrase: the two differ");
        passphrase_wipe(&again);
    }
    close(terminal);
    return status;
}

enum status passphrase_get(const struct command_line *line, bool is_new,
                           struct passphrase *passphrase, struct error *error)
{
    long long fd;
    *passphrase = (struct passphrase){0};
    enum status status = command_int(line, "passphrase-fd", 0, INT_MAX, -1, &fd, error);
    if (status)
        return status;
    return fd < 0 ? ask_terminal(is_new, passphrase, error) : read_line((int)fd, passphrase, error);
}

struct text passphrase_text(const struct passphrase *passphrase)
{
    return (struct text){passphrase->bytes, passphrase->len};
}

void passphrase_wipe(struct passphrase *passphrase)
{
    explicit_bzero(passphrase, sizeof *passphrase);
}
