#!/usr/bin/env python3
"""The tables of the study, computed a second time.

    rank.py STUDY_FOLDER OUT   write the tables of pairs and controls, and coverage.json, into OUT,
                               for comparison with `asym-passport replay`
    rank.py --order SEED       print the sha256 of the visiting order, as lines "w:b"

Written from the definitions (METHODOLOGY, the codebook) with the standard library alone, and shares
nothing with the C code: where the two differ, one of them is wrong.
"""

import collections
import csv
import decimal
import functools
import hashlib
import json
import math
import operator
import pathlib
import random
import sys

STARTS = 960


# ---- Chess960 ----

def back_rank(number):
    """Scharnagl's numbering: light bishop, dark bishop, queen, knights; rook, king, rook remain."""
    files = ["."] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    files[2 * light + 1] = "B"
    files[2 * dark] = "B"

    def free():
        return [i for i, piece in enumerate(files) if piece == "."]

    files[free()[queen]] = "Q"
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    for place in [free()[k] for k in pairs[knights]]:
        files[place] = "N"
    for place, piece in zip(free(), "RKR"):
        files[place] = piece
    return "".join(files)


RANKS = [back_rank(n) for n in range(STARTS)]
NUMBERS = {rank: n for n, rank in enumerate(RANKS)}
MIRROR = [NUMBERS[rank[::-1]] for rank in RANKS]
assert len(NUMBERS) == STARTS and RANKS[518] == "RNBQKBNR" and MIRROR[518] == 534


def mirror(pair):
    return MIRROR[pair[0]], MIRROR[pair[1]]


def is_representative(pair):
    return pair < mirror(pair)


def representatives():
    return [(w, b) for w in range(STARTS) for b in range(STARTS) if is_representative((w, b))]


def shredder_fen(pair):
    def rooks(rank):
        return "ABCDEFGH"[rank.rindex("R")] + "ABCDEFGH"[rank.index("R")]

    white, black = RANKS[pair[0]], RANKS[pair[1]]
    rights = rooks(white) + rooks(black).lower()
    return f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - 0 1"


def x_fen(pair):
    fields = shredder_fen(pair).split(" ")
    fields[2] = "KQkq"
    return " ".join(fields)


# ---- what is given ----

Row = collections.namedtuple("Row", "role cp mate win draw loss")
Budget = collections.namedtuple("Budget", "stage nodes window source published triage rows")


def read_rows(path):
    rows = {}
    if path.exists():
        with open(path, newline="", encoding="utf-8") as file:
            lines = csv.reader(file)
            cells = operator.itemgetter(*map(next(lines).index, ("w", "b", *Row._fields)))
            for w, b, role, cp, *rest in map(cells, lines):
                rows[int(w), int(b)] = Row(role, int(cp) if cp else None, *rest)
    return rows


@functools.cache
def read_budgets(folder):
    """The ladder's stages, then those deepening budgets that have evidence: D0 is the first."""
    release = json.loads((folder / "release.json").read_text("utf-8"))
    ladder = json.loads((folder / "ladder.json").read_text("utf-8"))
    evidence = folder / "evidence" / release["primary_engine"]
    budgets = []
    for stage in ladder["stages"]:
        budgets.append(Budget(stage["name"], stage["nodes"], stage["window_cp"], stage["source"],
                              stage.get("published_window_cp", ""), stage.get("triage", False),
                              read_rows(evidence / f"nodes-{stage['nodes']}.csv")))
    nodes, index = ladder["deepening"]["first_nodes"], 0
    while nodes < 10**15:
        rows = read_rows(evidence / f"nodes-{nodes}.csv")
        if rows:
            budgets.append(Budget(f"D{index}", nodes, None, "", "", False, rows))
        nodes, index = nodes * ladder["deepening"]["factor"], index + 1
    return budgets, ladder["calibration"]


# ---- where a class stands ----

def inside(budget, row):
    """A mate never passes; a deepening budget has no window."""
    return row.cp is not None and (budget.window is None or abs(row.cp) <= budget.window)


