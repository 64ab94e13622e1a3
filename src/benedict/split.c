#include "benedict/split.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is asked ---- */

void split_write(const struct proof_claim *claim, struct buf *text)
{
    char fen[PLAIN_FEN_BYTES];
    plain_write_fen(&claim->start, fen);
    buf_printf(text, "%d %d %s", claim->plies, claim->replies, fen);
}

/* The number before the next space. */
static bool take_number(struct text *text, int *number)
{
    const char *space = memchr(text->data, ' ', text->len);
    int64_t value;
    size_t len = space ? (size_t)(space - text->data) : text->len;
    if (!space || !text_int((struct text){text->data, len}, 0, INT16_MAX, &value))
        return false;
    *number = (int)value;
    *text = (struct text){space + 1, text->len - len - 1};
    return true;
}

enum status split_read(struct text text, struct proof_claim *claim, struct error *error)
{
    *claim = (struct proof_claim){0};
    if (!take_number(&text, &claim->plies) || !take_number(&text, &claim->replies))
        return error_set(error, STATUS_WRONG, "a question that this program does not ask");
    enum status status = plain_read_fen(text, &claim->start, error);
    return status ? status : proof_check_claim(claim, error);
}

void split_describe(const struct proof_claim *claim, enum dfpn_answer answer, struct buf *out)
{
    struct proof_claim told = *claim;
    char fen[PLAIN_FEN_BYTES];
    told.is_win = answer == DFPN_WIN;
    if (answer != DFPN_OPEN) {
        proof_describe(&told, out);
        return;
    }
    plain_write_fen(&claim->start, fen);
    buf_printf(out, "does %s win within %d plies from %s",
               proof_attacker_is_red(claim) ? "Red" : "Black", claim->plies, fen);
}

/* ---- positions ---- */

static enum status play(const char *move, struct benedict *position, struct plain *board,
                        struct error *error)
{
    struct plain_move same;
    struct benedict_move made;
    struct benedict_undo undo;
    enum status status = benedict_read_move(position, text_of(move), &made, error);
    if (!status && (!plain_read_move(board, text_of(move), &same) ||
                    benedict_make(position, made, &undo) || plain_play(board, same)))
        status = error_set(error, STATUS_WRONG, "'%s' ends the game", move);
    return status;
}

enum status split_start(const struct proof_claim *claim, const char *name,
                        struct benedict *position, struct plain *board, struct error *error)
{
    char fen[PLAIN_FEN_BYTES], moves[SPLIT_NAME_BYTES], *rest = moves;
    plain_write_fen(&claim->start, fen);
    *board = claim->start;
    enum status status = benedict_read_fen(text_of(fen), position, error);
    memcpy(moves, name, sizeof moves - 1);
    moves[sizeof moves - 1] = '\0';
    while (!status && *rest) {
        char *move = rest;
        rest += strcspn(rest, " ");
        if (*rest)
            *rest++ = '\0';
        status = play(move, position, board, error);
    }
    return status;
}

/* ---- what is known ---- */

/* The moves without the last one. */
static void cut(const char name[SPLIT_NAME_BYTES], char start[SPLIT_NAME_BYTES])
{
    const char *last = strrchr(name, ' ');
    size_t len = last ? (size_t)(last - name) : 0;
    memset(start, 0, SPLIT_NAME_BYTES);
    memcpy(start, name, len);
}

