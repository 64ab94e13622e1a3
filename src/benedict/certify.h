/* Answers of the proof search, written as certificates (proof/certificate.h). */
#ifndef BENEDICT_CERTIFY_H
#define BENEDICT_CERTIFY_H

#include "benedict/dfpn.h"
#include "proof/certificate.h"

/* A proof_choose; user: a struct dfpn_thread with threads = 1. What its table has lost is searched
 * for again. Answers the mirror image of a position by the mirror image of its move. */
enum status certify_choose(void *user, const struct plain *board, int plies,
                           struct plain_move *move, struct error *error);

/* The claim of that answer to "does the attacker win from there within `plies`?". replies: as in
 * struct proof_claim. */
enum status certify_claim(const struct benedict *position, int plies, enum dfpn_answer answer,
                          int replies, struct proof_claim *claim, struct error *error);

/* Writes the certificate, by so many threads, which share `shared` and its table. */
enum status certify_write(struct dfpn *shared, const struct proof_claim *claim, int threads,
                          const char *path, struct error *error);

#endif
