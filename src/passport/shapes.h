/* The spellings that the JSON documents share: POSIX extended expressions that are ECMA-262 too. */
#ifndef PASSPORT_SHAPES_H
#define PASSPORT_SHAPES_H

#define SHAPE_SLUG "^[a-z0-9][a-z0-9.-]{0,47}$"
#define SHAPE_SHA256 "^[0-9a-f]{64}$"
#define SHAPE_DATE "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
#define SHAPE_VERSION "^[0-9]{4}[.](0[1-9]|1[0-2])[.][1-9][0-9]{0,3}$"
#define SHAPE_DIGITS "^(0|[1-9][0-9]{0,17})$"
#define SHAPE_SWHID "^swh:1:dir:[0-9a-f]{40}$"
#define SHAPE_TEXT "^.+$"

#endif
