#include "release/citation.h"

#include <string.h>

#define AUTHORS "The asym-passport contributors"
#define LICENCE "CC0-1.0"

/* A YAML line whose value is quoted as in JSON, which YAML's double-quoted style includes. */
static void quoted(struct buf *out, const char *key, const char *value)
{
    buf_puts(out, key);
    buf_puts(out, ": ");
    json_write_string(out, value);
    buf_putc(out, '\n');
}

/* The same for a member that need not be there. */
static void optional(struct buf *out, const char *key, const cJSON *object, const char *member)
{
    const char *value = json_string(object, member);
    if (value)
        quoted(out, key, value);
}

static void cff_author(struct buf *out, const cJSON *author)
{
    const char *name = json_string(author, "name");
    if (name) {
        quoted(out, "      - name", name);
        return;
    }
    quoted(out, "      - family-names", json_string(author, "family_names"));
    optional(out, "        given-names", author, "given_names");
}

static void cff_reference(struct buf *out, const cJSON *reference)
{
    quoted(out, "  - type", json_string(reference, "type"));
    quoted(out, "    title", json_string(reference, "title"));
    buf_printf(out, "    year: %lld\n", (long long)json_int(reference, "year"));
    buf_puts(out, "    authors:\n");
    const cJSON *author;
    cJSON_ArrayForEach(author, json_get(reference, "authors")) cff_author(out, author);
    optional(out, "    url", reference, "url");
    optional(out, "    notes", reference, "notes");
}

static void cff_identifier(struct buf *out, const char *type, const char *prefix, const char *value,
                           const char *description)
{
    buf_printf(out, "  - type: \"%s\"\n    value: \"%s%s\"\n", type, prefix, value);
    quoted(out, "    description", description);
}

void citation_cff(const struct citation *citation, struct buf *out)
{
    quoted(out, "cff-version", "1.2.0");
    quoted(out, "message", "If you use this dataset, please cite it with its version.");
    quoted(out, "type", "dataset");
    quoted(out, "title", citation->title);
    buf_puts(out, "authors:\n  - name: \"" AUTHORS "\"\n");
    quoted(out, "version", citation->edition->version);
    quoted(out, "date-released", citation->edition->date);
    quoted(out, "license", LICENCE);
    if (citation->content_id) {
        buf_puts(out, "identifiers:\n");
        cff_identifier(out, "other", "sha256:", citation->content_id,
                       "Content id: the sha256 of the release's SHA256SUMS");
        cff_identifier(out, "swh", "", citation->swhid, "The release's content as a folder");
    }
    buf_puts(out, "keywords:\n");
    for (const char *const *keyword = citation->keywords; *keyword; keyword++)
        buf_printf(out, "  - \"%s\"\n", *keyword);
    buf_puts(out, "references:\n");
    const cJSON *reference;
    cJSON_ArrayForEach(reference, citation->references) cff_reference(out, reference);
}

void citation_bibtex(const struct citation *citation, struct buf *out)
{
    static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                         "jul", "aug", "sep", "oct", "nov", "dec"};
    const struct edition *edition = citation->edition;
    int month = (edition->date[5] - '0') * 10 + edition->date[6] - '0';
    buf_printf(out, "@misc{%s-%s,\n", edition->study, edition->version);
    buf_puts(out, "  author = {{" AUTHORS "}},\n");
    buf_printf(out, "  title = {{%s}},\n", citation->title);
    buf_printf(out, "  year = {%.4s},\n  month = %s,\n", edition->date, months[month - 1]);
    buf_printf(out, "  version = {%s},\n", edition->version);
    buf_printf(out, "  note = {Dataset %s, version %s, content id sha256:%s, %s}\n}\n",
               edition->study, edition->version, citation->content_id, citation->swhid);
}

/* An object with one or two string members, into an array. */
static void append_pair(cJSON *array, const char *name, const char *value, const char *name2,
                        const char *value2, bool *failed)
{
    cJSON *item = cJSON_CreateObject();
    json_add_string(item, name, value, failed);
    if (name2)
        json_add_string(item, name2, value2, failed);
    json_append(array, item, failed);
}

static void datacite_related(cJSON *root, const cJSON *references, bool *failed)
{
    cJSON *array = json_add_array(root, "relatedIdentifiers", failed);
    const cJSON *reference;
    cJSON_ArrayForEach(reference, references)
    {
        const char *url = json_string(reference, "url");
        if (!url)
            continue;
        cJSON *item = cJSON_CreateObject();
        json_add_string(item, "relatedIdentifier", url, failed);
        json_add_string(item, "relatedIdentifierType", "URL", failed);
        json_add_string(item, "relationType", "References", failed);
        json_append(array, item, failed);
    }
}

static void datacite_ids(cJSON *root, const struct citation *citation, bool *failed)
{
    char sha256[80] = "sha256:";
    strncat(sha256, citation->content_id, 64);
    cJSON *array = json_add_array(root, "identifiers", failed);
    append_pair(array, "identifier", sha256, "identifierType", "content id", failed);
    append_pair(array, "identifier", citation->swhid, "identifierType", "SWHID", failed);
}

enum status citation_datacite(const struct citation *citation, struct buf *out, struct error *error)
{
    const struct edition *edition = citation->edition;
    char year[5] = {0};
    bool failed = false;
    cJSON *root = cJSON_CreateObject();
    memcpy(year, edition->date, 4);
    json_add_string(root, "schemaVersion", "http://datacite.org/schema/kernel-4", &failed);
    datacite_ids(root, citation, &failed);
    append_pair(json_add_array(root, "creators", &failed), "name", AUTHORS, "nameType",
                "Organizational", &failed);
    append_pair(json_add_array(root, "titles", &failed), "title", citation->title, NULL, NULL,
                &failed);
    json_add_string(root, "publisher", AUTHORS, &failed);
    json_add_string(root, "publicationYear", year, &failed);
    cJSON *types = json_add_object(root, "types", &failed);
    json_add_string(types, "resourceTypeGeneral", "Dataset", &failed);
    json_add_string(types, "resourceType", citation->results, &failed);
    append_pair(json_add_array(root, "dates", &failed), "date", edition->date, "dateType", "Issued",
                &failed);
    json_add_string(root, "version", edition->version, &failed);
    append_pair(json_add_array(root, "rightsList", &failed), "rights", LICENCE, "rightsIdentifier",
                LICENCE, &failed);
    datacite_related(root, citation->references, &failed);
    if (!failed)
        json_write(out, root);
    cJSON_Delete(root);
    return failed ? error_memory(error) : STATUS_OK;
}
