#!/usr/bin/env python3
"""Foreign lists, and what comparing them must give.

    compare.py STUDY_FOLDER OUT

writes for each case OUT/NAME.list, a made-up list, and OUT/NAME.joined, what `asym-passport compare
--csv` must print of it and the two correlations behind that; and prints "NAME STAGE MIRRORS", where
STAGE may be "deepest" and MIRRORS is yes or no.

A list is our own values with noise, of starts or of pairs, in no order, in one of the ways that
people write such lists. Written from the definitions with the standard library alone: ranks and sums
are fractions, so that nothing is rounded but the end.
"""

import collections
import csv
import decimal
import fractions
import pathlib
import random
import sys

import rank

STARTS = [(n, n) for n in range(rank.STARTS)]
UNIT_DIGITS = {"cp": 2, "share": 6}


def rounded(value, digits):
    """Half away from zero, with that many decimals."""
    exact = decimal.Context(prec=60)
    quotient = exact.divide(decimal.Decimal(value.numerator), decimal.Decimal(value.denominator))
    text = str(quotient.quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP, exact))
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


# ---- making lists ----

def swapped_rights(fen):
    """The same rights with the A side first."""
    fields = fen.split(" ")
    fields[2] = fields[2][1::-1] + fields[2][:1:-1]
    return " ".join(fields)


def four(fen):
    return fen.rsplit(" ", 2)[0]


def pawns(cents, comma=False):
    text = f"{cents / 100:+.2f}"
    return text.replace(".", ",") if comma else text


def games(random_, permille):
    """Wins, draws and losses of so many games, about as many drawn as that."""
    total = random_.randint(50, 400)
    draws = min(total, max(0, round(total * permille / 1000) + random_.randint(-9, 9)))
    wins = random_.randint(0, total - draws)
    return wins, draws, total - draws - wins


FORMS = {
    "csv-number-cp": ("sp,cp,depth", lambda p, v, r: f"{p[0]},{v},30"),
    "csv-from-1-letters": ("Nr;Position;Eval", lambda p, v, r:
                           f"{p[0] + 1};{rank.RANKS[p[0]].lower()};{pawns(v, comma=True)}"),
    "csv-quoted-fen": ('"comment","FEN","score"', lambda p, v, r:
                       f'"one, two","{rank.x_fen(p)}","{v}"'),
    "csv-tabs-hundredths": ("letters\tcp", lambda p, v, r: f"{rank.RANKS[p[0]]}\t{v}.{v % 90 + 10}"),
    "csv-percent": ("id,Draw rate (%)", None),
    "csv-games": ("id,white,draws,black,position", None),
    "epd-shredder": (None, lambda p, v, r: f'{four(rank.shredder_fen(p))} acd 40; ce {v}; id "{p[0]}";'),
    "epd-x-fen": (None, lambda p, v, r: f"{rank.x_fen(p)}; ce {v};"),
    "epd-counters": (None, lambda p, v, r: f"{swapped_rights(rank.shredder_fen(p))} ce {v}; c0 \"a;b\""),
    "pairs-w-b": ("n,b,w,eval", lambda p, v, r: f"{r.randint(1, 99999)},{p[1]},{p[0]},{v}"),
    "pairs-epd": (None, lambda p, v, r: f'{four(rank.x_fen(p))} ce {v}; id "{p[0]}:{p[1]}";'),
}


def line_of(form, pair, row, random_):
    """A line of the list, the value in it, and the unit."""
    noise = round(random_.gauss(0, 12))
    if form == "csv-percent":
        draws = max(0, min(1000, row.draw + noise))
        return f"{pair[0]},{draws // 10}.{draws % 10}%", fractions.Fraction(draws, 1000), "share"
    if form == "csv-games":
        wins, draws, losses = games(random_, row.draw)
        text = f"x{pair[0]},{wins},{draws},{losses},{rank.RANKS[pair[0]]}"
        return text, fractions.Fraction(draws, wins + draws + losses), "share"
    value = row.cp + noise
    text = FORMS[form][1](pair, value, random_)
    if form == "csv-tabs-hundredths":
        return text, fractions.Fraction(text.split("\t")[1]), "cp"
    return text, fractions.Fraction(value), "cp"


def read_budgets(folder):
    """Stage -> pair -> row, the deepest last."""
    whole = {}
    for budget in rank.read_budgets(folder)[0]:
        rows = {pair: row._replace(draw=int(row.draw) if row.draw else None)
                for pair, row in budget.rows.items() if row.role != "confirm"}
        whole[budget.stage] = rows
    return whole