def judge(budgets, pair, rows):
    """(outcome, stage that stopped it) of a class, from its rows by budget (None: not evaluated)."""
    if pair[0] == pair[1]:
        return "control", ""
    deepest = max(i for i, row in enumerate(rows) if row)
    if budgets[deepest].triage:
        if inside(budgets[deepest], rows[deepest]):
            return "waiting", ""
        return "triaged", budgets[deepest].stage
    for budget, row in list(zip(budgets, rows))[:deepest + 1]:
        if budget.triage or row is None and budget.window is None:
            continue
        if row is None:
            return "gap", budget.stage
        if row.cp is None:
            return "mate", budget.stage
        if not inside(budget, row):
            return "window", budget.stage
    return "ranked", ""


def evaluated_classes(budgets):
    """{representative: rows by budget} of what was evaluated in its own right."""
    classes = {}
    for i, budget in enumerate(budgets):
        for pair, row in budget.rows.items():
            if row.role in ("search", "control") and is_representative(pair):
                classes.setdefault(pair, [None] * len(budgets))[i] = row
    return classes


# ---- calibration ----

def size(row):
    """|cp|; a mate is farther from even than any number."""
    return math.inf if row.cp is None else abs(row.cp)


def even_controls(budgets, calibration):
    """(reference budget, how many are within even_cp there, the controls that count as even)."""
    complete = [b for b in budgets
                if sum(row.role == "control" for row in b.rows.values()) == STARTS]
    if not complete:
        return None, 0, []
    reference = complete[-1]
    order = sorted(range(STARTS), key=lambda n: (size(reference.rows[n, n]), n))
    within = sum(size(reference.rows[n, n]) <= calibration["even_cp"] for n in order)
    return reference, within, order[:max(within, calibration["even_at_least"])]


def control(budget, number):
    return budget.rows.get((number, number))


def fixed(value, decimals):
    """Rounded half away from zero, without "-0.0"."""
    unit = decimal.Decimal(1).scaleb(-decimals)
    rounded = decimal.Decimal(value).quantize(unit, rounding=decimal.ROUND_HALF_UP)
    return str(abs(rounded) if rounded == 0 else rounded)


def mean_and_deviation(values):
    decimal.getcontext().prec = 60
    if not values:
        return "", ""
    mean = decimal.Decimal(sum(values)) / len(values)
    if len(values) == 1:
        return fixed(mean, 1), ""
    squares = sum((value - mean) ** 2 for value in values)
    return fixed(mean, 1), fixed((squares / (len(values) - 1)).sqrt(), 1)


# ---- the tables ----

def cp_cells(rows):
    return ["" if row is None or row.cp is None else row.cp for row in rows]


def cp_names(budgets):
    return [f"cp_{budget.nodes}" for budget in budgets]


def deepest_of(rows):
    return max(i for i, row in enumerate(rows) if row)


def ranked_classes(budgets, classes):
    """[(representative, rows by budget)] of the ranked classes, best first."""
    def place(item):
        pair, rows = item
        deepest = deepest_of(rows)
        sizes = [size(rows[i]) if rows[i] else math.inf for i in range(deepest, -1, -1)]
        return -deepest, sizes, pair

    ranked = [item for item in classes.items() if judge(budgets, *item)[0] == "ranked"]
    return sorted(ranked, key=place)


def pairs_table(budgets, classes):
    yield ["rank", "w", "b", "white", "black", "shredder_fen", "x_fen", "stage", "nodes_limit",
           *cp_names(budgets), "abs_cp", "win", "draw", "loss", "mirror_w", "mirror_b",
           "mirror_evaluated"]
    for rank, (pair, rows) in enumerate(ranked_classes(budgets, classes), 1):
        deepest = deepest_of(rows)
        row, other = rows[deepest], mirror(pair)
        seen = any(b.rows[other].role == "mirror" for b in budgets if other in b.rows)
        yield [rank, *pair, RANKS[pair[0]], RANKS[pair[1]], shredder_fen(pair), x_fen(pair),
               budgets[deepest].stage, budgets[deepest].nodes, *cp_cells(rows), abs(row.cp),
               row.win, row.draw, row.loss, *other, "true" if seen else "false"]


