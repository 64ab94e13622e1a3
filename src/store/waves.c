/* Waves and their jobs: begin, claim, finish, fail, close. */
#include "store/sql.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

enum status wave_last(struct store *store, int64_t engine, int64_t *id, int64_t *number, bool *open,
                      struct error *error)
{
    int64_t row[3] = {0};
    bool found;
    enum status status = sql_ints(store,
                                  "SELECT id, number, closed IS NULL FROM waves WHERE engine = ?"
                                  " ORDER BY number DESC LIMIT 1",
                                  SQL_VALUES(SQL_INT(engine)), row, 3, &found, error);
    *id = row[0];
    *number = row[1];
    *open = row[2] != 0;
    return status;
}

/* ---- begin ---- */

/* A wave's jobs on their way in. */
struct coming {
    const struct store_job *jobs;
    const int64_t *sets;
    int64_t wave;
};

static enum status next_coming(void *user, size_t i, struct sql_value *values, struct error *error)
{
    const struct coming *coming = user;
    const struct store_job *job = &coming->jobs[i];
    const struct sql_value all[] = {
        SQL_INT(coming->wave), SQL_INT((int64_t)i),  SQL_INT(coming->sets[i]),
        SQL_INT(job->pair.w),  SQL_INT(job->pair.b), SQL_INT(job->role),
    };
    (void)error;
    memcpy(values, all, sizeof all);
    return STATUS_OK;
}

static enum status name_job(const struct store *store, const struct store_job *job,
                            const char *what, struct error *error)
{
    return error_set(error, STATUS_WRONG, "%s: %u:%u at %s %lld %s", store->path, job->pair.w,
                     job->pair.b, limit_kind_name(job->kind), (long long)job->limit, what);
}

static int compare_jobs(const void *a, const void *b)
{
    const struct store_job *x = *(const struct store_job *const *)a;
    const struct store_job *y = *(const struct store_job *const *)b;
    if (x->limit != y->limit)
        return x->limit < y->limit ? -1 : 1;
    return x->kind != y->kind ? (int)x->kind - (int)y->kind : pair_compare(x->pair, y->pair);
}

static enum status check_once(const struct store *store, const struct store_job *jobs, size_t count,
                              struct error *error)
{
    enum status status = STATUS_OK;
    const struct store_job **sorted = calloc(count + 1, sizeof(const struct store_job *));
    if (!sorted)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &jobs[i];
    qsort(sorted, count, sizeof *sorted, compare_jobs);
    for (size_t i = 1; i < count && !status; i++) {
        if (compare_jobs(&sorted[i - 1], &sorted[i]) == 0)
            status = name_job(store, sorted[i], "stands twice in the wave", error);
    }
    free(sorted);
    return status;
}

/* Is none of the wave's jobs stored? */
static enum status check_new(struct store *store, int64_t wave, const struct store_job *jobs,
                             struct error *error)
{
    int64_t place = 0;
    bool found;
    enum status status =
        sql_ints(store,
                 "SELECT j.place FROM jobs AS j JOIN evaluations AS v"
                 " ON v.set_id = j.set_id AND v.w = j.w AND v.b = j.b WHERE j.wave_id = ?"
                 " ORDER BY j.place LIMIT 1",
                 SQL_VALUES(SQL_INT(wave)), &place, 1, &found, error);
    return status || !found ? status : name_job(store, &jobs[place], "is stored already", error);
}

