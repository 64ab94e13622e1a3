/* The configuration of an engine: what is started, which files are its identity, how it searches.
 *
 * A JSON file. Paths in it that are not absolute begin at the file's own folder. In `command` and
 * in the values of `options` "{NAME}" stands for the path of that file, so that what is hashed is
 * what is run; the program may also be one in PATH, such as an interpreter, which is no part of the
 * engine's identity. */
#ifndef UCI_CONFIG_H
#define UCI_CONFIG_H

#include "base/hash.h"
#include "base/json.h"
#include "uci/reply.h"

extern const struct json_shape engine_config_shape;

struct engine_file {
    const char *name;            /* "binary", "script", "wasm", "network" */
    char *path;                  /* owned */
    const char *expected;        /* sha256, or NULL: any */
    char sha256[SHA256_HEX + 1]; /* as found; "" before engine_config_identify */
};

struct engine_option {
    const char *name;
    char *value; /* owned */
};

struct engine_hash {
    int64_t limit;
    uint32_t hash_mb;
};

/* As read; everything is owned by it. */
struct engine_config {
    const char *id;   /* slug */
    const char *name; /* what the engine must call itself: "id name NAME" */
    struct engine_file *files;
    size_t file_count;
    char **command;                /* ends with NULL */
    struct engine_option *options; /* sorted bytewise by name, and sent in that order */
    size_t option_count;
    struct engine_hash *hashes; /* sorted by limit */
    size_t hash_count;
    enum limit_kind limit_kind;
    enum completion completion;
    enum reply_game game;
    int64_t deadline_ms; /* without progress; for a search by nodes see engine_config_silence */
    int64_t slowest_nps; /* 0: not given */
    cJSON *json;
};

/* Reads the file. STATUS_WRONG names the member that is not as it should be. On success the
 * configuration is owned by the caller (engine_config_free). */
enum status engine_config_open(const char *path, struct engine_config *config, struct error *error);

/* The same from memory: `name` is for messages, `folder` is where relative paths begin. */
enum status engine_config_read(const char *name, const char *folder, struct text text,
                               struct engine_config *config, struct error *error);

/* The configuration that a passport's entry describes, for an engine that is one file: the command
 * is `binary` alone. What an entry does not say is chosen: 60 s without progress, 20,000 nodes a
 * second. STATUS_CANNOT where the entry has other files than `binary`, STATUS_WRONG where its
 * completion is none that is known here, or as engine_config_read. */
enum status engine_config_from_entry(const char *id, const cJSON *entry, const char *binary,
                                     struct engine_config *config, struct error *error);

/* Does it set UCI_Chess960, without which positions of Chess960 are read as others? STATUS_WRONG */
enum status engine_config_need_chess960(const struct engine_config *config, struct error *error);

/* Another path for one of the files, as it is (not relative to the configuration). STATUS_WRONG
 * where the engine has no such file; after any failure the configuration can only be freed. */
enum status engine_config_set_path(struct engine_config *config, const char *file, const char *path,
                                   struct error *error);

/* Computes the sha256 of every file. STATUS_WRONG, with all of them filled in, where one is not the
 * expected; STATUS_CANNOT where one cannot be read. */
enum status engine_config_identify(struct engine_config *config, struct error *error);

/* Do the files still have the sha256 that engine_config_identify found? Reads them. STATUS_WRONG
 * where they do not; what was found before stays. */
enum status engine_config_check_files(struct engine_config *config, struct error *error);

/* The hash size for that limit; 0 where the configuration has none. */
uint32_t engine_config_hash_mb(const struct engine_config *config, int64_t limit);

/* The hash size for the smallest of the configuration's limits that is not below that one; 0 where
 * all are. */
uint32_t engine_config_hash_from(const struct engine_config *config, int64_t limit);

/* How long the engine may go without progress in a search, in ms: the deadline, and for a limit of
 * nodes as long as all of them may take at the slowest speed, since a deep iteration is silent. */
int64_t engine_config_silence(const struct engine_config *config, int64_t limit);

/* The engine as a passport lists it: name, files with sha256, package, network, options, hash_mb,
 * limit_kind, per_position, completion in words. Needs engine_config_identify. NULL when out of
 * memory; owned by the caller. */
cJSON *engine_config_entry(const struct engine_config *config);

void engine_config_free(struct engine_config *config);

#endif
