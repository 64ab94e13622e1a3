/* The engine for Benedict xiangqi: speaks UCI on its standard input; with arguments it obeys them
 * as one command ("benedict bench"). */
#include "base/buf.h"
#include "benedict/uci.h"

#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct error error = {0};
    struct buf command = {0};
    enum status status;
    for (int i = 1; i < argc; i++)
        buf_printf(&command, "%s%s", i > 1 ? " " : "", argv[i]);
    status = buf_ok(&command, &error);
    if (!status)
        status = argc > 1 ? uci_once(command.data, &error) : uci_serve(STDIN_FILENO, &error);
    buf_free(&command);
    if (status)
        fprintf(stderr, "benedict: %s\n", error.text);
    return (int)status;
}