static enum status add_jobs(struct store *store, int64_t wave, int64_t engine,
                            const struct store_job *jobs, size_t count, struct error *error)
{
    int64_t *sets = calloc(count + 1, sizeof *sets);
    struct coming coming = {jobs, sets, wave};
    const struct sql_load load = {
        .insert = "INSERT INTO jobs (wave_id, place, set_id, w, b, role)"
                  " VALUES (?, ?, ?, ?, ?, ?)",
        .copy = "COPY jobs (wave_id, place, set_id, w, b, role) FROM STDIN",
        .rows = count,
        .columns = 6,
        .next = next_coming,
        .user = &coming,
    };
    enum status status = sets ? check_once(store, jobs, count, error) : error_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        status = evaluation_check_role(store, jobs[i].pair, jobs[i].role, error);
        if (!status)
            status = set_id(store, engine, jobs[i].kind, jobs[i].limit, true, &sets[i], error);
    }
    if (!status)
        status = sql_load(store, &load, error);
    free(sets);
    return status ? status : check_new(store, wave, jobs, error);
}

static enum status check_next(struct store *store, const char *engine, int64_t id, int64_t number,
                              struct error *error)
{
    int64_t last_id, last;
    bool open;
    enum status status = wave_last(store, id, &last_id, &last, &open, error);
    if (!status && open)
        return error_set(error, STATUS_WRONG, "%s: wave %lld of %s is still open", store->path,
                         (long long)last, engine);
    if (!status && number != last + 1)
        return error_set(error, STATUS_WRONG, "%s: wave %lld of %s comes next, not %lld",
                         store->path, (long long)last + 1, engine, (long long)number);
    return status;
}

static enum status begin_wave(struct store *store, const char *engine, int64_t number,
                              const char *plan, const struct store_job *jobs, size_t count,
                              struct error *error)
{
    int64_t id = 0;
    enum status status = engine_id(store, engine, &id, error);
    if (!status)
        status = check_next(store, engine, id, number, error);
    int64_t wave = 0;
    if (!status)
        status = sql_ints(store,
                          "INSERT INTO waves (engine, number, plan, jobs, begun)"
                          " VALUES (?, ?, ?, ?, ?) RETURNING id",
                          SQL_VALUES(SQL_INT(id), SQL_INT(number), SQL_TEXT(plan),
                                     SQL_INT((int64_t)count), SQL_INT(store_today(store))),
                          &wave, 1, NULL, error);
    if (!status)
        status = add_jobs(store, wave, id, jobs, count, error);
    if (!status)
        status = sql_do(store,
                        "INSERT INTO parts (wave_id, set_id, role, jobs)"
                        " SELECT wave_id, set_id, role, count(*) FROM jobs WHERE wave_id = ?"
                        " GROUP BY wave_id, set_id, role",
                        SQL_VALUES(SQL_INT(wave)), error);
    return status;
}

enum status store_wave_begin(struct store *store, const char *engine, int64_t number,
                             const char *plan, const struct store_job *jobs, size_t count,
                             struct error *error)
{
    bool own = false;
    enum status status = sql_alone(store, &own, error);
    if (status)
        return status;
    status = begin_wave(store, engine, number, plan, jobs, count, error);
    return sql_leave(store, own, status, error);
}

/* ---- look and close ---- */

/* The jobs of an open wave by state. Done is what the wave has stored so far, running and failed
 * are few, and the rest waits: no need to look at each job. */
static enum status count_states(struct store *store, int64_t id, struct store_wave *wave,
                                struct error *error)
{
    int64_t row[3] = {0};
    enum status status = sql_ints(
        store,
        "SELECT"
        " (SELECT count(*) FROM jobs INDEXED BY jobs_state WHERE wave_id = ?1 AND state = 1),"
        " (SELECT count(*) FROM jobs INDEXED BY jobs_state WHERE wave_id = ?1 AND state = 3),"
        " (SELECT coalesce(sum(t.rows), 0) FROM waves AS w JOIN parts AS p"
        "  ON p.wave_id = w.id JOIN tallies AS t"
        "  ON t.set_id = p.set_id AND t.wave = w.number AND t.role = p.role"
        "  WHERE w.id = ?1)",
        SQL_VALUES(SQL_INT(id)), row, 3, NULL, error);
    wave->states[STORE_RUNNING] = row[0];
    wave->states[STORE_FAILED] = row[1];
    wave->states[STORE_DONE] = row[2];
    wave->states[STORE_WAITING] = wave->jobs - row[0] - row[1] - row[2];
    return status;
}

