#include "uci/config.h"

#include "base/file.h"
#include "passport/shapes.h"
#include "uci/option.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Printable ASCII: what is sent to an engine is one line. */
#define PRINTABLE "^[ -~]+$"
#define FILE_NAME "^[a-z0-9._-]+$"
#define FILE_NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789._-"

enum { CONFIG_MAX = 1 << 20 };

static const struct json_shape text_shape = {.kind = JSON_STRING, .pattern = PRINTABLE};

static const struct json_member file_members[] = {
    {"path",
     false,
     {.kind = JSON_STRING,
      .pattern = PRINTABLE,
      .about = "Absolute, or from the folder of this file."}},
    {"sha256",
     true,
     {.kind = JSON_STRING, .pattern = SHAPE_SHA256, .about = "Any other file is refused."}},
    {0},
};
static const struct json_shape file_shape = {.kind = JSON_OBJECT, .members = file_members};

static const struct json_shape hash_mb_shape = {.kind = JSON_INTEGER, .min = 1, .max = 33554432};

static const struct json_member members[] = {
    {"id", false, {.kind = JSON_STRING, .pattern = SHAPE_SLUG}},
    {"name",
     false,
     {.kind = JSON_STRING, .pattern = PRINTABLE, .about = "What the engine says as its id name."}},
    {"package", true, {.kind = JSON_STRING, .pattern = PRINTABLE}},
    {"network", true, {.kind = JSON_STRING, .pattern = PRINTABLE}},
    {"command",
     false,
     {.kind = JSON_ARRAY,
      .min = 1,
      .item = &text_shape,
      .about = "Program and arguments; {NAME} is the path of that file, here and in options."}},
    {"files",
     false,
     {.kind = JSON_MAP,
      .pattern = FILE_NAME,
      .min = 1,
      .item = &file_shape,
      .about = "What identifies the engine: its binary, or script, network."}},
    {"options",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[A-Za-z0-9 _]+$",
      .item = &text_shape,
      .about = "UCI; each must be offered by the engine with a range that holds the value."}},
    {"hash_mb",
     false,
     {.kind = JSON_MAP,
      .pattern = "^[1-9][0-9]{0,15}$",
      .min = 1,
      .item = &hash_mb_shape,
      .about = "Hash size by limit: it changes results."}},
    {"limit_kind", false, {.kind = JSON_STRING, .pattern = "^(nodes|depth)$"}},
    {"per_position",
     false,
     {.kind = JSON_ARRAY,
      .min = 4,
      .max = 4,
      .item = &text_shape,
      .about = "Commands for each position: ucinewgame, isready, position fen, go KIND."}},
    {"completion",
     false,
     {.kind = JSON_STRING,
      .pattern = "^(exact-before-final-pv|final-pv)$",
      .about = "Which line of the search is the last completed iteration."}},
    {"game",
     true,
     {.kind = JSON_STRING,
      .pattern = "^(chess|xiangqi)$",
      .about = "Whose points its moves name: to h8, which is meant without it, or to i10."}},
    {"deadline_s",
     false,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = 86400,
      .about = "Seconds without progress after which the engine is taken for dead."}},
    {"slowest_nps",
     true,
     {.kind = JSON_INTEGER,
      .min = 1,
      .max = 1000000000,
      .about = "A search by nodes may be silent for LIMIT / slowest_nps seconds more."}},
    {0},
};

const struct json_shape engine_config_shape = {
    .kind = JSON_OBJECT,
    .about = "An engine: what is started, which files are its identity, how it searches.",
    .members = members,
};

/* In the order of enum completion: as configurations and as passports say it. */
static const struct {
    const char *slug, *words;
} completions[] = {
    {"exact-before-final-pv", "the last exact PV line before the final PV line"},
    {"final-pv", "the final exact PV line"},
};

/* A configuration on its way in. */
struct reader {
    const char *name, *folder;
    struct engine_config *config;
    struct error *error;
};

/* Room for one more than the members of that object or array. */
static void *room(const cJSON *list, size_t *count, size_t size)
{
    *count = (size_t)cJSON_GetArraySize(list);
    return calloc(*count + 1, size);
}

