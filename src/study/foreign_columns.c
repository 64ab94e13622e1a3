#include "study/foreign_columns.h"

#include <stdio.h>
#include <string.h>

enum { KEY_BYTES = 32 };

/* The names by which a list may mean a role, ended by NULL. */
static const char *const known_names[FOREIGN_ROLES][24] = {
    [FOREIGN_POSITION] = {"position", "pos", "letters", "start", "startposition", "startpos",
                          "setup", "backrank", "arrangement", "pieces", "fen", "epd", "xfen",
                          "shredderfen", "pair"},
    [FOREIGN_NUMBER] = {"number", "no", "nr", "num", "n", "sp", "spid", "spnumber", "idn",
                        "scharnagl", "chess960", "frc", "positionnumber", "positionid",
                        "startnumber", "startid"},
    [FOREIGN_ID] = {"id"},
    [FOREIGN_W] = {"w", "white", "wstart", "whitestart", "wnumber", "whitenumber"},
    [FOREIGN_B] = {"b", "black", "bstart", "blackstart", "bnumber", "blacknumber"},
    [FOREIGN_EVAL] = {"eval", "evaluation", "score", "value", "ce"},
    [FOREIGN_CP] = {"cp", "centipawn", "centipawns", "evalcp", "scorecp"},
    [FOREIGN_PAWNS] = {"pawns", "evalpawns"},
    [FOREIGN_WIN] = {"win", "wins", "whitewins"},
    [FOREIGN_DRAW] = {"draw", "draws", "drawrate", "drawratio", "drawpercent", "drawn", "d"},
    [FOREIGN_LOSS] = {"loss", "losses", "lost", "l", "blackwins"},
    [FOREIGN_WDL] = {"wdl"},
    [FOREIGN_IS_MATE] = {"mate", "dm"},
    [FOREIGN_DEPTH] = {"depth", "acd"},
};

const char *foreign_role_name(enum foreign_role role)
{
    static const char *const names[] = {"none", "position", "number", "id",    "w",
                                        "b",    "eval",     "cp",     "pawns", "win",
                                        "draw", "loss",     "wdl",    "mate",  "depth"};
    return names[role];
}

