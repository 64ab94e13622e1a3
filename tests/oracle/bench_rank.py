#!/usr/bin/env python3
"""bench_rank.py STUDY_FOLDER OUT: rank the pairs, from the evidence alone.

Reads release.json, ladder.json and the evidence of the primary engine, and writes OUT/pairs.csv and
OUT/screened.csv. Written from METHODOLOGY.en.md with the standard library only, as somebody would
who does not have the C program; tests/bench holds the bytes of both against each other.
"""

import csv
import json
import os
import sys

KNIGHTS = [(i, j) for i in range(5) for j in range(i + 1, 5)]


def letters(number):
    """The back rank of a Scharnagl number."""
    row = [None] * 8
    row[2 * (number % 4) + 1] = row[2 * (number // 4 % 4)] = "B"
    i, j = KNIGHTS[number // 96]
    for piece, place in ("Q", number // 16 % 6), ("N", j), ("N", i), ("R", 0), ("K", 0), ("R", 0):
        free = [file for file in range(8) if row[file] is None]
        row[free[place]] = piece
    return "".join(row)


LETTERS = [letters(number) for number in range(960)]
NUMBER = {row: number for number, row in enumerate(LETTERS)}
MIRROR = [NUMBER[row[::-1]] for row in LETTERS]


def castling(row):
    """The files of the rooks, h side first."""
    return "ABCDEFGH"[row.rindex("R")] + "ABCDEFGH"[row.index("R")]


def fen(w, b, rights):
    return f"{LETTERS[b].lower()}/pppppppp/8/8/8/8/PPPPPPPP/{LETTERS[w]} w {rights} - 0 1"


def is_representative(w, b):
    return (w, b) < (MIRROR[w], MIRROR[b])


class Budget:
    def __init__(self, stage, limit, window, triage):
        self.stage, self.limit, self.window, self.triage = stage, limit, window, triage


def read_budgets(folder, engine):
    """The stages of the ladder, then the deepening budgets that have evidence."""
    with open(os.path.join(folder, "ladder.json"), encoding="utf-8") as file:
        ladder = json.load(file)
    budgets = [
        Budget(stage["name"], stage["nodes"], stage["window_cp"], stage.get("triage", False))
        for stage in ladder["stages"]
    ]
    known = {budget.limit for budget in budgets}
    found = sorted(
        int(name[len("nodes-") : -len(".csv")])
        for name in os.listdir(os.path.join(folder, "evidence", engine))
        if name.startswith("nodes-") and name.endswith(".csv")
    )
    for limit in found:
        if limit not in known:
            deep, step = ladder["deepening"]["first_nodes"], 0
            while deep < limit:
                deep, step = deep * ladder["deepening"]["factor"], step + 1
            budgets.append(Budget(f"D{step}", limit, None, False))
    return budgets


def read_evidence(folder, engine, budgets):
    """({(w, b): {budget: row}} of what stands for a class, {mirrors that were evaluated})."""
    classes, mirrors = {}, set()
    for at, budget in enumerate(budgets):
        path = os.path.join(folder, "evidence", engine, f"nodes-{budget.limit}.csv")
        if not os.path.exists(path):
            continue
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            columns = next(rows)
            w_at, b_at, role_at = map(columns.index, ("w", "b", "role"))
            cp_at, mate_at, win_at = map(columns.index, ("cp", "mate", "win"))
            for row in rows:
                pair = int(row[w_at]), int(row[b_at])
                role = row[role_at]
                if role == "mirror":
                    mirrors.add(pair)
                elif role in ("search", "control") and is_representative(*pair):
                    cp = int(row[cp_at]) if row[cp_at] else None
                    wdl = row[win_at : win_at + 3]
                    classes.setdefault(pair, {})[at] = (cp, row[mate_at], wdl)
    return classes, mirrors


def inside(budget, cp):
    return cp is not None and (budget.window is None or abs(cp) <= budget.window)


def judge(budgets, first, pair, rows, deepest):
    """(outcome, the stage that stopped it)."""
    if pair[0] == pair[1]:
        return "control", ""
    if deepest < first:
        if inside(budgets[deepest], rows[deepest][0]):
            return "waiting", ""
        return "triaged", budgets[deepest].stage
    for at in range(first, deepest + 1):
        if at not in rows:
            if budgets[at].window is None:
                continue
            return "gap", budgets[at].stage
        if rows[at][0] is None:
            return "mate", budgets[at].stage
        if not inside(budgets[at], rows[at][0]):
            return "window", budgets[at].stage
    return "ranked", ""


def rank_key(pair, rows, deepest):
    values = [
        abs(rows[at][0]) if at in rows and rows[at][0] is not None else float("inf")
        for at in range(deepest, -1, -1)
    ]
    return -deepest, values, pair


def main(folder, out):
    with open(os.path.join(folder, "release.json"), encoding="utf-8") as file:
        engine = json.load(file)["primary_engine"]
    budgets = read_budgets(folder, engine)
    first = sum(budget.triage for budget in budgets)
    classes, mirrors = read_evidence(folder, engine, budgets)
    os.makedirs(out, exist_ok=True)
    ranked = []

    with open(os.path.join(out, "screened.csv"), "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow("w b stage nodes_limit cp mate outcome stopped_at".split())
        for pair in sorted(classes):
            rows = classes[pair]
            deepest = max(rows)
            outcome, stopped = judge(budgets, first, pair, rows, deepest)
            if outcome == "ranked":
                ranked.append((rank_key(pair, rows, deepest), rows))
            cp, mate, _ = rows[deepest]
            budget = budgets[deepest]
            table.writerow((*pair, budget.stage, budget.limit, cp, mate, outcome, stopped))

    with open(os.path.join(out, "pairs.csv"), "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            "rank w b white black shredder_fen x_fen stage nodes_limit".split()
            + [f"cp_{budget.limit}" for budget in budgets]
            + "abs_cp win draw loss mirror_w mirror_b mirror_evaluated".split()
        )
        ranked.sort(key=lambda entry: entry[0])
        for rank, ((neg_deepest, _, (w, b)), rows) in enumerate(ranked, 1):
            budget = budgets[-neg_deepest]
            cp, _, wdl = rows[-neg_deepest]
            mirror = MIRROR[w], MIRROR[b]
            rights = castling(LETTERS[w]) + castling(LETTERS[b]).lower()
            table.writerow(
                [rank, w, b, LETTERS[w], LETTERS[b], fen(w, b, rights), fen(w, b, "KQkq")]
                + [budget.stage, budget.limit]
                + [rows[at][0] if at in rows else None for at in range(len(budgets))]
                + [abs(cp), *wdl, *mirror, "true" if mirror in mirrors else "false"]
            )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: bench_rank.py STUDY_FOLDER OUT")
    main(*sys.argv[1:])
