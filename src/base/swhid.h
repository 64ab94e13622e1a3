/* Software Hash identifiers (ISO/IEC 18670) of folders: the id of the git tree. */
#ifndef BASE_SWHID_H
#define BASE_SWHID_H

#include "base/files.h"

enum { SWHID_BYTES = 10 + 40 + 1 }; /* "swh:1:dir:", 40 hex digits, NUL */

/* The id of a folder that holds just these files, each a plain file that is not executable. */
enum status swhid_of_files(const struct files *files, char swhid[SWHID_BYTES], struct error *error);

#endif
