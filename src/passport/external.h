/* A folder of results that another program made: run.json and nodes-N.csv. */
#ifndef PASSPORT_EXTERNAL_H
#define PASSPORT_EXTERNAL_H

#include "base/json.h"
#include "passport/evidence.h"

extern const struct json_shape external_shape;

struct external {
    cJSON *run;               /* run.json; owned */
    const char *engine;       /* its engine id; view into run */
    struct evidence evidence; /* owned */
};

/* Reads the folder and holds its counts against its rows. */
enum status external_read(const char *folder, struct external *external, struct error *error);

/* The engine as passport.json describes it. Owned by the caller; NULL when out of memory. */
cJSON *external_engine(const struct external *external);

void external_free(struct external *external);

#endif