static int compare_tasks(const void *a, const void *b)
{
    const struct split_task *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

/* The defence of that name, which is the last one, or new. */
static size_t find_defence(struct split *split, const char name[SPLIT_NAME_BYTES])
{
    size_t last = split->defence_count;
    if (last == 0 || strcmp(split->defences[last - 1].name, name) != 0)
        memcpy(split->defences[split->defence_count++].name, name, SPLIT_NAME_BYTES);
    return split->defence_count - 1;
}

static size_t find_attack(struct split *split, const char name[SPLIT_NAME_BYTES])
{
    size_t last = split->attack_count;
    if (last == 0 || strcmp(split->attacks[last - 1].name, name) != 0) {
        char start[SPLIT_NAME_BYTES];
        struct split_attack *attack = &split->attacks[split->attack_count++];
        cut(name, start);
        memcpy(attack->name, name, SPLIT_NAME_BYTES);
        attack->defence = find_defence(split, start);
    }
    return split->attack_count - 1;
}

enum status split_new(const char (*names)[SPLIT_NAME_BYTES], size_t count, struct split *split,
                      struct error *error)
{
    struct split_task **sorted = calloc(count + 1, sizeof(struct split_task *));
    *split = (struct split){
        .tasks = calloc(count + 1, sizeof *split->tasks),
        .attacks = calloc(count + 1, sizeof *split->attacks),
        .defences = calloc(count + 1, sizeof *split->defences),
        .count = count,
    };
    if (!sorted || !split->tasks || !split->attacks || !split->defences) {
        free(sorted);
        split_free(split);
        return error_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(split->tasks[i].name, names[i], SPLIT_NAME_BYTES);
        sorted[i] = &split->tasks[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_tasks);
    for (size_t i = 0; i < count; i++) {
        char start[SPLIT_NAME_BYTES];
        cut(sorted[i]->name, start);
        sorted[i]->attack = find_attack(split, start);
    }
    free(sorted);
    return STATUS_OK;
}

void split_free(struct split *split)
{
    free(split->tasks);
    free(split->attacks);
    free(split->defences);
    *split = (struct split){0};
}

/* Begins with what is so where nothing is against it, and lets the tasks object. */
static void judge_attacks(struct split *split)
{
    for (size_t i = 0; i < split->attack_count; i++)
        split->attacks[i].answer = DFPN_WIN;
    for (size_t i = 0; i < split->count; i++) {
        struct split_attack *attack = &split->attacks[split->tasks[i].attack];
        if (split->tasks[i].answer == DFPN_NO_WIN && attack->answer != DFPN_NO_WIN) {
            attack->answer = DFPN_NO_WIN;
            attack->reply = i;
        } else if (split->tasks[i].answer == DFPN_OPEN && attack->answer == DFPN_WIN) {
            attack->answer = DFPN_OPEN;
        }
    }
}

static void judge_defences(struct split *split)
{
    for (size_t i = 0; i < split->defence_count; i++)
        split->defences[i].answer = DFPN_NO_WIN;
    for (size_t i = 0; i < split->attack_count; i++) {
        struct split_defence *defence = &split->defences[split->attacks[i].defence];
        if (split->attacks[i].answer == DFPN_WIN && defence->answer != DFPN_WIN) {
            defence->answer = DFPN_WIN;
            defence->attack = i;
        } else if (split->attacks[i].answer == DFPN_OPEN && defence->answer == DFPN_NO_WIN) {
            defence->answer = DFPN_OPEN;
        }
    }
}

void split_judge(struct split *split)
{
    judge_attacks(split);
    judge_defences(split);
    split->answer = DFPN_WIN;
    for (size_t i = 0; i < split->defence_count; i++) {
        if (split->defences[i].answer == DFPN_NO_WIN && split->answer != DFPN_NO_WIN) {
            split->answer = DFPN_NO_WIN;
            split->defence = i;
        } else if (split->defences[i].answer == DFPN_OPEN && split->answer == DFPN_WIN) {
            split->answer = DFPN_OPEN;
        }
    }
}

bool split_needs(const struct split *split, size_t task)
{
    const struct split_attack *attack = &split->attacks[split->tasks[task].attack];
    return split->answer == DFPN_OPEN && split->tasks[task].answer == DFPN_OPEN &&
           attack->answer == DFPN_OPEN && split->defences[attack->defence].answer == DFPN_OPEN;
}
