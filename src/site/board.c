#include "site/board.h"

#include "site/html.h"

/* Drawn for a square of 40 by 40, from its upper left corner. `lines` lie within the shape, and
 * are bright in a dark piece. */
static const struct drawing {
    char letter;
    const char *shape, *lines;
} drawings[] = {
    {'P',
     "M20 8a5 5 0 0 1 3.2 8.8l2.8 1.7v2.5h-2.6c.2 5 2.6 8 6.6 10v4h-20v-4c4-2 6.4-5 6.6-10h-2.6"
     "v-2.5l2.8-1.7a5 5 0 0 1 3.2-8.8z",
     "M12 31h16"},
    {'N',
     "M10 35v-4l3-1c0-4 5-7 6-11-2 2-4 2-5 3l-4 3-3.5-3.5 1-4c1-4 3.5-8 6.5-10l3-4.5 "
     "2 4c8 2 12 10 12 22v2l1 1v3z",
     "M15.5 13.5l1.5-1M13 31h17M24 12c2 3 3 7 3 13"},
    {'B',
     "M20 4a2.6 2.6 0 0 1 1.5 4.7c4.5 3.5 7.5 7.5 7.5 12 0 2.3-1 4.3-3 5.8"
     "l1 4.5h3v4h-20v-4h3l1-4.5c-2-1.5-3-3.5-3-5.8 0-4.5 3-8.5 7.5-12a2.6 2.6 0 "
     "0 1 1.5-4.7z",
     "M20 14v8M16 18h8M14 26.5h12M13 31h14"},
    {'R', "M10 35v-4h2v-12l-3-3v-9h5v3h3.5v-3h5v3h3.5v-3h5v9l-3 3v12h2v4z",
     "M12 31h16M12 19h16M9.5 15.5h21"},
    {'Q',
     "M10 35v-4h2l-1-4-4-12.5a2 2 0 1 1 2.2-.4l5 6 1.2-9a2 2 0 1 1 2.2 0l2.4 8.6 "
     "2.4-8.6a2 2 0 1 1 2.2 0l1.2 9 5-6a2 2 0 1 1 2.2 .4l-4 12.5-1 4h2v4z",
     "M11 27h18M12 31h16"},
    {'K',
     "M18.5 3.5h3v2.5h2.5v3h-2.5v4c1.2.6 2 1.7 2.4 3 3.6-2.6 9.1-.6 9.1 4.6 0 "
     "4-3.5 6.4-5 10.4h2v4h-20v-4h2c-1.5-4-5-6.4-5-10.4 0-5.2 5.5-7.2 9.1-4.6 "
     ".4-1.3 1.2-2.4 2.4-3v-4h-2.5v-3h2.5z",
     "M20 17v9.5M12.5 27h15M12 31h16"},
};

static void put_drawing(struct buf *out, const struct drawing *drawing)
{
    html_empty(out, "path", "d", drawing->shape, NULL);
    html_empty(out, "path", "d", drawing->lines, "fill", "none", "stroke", "currentColor", NULL);
}

static void put_symbol(struct buf *out, const struct drawing *drawing)
{
    const char id[] = {drawing->letter, '\0'};
    html_open(out, "g", "id", id, "transform", "scale(.025)", NULL);
    put_drawing(out, drawing);
    html_close(out, "g");
}

/* One side's men in a rank, from the a to the h file. What is within inherits the colours. */
static void put_rank(struct buf *out, bool white, int y, const char letters[START_BYTES])
{
    buf_printf(out, "<g %s transform=\"translate(0 %d)\">",
               white ? "fill=\"#fff\" stroke=\"#222\" color=\"#222\""
                     : "fill=\"#333\" stroke=\"#111\" color=\"#eee\"",
               y);
    for (int x = 0; x < START_FILES; x++)
        buf_printf(out, "<use href=\"#%c\" x=\"%d\"/>", letters[x], x);
    html_close(out, "g");
}

/* The squares and the pawns, which every start has. */
static void put_ground(struct buf *out)
{
    html_open(out, "g", "id", "board", NULL);
    html_empty(out, "path", "class", "light", "fill", "#ecdcb9", "d", "M0 0h8v8h-8z", NULL);
    buf_puts(out, "<path class=\"dark\" fill=\"#b58f62\" d=\"");
    for (int y = 0; y < START_FILES; y++) {
        for (int x = 1 - y % 2; x < START_FILES; x += 2)
            buf_printf(out, "M%d %dh1v1h-1z", x, y);
    }
    buf_puts(out, "\"/>");
    put_rank(out, false, 1, "PPPPPPPP");
    put_rank(out, true, 6, "PPPPPPPP");
    html_close(out, "g");
}

void board_symbols(struct buf *out)
{
    html_open(out, "svg", "class", "symbols", "width", "0", "height", "0", "aria-hidden", "true",
              NULL);
    html_open(out, "defs", NULL);
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        put_symbol(out, &drawings[i]);
    put_ground(out);
    html_close(out, "defs");
    html_close(out, "svg");
    buf_putc(out, '\n');
}

void board_pair(struct buf *out, struct pair pair, const char *label)
{
    char white[START_BYTES], black[START_BYTES];
    start_letters(pair.w, white);
    start_letters(pair.b, black);
    html_open(out, "svg", "class", "board", "viewBox", "0 0 8 8", "role", "img", "aria-label",
              label, NULL);
    buf_puts(out, "<use href=\"#board\"/>");
    put_rank(out, false, 0, black);
    put_rank(out, true, 7, white);
    html_close(out, "svg");
    buf_putc(out, '\n');
}

void board_icon(struct buf *out)
{
    html_open(out, "svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 40 40", NULL);
    html_empty(out, "path", "fill", "#b58f62", "d", "M0 0h40v40h-40z", NULL);
    html_open(out, "g", "fill", "#fff", "stroke", "#222", "color", "#222", NULL);
    put_drawing(out, &drawings[1]);
    html_close(out, "g");
    html_close(out, "svg");
    buf_putc(out, '\n');
}
