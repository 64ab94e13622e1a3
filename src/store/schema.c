/* The tables, and how an older format becomes the newest: one list for both databases. */
#include "store/sql.h"

_Static_assert(LIMIT_NODES == 0 && LIMIT_DEPTH == 1, "the schema keeps these numbers");
_Static_assert(ROLE_SEARCH == 0 && ROLE_CONTROL == 1 && ROLE_MIRROR == 2 && ROLE_CONFIRM == 3,
               "the schema keeps these numbers");
_Static_assert(STORE_WAITING == 0 && STORE_RUNNING == 1 && STORE_DONE == 2 && STORE_FAILED == 3,
               "the schema keeps these numbers");

/* What brings a format to the next one, in order. What has been released is never changed here: a
 * new format is new lines at the end. */
struct step {
    int format; /* that this is part of */
    const char *sql;
};

static const struct step steps[] = {
    {1, "CREATE TABLE pins ("
        " name TEXT PRIMARY KEY,"
        " value TEXT NOT NULL) STRICT, WITHOUT ROWID"},

    {1, "CREATE TABLE engines ("
        " id INTEGER PRIMARY KEY,"
        " slug TEXT NOT NULL UNIQUE"
        "  CONSTRAINT slug CHECK (length(slug) BETWEEN 1 AND 48),"
        " config TEXT NOT NULL) STRICT"},

    {1, "CREATE TABLE runs ("
        " id INTEGER PRIMARY KEY,"
        " producer TEXT NOT NULL UNIQUE) STRICT"},

    {1, "CREATE TABLE sets ("
        " id INTEGER PRIMARY KEY,"
        " engine INTEGER NOT NULL REFERENCES engines,"
        " kind INTEGER NOT NULL CONSTRAINT kind CHECK (kind IN (0, 1)),"
        " lim INTEGER NOT NULL"
        "  CONSTRAINT lim CHECK (lim BETWEEN 1 AND 1000000000000000),"
        " UNIQUE (engine, kind, lim)) STRICT"},

    {1, "CREATE TABLE evaluations ("
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " w INTEGER NOT NULL CONSTRAINT w CHECK (w BETWEEN 0 AND 959),"
        " b INTEGER NOT NULL CONSTRAINT b CHECK (b BETWEEN 0 AND 959),"
        " role INTEGER NOT NULL"
        "  CONSTRAINT role CHECK (role BETWEEN 0 AND 3 AND (role = 1) = (w = b)),"
        " wave INTEGER NOT NULL CONSTRAINT wave CHECK (wave >= 0),"
        " hash_mb INTEGER NOT NULL"
        "  CONSTRAINT hash_mb CHECK (hash_mb BETWEEN 1 AND 33554432),"
        " cp INTEGER CONSTRAINT cp CHECK (cp BETWEEN -100000 AND 100000),"
        " mate INTEGER"
        "  CONSTRAINT mate CHECK (mate BETWEEN -1000 AND 1000 AND mate <> 0),"
        " depth INTEGER NOT NULL CONSTRAINT depth CHECK (depth BETWEEN 1 AND 255),"
        " seldepth INTEGER NOT NULL"
        "  CONSTRAINT seldepth CHECK (seldepth BETWEEN 0 AND 255),"
        " nodes INTEGER NOT NULL"
        "  CONSTRAINT nodes CHECK (nodes BETWEEN 0 AND 1000000000000000),"
        " bestmove TEXT NOT NULL CONSTRAINT bestmove"
        "  CHECK (bestmove GLOB '[a-h][1-8][a-h][1-8]'"
        "  OR bestmove GLOB '[a-h][1-8][a-h][1-8][nbrq]'),"
        " win INTEGER, draw INTEGER, loss INTEGER,"
        " total_nodes INTEGER CONSTRAINT total_nodes CHECK (total_nodes > 0),"
        " engine_ms INTEGER CONSTRAINT engine_ms CHECK (engine_ms > 0),"
        " day INTEGER CONSTRAINT day CHECK (day BETWEEN 19700101 AND 99991231),"
        " run INTEGER NOT NULL REFERENCES runs,"
        " PRIMARY KEY (set_id, w, b),"
        " CONSTRAINT score CHECK ((cp IS NULL) <> (mate IS NULL)),"
        " CONSTRAINT wdl CHECK ("
        "  (win IS NULL AND draw IS NULL AND loss IS NULL) OR"
        "  (win IS NOT NULL AND draw IS NOT NULL AND loss IS NOT NULL AND"
        "   win >= 0 AND draw >= 0 AND loss >= 0 AND win + draw + loss = 1000)))"
        " STRICT, WITHOUT ROWID"},

    /* The sums that status asks for, kept along with the rows; day 0 is an unknown one. */
    {1, "CREATE TABLE tallies ("
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " wave INTEGER NOT NULL, role INTEGER NOT NULL,"
        " day INTEGER NOT NULL, run INTEGER NOT NULL,"
        " rows INTEGER NOT NULL, nodes INTEGER NOT NULL,"
        " total_rows INTEGER NOT NULL, total_nodes INTEGER NOT NULL,"
        " engine_ms INTEGER NOT NULL,"
        " PRIMARY KEY (set_id, wave, role, day, run)) STRICT, WITHOUT ROWID"},

    {1, "CREATE TABLE waves ("
        " id INTEGER PRIMARY KEY,"
        " engine INTEGER NOT NULL REFERENCES engines,"
        " number INTEGER NOT NULL,"
        " plan TEXT NOT NULL,"
        " jobs INTEGER NOT NULL, failed INTEGER NOT NULL DEFAULT 0,"
        " begun INTEGER NOT NULL, closed INTEGER,"
        " UNIQUE (engine, number)) STRICT"},
    {1, "CREATE UNIQUE INDEX one_open_wave ON waves (engine) WHERE closed IS NULL"},

    /* What a wave consists of. */
    {1, "CREATE TABLE parts ("
        " wave_id INTEGER NOT NULL REFERENCES waves,"
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " role INTEGER NOT NULL,"
        " jobs INTEGER NOT NULL,"
        " PRIMARY KEY (wave_id, set_id, role)) STRICT, WITHOUT ROWID"},

    {1, "CREATE TABLE jobs ("
        " wave_id INTEGER NOT NULL REFERENCES waves,"
        " place INTEGER NOT NULL,"
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " w INTEGER NOT NULL, b INTEGER NOT NULL, role INTEGER NOT NULL,"
        " state INTEGER NOT NULL DEFAULT 0"
        "  CONSTRAINT state CHECK (state BETWEEN 0 AND 3),"
        " claims INTEGER NOT NULL DEFAULT 0,"
        " tries INTEGER NOT NULL DEFAULT 0,"
        " worker TEXT, claimed_at INTEGER, reason TEXT,"
        " PRIMARY KEY (wave_id, place)) STRICT, WITHOUT ROWID"},
    {1, "CREATE UNIQUE INDEX jobs_once ON jobs (wave_id, set_id, w, b)"},
    {1, "CREATE INDEX jobs_state ON jobs (wave_id, state, place)"},

    {1, "CREATE TABLE failures ("
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " w INTEGER NOT NULL, b INTEGER NOT NULL, role INTEGER NOT NULL,"
        " wave INTEGER NOT NULL, day INTEGER NOT NULL, reason TEXT NOT NULL,"
        " PRIMARY KEY (set_id, w, b)) STRICT, WITHOUT ROWID"},
    {1, "CREATE INDEX failures_wave ON failures (set_id, wave, role)"},

    /* For people with the sqlite3 shell: the columns of an evidence file. */
    {1, "CREATE VIEW evidence AS SELECT e.slug AS engine,"
        " CASE s.kind WHEN 0 THEN 'nodes' ELSE 'depth' END AS limit_kind,"
        " s.lim AS \"limit\", v.w, v.b,"
        " CASE v.role WHEN 0 THEN 'search' WHEN 1 THEN 'control'"
        "  WHEN 2 THEN 'mirror' ELSE 'confirm' END AS role,"
        " v.hash_mb, v.cp, v.mate, v.depth, v.seldepth, v.nodes, v.bestmove,"
        " v.win, v.draw, v.loss"
        " FROM evaluations AS v JOIN sets AS s ON s.id = v.set_id"
        " JOIN engines AS e ON e.id = s.engine"
        " ORDER BY e.slug, s.kind, s.lim, v.w, v.b"},

    /* Many programs on one store: a claim is good until it expires, and sums that many add to are
     * spread over slots, so that they do not wait for each other's commits. */
    {2, "ALTER TABLE jobs ADD COLUMN expires INTEGER"},
    {2, "CREATE TABLE sums ("
        " set_id INTEGER NOT NULL REFERENCES sets,"
        " wave INTEGER NOT NULL, role INTEGER NOT NULL,"
        " day INTEGER NOT NULL, run INTEGER NOT NULL, slot INTEGER NOT NULL,"
        " rows INTEGER NOT NULL, nodes INTEGER NOT NULL,"
        " total_rows INTEGER NOT NULL, total_nodes INTEGER NOT NULL,"
        " engine_ms INTEGER NOT NULL,"
        " PRIMARY KEY (set_id, wave, role, day, run, slot)) STRICT, WITHOUT ROWID"},
    {2, "INSERT INTO sums SELECT set_id, wave, role, day, run, 0, rows, nodes, total_rows,"
        " total_nodes, engine_ms FROM tallies"},
    {2, "DROP TABLE tallies"},
    {2, "ALTER TABLE sums RENAME TO tallies"},

    /* What a wave has stored. */
    {3, "CREATE INDEX evaluations_wave ON evaluations (set_id, wave)"},

    /* Questions in tasks (store/tasks.h); bytes are in base64. */
    {4, "CREATE TABLE questions ("
        " id INTEGER PRIMARY KEY,"
        " asked TEXT NOT NULL UNIQUE) STRICT"},
    {4, "CREATE TABLE tasks ("
        " question INTEGER NOT NULL REFERENCES questions,"
        " place INTEGER NOT NULL,"
        " name TEXT NOT NULL,"
        " state INTEGER NOT NULL DEFAULT 0"
        "  CONSTRAINT state CHECK (state BETWEEN 0 AND 2),"
        " claims INTEGER NOT NULL DEFAULT 0,"
        " worker TEXT, claimed_at INTEGER, expires INTEGER,"
        " answer INTEGER CONSTRAINT answer CHECK (answer BETWEEN 1 AND 2),"
        " nodes INTEGER CONSTRAINT nodes CHECK (nodes >= 0),"
        " cpu_ms INTEGER CONSTRAINT cpu_ms CHECK (cpu_ms >= 0),"
        " bytes TEXT,"
        " PRIMARY KEY (question, place)) STRICT, WITHOUT ROWID"},
};

