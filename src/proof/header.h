/* The first lines of a certificate, and what else its reading and writing share. */
#ifndef PROOF_HEADER_H
#define PROOF_HEADER_H

#include "proof/certificate.h"

#define PROOF_DIGEST "sha256 "

enum {
    PROOF_HEADER_MAX = 512,
    PROOF_LENGTH_BYTES = 8, /* of a task's body, before it; big-endian */
    PROOF_DIGEST_BYTES = 7 + SHA256_HEX + 1,
};

void proof_write_header(const struct proof_claim *claim, struct buf *out);

/* Reads the header at the beginning of `text`, in its one spelling; *len: its bytes. Messages begin
 * with the number of the line. */
enum status proof_read_header(struct text text, struct proof_claim *claim, size_t *len,
                              struct error *error);

/* Takes note of a task that the walk has come to. */
enum status proof_add_task(struct proof_plan *plan, const struct proof_walk *walk,
                           const struct plain *board, struct error *error);

/* Puts "after h3h6 h8e8: " before the message of a walk that failed there, in that task or NULL. */
enum status proof_prefix_path(const struct proof_walk *walk, const struct proof_task *task,
                              enum status status, struct error *error);

#endif