static enum status read_files(const struct reader *reader)
{
    struct engine_config *config = reader->config;
    const cJSON *list = json_get(config->json, "files"), *file;
    size_t count;
    config->files = room(list, &count, sizeof *config->files);
    if (!config->files)
        return error_memory(reader->error);
    cJSON_ArrayForEach(file, list)
    {
        const char *path = json_string(file, "path");
        struct engine_file *to = &config->files[config->file_count++];
        to->name = file->string;
        to->expected = json_string(file, "sha256");
        to->path = path[0] == '/' ? strdup(path) : file_join(reader->folder, path);
        if (!to->path)
            return error_memory(reader->error);
    }
    return STATUS_OK;
}

/* The file that "{NAME}" stands for, or NULL. */
static struct engine_file *find_file(const struct engine_config *config, struct text name)
{
    for (size_t i = 0; i < config->file_count; i++) {
        if (text_is(name, config->files[i].name))
            return &config->files[i];
    }
    return NULL;
}

/* "{NAME}" at the start of the text: the NAME, or an empty text where there is none. */
static struct text placeholder(const char *text)
{
    size_t len = strspn(text + 1, FILE_NAME_CHARACTERS);
    bool is_one = text[0] == '{' && len && text[1 + len] == '}';
    return (struct text){text + 1, is_one ? len : 0};
}

/* The text with the path of each file in the place of its "{NAME}"; owned by the caller. *files
 * counts them. */
static enum status expand(const struct reader *reader, const char *where, const char *text,
                          char **expanded, size_t *files)
{
    struct buf out = {0};
    *expanded = NULL;
    while (*text) {
        struct text name = text[0] == '{' ? placeholder(text) : text_of("");
        if (!name.len) {
            buf_putc(&out, *text++);
            continue;
        }
        const struct engine_file *file = find_file(reader->config, name);
        if (!file) {
            buf_free(&out);
            return error_set(reader->error, STATUS_WRONG, "%s: %s: no file is named %.*s",
                             reader->name, where, (int)name.len, name.data);
        }
        buf_puts(&out, file->path);
        text = name.data + name.len + 1;
        ++*files;
    }
    enum status status = buf_ok(&out, reader->error);
    if (!status)
        *expanded = buf_take(&out);
    buf_free(&out);
    return status;
}

static enum status read_command(const struct reader *reader)
{
    struct engine_config *config = reader->config;
    const cJSON *list = json_get(config->json, "command"), *element;
    size_t count, at = 0, files = 0;
    config->command = room(list, &count, sizeof *config->command);
    if (!config->command)
        return error_memory(reader->error);
    cJSON_ArrayForEach(element, list)
    {
        enum status status =
            expand(reader, "command", element->valuestring, &config->command[at++], &files);
        if (status)
            return status;
    }
    if (!files)
        return error_set(reader->error, STATUS_WRONG,
                         "%s: command: none of the files is in it, as {%s} would be", reader->name,
                         config->files[0].name);
    return STATUS_OK;
}

static int compare_options(const void *a, const void *b)
{
    return strcmp(((const struct engine_option *)a)->name, ((const struct engine_option *)b)->name);
}

static enum status read_options(const struct reader *reader)
{
    struct engine_config *config = reader->config;
    const cJSON *list = json_get(config->json, "options"), *option;
    size_t count, files = 0;
    config->options = room(list, &count, sizeof *config->options);
    if (!config->options)
        return error_memory(reader->error);
    cJSON_ArrayForEach(option, list)
    {
        struct engine_option *to = &config->options[config->option_count++];
        to->name = option->string;
        if (strcmp(option->string, "Hash") == 0)
            return error_set(reader->error, STATUS_WRONG,
                             "%s: options: Hash is set by hash_mb, for each limit", reader->name);
        enum status status = expand(reader, "options", option->valuestring, &to->value, &files);
        if (status)
            return status;
        if (strlen(to->name) >= OPTION_NAME_BYTES || strlen(to->value) >= OPTION_VALUE_BYTES)
            return error_set(reader->error, STATUS_WRONG, "%s: options: %.32s... is too long",
                             reader->name, option->string);
    }
    qsort(config->options, count, sizeof *config->options, compare_options);
    return STATUS_OK;
}

