#!/usr/bin/env python3
"""The tables of mirror twins, of drift and of zeros, computed a second time.

    claims.py STUDY_FOLDER OUT [LIMIT]   write them into OUT, for comparison with `asym-passport
                                         replay`; with LIMIT no bootstrap of more positions than
                                         that is computed, and its two cells are "?"

Written from the definitions (the codebook) with the standard library alone, and shares nothing with
the C code: where the two differ, one of them is wrong.
"""

import decimal
import functools
import itertools
import math
import operator
import pathlib
import sys

from rank import MIRROR, STARTS, fixed, mean_and_deviation, mirror, read_budgets, write_table

KINDS = {"controls": "control", "pairs": "search"}
DRAWS = 1000


# ---- intervals ----

def share_cells(k, n):
    """k of n in per cent, with Wilson's score interval: the two p that satisfy
    (k/n - p)^2 = z^2 p (1 - p) / n."""
    if n == 0:
        return ["", "", ""]
    share, z2 = decimal.Decimal(k) / n, decimal.Decimal("1.959963984540054") ** 2
    # (1 + z2/n) p^2 - (2 share + z2/n) p + share^2 = 0
    a, b, c = 1 + z2 / n, 2 * share + z2 / n, share ** 2
    root = (b ** 2 - 4 * a * c).sqrt()
    return [fixed(100 * p, 2) for p in (share, (b - root) / (2 * a), (b + root) / (2 * a))]


@functools.lru_cache(maxsize=4)
def lanes_of(count):
    """So many lanes of 128 bits: 1 in each, and 1, 2, 3, ... in them."""
    lanes = ((1 << 128 * count) - 1) // ((1 << 128) - 1)
    steps = b"".join(i.to_bytes(16, "little") for i in range(1, count + 1))
    return lanes, int.from_bytes(steps, "little")


def splitmix64(seed, first, count):
    """Numbers first, first + 1, ... of SplitMix64, `count` of them. All are computed at once, each
    in 128 bits of one long integer, which is what makes this fast enough."""
    lanes, steps = lanes_of(count)
    low = lanes * (2 ** 64 - 1)
    gamma = 0x9E3779B97F4A7C15
    z = (steps * gamma + lanes * ((seed + first * gamma) % 2 ** 64)) & low
    z = ((z ^ z >> 30 & low) * 0xBF58476D1CE4E5B9) & low
    z = ((z ^ z >> 27 & low) * 0x94D049BB133111EB) & low
    z ^= z >> 31 & low
    return memoryview(z.to_bytes(16 * count, "little")).cast("Q")[::2].tolist()


