/* Every single bit of a small release: of the tar, the signature and the provenance each flip is
 * refused; of the zstd layer each is refused or yields the identical tar. Exhaustive, through
 * verify_release as `verify --quiet` calls it. */
#include "../fuzz/fuzz.h"
#include "base/file.h"
#include "release/archive.h"
#include "release/minisign.h"
#include "release/provenance.h"
#include "release/published.h"
#include "release/sign.h"
#include "release/sums.h"
#include "release/verify.h"
#include "test.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The files of the small release, in a folder of their own. */
static char folder[] = "/tmp/test-flips-XXXXXX";
static char tar_path[64], zst_path[64], key_path[64], signature_path[64], provenance_path[64];

static void put(const char *path, struct text data)
{
    struct error error = {0};
    assert_ok(file_write(path, data, 0644, &error));
}

static void sign_small(const struct release *release, const struct files *content,
                       const char *content_id, const struct archive_digest *tar)
{
    struct error error = {0};
    struct secret *secret;
    struct minisign_key key;
    struct buf out = {0};
    struct text sums;
    unsigned char public[SECRET_PUBLIC_BYTES];
    char comment[256];
    assert_ok(secret_generate(&secret, &error));
    secret_public(secret, public);
    assert_ok(minisign_key_from_public(public, &key, &error));
    minisign_key_write(&out, &key);
    put(key_path, buf_text(&out));
    buf_free(&out);
    published_comment(&release->edition, content_id, tar, comment);
    assert_ok(files_get(content, SUMS_FILE, &sums, &error));
    assert_ok(
        minisign_write(&out, secret, sums.data, sums.len, SIGN_UNTRUSTED_COMMENT, comment, &error));
    put(signature_path, buf_text(&out));
    buf_free(&out);
    assert_ok(provenance_sign(secret, release, content, tar, &out, &error));
    put(provenance_path, buf_text(&out));
    buf_free(&out);
    secret_free(secret);
}

/* Every sentence becomes one letter. */
static void shorten(cJSON *json)
{
    for (cJSON *item = json->child; item; item = item->next) {
        if (item->string && strcmp(item->string, "description") == 0)
            cJSON_SetValuestring(item, "x");
        shorten(item);
    }
}

static void shorten_codebook(struct files *inputs, struct buf *codebook)
{
    struct error error = {0};
    struct text text;
    cJSON *json;
    assert_ok(files_get(inputs, "schema/codebook.json", &text, &error));
    assert_ok(json_parse("codebook", text, &json, &error));
    shorten(json);
    json_write(codebook, json);
    cJSON_Delete(json);
    files_remove(inputs, "schema/codebook.json");
    assert_ok(files_add_view(inputs, "schema/codebook.json", buf_text(codebook), &error));
}

static void make_small(void)
{
    struct error error = {0};
    struct files inputs = {0}, content = {0};
    struct release release = {0};
    struct archive_digest digest;
    struct buf corpus = {0}, codebook = {0}, frame = {0}, unpacked = {0};
    struct text tar;
    char content_id[SHA256_HEX + 1], name[48];
    assert_ok(file_read("tests/fuzz/corpus/release/small", 1 << 20, &corpus, &error));
    fuzz_files((const uint8_t *)corpus.data, corpus.len, &inputs);
    shorten_codebook(&inputs, &codebook);
    assert_ok(release_render(&release, &inputs, &content, content_id, &error));
    edition_name(&release.edition, name);
    assert_ok(archive_write(&content, name, release.edition.epoch, zst_path, &digest, &error));
    assert_ok(file_read(zst_path, 1 << 20, &frame, &error));
    assert_ok(archive_read(zst_path, buf_text(&frame), 1 << 20, &unpacked, &tar, &error));
    put(tar_path, tar);
    sign_small(&release, &content, content_id, &digest);
    release_free(&release);
    files_free(&content);
    files_free(&inputs);
    buf_free(&corpus);
    buf_free(&codebook);
    buf_free(&frame);
    buf_free(&unpacked);
}

