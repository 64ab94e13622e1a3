/* PNG (ISO/IEC 15948) of 16 colours at most, stored without compression: the bytes depend on no
 * library. */
#ifndef SITE_PNG_H
#define SITE_PNG_H

#include "base/buf.h"

/* `pixels` holds width x height indices below `colours`, row by row; `palette` three bytes a
 * colour. Width and height are from 1 to 32767, colours from 1 to 16. */
void png_write(struct buf *out, int width, int height, const unsigned char *pixels,
               const unsigned char *palette, int colours);

#endif