assert splitmix64(1234567, 0, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def samples(seed, n):
    """DRAWS lists of n indices below n. Numbers in the last, incomplete round of n are passed over."""
    complete = 2 ** 64 - 1 - (2 ** 64 - 1) % n
    indices, first = [], 0
    for _ in range(DRAWS):
        while len(indices) < n:
            block = max(n, 20000 // n * n)
            indices += [v % n for v in splitmix64(seed, first, block) if v < complete]
            first += block
        yield indices[:n]
        del indices[:n]


def correlation(n, x, y, xx, yy, xy):
    """Pearson's r from sums; None where it is undefined."""
    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    if n < 2 or spread_x == 0 or spread_y == 0:
        return None
    return (n * xy - x * y) / (math.sqrt(spread_x) * math.sqrt(spread_y))


def bootstrap(points, seed):
    """The values of r at ranks ceil(2.5 %) and ceil(97.5 %) of the draws where it is defined."""
    offset, field = 2 ** 20, 2 ** 64 - 1  # r is the same for values that are moved
    packed = []
    for x, y in points:
        x, y = x + offset, y + offset
        packed.append(x | y << 64 | x * x << 128 | y * y << 192 | x * y << 256)
    values, n = [], len(points)
    for indices in samples(seed, n):
        total = sum(operator.itemgetter(*indices)(packed))
        r = correlation(n, *(total >> 64 * i & field for i in range(5)))
        if r is not None:
            values.append(r)
    values.sort()
    return [values[math.ceil(len(values) * share / 1000) - 1] for share in (25, 975)]


def correlation_cells(points, seed, limit):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    r = correlation(len(points), sum(xs), sum(ys), sum(x * x for x in xs), sum(y * y for y in ys),
                    sum(x * y for x, y in points))
    if r is None:
        return ["", "", ""]
    if len(points) > limit:
        return [fixed(r, 3), "?", "?"]
    return [fixed(value, 3) for value in (r, *bootstrap(points, seed))]


# ---- mirror twins ----

def find_twins(budget, kind):
    """({representative: (its row, its mirror's row)}, how many there could be)."""
    if kind == "controls":
        pairs = [(n, n) for n in range(STARTS) if n < MIRROR[n]]
        other_role, population = "control", STARTS // 2
    else:
        pairs = [pair for pair, row in budget.rows.items() if row.role == "search"]
        other_role, population = "mirror", len(pairs)
    twins = {}
    for pair in sorted(pairs):
        row, other = budget.rows.get(pair), budget.rows.get(mirror(pair))
        if row and other and row.role == KINDS[kind] and other.role == other_role:
            twins[pair] = row, other
    return twins, population


def twins_tables(budgets, limit):
    """The lines of the three tables."""
    summary = ["id kind stage nodes_limit of twins mates mean_abs_difference sd_difference over_5 "
               "over_5_share over_5_low over_5_high over_10 over_10_share over_10_low over_10_high "
               "r r_low r_high".split()]
    extremes = ["id kind stage nodes_limit place w b mirror_w mirror_b cp mirror_cp "
                "difference".split()]
    values = ["id kind w b mirror_w mirror_b".split() + [f"difference_{b.nodes}" for b in budgets]]
    for kind in KINDS:
        all_pairs = {}
        for index, budget in enumerate(budgets):
            twins, population = find_twins(budget, kind)
            both = {pair: (row.cp, other.cp) for pair, (row, other) in twins.items()
                    if row.cp is not None and other.cp is not None}
            if not both:
                continue
            name = [kind, budget.stage, budget.nodes]
            differences = {pair: x - y for pair, (x, y) in both.items()}
            sizes = [abs(d) for d in differences.values()]
            line = [f"{kind}-{budget.stage}", *name, population, len(both), len(twins) - len(both),
                    mean_and_deviation(sizes)[0], mean_and_deviation(list(differences.values()))[1]]
            for bound in (5, 10):
                over = sum(size > bound for size in sizes)
                line += [over, *share_cells(over, len(both))]
            summary.append(line + correlation_cells(list(both.values()), budget.nodes, limit))
            order = sorted(differences, key=lambda pair: (-abs(differences[pair]), pair))
            for place, pair in enumerate(order[:5], 1):
                extremes.append([f"{kind}-{budget.stage}-{place}", *name, place, *pair,
                                 *mirror(pair), *both[pair], differences[pair]])
            for pair, difference in differences.items():
                all_pairs.setdefault(pair, [""] * len(budgets))[index] = difference
        for pair in sorted(all_pairs):
            values.append([f"{pair[0]}:{pair[1]}", kind, *pair, *mirror(pair), *all_pairs[pair]])
    return {"twins": summary, "twin_extremes": extremes, "twin_values": values}


# ---- one position at two budgets ----

def of_kind(budgets, kind):
    """[(budget, {pair: its row of that kind})] of the budgets that have any."""
    rows = [(budget, {pair: row for pair, row in budget.rows.items() if row.role == KINDS[kind]})
            for budget in budgets]
    return [item for item in rows if item[1]]


def two_budgets(kind, from_rows, to_rows):
    """([(cp, cp)] in the order of the pairs, mates, the cells that name both); None for no point."""
    (shallow, before), (deep, after) = from_rows, to_rows
    shared = sorted(before.keys() & after.keys())
    points = [(before[pair].cp, after[pair].cp) for pair in shared]
    known = [point for point in points if None not in point]
    name = [f"{kind}-{shallow.stage}-{deep.stage}", kind, shallow.stage, shallow.nodes, deep.stage,
            deep.nodes]
    return (known, len(points) - len(known), name) if known else None


TWO = "id kind from_stage from_limit to_stage to_limit".split()


def drift_table(budgets, limit):
    yield TWO + ("positions mates mean_change sd_change mean_abs_change p95_abs_change r r_low "
                 "r_high").split()
    for kind in KINDS:
        for shallow, deep in itertools.combinations(of_kind(budgets, kind), 2):
            found = two_budgets(kind, shallow, deep)
            if not found:
                continue
            points, mates, name = found
            changes = [y - x for x, y in points]
            sizes = sorted(map(abs, changes))
            yield [*name, len(points), mates, *mean_and_deviation(changes),
                   mean_and_deviation(sizes)[0], sizes[-(-95 * len(sizes) // 100) - 1],
                   *correlation_cells(points, shallow[0].nodes + deep[0].nodes, limit)]


def lean(values):
    return [*mean_and_deviation(values), sum(v > 0 for v in values), values.count(0),
            sum(v < 0 for v in values)]


def zeros_table(budgets):
    yield TWO + ("limit_ratio positions mates left_zero left_share left_low left_high entered_zero "
                 "from_mean from_sd from_positive from_zero from_negative to_mean to_sd to_positive "
                 "to_zero to_negative").split()
    for kind in KINDS:
        for shallow, deep in itertools.pairwise(of_kind(budgets, kind)):
            found = two_budgets(kind, shallow, deep)
            if not found:
                continue
            points, mates, name = found
            xs, ys = [x for x, _ in points], [y for _, y in points]
            left = sum(x == 0 != y for x, y in points)
            yield [*name, fixed(decimal.Decimal(deep[0].nodes) / shallow[0].nodes, 3), len(points),
                   mates, left, *share_cells(left, xs.count(0)), sum(x != 0 == y for x, y in points),
                   *lean(xs), *lean(ys)]


def main(folder, out, limit=math.inf):
    decimal.getcontext().prec = 60
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    budgets, _ = read_budgets(pathlib.Path(folder))
    for name, lines in twins_tables(budgets, float(limit)).items():
        write_table(out / f"{name}.csv", lines)
    write_table(out / "drift.csv", drift_table(budgets, float(limit)))
    write_table(out / "zeros.csv", zeros_table(budgets))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