def screened_table(budgets, classes):
    yield ["w", "b", "stage", "nodes_limit", "cp", "mate", "outcome", "stopped_at"]
    for pair in sorted(classes):
        rows = classes[pair]
        budget, row = budgets[deepest_of(rows)], rows[deepest_of(rows)]
        yield [*pair, budget.stage, budget.nodes, "" if row.cp is None else row.cp, row.mate,
               *judge(budgets, pair, rows)]


def controls_table(budgets, even):
    yield ["w", "back_rank", "mirror_w", "stage", "nodes_limit", *cp_names(budgets), "win", "draw",
           "loss", "even"]
    for n in range(STARTS):
        rows = [control(budget, n) for budget in budgets]
        if any(rows):
            budget, row = budgets[deepest_of(rows)], rows[deepest_of(rows)]
            yield [n, RANKS[n], MIRROR[n], budget.stage, budget.nodes, *cp_cells(rows), row.win,
                   row.draw, row.loss, "true" if n in even[2] else "false"]


def coverage(budgets, classes):
    asymmetric = {pair: rows for pair, rows in classes.items() if pair[0] != pair[1]}
    verdicts = {pair: judge(budgets, pair, rows) for pair, rows in asymmetric.items()}
    outcomes = collections.Counter(outcome for outcome, _ in verdicts.values())
    stops = collections.Counter(stop for outcome, stop in verdicts.values() if outcome != "triaged")
    ranked = collections.Counter(deepest_of(asymmetric[pair]) for pair, (outcome, _) in
                                 verdicts.items() if outcome == "ranked")
    ranking = [(i, b) for i, b in enumerate(budgets) if not b.triage]
    spent = {True: 0, False: 0}
    for budget in budgets:
        spent[budget.window is None] += len(budget.rows) * budget.nodes
    return {
        "classes": STARTS * STARTS // 2,
        "asymmetric_classes": STARTS * STARTS // 2 - STARTS // 2,
        "controls": STARTS,
        "classes_evaluated": len(classes),
        "asymmetric_classes_evaluated": len(asymmetric),
        "waiting": outcomes["waiting"],
        "triaged": outcomes["triaged"],
        "screened": {b.stage: sum(rows[i] is not None for rows in asymmetric.values())
                     for i, b in enumerate(budgets)},
        "controls_evaluated": {b.stage: sum(control(b, n) is not None for n in range(STARTS))
                               for b in budgets},
        "ranked": {b.stage: ranked[i] for i, b in ranking},
        "stopped": {b.stage: stops[b.stage] for i, b in ranking},
        "nominal_nodes": {"screening": str(spent[False]), "deepening": str(spent[True])},
    }


def write_table(path, lines):
    path.write_text("".join(",".join(map(str, line)) + "\n" for line in lines), "utf-8")


def write_tables(folder, out):
    budgets, calibration = read_budgets(folder)
    classes = evaluated_classes(budgets)
    even = even_controls(budgets, calibration)
    out.mkdir(parents=True, exist_ok=True)
    write_table(out / "pairs.csv", pairs_table(budgets, classes))
    write_table(out / "screened.csv", screened_table(budgets, classes))
    write_table(out / "controls.csv", controls_table(budgets, even))
    text = json.dumps(coverage(budgets, classes), sort_keys=True, separators=(",", ":"))
    (out / "coverage.json").write_text(text + "\n", "utf-8")


def order_digest(seed):
    pairs = representatives()
    random.Random(seed).shuffle(pairs)
    return hashlib.sha256("".join(f"{w}:{b}\n" for w, b in pairs).encode()).hexdigest()


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    if arguments[0] == "--order":
        print(order_digest(int(arguments[1])))
    else:
        write_tables(pathlib.Path(arguments[0]), pathlib.Path(arguments[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
