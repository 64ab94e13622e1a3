#include "passport/source.h"

#include "base/file.h"

#include <git2.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_BYTES_MAX = 64 << 20 };

/* Only ROOT itself may be the repository: what lies around it is not ours. */
static bool open_repository(git_repository **repository, const char *root)
{
    return git_repository_open_ext(repository, root, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL) == 0;
}

/* The id of src/ in a commit, as an SWHID. */
static bool swhid_in_commit(git_repository *repository, const git_oid *commit_id,
                            char swhid[SWHID_BYTES])
{
    git_commit *commit = NULL;
    git_tree *tree = NULL;
    bool found = false;
    if (git_commit_lookup(&commit, repository, commit_id) == 0 &&
        git_commit_tree(&tree, commit) == 0) {
        const git_tree_entry *entry = git_tree_entry_byname(tree, "src");
        if (entry) {
            memcpy(swhid, "swh:1:dir:", 10);
            git_oid_tostr(swhid + 10, GIT_OID_HEXSZ + 1, git_tree_entry_id(entry));
            found = true;
        }
    }
    git_tree_free(tree);
    git_commit_free(commit);
    return found;
}

static void look_at_head(const char *root, struct source *source)
{
    git_repository *repository = NULL;
    git_oid head;
    char committed[SWHID_BYTES];
    if (git_libgit2_init() < 0)
        return;
    if (open_repository(&repository, root) &&
        git_reference_name_to_id(&head, repository, "HEAD") == 0 &&
        swhid_in_commit(repository, &head, committed)) {
        source->in_git = true;
        source->dirty = strcmp(committed, source->swhid) != 0;
        git_oid_tostr(source->commit, sizeof source->commit, &head);
    }
    git_repository_free(repository);
    git_libgit2_shutdown();
}

enum status source_read(const char *root, struct source *source, struct error *error)
{
    *source = (struct source){0};
    struct files files = {0};
    char *folder = file_join(root, "src");
    if (!folder)
        return error_memory(error);
    enum status status = file_walk(folder, "", FILE_PASS_HIDDEN, SOURCE_BYTES_MAX, &files, error);
    if (!status)
        status = swhid_of_files(&files, source->swhid, error);
    if (!status)
        look_at_head(root, source);
    files_free(&files);
    free(folder);
    return status;
}

enum source_answer source_commit_holds(const char *root, const char *commit, const char *swhid)
{
    git_repository *repository = NULL;
    git_oid id;
    char committed[SWHID_BYTES];
    enum source_answer answer = SOURCE_UNKNOWN;
    if (git_libgit2_init() < 0)
        return answer;
    if (open_repository(&repository, root) && git_oid_fromstr(&id, commit) == 0 &&
        swhid_in_commit(repository, &id, committed))
        answer = strcmp(committed, swhid) == 0 ? SOURCE_SAME : SOURCE_DIFFERS;
    git_repository_free(repository);
    git_libgit2_shutdown();
    return answer;
}
