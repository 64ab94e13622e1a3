/* One UCI engine in a process of its own, as a state machine that never waits: one caller polls any
 * number of engines.
 *
 *     uci_start                      ... READY
 *     uci_begin, uci_begin_turn      ... RESULT, and the next one
 *     uci_stop, where there is need  ... READY
 *     uci_close, in whatever state
 *
 * The caller polls uci_fd for POLLIN until uci_due at the latest, then calls uci_advance. After
 * FAILED the engine is dead, its reason is there to be read, and only uci_close is left.
 *
 * No clock is read here: `now` is a monotonic time in ms, and never runs backwards. A search is
 * given up when the engine makes no progress for engine_config_silence (nodes, depth or the root
 * move that is being searched) or goes far beyond its limit of nodes, and every other answer after
 * the configuration's deadline. */
#ifndef UCI_ENGINE_H
#define UCI_ENGINE_H

#include "uci/config.h"

#include <sys/types.h>

struct uci;

enum { UCI_FEN_BYTES = 101 }; /* the longest FEN that is sent, and a NUL */

/* All that makes an evaluation, from the view of the side to move. Plain value. */
struct uci_result {
    struct reply_iteration iteration; /* the last completed one */
    int64_t total_nodes;              /* of the search, as last printed */
    uint32_t hash_mb;
};

enum uci_event { UCI_NOTHING, UCI_READY, UCI_RESULT, UCI_FAILED };

/* Starts the process and says "uci". What follows is checked before READY: the engine's name, each
 * option (offered, and its value in range), and every hash size of the configuration. `config` must
 * outlive the engine. STATUS_CANNOT where the program is missing or cannot be run; on success *uci
 * is owned by the caller (uci_close). */
enum status uci_start(const struct engine_config *config, int64_t now, struct uci **uci,
                      struct error *error);

/* Begins a search of the FEN; the engine must be ready or have just given a result. Sends Hash
 * where it changes, then what `per_position` says. `limit` is of the configuration's kind.
 * STATUS_CANNOT, and nothing is sent, for an engine that is not idle, a hash size outside what it
 * offers, a limit below 1 or a FEN that is not one line of 1 to 100 printable characters. */
enum status uci_begin(struct uci *uci, const char *fen, int64_t limit, uint32_t hash_mb,
                      int64_t now, struct error *error);

/* One move of a game that the engine plays. */
struct uci_turn {
    const char *fen;   /* where the game began */
    const char *moves; /* all since then, each as an engine writes it, one space between; or "" */
    bool first;        /* the engine's first one in this game: it is told ucinewgame before */
    int64_t limit;
    uint32_t hash_mb;
};

/* Like uci_begin; after RESULT it is uci_move that counts, and an evaluation is not asked for. What
 * the engine remembers of its turns before, since the first one, it keeps. */
enum status uci_begin_turn(struct uci *uci, const struct uci_turn *turn, int64_t now,
                           struct error *error);

/* Gives the search up; READY follows when the engine has ended it. An idle engine stays idle, and
 * no READY follows. */
void uci_stop(struct uci *uci, int64_t now);

/* What to poll for POLLIN; -1, which poll passes over, where there is nothing to wait for. */
int uci_fd(const struct uci *uci);

/* When to call uci_advance at the latest; INT64_MAX: no time is set. */
int64_t uci_due(const struct uci *uci);

/* Reads what is there. After any event but NOTHING the caller acts on it before it calls again. */
enum uci_event uci_advance(struct uci *uci, int64_t now);

/* Idle: uci_begin is allowed. */
bool uci_is_idle(const struct uci *uci);

/* The result after RESULT, until the next uci_begin. */
const struct uci_result *uci_result(const struct uci *uci);

/* The search behind that result, for reply_result_by. */
const struct reply *uci_reply(const struct uci *uci);

/* After the RESULT of a turn: the move, in the form of one; whether it is legal was not looked at.
 */
const char *uci_move(const struct uci *uci);

/* After FAILED: why, as in "ended with exit status 1 in mid-search (last: depth 8, 1234 nodes)". */
const char *uci_reason(const struct uci *uci);

/* After FAILED: was it about the position (a search had begun), or does the engine not work at all,
 * or not fit its configuration? */
bool uci_failed_in_search(const struct uci *uci);

/* After FAILED: was its process killed from outside (by hand, or where memory was short)? Then
 * neither the engine nor the position is to blame. */
bool uci_was_killed(const struct uci *uci);

/* Nodes of the search that is under way, as last printed; 0 outside of one. */
int64_t uci_nodes(const struct uci *uci);

/* The process, for status lines and tests. */
pid_t uci_pid(const struct uci *uci);

/* Kills and reaps the process and frees all; NULL is fine. */
void uci_close(struct uci *uci);

#endif
