#include "site/map.h"

#include "site/png.h"

#include <stdlib.h>
#include <string.h>

/* As the swatches of site/style.css. */
static const unsigned char palette[MAP_KINDS][3] = {
    [MAP_UNKNOWN] = {0xff, 0xff, 0xff}, [MAP_TRIAGED] = {0xdf, 0xe3, 0xe8},
    [MAP_WAITING] = {0xa9, 0xbc, 0xd4}, [MAP_CONTROL] = {0x55, 0x5b, 0x66},
    [MAP_STOPPED] = {0xe0, 0x8a, 0x3c}, [MAP_RANKED] = {0x14, 0x8f, 0x6a},
    [MAP_DEEP] = {0x7a, 0x1f, 0x8c},
};

int map_deep(const struct asym *asym)
{
    int deep = asym->first_ranking + 3;
    return deep < asym->count ? deep : asym->count - 1;
}

enum map_kind map_kind(const struct asym *asym, const struct data_class *class)
{
    switch (class->outcome) {
    case DATA_UNKNOWN:
        return MAP_UNKNOWN;
    case ASYM_CONTROL:
        return MAP_CONTROL;
    case ASYM_RANKED:
        return class->deepest >= map_deep(asym) ? MAP_DEEP : MAP_RANKED;
    case ASYM_TRIAGED:
        return MAP_TRIAGED;
    case ASYM_WAITING:
        return MAP_WAITING;
    default:
        return MAP_STOPPED;
    }
}

const char *map_kind_name(enum map_kind kind)
{
    static const char *const names[MAP_KINDS] = {"unknown", "triaged", "waiting", "control",
                                                 "stopped", "ranked",  "deep"};
    return names[kind];
}

/* The kind of a block from how many pairs of each kind it has. */
static enum map_kind block_kind(const int counts[MAP_KINDS])
{
    enum map_kind kind = MAP_UNKNOWN;
    for (int i = MAP_KINDS - 1; i > MAP_WAITING; i--) {
        if (counts[i] > 0)
            return (enum map_kind)i;
    }
    for (int i = 0; i <= MAP_WAITING; i++) {
        if (counts[i] > counts[kind])
            kind = (enum map_kind)i;
    }
    return kind;
}

static void paint(const unsigned char *kinds, unsigned char *pixels)
{
    for (int y = 0; y < MAP_SIDE; y++) {
        for (int x = 0; x < MAP_SIDE; x++) {
            int counts[MAP_KINDS] = {0};
            for (int i = 0; i < MAP_BLOCK * MAP_BLOCK; i++)
                counts[kinds[(y * MAP_BLOCK + i / MAP_BLOCK) * START_COUNT + x * MAP_BLOCK +
                             i % MAP_BLOCK]]++;
            pixels[y * MAP_SIDE + x] = (unsigned char)block_kind(counts);
        }
    }
}

enum status map_png(const struct asym *asym, const struct data_classes *classes, struct buf *out,
                    struct error *error)
{
    unsigned char *kinds = malloc(PAIR_COUNT), *pixels = malloc((size_t)MAP_SIDE * MAP_SIDE);
    enum status status = kinds && pixels ? STATUS_OK : error_memory(error);
    if (!status) {
        for (size_t i = 0; i < PAIR_CLASSES; i++) {
            unsigned char kind = (unsigned char)map_kind(asym, &classes->of[i]);
            kinds[pair_index(classes->of[i].pair)] = kind;
            kinds[pair_index(pair_mirror(classes->of[i].pair))] = kind;
        }
        paint(kinds, pixels);
        png_write(out, MAP_SIDE, MAP_SIDE, pixels, palette[0], MAP_KINDS);
        status = buf_ok(out, error);
    }
    free(kinds);
    free(pixels);
    return status;
}
