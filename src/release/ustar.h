/* The one form of tar that a release has, and the check that an archive is of that form.
 *
 * It is ustar (POSIX.1-1988) as libarchive spells it:
 *
 *   - one regular file after another, FOLDER/NAME in bytewise order, and nothing else: no folder,
 *     link, device, pax or GNU record;
 *   - a name has at most USTAR_NAME_MAX bytes, so that it ends in a NUL and needs no prefix; its
 *     parts are [A-Za-z0-9._+-]+, and neither "." nor "..". No two names or folders differ only by
 *     case, and no file is also a folder: it unpacks alike on every file system;
 *   - mode "000644 ", uid, gid and device numbers "000000 ", size and mtime 11 octal digits and a
 *     space, checksum 6 octal digits, NUL, space, type '0', magic "ustar", version "00"; all other
 *     bytes of the header are NUL (link name, owner names, prefix);
 *   - contents padded with NUL to 512 bytes; then two blocks of NUL, and the archive ends.
 *
 * So the names, the bytes, the folder and the mtime make one archive, and what is accepted is what
 * archive_write writes. GNU tar, bsdtar and Python read it without a word. GNU tar writes mode as
 * "0000644", so what it makes of the same files is another archive, and refused. */
#ifndef RELEASE_USTAR_H
#define RELEASE_USTAR_H

#include "base/files.h"

enum { USTAR_BLOCK = 512, USTAR_NAME_MAX = 99 };

/* The largest size and mtime that 11 octal digits hold. */
#define USTAR_NUMBER_MAX INT64_C(077777777777)

/* May these files stand in one archive, below `folder`? At least one; names and the folder as
 * above, sizes up to USTAR_NUMBER_MAX. STATUS_WRONG names the first that may not. */
enum status ustar_check_files(const struct files *files, const char *folder, struct error *error);

/* Is `tar` of the one form? `name` is for messages.
 *
 * folder: what all names must begin with; NULL: whatever the first one begins with. mtime: what
 * every file must have; -1: whatever the first one has. (Who learns both from a file inside checks
 * once more, with them.) `files` starts empty and gets views into `tar`, their names without the
 * folder; it is empty after a failure. STATUS_WRONG names the first thing that is otherwise. */
enum status ustar_check(const char *name, struct text tar, const char *folder, int64_t mtime,
                        struct files *files, struct error *error);

#endif