/* The letters and digits of a name, in lower case. */
static void make_key(struct text name, char key[KEY_BYTES])
{
    size_t len = 0;
    for (size_t i = 0; i < name.len && len < KEY_BYTES - 1; i++) {
        char c = name.data[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            key[len++] = c;
    }
    key[len] = '\0';
}

static enum foreign_role role_of_key(const char *key)
{
    for (int role = 0; role < FOREIGN_ROLES; role++) {
        for (const char *const *name = known_names[role]; *name; name++) {
            if (strcmp(*name, key) == 0)
                return (enum foreign_role)role;
        }
    }
    return FOREIGN_NONE;
}

/* ---- what the caller says ---- */

/* The next "NAME=ROLE" of `given`; a part without '=' has an empty role. */
static bool next_given(const char **at, struct text *name, struct text *role)
{
    if (!*at || !**at)
        return false;
    size_t len = strcspn(*at, ",");
    const char *equals = memchr(*at, '=', len);
    size_t before = equals ? (size_t)(equals - *at) : len;
    *name = (struct text){*at, before};
    *role = (struct text){*at + len, 0};
    if (equals)
        *role = (struct text){equals + 1, len - before - 1};
    *at += len + ((*at)[len] == ',');
    return true;
}

/* FOREIGN_ROLES where there is none of that name. */
static enum foreign_role role_of_name(struct text name)
{
    int role = 0;
    while (role < FOREIGN_ROLES && !text_is(name, foreign_role_name((enum foreign_role)role)))
        role++;
    return (enum foreign_role)role;
}

/* Does `given` name that column before, too? */
static bool is_given_before(const struct foreign_columns *columns, struct text name)
{
    char key[KEY_BYTES], other[KEY_BYTES];
    struct text before, role;
    make_key(name, key);
    for (const char *at = columns->given; next_given(&at, &before, &role);) {
        make_key(before, other);
        if (before.data == name.data || strcmp(key, other) == 0)
            return before.data != name.data;
    }
    return false;
}

enum status foreign_columns_check(const struct foreign_columns *columns, struct error *error)
{
    struct text name, role;
    for (const char *at = columns->given; next_given(&at, &name, &role);) {
        if (role.len == 0)
            return error_set(error, STATUS_CANNOT, "--columns: '%.*s' is not NAME=ROLE",
                             listing_shown(name), name.data);
        if (role_of_name(role) == FOREIGN_ROLES)
            return error_set(error, STATUS_CANNOT,
                             "--columns: '%.*s' is none of position, number, id, w, b, eval, cp, "
                             "pawns, win, draw, loss, wdl, mate, depth, none",
                             listing_shown(role), role.data);
        if (is_given_before(columns, name))
            return error_set(error, STATUS_CANNOT, "--columns: '%.*s' stands twice",
                             listing_shown(name), name.data);
    }
    return STATUS_OK;
}

/* FOREIGN_ROLES where `given` does not name it. */
static enum foreign_role given_role(const struct foreign_columns *columns, const char *key)
{
    char other[KEY_BYTES];
    struct text name, role;
    for (const char *at = columns->given; next_given(&at, &name, &role);) {
        make_key(name, other);
        if (strcmp(key, other) == 0)
            return role_of_name(role);
    }
    return FOREIGN_ROLES;
}

/* ---- all of them ---- */

int foreign_columns_find(const struct foreign_columns *columns, enum foreign_role role)
{
    for (size_t i = 0; i < columns->known; i++) {
        if (columns->roles[i] == role)
            return (int)i;
    }
    return -1;
}

int foreign_columns_eval(const struct foreign_columns *columns)
{
    int column = foreign_columns_find(columns, FOREIGN_EVAL);
    if (column < 0)
        column = foreign_columns_find(columns, FOREIGN_CP);
    if (column < 0)
        column = foreign_columns_find(columns, FOREIGN_PAWNS);
    return column;
}

static bool has(const struct foreign_columns *columns, enum foreign_role role)
{
    return foreign_columns_find(columns, role) >= 0;
}

/* The column was given its role by its name alone, and has a name that may also count games. */
static bool may_count_games(const struct foreign_columns *columns, const struct listing *listing,
                            int column)
{
    char key[KEY_BYTES];
    if (column < 0)
        return false;
    make_key(listing->columns[column], key);
    return given_role(columns, key) == FOREIGN_ROLES &&
           (strlen(key) == 1 || strcmp(key, "white") == 0 || strcmp(key, "black") == 0);
}

/* Beside draws, "w", "white", "b" and "black" may count games: they do where the position stands
 * elsewhere, or where w has no b. A number elsewhere may be but that of the line. */
static enum status look_for_games(struct foreign_columns *columns, const struct listing *listing,
                                  struct error *error)
{
    int w = foreign_columns_find(columns, FOREIGN_W), b = foreign_columns_find(columns, FOREIGN_B);
    if (!has(columns, FOREIGN_DRAW) || has(columns, FOREIGN_WIN) ||
        !may_count_games(columns, listing, w))
        return STATUS_OK;
    bool pair = may_count_games(columns, listing, b) && !has(columns, FOREIGN_LOSS);
    if (pair && !has(columns, FOREIGN_POSITION) && has(columns, FOREIGN_NUMBER))
        return error_set(error, STATUS_CANNOT,
                         "%s: columns '%.*s' and '%.*s': starts or games? Say --columns W=w,B=b or "
                         "W=win,B=loss with their names",
                         columns->name, listing_shown(listing->columns[w]),
                         listing->columns[w].data, listing_shown(listing->columns[b]),
                         listing->columns[b].data);
    if (b < 0 || (pair && has(columns, FOREIGN_POSITION)))
        columns->roles[w] = FOREIGN_WIN;
    if (pair && has(columns, FOREIGN_POSITION))
        columns->roles[b] = FOREIGN_LOSS;
    return STATUS_OK;
}

/* Roles of which a list has one column. */
static enum foreign_role kin(enum foreign_role role)
{
    switch (role) {
    case FOREIGN_CP:
    case FOREIGN_PAWNS:
        return FOREIGN_EVAL;
    case FOREIGN_WDL:
        return FOREIGN_DRAW;
    case FOREIGN_POSITION: /* they are held against each other */
        return FOREIGN_NONE;
    default:
        return role;
    }
}

static enum status check_kin(const struct foreign_columns *columns, const struct listing *listing,
                             struct error *error)
{
    for (size_t i = 0; i < columns->known; i++) {
        for (size_t k = 0; k < i && kin(columns->roles[i]); k++) {
            struct text a = listing->columns[k], b = listing->columns[i];
            if (kin(columns->roles[k]) == kin(columns->roles[i]))
                return error_set(error, STATUS_CANNOT,
                                 "%s: columns '%.*s' and '%.*s' both tell %s; leave one out with "
                                 "--columns NAME=none",
                                 columns->name, listing_shown(a), a.data, listing_shown(b), b.data,
                                 foreign_role_name(kin(columns->roles[i])));
        }
    }
    return STATUS_OK;
}

enum status foreign_columns_add(struct foreign_columns *columns, const struct listing *listing,
                                struct error *error)
{
    if (columns->known == listing->count)
        return STATUS_OK;
    for (; columns->known < listing->count; columns->known++) {
        char key[KEY_BYTES];
        make_key(listing->columns[columns->known], key);
        enum foreign_role role = given_role(columns, key);
        columns->roles[columns->known] = role == FOREIGN_ROLES ? role_of_key(key) : role;
    }
    enum status status = listing->is_epd ? STATUS_OK : look_for_games(columns, listing, error);
    return status ? status : check_kin(columns, listing, error);
}

static enum status check_given(const struct foreign_columns *columns, const struct listing *listing,
                               struct error *error)
{
    struct text name, role;
    for (const char *at = columns->given; next_given(&at, &name, &role);) {
        char wanted[KEY_BYTES], key[KEY_BYTES];
        bool found = false;
        make_key(name, wanted);
        for (size_t i = 0; i < listing->count && !found; i++) {
            make_key(listing->columns[i], key);
            found = strcmp(key, wanted) == 0;
        }
        if (!found)
            return error_set(error, STATUS_CANNOT, "--columns: %s has no '%.*s'", columns->name,
                             listing_shown(name), name.data);
    }
    return STATUS_OK;
}

/* "a, b, c", as far as there is room. */
static void list_columns(const struct listing *listing, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < listing->count && used < size - LISTING_SHOWN - 3; i++) {
        struct text name = listing->columns[i];
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", i ? ", " : "",
                                 listing_shown(name), name.data);
    }
}

enum status foreign_columns_end(const struct foreign_columns *columns,
                                const struct listing *listing, struct error *error)
{
    char names[400];
    bool placed = has(columns, FOREIGN_POSITION) || has(columns, FOREIGN_NUMBER) ||
                  has(columns, FOREIGN_ID) || (has(columns, FOREIGN_W) && has(columns, FOREIGN_B));
    bool valued = foreign_columns_eval(columns) >= 0 || has(columns, FOREIGN_DRAW) ||
                  has(columns, FOREIGN_WDL);
    enum status status = check_given(columns, listing, error);
    if (status || (placed && valued))
        return status;
    list_columns(listing, names, sizeof names);
    return error_set(error, STATUS_CANNOT,
                     "%s: no column tells %s; say which with --columns NAME=%s; there are: %s",
                     columns->name,
                     placed ? "an evaluation or draw rate" : "the position or its number",
                     placed ? "eval" : "position", names);
}
