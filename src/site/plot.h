/* Plots as SVG: values over a row of named places. */
#ifndef SITE_PLOT_H
#define SITE_PLOT_H

#include "site/page.h"

enum { PLOT_PLACES_MAX = 24, PLOT_SERIES_MAX = 2 };
#define PLOT_NONE INT64_MIN

struct plot {
    const char *label; /* what is read aloud */
    size_t places;     /* at most PLOT_PLACES_MAX */
    size_t series;     /* at most PLOT_SERIES_MAX */
    char names[PLOT_PLACES_MAX][24];
    int64_t tenths[PLOT_SERIES_MAX][PLOT_PLACES_MAX]; /* 0 or more; PLOT_NONE: no value */
};

/* One line a series; every value is written at its dot. */
void plot_lines(struct page *page, const struct plot *plot);

/* A bar of two parts in the proportion of a to b, both 0 or more and not both 0. */
void plot_bar(struct page *page, int64_t a, int64_t b, const char *label);

/* A decimal with at most one place, as a cell has it, in tenths; PLOT_NONE for anything else. */
int64_t plot_tenths(struct text cell);

#endif
