/* The certificates that the evidence of Benedict xiangqi ships, checked as `benedict check` does.
 */
#ifndef PASSPORT_BENEDICT_CERTIFICATES_H
#define PASSPORT_BENEDICT_CERTIFICATES_H

#include "passport/benedict_evidence.h"

/* Does each certificate that is shipped in `files` prove what its row says, and is the number of
 * positions that the check walks the row's? STATUS_WRONG: names the certificate, and where it fails
 * or what it proves instead. Takes as long as the certificates are large. */
enum status benedict_certificates_check(const struct benedict_evidence *evidence,
                                        const struct files *files, struct error *error);

#endif