_Static_assert(SQL_FORMAT_TASKS == 4, "the format that has tasks");
enum { STEPS = sizeof steps / sizeof *steps, FORMAT = 4 };

static enum status check_known(const struct store *store, int64_t format, struct error *error)
{
    if (format <= FORMAT)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG,
                     "%s: written by a newer program: format %lld, this one knows up to %d",
                     store->path, (long long)format, FORMAT);
}

/* All in one transaction: killed in between, the old format is there. */
static enum status migrate(struct store *store, struct error *error)
{
    int64_t format = 0;
    bool own = false;
    enum status status = sql_alone(store, &own, error);
    if (status)
        return status;
    status = store->database->format(store, &format, error);
    for (size_t i = 0; i < STEPS && !status; i++) {
        if (steps[i].format > format)
            status = store->database->execute(store, steps[i].sql, error);
    }
    if (!status && format < FORMAT)
        status = store->database->set_format(store, FORMAT, error);
    store->format = FORMAT;
    return sql_leave(store, own, status, error);
}

/* What is asked for reading is the same in every format, where it is there at all. */
static enum status check_reader(const struct store *store, int64_t format, struct error *error)
{
    if (format > 0)
        return STATUS_OK;
    return error_set(error, STATUS_WRONG,
                     "%s: nothing is stored in it yet: search --make makes the store", store->path);
}

enum status schema_open(struct store *store, struct error *error)
{
    int64_t format;
    enum status status = store->database->format(store, &format, error);
    if (!status)
        status = check_known(store, format, error);
    store->format = format;
    if (!status && store->mode == STORE_READ)
        return check_reader(store, format, error);
    if (!status)
        status = store->database->check(store, format, error);
    if (!status && format < FORMAT)
        status = migrate(store, error);
    return status ? status : store->database->settle(store, error);
}