static enum status look_at_wave(struct store *store, const char *engine, int64_t number,
                                struct store_wave *wave, int64_t *id, struct error *error)
{
    int64_t row[6] = {0};
    bool found;
    *wave = (struct store_wave){0};
    enum status status =
        sql_ints(store,
                 "SELECT w.id, w.number, w.jobs, w.failed, w.begun, coalesce(w.closed, 0)"
                 " FROM waves AS w JOIN engines AS e ON e.id = w.engine"
                 " WHERE e.slug = ?1 AND (?2 = 0 OR w.number = ?2) ORDER BY w.number DESC LIMIT 1",
                 SQL_VALUES(SQL_TEXT(engine), SQL_INT(number)), row, 6, &found, error);
    *id = row[0];
    if (!status && !found && number)
        return error_set(error, STATUS_WRONG, "%s: has no wave %lld of %s", store->path,
                         (long long)number, engine);
    if (status || !found)
        return status;
    *wave = (struct store_wave){.number = row[1],
                                .open = row[5] == 0,
                                .jobs = row[2],
                                .begun = (int32_t)row[4],
                                .closed = (int32_t)row[5]};
    if (wave->open)
        return count_states(store, row[0], wave, error);
    wave->states[STORE_FAILED] = row[3];
    wave->states[STORE_DONE] = row[2] - row[3];
    return STATUS_OK;
}

enum status store_wave(struct store *store, const char *engine, int64_t number,
                       struct store_wave *wave, struct buf *plan, struct error *error)
{
    int64_t id = 0;
    bool own;
    enum status status = sql_look(store, &own, error);
    if (!status)
        status = look_at_wave(store, engine, number, wave, &id, error);
    if (!status && plan && id)
        status = sql_text(store, "SELECT plan FROM waves WHERE id = ?", SQL_VALUES(SQL_INT(id)),
                          plan, NULL, error);
    return sql_leave(store, own, status, error);
}

/* STATUS_WRONG where a job waits or is being searched. */
static enum status check_ended(struct store *store, const char *engine, int64_t id, int64_t number,
                               struct error *error)
{
    int64_t row[2] = {0};
    enum status status =
        sql_ints(store,
                 "SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1)"
                 " FROM jobs INDEXED BY jobs_state WHERE wave_id = ? AND state IN (0, 1)",
                 SQL_VALUES(SQL_INT(id)), row, 2, NULL, error);
    if (!status && row[0] + row[1] > 0)
        status =
            error_set(error, STATUS_WRONG,
                      "%s: in wave %lld of %s %lld jobs wait and %lld are being searched",
                      store->path, (long long)number, engine, (long long)row[0], (long long)row[1]);
    return status;
}

/* The sums of a wave that is over no longer need their slots. */
static enum status fold_slots(struct store *store, int64_t id, int64_t number, struct error *error)
{
    const struct sql_value *wave = SQL_VALUES(SQL_INT(id), SQL_INT(number));
    enum status status =
        sql_do(store,
               "INSERT INTO tallies (set_id, wave, role, day, run, slot, rows, nodes, total_rows,"
               " total_nodes, engine_ms)"
               " SELECT set_id, wave, role, day, run, -1, sum(rows), sum(nodes), sum(total_rows),"
               " sum(total_nodes), sum(engine_ms) FROM tallies WHERE wave = ?2"
               " AND set_id IN (SELECT set_id FROM parts WHERE wave_id = ?1)"
               " GROUP BY set_id, wave, role, day, run",
               wave, error);
    if (!status)
        status = sql_do(store,
                        "DELETE FROM tallies WHERE wave = ?2 AND slot >= 0"
                        " AND set_id IN (SELECT set_id FROM parts WHERE wave_id = ?1)",
                        wave, error);
    if (!status)
        status = sql_do(store, "UPDATE tallies SET slot = 0 WHERE slot < 0", SQL_NO_VALUES, error);
    return status;
}

