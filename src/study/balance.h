/* The balance index of ordinary Chess960: each start with both sides alike, by how even it is. */
#ifndef STUDY_BALANCE_H
#define STUDY_BALANCE_H

#include "base/files.h"
#include "study/asym.h"

/* Adds tables/balance.csv: the 960 controls at the reference budget (calibrate.h), the most even
 * first; no row where there is none. The interval of a value is cp - h to cp + h: of all controls
 * 95 % (nearest rank) moved by at most h on the last step of budget, from the deepest shallower one
 * that has them all. That is what another step may do, and no bound on the truth. */
enum status balance_table(const struct asym *asym, struct files *out, struct error *error);

#endif
