#!/usr/bin/env python3
"""The tables of the encyclopedia, computed a second time.

    corridor.py STUDY_FOLDER OUT   write them into OUT, for comparison with `asym-passport replay`

Written from the definitions (the codebook) with the standard library alone, and shares nothing with
the C code: where the two differ, one of them is wrong.
"""

import csv
import itertools
import json
import pathlib
import statistics
import sys

from rank import (MIRROR, RANKS, deepest_of, evaluated_classes, fixed, ranked_classes, read_budgets,
                  shredder_fen, write_table, x_fen)

REASONS = ["outside", "drift", "mate", "not_confirmed", "not_evaluated", "no_confirmation",
           "few_controls"]
FAILING = REASONS[:4]


def read_evidence(folder, engine, kind, limit):
    """{(w, b): the row, all fields as they are written}."""
    path = folder / "evidence" / engine / f"{kind}-{limit}.csv"
    if not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        return {(int(row["w"]), int(row["b"])): row for row in csv.DictReader(file)}


class Confirmer:
    """A confirming engine: its evaluations, and the median of its controls (None: too few)."""

    def __init__(self, folder, entry, at_least):
        self.engine, self.kind, self.limit = entry["engine"], entry["limit_kind"], entry["limit"]
        rows = read_evidence(folder, self.engine, self.kind, self.limit)
        controls = [row for row in rows.values() if row["role"] == "control"]
        sizes = [abs(int(row["cp"])) for row in controls if row["cp"]]
        self.rows = {pair: row for pair, row in rows.items() if row["role"] == "confirm"}
        self.controls, self.mates = len(sizes), len(controls) - len(sizes)
        self.median = statistics.median(map(float, sizes)) if len(sizes) >= at_least else None

    def below(self, pair):
        """True, False, or None where it cannot be told."""
        row = self.rows.get(pair)
        if row and row["mate"]:
            return False
        if not row or self.median is None:
            return None
        return abs(int(row["cp"])) < self.median


class Judged:
    """A ranked class, its values at the four limits (None: not evaluated) and what is against it."""

    def __init__(self, corridor, confirmers, budgets, rank, pair, rows):
        self.rank, self.pair = rank, pair
        self.deepest = deepest_of(rows)
        self.cp = rows[self.deepest].cp
        self.near = abs(self.cp) <= corridor["near"]["max_cp"]
        by_limit = {budget.nodes: row for budget, row in zip(budgets, rows)}
        values = {limit: by_limit[limit].cp if by_limit.get(limit) else None
                  for limit in corridor["limits"]}
        self.values = list(values.values())
        self.drift = None
        if None not in self.values:
            signs = {(y > x) - (y < x) for x, y in itertools.pairwise(self.values)}
            self.drift = signs in ({1}, {-1})
        rows = {c: c.rows.get(pair) for c in confirmers}
        self.reasons = {
            "outside": [limit for limit, cp in values.items()
                        if cp is not None and abs(cp) > corridor["max_cp"]],
            "drift": [None] if self.drift else [],
            "mate": [c.engine for c in confirmers if rows[c] and rows[c]["mate"]],
            "not_confirmed": [c.engine for c in confirmers
                              if rows[c] and rows[c]["cp"] and c.below(pair) is False],
            "not_evaluated": [limit for limit, cp in values.items() if cp is None],
            "no_confirmation": [c.engine for c in confirmers if not rows[c]],
            "few_controls": [c.engine for c in confirmers if c.median is None],
        }
        if any(self.reasons[reason] for reason in FAILING):
            self.verdict = "rejected"
        else:
            self.verdict = "open" if any(self.reasons.values()) else "admitted"

    def text(self):
        return " ".join(reason + (":" + "+".join(map(str, about)) if about != [None] else "")
                        for reason, about in self.reasons.items() if about)


def truth(value):
    return "" if value is None else str(value).lower()


def blank(value):
    return "" if value is None else value


def name_of(pair):
    return f"{pair[0]}:{pair[1]}"


def letters(pair):
    return [RANKS[pair[0]], RANKS[pair[1]]]


def cp_names(corridor):
    return [f"cp_{limit}" for limit in corridor["limits"]]


def judge_all(corridor, confirmers, budgets):
    ranked = ranked_classes(budgets, evaluated_classes(budgets))
    judged = [Judged(corridor, confirmers, budgets, rank, pair, rows)
              for rank, (pair, rows) in enumerate(ranked, 1)
              if budgets[deepest_of(rows)].nodes >= corridor["near"]["from_nodes"]]
    return sorted(judged, key=lambda one: (not one.near, one.rank))


