#include "search/producer.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/version.h"

#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { PROGRAM_BYTES_MAX = 1 << 30 };

/* What the passport says of the machine: its kind, nothing that tells which one it is. */
static void describe_host(char *host, size_t size)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&name) != 0) {
        snprintf(host, size, "unknown");
        return;
    }
    snprintf(host, size, "%ld %s core%s, %s", cores, name.machine, cores == 1 ? "" : "s",
             name.sysname);
}

enum status producer_new(cJSON **producer, struct error *error)
{
    struct buf program = {0};
    char sha256[SHA256_HEX + 1], host[256];
    bool failed = false;
    *producer = NULL;
    enum status status = file_read("/proc/self/exe", PROGRAM_BYTES_MAX, &program, error);
    if (!status)
        status = hash_sha256_of(program.data, program.len, sha256, error);
    buf_free(&program);
    if (status)
        return status;
    describe_host(host, sizeof host);
    cJSON *json = cJSON_CreateObject();
    json_add_string(json, "name", "asym-passport", &failed);
    json_add_string(json, "version", SOURCE_VERSION, &failed);
    json_add_string(json, "sha256", sha256, &failed);
    json_add_string(json, "host", host, &failed);
    if (failed) {
        cJSON_Delete(json);
        return error_memory(error);
    }
    *producer = json;
    return STATUS_OK;
}