def make_list(form, budgets, path):
    """Writes it; returns what it means, as (w, b, line, value, unit)."""
    random_ = random.Random(form)
    rows = collections.ChainMap(*reversed(budgets.values()))
    pairs = sorted(pair for pair in rows if (pair[0] == pair[1]) != form.startswith("pairs"))
    random_.shuffle(pairs)
    lines = [FORMS[form][0]] if FORMS[form][0] else []
    means = []
    for pair in pairs:
        if random_.random() < 0.03:
            continue
        told = pair
        if form.startswith("pairs") and random_.random() < 0.2:
            told = rank.mirror(pair)
        text, value, unit = line_of(form, told, rows[pair], random_)
        lines.append(text)
        in_list = decimal.Decimal(rounded(value, UNIT_DIGITS[unit]))
        means.append((told[0], told[1], len(lines), fractions.Fraction(in_list), unit))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return means


# ---- comparing ----

def our_row(budgets, reference, pair, stage):
    """The stage and row that speak for that very pair, or None."""
    if stage == "deepest" and pair[0] == pair[1]:
        stage = reference
    for name in [stage] if stage != "deepest" else reversed(list(budgets)):
        if pair in budgets[name]:
            return name, budgets[name][pair]
    return None


def join(means, budgets, stage, mirrors):
    complete = [name for name, rows in budgets.items() if all(pair in rows for pair in STARTS)]
    joined = []
    for w, b, line, theirs, unit in means:
        pair, is_mirror = (w, b), False
        found = our_row(budgets, complete[-1], pair, stage)
        if not found and pair[0] != pair[1]:
            found = our_row(budgets, complete[-1], rank.mirror(pair), stage)
            is_mirror = True
        if not found or (is_mirror and not mirrors):
            continue
        name, row = found
        if unit == "cp" and row.cp is not None:
            ours = fractions.Fraction(row.cp)
        elif unit == "share" and row.draw is not None:
            ours = fractions.Fraction(row.draw, 1000)
        else:
            continue
        joined.append((pair, line, unit, theirs, ours, name, is_mirror))
    return sorted(joined)


def ranks(values):
    """1 is the largest; equal ones share the mean of their places."""
    places = collections.defaultdict(list)
    for place, value in enumerate(sorted(values, reverse=True), 1):
        places[value].append(place)
    return [fractions.Fraction(sum(places[value]), len(places[value])) for value in values]


def correlation(x, y):
    """Pearson's, with four decimals, or undefined."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    xy = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    xx, yy = sum((a - mean_x) ** 2 for a in x), sum((b - mean_y) ** 2 for b in y)
    if xx * yy == 0:
        return "undefined"
    square = xy * xy / (xx * yy)
    with decimal.localcontext(decimal.Context(prec=60)):
        root = (decimal.Decimal(square.numerator) / decimal.Decimal(square.denominator)).sqrt()
        return rounded(fractions.Fraction(root if xy >= 0 else -root), 4)


def joined_lines(joined):
    theirs, ours = [row[3] for row in joined], [row[4] for row in joined]
    their_ranks, our_ranks = ranks(theirs), ranks(ours)
    yield ("w", "b", "white", "black", "line", "unit", "theirs", "ours", "difference", "their_rank",
           "our_rank", "rank_difference", "stage", "mirror")
    for row, their_rank, our_rank in zip(joined, their_ranks, our_ranks):
        (w, b), line, unit, their, our, stage, is_mirror = row
        digits = UNIT_DIGITS[unit]
        yield (w, b, rank.RANKS[w], rank.RANKS[b], line, unit, rounded(their, digits),
               rounded(our, digits), rounded(their - our, digits), rounded(their_rank, 1),
               rounded(our_rank, 1), rounded(their_rank - our_rank, 1), stage,
               "true" if is_mirror else "false")
    yield "spearman", correlation(their_ranks, our_ranks)
    yield "pearson", correlation(theirs, ours)


def main(folder, out):
    budgets = read_budgets(folder)
    for form in FORMS:
        cases = [("deepest", "no")]
        if form.startswith("pairs"):
            cases += [("deepest", "yes"), ("S0", "yes")]
        for stage, mirrors in cases:
            name = f"{form}-{stage}-{mirrors}"
            means = make_list(form, budgets, out / f"{name}.list")
            joined = join(means, budgets, stage, mirrors == "yes")
            with open(out / f"{name}.joined", "w", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows(joined_lines(joined))
            print(name, stage, mirrors)


main(*map(pathlib.Path, sys.argv[1:]))
