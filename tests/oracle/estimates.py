#!/usr/bin/env python3
"""The tables of windows, balance, draw rates, estimates and published figures, computed a second
time.

    estimates.py STUDY_FOLDER OUT [LIMIT]   write them into OUT, where rank.py and claims.py have
                                            written theirs, for comparison with `asym-passport
                                            replay`; LIMIT as in claims.py
    estimates.py --coverage TRIALS          how often the intervals hold the truth, where it is known

Written from the definitions (the codebook) with the standard library alone, and shares nothing with
the C code: where the two differ, one of them is wrong.
"""

import csv
import decimal
import json
import math
import pathlib
import random
import sys
from decimal import Decimal

from claims import correlation_cells, samples, share_cells
from rank import (MIRROR, RANKS, STARTS, Budget, Row, control, even_controls, fixed, inside,
                  mean_and_deviation, read_budgets, representatives, size, write_table)


# ---- windows ----

def percentile(values, percent):
    """Nearest rank."""
    return sorted(values)[-(-percent * len(values) // 100) - 1]


def cell(value):
    return "" if value is None or value == math.inf else value


def window_interval(sizes, percent, seed):
    values = sorted(percentile([sizes[i] for i in indices], percent)
                    for indices in samples(seed, len(sizes)))
    return [cell(values[-(-len(values) * share // 1000) - 1]) for share in (25, 975)]


def window_row(budgets, calibration, index, even):
    budget = budgets[index]
    so_far = [b for b in budgets[:index + 1] if not b.triage]
    reference, within, numbers = even
    here = [n for n in numbers if control(budget, n)]
    kept = [n for n in here if inside(budget, control(budget, n))]
    kept_so_far = [n for n in here if all(control(b, n) and inside(b, control(b, n)) for b in so_far)]
    controls = [n for n in range(STARTS) if control(budget, n)]
    outside = [n for n in controls if not inside(budget, control(budget, n))]
    outside_so_far = [n for n in controls
                      if any(control(b, n) and not inside(b, control(b, n)) for b in so_far)]
    calibrated, interval = "", ["", ""]
    if here:
        sizes = [size(control(budget, n)) for n in here]
        calibrated = cell(percentile(sizes, calibration["percentile"]))
        interval = window_interval(sizes, calibration["percentile"], 1 + index)
    values = [control(budget, n).cp for n in controls]
    mean, deviation = mean_and_deviation([cp for cp in values if cp is not None])
    return [budget.stage, budget.nodes, cell(budget.window), budget.source, budget.published,
            calibrated, reference.nodes if reference else "", calibration["even_cp"], within,
            len(numbers), len(here), len(kept), "" if budget.triage else len(kept_so_far),
            len(controls), mean, deviation, *interval, *share_cells(len(kept), len(here)),
            *(["", "", ""] if budget.triage else share_cells(len(kept_so_far), len(here))),
            len(outside), "" if budget.triage else len(outside_so_far)]


def windows_table(budgets, calibration):
    yield ("stage nodes_limit window source published_window calibrated_window reference_limit "
           "even_cp even_within even_used even_evaluated even_kept even_kept_so_far controls mean_cp "
           "sd_cp window_low window_high even_kept_share even_kept_low even_kept_high "
           "even_kept_so_far_share even_kept_so_far_low even_kept_so_far_high outside "
           "outside_so_far").split()
    even = even_controls(budgets, calibration)
    for index in range(len(budgets)):
        yield window_row(budgets, calibration, index, even)


# ---- balance ----

def balance_table(budgets):
    yield ("w rank back_rank mirror_w nodes_limit cp shallower_limit low_cp high_cp "
           "zero_inside").split()
    complete = [b for b in budgets if all(control(b, n) for n in range(STARTS))]
    if not complete:
        return
    deep, h = complete[-1], None
    shallow = complete[-2] if len(complete) > 1 else None
    if shallow:
        moves = [abs(control(deep, n).cp - control(shallow, n).cp) for n in range(STARTS)
                 if None not in (control(deep, n).cp, control(shallow, n).cp)]
        h = percentile(moves, 95) if moves else None
    order = sorted(range(STARTS), key=lambda n: (size(control(deep, n)), n))
    for rank, n in enumerate(order, 1):
        cp = control(deep, n).cp
        interval = ["", "", ""]
        if None not in (cp, h):
            interval = [cp - h, cp + h, "true" if cp - h <= 0 <= cp + h else "false"]
        yield [n, rank, RANKS[n], MIRROR[n], deep.nodes, cell(cp), shallow.nodes if shallow else "",
               *interval]


# ---- draw rates ----

def draws_row(kind, budget, rows, even_cp, seed, limit):
    rows = [row for row in rows if row.cp is not None and row.draw != ""]
    rates = [int(row.draw) for row in rows]

    def drawish(chosen, low, high):
        return sum(low <= int(row.draw) <= high for row in chosen)

    within = [row for row in rows if inside(budget, row)]
    level = [row for row in rows if abs(row.cp) <= even_cp]
    moments = [value and fixed(Decimal(value) / 10, 2) for value in mean_and_deviation(rates)]
    points = [(abs(row.cp), rate) for row, rate in zip(rows, rates)]
    correlation = correlation_cells(points, seed, min(limit, 5000))
    if len(rows) > 5000 and correlation[0] != "":
        correlation[1:] = ["", ""]
    line = [f"{kind}-{budget.stage}", kind, budget.stage, budget.nodes, len(rows), *moments]
    for low, high in (400, 600), (480, 520):
        count = drawish(rows, low, high)
        line += [count, *share_cells(count, len(rows))]
    return [*line, len(within), drawish(within, 400, 600), len(level), drawish(level, 400, 600),
            *correlation]


def draws_table(budgets, calibration, pairs, limit):
    """`pairs`: the lines of pairs.csv, the best first."""
    yield ("id kind stage nodes_limit n mean_draw sd_draw draw_40_60 draw_40_60_share "
           "draw_40_60_low draw_40_60_high draw_48_52 draw_48_52_share draw_48_52_low "
           "draw_48_52_high inside inside_40_60 level level_40_60 r r_low r_high").split()
    groups = {
        "controls": lambda budget: [row for _, row in sorted(budget.rows.items())
                                    if row.role == "control"],
        "pairs": lambda budget: [row for _, row in sorted(budget.rows.items())
                                 if row.role == "search"],
        "ranked": lambda budget: [budget.rows[int(line["w"]), int(line["b"])] for line in pairs
                                  if line["stage"] == budget.stage],
    }
    for place, (kind, rows_of) in enumerate(groups.items()):
        for budget in budgets:
            if kind != "ranked" or not budget.triage:
                yield draws_row(kind, budget, rows_of(budget), calibration["even_cp"],
                                budget.nodes + place, limit)


# ---- from the sample to all ----

STRATA = ["untriaged", "triage_inside", "triage_outside"]
MEASURES = ["inside", "level"]


# Below, the rows of a budget are those of the role `search` alone.

def stratum_of(budgets, pair):
    stratum = "untriaged"
    for budget in budgets:
        if budget.triage and pair in budget.rows:
            row = budget.rows[pair]
            stratum = "triage_inside" if inside(budget, row) else "triage_outside"
    return stratum


def fate_of(budgets, index, pair):
    """"inside" and "level" where the class is, "out" where it is not, "?" where that is not known."""
    stage = budgets[index]
    path = [stage] if stage.triage else [b for b in budgets[:index + 1] if not b.triage]
    for budget in path:
        row = budget.rows.get(pair)
        if row and not inside(budget, row):
            return "out"
        if not row and (budget is stage or budget.window is not None):
            return "?"
    return abs(stage.rows[pair].cp)


def wilson(k, n):
    """The two p with (k/n - p)^2 = z^2 p (1 - p) / n."""
    z2 = Decimal("1.959963984540054") ** 2
    a, b, c = 1 + z2 / n, 2 * Decimal(k) / n + z2 / n, (Decimal(k) / n) ** 2
    root = (b * b - 4 * a * c).sqrt()
    return (b - root) / (2 * a), (b + root) / (2 * a)


def stratum_estimate(population, sample, count, undecided):
    """(least, most, low, high) for the whole stratum."""
    if sample == 0:
        return Decimal(0), Decimal(population), Decimal(0), Decimal(population)
    possible = count + undecided
    low = max(population * wilson(count, sample)[0], count)
    high = min(population * wilson(possible, sample)[1], population - (sample - possible))
    return (Decimal(population) * count / sample, Decimal(population) * possible / sample,
            Decimal(low), Decimal(high))


def add_up(estimates):
    """MOVER."""
    least, most = (sum(e[i] for e in estimates) for i in (0, 1))
    return (least, most, least - sum((e[0] - e[2]) ** 2 for e in estimates).sqrt(),
            most + sum((e[3] - e[1]) ** 2 for e in estimates).sqrt())


def prefix(order, seen):
    for i, pair in enumerate(order):
        if pair not in seen:
            return order[:i]
    return order


def per_cent(part, whole):
    return fixed(100 * Decimal(part) / whole, 3) if whole else ""


def estimate_line(budget, measure, stratum, counts, estimate):
    population, evaluated, sample, count, undecided = counts
    least, most, low, high = estimate
    known = least == most
    return [f"{budget.stage}-{measure}-{stratum}", budget.stage, budget.nodes, measure, stratum,
            population, evaluated, per_cent(evaluated, population), sample, count, undecided,
            per_cent(least, population) if known else "", per_cent(low, population),
            per_cent(high, population), fixed(least, 0) if known else "", fixed(low, 0),
            fixed(high, 0)]


def stage_lines(budgets, index, strata, even_cp):
    """`strata`: {name: (its classes in the visiting order, the same as a set)}."""
    budget = budgets[index]
    first = budget if budget.triage else next(b for b in budgets if not b.triage)
    found = {measure: [] for measure in MEASURES}
    for classes, members in strata.values():
        sample = prefix(classes, first.rows)
        evaluated = len(members & budget.rows.keys())
        fates = [fate_of(budgets, index, pair) for pair in sample]
        sizes = [fate for fate in fates if isinstance(fate, int)]
        for measure, bound in ("inside", math.inf), ("level", even_cp):
            found[measure].append((len(classes), evaluated, len(sample),
                                   sum(cp <= bound for cp in sizes), fates.count("?")))
    for measure, counts in found.items():
        estimates = [stratum_estimate(c[0], *c[2:]) for c in counts]
        if not budget.triage:
            for name, count, estimate in zip(strata, counts, estimates):
                yield estimate_line(budget, measure, name, count, estimate)
        yield estimate_line(budget, measure, "all", [sum(column) for column in zip(*counts)],
                            add_up(estimates))


def divide(budgets, order):
    strata = {name: [] for name in STRATA}
    for pair in order:
        strata[stratum_of(budgets, pair)].append(pair)
    return {name: (classes, set(classes)) for name, classes in strata.items()}


def estimates_table(budgets, calibration, seed):
    yield ("id stage nodes_limit measure stratum population evaluated evaluated_share sample count "
           "undecided share share_low share_high estimate estimate_low estimate_high").split()
    order = representatives()
    random.Random(seed).shuffle(order)
    order = [(w, b) for w, b in order if w != b]
    budgets = [budget._replace(rows={pair: row for pair, row in budget.rows.items()
                                     if row.role == "search"}) for budget in budgets]
    strata, whole = divide(budgets, order), {"all": (order, set(order))}
    for index, budget in enumerate(budgets):
        yield from stage_lines(budgets, index, whole if budget.triage else strata,
                               calibration["even_cp"])


# ---- published figures ----

def read_table(out, name):
    with open(out / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def find(out, path):
    name, row, column = path.split("/")
    lines = read_table(out, name)
    return next(line for line in lines if next(iter(line.values())) == row)[column]


def published_table(folder, out, budgets):
    yield ("id figure claim quantity published unit engine budget source our_cell ours our_engine "
           "our_stage our_limit our_n").split()
    engine = json.loads((folder / "release.json").read_text("utf-8"))["primary_engine"]
    limits = {budget.stage: budget.nodes for budget in budgets}
    for figure in json.loads((folder / "published.json").read_text("utf-8")):
        given = [figure[key] for key in
                 "id claim quantity value unit engine budget source".split()]
        for ours in figure.get("ours", []):
            stage = ours["stage"]
            yield [f"{figure['id']}-{stage}", *given, ours["cell"], find(out, ours["cell"]), engine,
                   stage, limits[stage], find(out, ours["n"]) if "n" in ours else ""]
        if "ours" not in figure:
            yield [figure["id"], *given, *[""] * 6]


# ---- how often the intervals hold the truth ----

def trial(dice):
    """One made-up world of two strata, searched as S0 and S1 are: S0 in a random order, S1 the most
    even first. Says of each measure's interval whether the truth is inside."""
    budgets = [fake_budget("P0", True), fake_budget("S0", False), fake_budget("S1", False)]
    classes = [(0, number) for number in range(1, 2001)]
    values = {}
    for pair in classes:
        middle = dice.gauss(0, 60)
        values[pair] = [round(middle + dice.gauss(0, spread)) for spread in (20, 12, 6)]
    dice.shuffle(classes)
    for pair in classes:
        put(budgets[0], pair, values[pair][0])
    strata = divide(budgets, classes)
    for name, served in ("triage_inside", dice.randint(40, 400)), ("triage_outside", 60):
        for pair in strata[name][0][:served]:
            put(budgets[1], pair, values[pair][1])
    passed = sorted((pair for pair, row in budgets[1].rows.items() if inside(budgets[1], row)),
                    key=lambda pair: abs(values[pair][1]))
    for pair in passed[:int(len(passed) * dice.choice([0.3, 0.8, 1]))]:
        put(budgets[2], pair, values[pair][2])
    for index in 1, 2:
        for line in stage_lines(budgets, index, strata, 10):
            if line[4] != "all":
                continue
            bound = 10 if line[3] == "level" else math.inf
            truth = sum(abs(v[index]) <= bound and
                        all(abs(v[i]) <= budgets[i].window for i in range(1, index + 1))
                        for v in values.values())
            yield line[0], int(line[-2]) <= truth <= int(line[-1]), line[-3] != ""


def fake_budget(stage, triage):
    return Budget(stage, 1, {"P0": 59, "S0": 50, "S1": 40}[stage], "", "", triage, {})


def put(budget, pair, cp):
    budget.rows[pair] = Row("search", cp, "", "", "", "")


def coverage(trials):
    dice, held = random.Random(960), {}
    for _ in range(trials):
        for name, inside_it, exact in trial(dice):
            held.setdefault((name, exact), []).append(inside_it)
    for (name, exact), outcomes in sorted(held.items()):
        share = sum(outcomes) / len(outcomes)
        # Within three standard deviations of 95 %; bounds that leave room for the undecided hold
        # more often.
        slack = 3 * math.sqrt(0.95 * 0.05 / len(outcomes))
        good = share >= 0.95 - slack and (not exact or share <= 0.95 + slack)
        print(f"{name} {'sampled' if exact else 'undecided'}: {100 * share:.1f} % of {len(outcomes)}"
              f"{'' if good else ' IS NOT 95 %'}")


def main(folder, out, limit=math.inf):
    folder, out, limit = pathlib.Path(folder), pathlib.Path(out), float(limit)
    budgets, calibration = read_budgets(folder)
    seed = int(json.loads((folder / "passport.json").read_text("utf-8"))["seed"])
    write_table(out / "windows.csv", windows_table(budgets, calibration))
    write_table(out / "balance.csv", balance_table(budgets))
    write_table(out / "draws.csv",
                draws_table(budgets, calibration, read_table(out, "pairs.csv"), limit))
    write_table(out / "estimates.csv", estimates_table(budgets, calibration, seed))
    write_table(out / "published.csv", published_table(folder, out, budgets))


if __name__ == "__main__":
    decimal.getcontext().prec = 60
    if len(sys.argv) == 3 and sys.argv[1] == "--coverage":
        coverage(int(sys.argv[2]))
    elif len(sys.argv) in (3, 4):
        main(*sys.argv[1:])
    else:
        sys.exit(__doc__)