static void free_expanded(struct engine_config *config)
{
    for (char **argument = config->command; argument && *argument; argument++)
        free(*argument);
    for (size_t i = 0; i < config->option_count; i++)
        free(config->options[i].value);
    free(config->command);
    free(config->options);
    config->command = NULL;
    config->options = NULL;
    config->option_count = 0;
}

static int compare_hashes(const void *a, const void *b)
{
    int64_t left = ((const struct engine_hash *)a)->limit;
    int64_t right = ((const struct engine_hash *)b)->limit;
    return (left > right) - (left < right);
}

static enum status read_hashes(const struct reader *reader)
{
    struct engine_config *config = reader->config;
    const cJSON *list = json_get(config->json, "hash_mb"), *hash;
    size_t count;
    config->hashes = room(list, &count, sizeof *config->hashes);
    if (!config->hashes)
        return error_memory(reader->error);
    int64_t most = config->limit_kind == LIMIT_NODES ? EVIDENCE_NODES_MAX : 255;
    cJSON_ArrayForEach(hash, list)
    {
        struct engine_hash *to = &config->hashes[config->hash_count++];
        if (!text_int(text_of(hash->string), 1, most, &to->limit))
            return error_set(reader->error, STATUS_WRONG, "%s: hash_mb: no limit of %s: '%s'",
                             reader->name, limit_kind_name(config->limit_kind), hash->string);
        to->hash_mb = (uint32_t)hash->valuedouble;
    }
    qsort(config->hashes, count, sizeof *config->hashes, compare_hashes);
    return STATUS_OK;
}

/* The protocol is one; the configuration says it for those who read it. */
static enum status check_protocol(const struct reader *reader)
{
    const char *const expected[] = {"ucinewgame", "isready", "position fen",
                                    reader->config->limit_kind == LIMIT_NODES ? "go nodes"
                                                                              : "go depth"};
    const cJSON *list = json_get(reader->config->json, "per_position"), *command;
    size_t at = 0;
    cJSON_ArrayForEach(command, list)
    {
        if (strcmp(command->valuestring, expected[at]) != 0)
            return error_set(reader->error, STATUS_WRONG,
                             "%s: per_position[%zu] is '%s', expected '%s'", reader->name, at,
                             command->valuestring, expected[at]);
        at++;
    }
    return STATUS_OK;
}

static enum status read_members(const struct reader *reader)
{
    struct engine_config *config = reader->config;
    const cJSON *json = config->json;
    config->id = json_string(json, "id");
    config->name = json_string(json, "name");
    config->deadline_ms = json_int(json, "deadline_s") * 1000;
    config->slowest_nps = json_int(json, "slowest_nps");
    config->limit_kind = limit_kind_read(json_string(json, "limit_kind"));
    if (strcmp(json_string(json, "completion"), completions[COMPLETION_FINAL].slug) == 0)
        config->completion = COMPLETION_FINAL;
    const char *game = json_string(json, "game");
    if (game && strcmp(game, "xiangqi") == 0)
        config->game = REPLY_XIANGQI;
    enum status status = read_files(reader);
    if (!status)
        status = read_command(reader);
    if (!status)
        status = read_options(reader);
    if (!status)
        status = read_hashes(reader);
    if (!status)
        status = check_protocol(reader);
    return status;
}

enum status engine_config_read(const char *name, const char *folder, struct text text,
                               struct engine_config *config, struct error *error)
{
    const struct reader reader = {name, folder, config, error};
    *config = (struct engine_config){0};
    enum status status = json_read(name, text, &engine_config_shape, &config->json, error);
    if (!status)
        status = read_members(&reader);
    if (status)
        engine_config_free(config);
    return status;
}

enum status engine_config_open(const char *path, struct engine_config *config, struct error *error)
{
    struct buf text = {0};
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    *config = (struct engine_config){0};
    enum status status = folder ? STATUS_OK : error_memory(error);
    if (!status)
        status = file_read(path, CONFIG_MAX, &text, error);
    if (!status)
        status =
            engine_config_read(path, folder, (struct text){text.data, text.len}, config, error);
    free(folder);
    buf_free(&text);
    return status;
}