static enum status close_wave(struct store *store, const char *engine, struct error *error)
{
    struct store_wave wave;
    int64_t id = 0;
    enum status status = look_at_wave(store, engine, 0, &wave, &id, error);
    if (!status && !wave.open)
        return error_set(error, STATUS_WRONG, "%s: no wave of %s is open", store->path, engine);
    if (!status)
        status = check_ended(store, engine, id, wave.number, error);
    if (!status)
        status = sql_do(store, "UPDATE waves SET closed = ?, failed = ? WHERE id = ?",
                        SQL_VALUES(SQL_INT(store_today(store)), SQL_INT(wave.states[STORE_FAILED]),
                                   SQL_INT(id)),
                        error);
    if (!status)
        status =
            sql_do(store, "DELETE FROM jobs WHERE wave_id = ?", SQL_VALUES(SQL_INT(id)), error);
    return status ? status : fold_slots(store, id, wave.number, error);
}

enum status store_wave_close(struct store *store, const char *engine, struct error *error)
{
    bool own = false;
    enum status status = sql_alone(store, &own, error);
    if (status)
        return status;
    status = close_wave(store, engine, error);
    return sql_leave(store, own, status, error);
}

/* ---- claim ---- */

static enum status read_job(const struct store *store, struct sql_statement *statement,
                            struct store_job *job, struct error *error)
{
    bool bad = false;
    job->wave = sql_integer(statement, 0);
    job->place = sql_integer(statement, 1);
    job->kind = (enum limit_kind)sql_column(statement, 2, LIMIT_NODES, LIMIT_DEPTH, &bad);
    job->limit = sql_column(statement, 3, 1, EVIDENCE_NODES_MAX, &bad);
    job->pair.w = (uint16_t)sql_column(statement, 4, 0, START_COUNT - 1, &bad);
    job->pair.b = (uint16_t)sql_column(statement, 5, 0, START_COUNT - 1, &bad);
    job->role = (enum role)sql_column(statement, 6, ROLE_SEARCH, ROLE_CONFIRM, &bad);
    job->tries = (int)sql_column(statement, 7, 0, STORE_TRIES, &bad);
    job->claim = sql_integer(statement, 8) + 1;
    return bad ? sql_damaged(store, error) : STATUS_OK;
}

#define CLAIMABLE                                                                                  \
    "SELECT j.wave_id, j.place, s.kind, s.lim, j.w, j.b, j.role, j.tries, j.claims"                \
    " FROM jobs AS j INDEXED BY jobs_state JOIN sets AS s ON s.id = j.set_id"                      \
    " WHERE j.wave_id = (SELECT w.id FROM waves AS w JOIN engines AS e ON e.id = w.engine"         \
    "  WHERE e.slug = ? AND w.closed IS NULL)"
#define IN_ORDER " ORDER BY j.place LIMIT ? FOR UPDATE OF j SKIP LOCKED"

/* Of an open wave, in its order. */
static const char waiting_sql[] = CLAIMABLE " AND j.state = 0" IN_ORDER;
/* The claims of those that have not been heard of for so long. */
static const char expired_sql[] = CLAIMABLE " AND j.state = 1 AND j.expires < unixepoch()" IN_ORDER;

static enum status list_jobs(struct store *store, const char *sql, const char *engine, size_t max,
                             struct store_job *jobs, size_t *count, struct error *error)
{
    struct sql_statement *statement;
    bool row;
    const char *name = engine_name(store, engine);
    if (!name)
        return error_memory(error);
    enum status status =
        sql_start(store, sql, SQL_VALUES(SQL_TEXT(engine), SQL_INT((int64_t)(max - *count))),
                  &statement, error);
    while (!status) {
        status = sql_step(statement, &row, error);
        if (status || !row)
            return status;
        jobs[*count] = (struct store_job){.engine = name};
        status = read_job(store, statement, &jobs[*count], error);
        *count += !status;
    }
    sql_stop(statement);
    return status;
}

