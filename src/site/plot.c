#include "site/plot.h"

#include "site/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 300, LEFT = 52, RIGHT = 20, TOP = 24, BOTTOM = 36, TICKS = 6 };

int64_t plot_tenths(struct text cell)
{
    int64_t whole, rest = 0;
    const char *point = memchr(cell.data, '.', cell.len);
    struct text front = {cell.data, point ? (size_t)(point - cell.data) : cell.len};
    if (point && (front.len + 2 != cell.len || !text_int((struct text){point + 1, 1}, 0, 9, &rest)))
        return PLOT_NONE;
    return text_int(front, 0, INT32_MAX, &whole) ? 10 * whole + rest : PLOT_NONE;
}

/* The distance of the lines of the grid: 1, 2 or 5 times a power of ten, in tenths. */
static int64_t grid_step(int64_t largest)
{
    int64_t step = 10;
    for (int i = 0; largest > step * TICKS; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

static int x_of(const struct plot *plot, size_t place)
{
    size_t steps = plot->places > 1 ? plot->places - 1 : 1;
    return LEFT + 30 + (int)((WIDTH - LEFT - RIGHT - 60) * place / steps);
}

static int y_of(int64_t value, int64_t top)
{
    return HEIGHT - BOTTOM - (int)((HEIGHT - TOP - BOTTOM) * value / top);
}

static void put_label(struct page *page, int x, int y, const char *anchor, const char *text)
{
    buf_printf(&page->out, "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y,
               anchor);
    html_puts(&page->out, text);
    buf_puts(&page->out, "</text>");
}

static const char *shown_tenths(struct page *page, int64_t tenths)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld.%lld", (long long)tenths / 10, (long long)tenths % 10);
    return page_number(page, text_of(digits));
}

static void put_grid(struct page *page, const struct plot *plot, int64_t step, int64_t top)
{
    for (int64_t value = 0; value <= top; value += step) {
        buf_printf(&page->out, "<path class=\"%s\" d=\"M%d %dH%d\"/>", value ? "grid" : "axis",
                   LEFT, y_of(value, top), WIDTH - RIGHT);
        put_label(page, LEFT - 8, y_of(value, top) + 4, "end", page_int(page, value / 10));
    }
    for (size_t i = 0; i < plot->places; i++)
        put_label(page, x_of(plot, i), HEIGHT - 12, "middle", plot->names[i]);
}

/* The lower of two values has its label below, so that both can be read. */
static bool is_lower(const struct plot *plot, size_t series, size_t place)
{
    if (plot->series < 2)
        return false;
    int64_t mine = plot->tenths[series][place], other = plot->tenths[1 - series][place];
    return other != PLOT_NONE && (mine < other || (mine == other && series == 1));
}

static void put_series(struct page *page, const struct plot *plot, size_t series, int64_t top)
{
    const int64_t *values = plot->tenths[series];
    struct buf *out = &page->out;
    char move = 'M';
    buf_printf(out, "<path class=\"line-%zu\" d=\"", series + 1);
    for (size_t i = 0; i < plot->places; i++) {
        if (values[i] == PLOT_NONE)
            continue;
        buf_printf(out, "%c%d %d", move, x_of(plot, i), y_of(values[i], top));
        move = 'L';
    }
    buf_puts(out, "\"/>");
    for (size_t i = 0; i < plot->places; i++) {
        if (values[i] == PLOT_NONE)
            continue;
        int x = x_of(plot, i), y = y_of(values[i], top);
        buf_printf(out, "<circle class=\"dot-%zu\" cx=\"%d\" cy=\"%d\" r=\"5\"/>", series + 1, x,
                   y);
        put_label(page, x, is_lower(plot, series, i) ? y + 20 : y - 10, "middle",
                  shown_tenths(page, values[i]));
    }
}

void plot_lines(struct page *page, const struct plot *plot)
{
    int64_t largest = 10;
    char box[32];
    for (size_t s = 0; s < plot->series; s++) {
        for (size_t i = 0; i < plot->places; i++) {
            if (plot->tenths[s][i] > largest)
                largest = plot->tenths[s][i];
        }
    }
    int64_t step = grid_step(largest), top = (largest + step - 1) / step * step;
    snprintf(box, sizeof box, "0 0 %d %d", WIDTH, HEIGHT);
    html_open(&page->out, "svg", "class", "plot", "viewBox", box, "role", "img", "aria-label",
              plot->label, NULL);
    put_grid(page, plot, step, top);
    for (size_t s = 0; s < plot->series; s++)
        put_series(page, plot, s, top);
    html_close(&page->out, "svg");
    buf_putc(&page->out, '\n');
}

void plot_bar(struct page *page, int64_t a, int64_t b, const char *label)
{
    int split = (int)(1000 * (double)a / ((double)a + (double)b));
    html_open(&page->out, "svg", "class", "bar", "viewBox", "0 0 1000 24", "preserveAspectRatio",
              "none", "role", "img", "aria-label", label, NULL);
    buf_printf(&page->out, "<path class=\"part-1\" d=\"M0 0h%dv24h-%dz\"/>", split, split);
    buf_printf(&page->out, "<path class=\"part-2\" d=\"M%d 0H1000v24H%dz\"/>", split, split);
    html_close(&page->out, "svg");
    buf_putc(&page->out, '\n');
}