static enum status verify(const char *archive, struct verify_report *report)
{
    struct error error = {0};
    const struct verify_request request = {.path = archive,
                                           .key = key_path,
                                           .signature = signature_path,
                                           .provenance = provenance_path,
                                           .brief = true};
    return verify_release(&request, report, &error);
}

/* Flips each bit of every second byte of `path`, from `first` on, while `archive` is verified.
 * Returns how many flips were not refused; they must have been harmless. */
static size_t flip_half(const char *path, const char *archive, size_t first)
{
    struct error error = {0};
    struct buf bytes = {0};
    size_t accepted = 0;
    assert_ok(file_read(path, 1 << 24, &bytes, &error));
    int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    for (size_t at = first; at < bytes.len; at += 2) {
        for (int bit = 0; bit < 8; bit++) {
            struct verify_report report;
            char flipped = (char)(bytes.data[at] ^ (1 << bit));
            assert_int_equal(pwrite(fd, &flipped, 1, (off_t)at), 1);
            accepted += verify(archive, &report) == STATUS_OK;
        }
        assert_int_equal(pwrite(fd, bytes.data + at, 1, (off_t)at), 1);
    }
    close(fd);
    buf_free(&bytes);
    return accepted;
}

static void copy(const char *from, const char *to)
{
    struct error error = {0};
    struct buf bytes = {0};
    assert_ok(file_read(from, 1 << 24, &bytes, &error));
    put(to, buf_text(&bytes));
    buf_free(&bytes);
}

/* Both halves at once, each on a copy of its own: *which is the file that is flipped. */
static size_t flip(char *which, char *archive)
{
    char kept[64];
    size_t accepted = 0;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        snprintf(kept, sizeof kept, "%.50s.2", which);
        copy(which, kept);
        snprintf(which, 64, "%s", kept);
        accepted = flip_half(which, archive, 1);
        unlink(which);
        _exit(write(ends[1], &accepted, sizeof accepted) != sizeof accepted);
    }
    size_t own = flip_half(which, archive, 0);
    int status;
    assert_int_equal(read(ends[0], &accepted, sizeof accepted), sizeof accepted);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(ends[0]);
    close(ends[1]);
    return own + accepted;
}

static void the_release_itself_verifies(void **state)
{
    (void)state;
    struct verify_report report;
    assert_int_equal(verify(tar_path, &report), STATUS_OK);
    assert_int_equal(verify(zst_path, &report), STATUS_OK);
}

static void flips_of_the_tar_are_refused(void **state)
{
    (void)state;
    assert_int_equal(flip(tar_path, tar_path), 0);
}

static void flips_of_the_signature_are_refused(void **state)
{
    (void)state;
    assert_int_equal(flip(signature_path, tar_path), 0);
}

static void flips_of_the_provenance_are_refused(void **state)
{
    (void)state;
    assert_int_equal(flip(provenance_path, tar_path), 0);
}

/* What verifies has the signed digest, so the tar is the same; a frame has bits that say nothing.
 */
static void flips_of_the_frame_change_nothing_or_are_refused(void **state)
{
    (void)state;
    size_t accepted = flip(zst_path, zst_path);
    assert_true(accepted < 200);
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(tar_path, sizeof tar_path, "%s/a.tar", folder);
    snprintf(zst_path, sizeof zst_path, "%s/a.tar.zst", folder);
    snprintf(key_path, sizeof key_path, "%s/key.pub", folder);
    snprintf(signature_path, sizeof signature_path, "%s/s.minisig", folder);
    snprintf(provenance_path, sizeof provenance_path, "%s/p.json", folder);
    make_small();
    return 0;
}

static int end(void **state)
{
    (void)state;
    unlink(tar_path);
    unlink(zst_path);
    unlink(key_path);
    unlink(signature_path);
    unlink(provenance_path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_release_itself_verifies),
        cmocka_unit_test(flips_of_the_tar_are_refused),
        cmocka_unit_test(flips_of_the_signature_are_refused),
        cmocka_unit_test(flips_of_the_provenance_are_refused),
        cmocka_unit_test(flips_of_the_frame_change_nothing_or_are_refused),
    };
    return cmocka_run_group_tests_name("flips", tests, begin, end);
}