static enum status mark_claimed(struct store *store, const struct store_job *job,
                                const char *worker, struct error *error)
{
    return sql_do(store,
                  "UPDATE jobs SET state = 1, claims = ?, worker = ?, claimed_at = unixepoch(),"
                  " expires = unixepoch() + ? WHERE wave_id = ? AND place = ?",
                  SQL_VALUES(SQL_INT(job->claim), SQL_TEXT(worker), SQL_INT(STORE_LEASE_S),
                             SQL_INT(job->wave), SQL_INT(job->place)),
                  error);
}

enum status store_claim(struct store *store, const char *engine, const char *worker, size_t max,
                        struct store_job *jobs, size_t *count, struct error *error)
{
    bool own;
    *count = 0;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = list_jobs(store, waiting_sql, engine, max, jobs, count, error);
    if (!status && *count < max && store->database->shared)
        status = list_jobs(store, expired_sql, engine, max, jobs, count, error);
    for (size_t i = 0; i < *count && !status; i++)
        status = mark_claimed(store, &jobs[i], worker, error);
    status = sql_leave(store, own, status, error);
    if (status)
        *count = 0;
    return status;
}

/* ---- the ends of a claim ---- */

/* Is the claim still the one that counts? Then its row is locked. */
static enum status is_good(struct store *store, const struct store_job *job, int64_t *tries,
                           bool *good, struct error *error)
{
    return sql_ints(store,
                    "SELECT j.tries FROM jobs AS j WHERE j.wave_id = ? AND j.place = ?"
                    " AND j.state = 1 AND j.claims = ? FOR UPDATE OF j",
                    SQL_VALUES(SQL_INT(job->wave), SQL_INT(job->place), SQL_INT(job->claim)), tries,
                    1, good, error);
}

enum status store_renew(struct store *store, const struct store_job *job, bool *ours,
                        struct error *error)
{
    int64_t place;
    bool own;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = sql_ints(store,
                      "UPDATE jobs SET expires = unixepoch() + ? WHERE wave_id = ? AND place = ?"
                      " AND state = 1 AND claims = ? RETURNING place",
                      SQL_VALUES(SQL_INT(STORE_LEASE_S), SQL_INT(job->wave), SQL_INT(job->place),
                                 SQL_INT(job->claim)),
                      &place, 1, ours, error);
    return sql_leave(store, own, status, error);
}

/* The set of a job whose row is gone, since its wave is closed. */
static enum status find_old_set(struct store *store, const struct store_job *job, int64_t *set,
                                struct error *error)
{
    int64_t engine = 0;
    enum status status = engine_id(store, job->engine, &engine, error);
    return status ? status : set_id(store, engine, job->kind, job->limit, true, set, error);
}

/* The place of the job's row, which is locked, and whether the job is still to be done, by
 * whomever.
 */
static enum status find_job(struct store *store, const struct store_job *job,
                            struct put_place *place, bool *to_do, struct error *error)
{
    int64_t row[3] = {0};
    bool found = false;
    enum status status =
        sql_ints(store,
                 "SELECT j.state, j.set_id, w.number FROM jobs AS j JOIN waves AS w"
                 " ON w.id = j.wave_id WHERE j.wave_id = ? AND j.place = ? FOR UPDATE OF j",
                 SQL_VALUES(SQL_INT(job->wave), SQL_INT(job->place)), row, 3, &found, error);
    *place = (struct put_place){.engine = job->engine,
                                .kind = job->kind,
                                .limit = job->limit,
                                .set = row[1],
                                .wave = row[2]};
    *to_do = found && (row[0] == STORE_WAITING || row[0] == STORE_RUNNING);
    return status || found ? status : find_old_set(store, job, &place->set, error);
}