/* The words of a passport, as a configuration says them; NULL where they are none of ours. */
static const char *completion_slug(const char *words)
{
    for (size_t i = 0; i < sizeof completions / sizeof *completions; i++) {
        if (words && strcmp(completions[i].words, words) == 0)
            return completions[i].slug;
    }
    return NULL;
}

/* The document that engine_config_read would read. */
static cJSON *describe(const char *id, const cJSON *entry, const char *binary, const char *slug)
{
    bool failed = false;
    cJSON *json = cJSON_Duplicate(entry, true);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "files");
    cJSON_DeleteItemFromObjectCaseSensitive(json, "completion");
    json_add_string(json, "id", id, &failed);
    json_append(json_add_array(json, "command", &failed), cJSON_CreateString("{binary}"), &failed);
    cJSON *file = json_add_object(json_add_object(json, "files", &failed), "binary", &failed);
    json_add_string(file, "path", binary, &failed);
    json_add_string(json, "completion", slug, &failed);
    json_add_int(json, "deadline_s", 60, &failed);
    json_add_int(json, "slowest_nps", 20000, &failed);
    if (!failed)
        return json;
    cJSON_Delete(json);
    return NULL;
}

enum status engine_config_from_entry(const char *id, const cJSON *entry, const char *binary,
                                     struct engine_config *config, struct error *error)
{
    const cJSON *files = json_get(entry, "files");
    const char *words = json_string(entry, "completion"), *slug = completion_slug(words);
    *config = (struct engine_config){0};
    if (!json_get(files, "binary") || cJSON_GetArraySize(files) != 1)
        return error_set(error, STATUS_CANNOT,
                         "engine %s is more than a binary: its configuration is needed", id);
    if (!slug)
        return error_set(error, STATUS_WRONG, "engine %s: completion '%.200s' is not known", id,
                         words ? words : "");
    struct buf text = {0};
    cJSON *json = describe(id, entry, binary, slug);
    json_write(&text, json);
    enum status status = json ? buf_ok(&text, error) : error_memory(error);
    if (!status)
        status = engine_config_read("the passport's entry", ".", buf_text(&text), config, error);
    cJSON_Delete(json);
    buf_free(&text);
    return status;
}

enum status engine_config_need_chess960(const struct engine_config *config, struct error *error)
{
    for (size_t i = 0; i < config->option_count; i++) {
        if (strcmp(config->options[i].name, "UCI_Chess960") == 0 &&
            strcmp(config->options[i].value, "true") == 0)
            return STATUS_OK;
    }
    return error_set(error, STATUS_WRONG,
                     "engine %s: options: UCI_Chess960 must be true, for the positions are "
                     "Chess960's",
                     config->id);
}

enum status engine_config_set_path(struct engine_config *config, const char *file, const char *path,
                                   struct error *error)
{
    const struct reader reader = {config->id, NULL, config, error};
    struct engine_file *found = find_file(config, text_of(file));
    if (!found)
        return error_set(error, STATUS_WRONG, "engine %s has no file %s", config->id, file);
    char *copy = strdup(path);
    if (!copy)
        return error_memory(error);
    free(found->path);
    found->path = copy;
    found->sha256[0] = '\0';
    free_expanded(config);
    enum status status = read_command(&reader);
    return status ? status : read_options(&reader);
}

/* In pieces, for a network may be large. */
static enum status hash_file(struct engine_file *file, struct error *error)
{
    static const size_t piece = 1 << 16;
    struct stat info;
    int fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return error_set(error, STATUS_CANNOT, "%s: cannot open: %s", file->path, strerror(errno));
    struct hash_sha256 *hash = hash_sha256_new();
    char *bytes = malloc(piece);
    enum status status = bytes ? STATUS_OK : error_memory(error);
    if (!status && (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)))
        status = error_set(error, STATUS_CANNOT, "%s: not a regular file", file->path);
    for (ssize_t got = 1; !status && got;) {
        got = read(fd, bytes, piece);
        if (got > 0)
            hash_sha256_add(hash, bytes, (size_t)got);
        else if (got < 0 && errno != EINTR)
            status =
                error_set(error, STATUS_CANNOT, "%s: cannot read: %s", file->path, strerror(errno));
    }
    if (!status)
        status = hash_sha256_hex(hash, file->sha256, error);
    else
        hash_sha256_free(hash);
    free(bytes);
    close(fd);
    return status;
}