def corridor_table(corridor, confirmers, budgets, judged):
    yield ["id", "w", "b", "white", "black", "rank", "stage", "nodes_limit", "cp", "near",
           *cp_names(corridor), "max_abs_cp", "drift", "confirmed", "verdict", "reasons"]
    for one in judged:
        known = [abs(cp) for cp in one.values if cp is not None]
        yield [name_of(one.pair), *one.pair, *letters(one.pair), one.rank,
               budgets[one.deepest].stage, budgets[one.deepest].nodes, one.cp, truth(one.near),
               *map(blank, one.values), max(known, default=""), truth(one.drift),
               sum(c.below(one.pair) is True for c in confirmers), one.verdict, one.text()]


def confirmations_table(confirmers, judged):
    yield ("id w b rank near engine limit_kind limit cp mate median controls control_mates "
           "below").split()
    for one, c in itertools.product(judged, confirmers):
        row = c.rows.get(one.pair, {"cp": "", "mate": ""})
        yield [f"{name_of(one.pair)}-{c.engine}", *one.pair, one.rank, truth(one.near), c.engine,
               c.kind, c.limit, row["cp"], row["mate"],
               "" if c.median is None else fixed(c.median, 1), c.controls, c.mates,
               truth(c.below(one.pair))]


def confirmers_table(confirmers, judged):
    yield "id limit_kind limit median controls control_mates candidates evaluated confirmed".split()
    near = [one.pair for one in judged if one.near]
    for c in confirmers:
        yield [c.engine, c.kind, c.limit, "" if c.median is None else fixed(c.median, 1), c.controls,
               c.mates, len(near), sum(pair in c.rows for pair in near),
               sum(c.below(pair) is True for pair in near)]


def encyclopedia_table(folder, corridor, primary, budgets, judged):
    yield ["id", "number", "w", "b", "white", "black", "shredder_fen", "x_fen", "rank", "stage",
           *cp_names(corridor), "max_abs_cp", "bestmove", "win", "draw", "loss", "mirror_w",
           "mirror_b"]
    last = read_evidence(folder, primary, "nodes", corridor["limits"][-1])
    admitted = [one for one in judged if one.verdict == "admitted"]
    for number, one in enumerate(admitted, 1):
        row = last[one.pair]
        yield [name_of(one.pair), number, *one.pair, *letters(one.pair), shredder_fen(one.pair),
               x_fen(one.pair), one.rank, budgets[one.deepest].stage, *one.values,
               max(map(abs, one.values)), row["bestmove"], row["win"], row["draw"], row["loss"],
               MIRROR[one.pair[0]], MIRROR[one.pair[1]]]


def verdicts_table(judged):
    yield ["id", "classes", "near"]
    groups = {"judged": judged}
    for verdict in ("admitted", "open", "rejected"):
        groups[verdict] = [one for one in judged if one.verdict == verdict]
    for reason in REASONS:
        groups[reason] = [one for one in judged if one.reasons[reason]]
    for name, group in groups.items():
        yield [name, len(group), sum(one.near for one in group)]


def write_tables(folder, out):
    corridor = json.loads((folder / "corridor.json").read_text("utf-8"))
    primary = json.loads((folder / "release.json").read_text("utf-8"))["primary_engine"]
    if "limits" not in corridor:
        ladder = json.loads((folder / "ladder.json").read_text("utf-8"))["deepening"]
        corridor["limits"] = [ladder["first_nodes"] * ladder["factor"] ** k for k in range(4)]
    confirmers = [Confirmer(folder, entry, corridor["controls_at_least"])
                  for entry in corridor["confirmers"]]
    budgets, _ = read_budgets(folder)
    judged = judge_all(corridor, confirmers, budgets)
    out.mkdir(parents=True, exist_ok=True)
    write_table(out / "corridor.csv", corridor_table(corridor, confirmers, budgets, judged))
    write_table(out / "confirmations.csv", confirmations_table(confirmers, judged))
    write_table(out / "encyclopedia.csv",
                encyclopedia_table(folder, corridor, primary, budgets, judged))
    write_table(out / "confirmers.csv", confirmers_table(confirmers, judged))
    write_table(out / "verdicts.csv", verdicts_table(judged))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write_tables(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