static enum status finish(struct store *store, const struct store_job *job,
                          const struct store_result *result, struct error *error)
{
    struct put_place place;
    bool to_do = false, found = false;
    enum status status = find_job(store, job, &place, &to_do, error);
    if (!status)
        status = evaluation_compare(store, &place, &result->row, &found, error);
    if (status || !to_do)
        return status;
    if (!found)
        status = evaluation_insert(store, &place, result, error);
    if (!status)
        status =
            sql_do(store,
                   "UPDATE jobs SET state = 2, worker = NULL, claimed_at = NULL, expires = NULL"
                   " WHERE wave_id = ? AND place = ?",
                   SQL_VALUES(SQL_INT(job->wave), SQL_INT(job->place)), error);
    return status;
}

enum status store_finish(struct store *store, const struct store_job *job,
                         const struct store_result *result, struct error *error)
{
    const struct evaluation *row = &result->row;
    if (pair_compare(row->pair, job->pair) != 0 || row->role != job->role)
        return error_set(error, STATUS_WRONG, "%s: %u:%u (%u) is no result for %u:%u (%s)",
                         store->path, row->pair.w, row->pair.b, row->role, job->pair.w, job->pair.b,
                         role_name(job->role));
    struct store_result dated = *result;
    dated.day = store_today(store);
    bool own;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = finish(store, job, &dated, error);
    return sql_leave(store, own, status, error);
}

static enum status record_failure(struct store *store, const struct store_job *job,
                                  const char *reason, struct error *error)
{
    return sql_do(store,
                  "INSERT INTO failures (set_id, w, b, role, wave, day, reason)"
                  " SELECT j.set_id, j.w, j.b, j.role, w.number, ?, ? FROM jobs AS j"
                  " JOIN waves AS w ON w.id = j.wave_id WHERE j.wave_id = ? AND j.place = ?"
                  " ON CONFLICT (set_id, w, b) DO UPDATE SET role = excluded.role,"
                  " wave = excluded.wave, day = excluded.day, reason = excluded.reason",
                  SQL_VALUES(SQL_INT(store_today(store)), SQL_TEXT(reason), SQL_INT(job->wave),
                             SQL_INT(job->place)),
                  error);
}

static enum status fail(struct store *store, const struct store_job *job, const char *reason,
                        bool *failed, struct error *error)
{
    bool good = false;
    int64_t tries = 0;
    enum status status = is_good(store, job, &tries, &good, error);
    if (status || !good)
        return status;
    *failed = ++tries >= STORE_TRIES;
    if (!status)
        status = sql_do(store,
                        "UPDATE jobs SET state = ?, tries = ?, reason = ?, worker = NULL,"
                        " claimed_at = NULL, expires = NULL WHERE wave_id = ? AND place = ?",
                        SQL_VALUES(SQL_INT(*failed ? STORE_FAILED : STORE_WAITING), SQL_INT(tries),
                                   SQL_TEXT(reason), SQL_INT(job->wave), SQL_INT(job->place)),
                        error);
    if (!status && *failed)
        status = record_failure(store, job, reason, error);
    return status;
}

enum status store_fail(struct store *store, const struct store_job *job, const char *reason,
                       bool *failed, struct error *error)
{
    bool own, last = false;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status = fail(store, job, reason, &last, error);
    status = sql_leave(store, own, status, error);
    if (failed)
        *failed = !status && last;
    return status;
}

enum status store_release(struct store *store, const struct store_job *job, struct error *error)
{
    bool own;
    enum status status = sql_enter(store, &own, error);
    if (status)
        return status;
    status =
        sql_do(store,
               "UPDATE jobs SET state = 0, worker = NULL, claimed_at = NULL, expires = NULL"
               " WHERE wave_id = ? AND place = ? AND state = 1 AND claims = ?",
               SQL_VALUES(SQL_INT(job->wave), SQL_INT(job->place), SQL_INT(job->claim)), error);
    return sql_leave(store, own, status, error);
}