enum status engine_config_identify(struct engine_config *config, struct error *error)
{
    for (size_t i = 0; i < config->file_count; i++) {
        config->files[i].sha256[0] = '\0';
        enum status status = hash_file(&config->files[i], error);
        if (status)
            return error_prefix(error, status, "engine %s: file %s", config->id,
                                config->files[i].name);
    }
    for (size_t i = 0; i < config->file_count; i++) {
        const struct engine_file *file = &config->files[i];
        if (file->expected && strcmp(file->expected, file->sha256) != 0)
            return error_set(error, STATUS_WRONG,
                             "engine %s: file %s: %s has sha256 %s, expected %s", config->id,
                             file->name, file->path, file->sha256, file->expected);
    }
    return STATUS_OK;
}

enum status engine_config_check_files(struct engine_config *config, struct error *error)
{
    char(*before)[SHA256_HEX + 1] = calloc(config->file_count, sizeof *before);
    if (!before)
        return error_memory(error);
    for (size_t i = 0; i < config->file_count; i++)
        memcpy(before[i], config->files[i].sha256, sizeof *before);
    enum status status = engine_config_identify(config, error);
    for (size_t i = 0; i < config->file_count && !status; i++) {
        const struct engine_file *file = &config->files[i];
        if (strcmp(before[i], file->sha256) != 0)
            status = error_set(error, STATUS_WRONG,
                               "engine %s: file %s: %s has changed: sha256 %s, before %s",
                               config->id, file->name, file->path, file->sha256, before[i]);
    }
    for (size_t i = 0; i < config->file_count; i++)
        memcpy(config->files[i].sha256, before[i], sizeof *before);
    free(before);
    return status;
}

uint32_t engine_config_hash_mb(const struct engine_config *config, int64_t limit)
{
    for (size_t i = 0; i < config->hash_count; i++) {
        if (config->hashes[i].limit == limit)
            return config->hashes[i].hash_mb;
    }
    return 0;
}

uint32_t engine_config_hash_from(const struct engine_config *config, int64_t limit)
{
    for (size_t i = 0; i < config->hash_count; i++) {
        if (config->hashes[i].limit >= limit)
            return config->hashes[i].hash_mb;
    }
    return 0;
}

int64_t engine_config_silence(const struct engine_config *config, int64_t limit)
{
    if (config->limit_kind != LIMIT_NODES || !config->slowest_nps)
        return config->deadline_ms;
    int64_t seconds = limit / config->slowest_nps + (limit % config->slowest_nps != 0);
    return config->deadline_ms + seconds * 1000;
}

cJSON *engine_config_entry(const struct engine_config *config)
{
    static const char *const copied[] = {"package",    "network",      "options", "hash_mb",
                                         "limit_kind", "per_position", NULL};
    bool failed = false;
    cJSON *entry = cJSON_CreateObject();
    json_add_string(entry, "name", config->name, &failed);
    cJSON *files = json_add_object(entry, "files", &failed);
    for (size_t i = 0; i < config->file_count; i++)
        json_add_string(files, config->files[i].name, config->files[i].sha256, &failed);
    for (const char *const *name = copied; *name; name++) {
        const cJSON *member = json_get(config->json, *name);
        if (member)
            json_add(entry, *name, cJSON_Duplicate(member, true), &failed);
    }
    json_add_string(entry, "completion", completions[config->completion].words, &failed);
    if (failed) {
        cJSON_Delete(entry);
        return NULL;
    }
    return entry;
}

void engine_config_free(struct engine_config *config)
{
    for (size_t i = 0; i < config->file_count; i++)
        free(config->files[i].path);
    free_expanded(config);
    free(config->files);
    free(config->hashes);
    cJSON_Delete(config->json);
    *config = (struct engine_config){0};
}
