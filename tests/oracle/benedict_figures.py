#!/usr/bin/env python3
"""What `benedict` says of games, computed a second time, in the same words.

    benedict_figures.py fit FILE           piece values: the games must be over
    benedict_figures.py sharpness FILE
    benedict_figures.py random GAMES SEED  by another generator: other games of the same kind
    benedict_figures.py openings           the file of `benedict openings --plies 1`
    benedict_figures.py opening-tables EVIDENCE FOLDER
                                           openings.csv and opening_counts.csv of a release

Written from the definitions in src/benedict/{fit,survey}.h and docs/FORMATS.md with the standard library alone, over the
rules of benedict.py.
"""

import csv
import math
import random
import statistics
import sys

from benedict import EMPTY, Game, Position, name, read_games

KINDS = "RCNBA-P"  # a term each; "-": having the move
TERMS = ["chariot", "cannon", "horse", "elephant", "advisor", "move", "soldier", "mobility"]
SKIP = 6  # plies of an opening, of which nothing is learned


def positions(first, moves):
    """The position before each of the moves."""
    position = Position(first == "red")
    for move in moves:
        yield position
        position = position.after(move)[0]


# ---- fit ----


def mobility(position):
    """Legal moves of Red, less those of Black, whoever has the move."""
    count = {}
    for position.red in (not position.red, position.red):
        count[position.red] = len(position.moves())
    return count[True] - count[False]


def describe(position):
    board = "".join(position.board)
    return [board.count(kind) - board.count(kind.lower()) if kind != "-"
            else 1 if position.red else -1 for kind in KINDS] + [mobility(position)]


def samples(games):
    """For each game a list of (x, y)."""
    y = {"red": 1.0, "black": 0.0, "draw": 0.5}
    return [[(describe(position), y[winner])
             for ply, position in enumerate(positions(first, moves))
             if ply >= SKIP and not position.can_win()]
            for first, winner, moves in games]


def solve(matrix, right):
    """x with matrix x = right, by elimination with the largest pivot of each column."""
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def chance(x, beta):
    return 1 / (1 + math.exp(-math.fsum(a * b for a, b in zip(x, beta))))


def information(all_samples, beta):
    n = len(beta)
    matrix = [[0.0] * n for _ in range(n)]
    for x, _ in all_samples:
        p = chance(x, beta)
        for i in range(n):
            for j in range(n):
                matrix[i][j] += p * (1 - p) * x[i] * x[j]
    return matrix


def score(some_samples, beta):
    total = [0.0] * len(beta)
    for x, y in some_samples:
        rest = y - chance(x, beta)
        total = [t + rest * a for t, a in zip(total, x)]
    return total


def fit(path):
    games = read_games(path)
    by_game = samples(games)
    flat = [sample for game in by_game for sample in game]
    beta, step = [0.0] * len(TERMS), [1.0]
    while max(map(abs, step)) > 1e-10:
        step = solve(information(flat, beta), score(flat, beta))
        beta = [b + s for b, s in zip(beta, step)]
    matrix = information(flat, beta)
    moved = [solve(matrix, score(game, beta)) for game in by_game]
    errors = [math.sqrt(math.fsum(m[i] ** 2 for m in moved)) for i in range(len(TERMS))]
    print(f"{len(flat)} positions of {len(games)} games; log odds of a win")
    for term, value, error in zip(TERMS, beta, errors):
        sign = "" if abs(value) > 1.96 * error else "  (its sign is uncertain)"
        print(f"{term:8} {value:7.4f} +- {error:.4f}{sign}")


# ---- sharpness ----


def losing_share(position):
    moves = position.moves()
    losing = sum(not position.wins(m) and position.after(m)[0].can_win() for m in moves)
    return losing / len(moves)


def sharpness(path):
    games = read_games(path)
    shares, fifths = [], [[] for _ in range(5)]
    for first, _, moves in games:
        for ply, position in enumerate(positions(first, moves)):
            shares.append(losing_share(position))
            fifths[5 * ply // len(moves)].append(shares[-1])
    print(f"{len(games)} games, {len(shares)} positions; moves that lose on the spot, of the legal "
          "ones:")
    print(f"mean {100 * statistics.fmean(shares):.1f} %, median {100 * statistics.median(shares):.1f}"
          " %, by fifths of a game "
          + ", ".join(f"{100 * statistics.fmean(fifth):.1f}" for fifth in fifths) + " %")


# ---- random games ----


def choose(position, policy):
    moves = position.moves()
    winning = [move for move in moves if position.wins(move)] if policy != "uniform" else []
    if policy == "safe" and not winning:
        moves = [m for m in moves if not position.after(m)[0].can_win()] or moves
    return random.choice(winning or moves)


def play_random(games, policies):
    for policy in policies:
        points, plies, draws = 0.0, [], 0
        for _ in range(games):
            game = Game()
            while not game.winner:
                game.play(choose(game.position, policy))
            points += {"red": 1, "draw": 0.5, "black": 0}[game.winner]
            draws += game.winner == "draw"
            plies.append(game.plies)
        print(f"{policy:8} first mover {100 * points / games:.2f} % of {games} games, {draws} draws, "
              f"{statistics.fmean(plies):.1f} plies ({min(plies)} to {max(plies)})")


# ---- openings ----


OPENING = ["moves", "plies", "position", "winner", "move", "engine"]
COUNTS = ["first", "replies", "red", "black", "open", "longest_win", "open_least", "open_most"]


def mirror(move):
    return tuple(p + 8 - 2 * (p % 9) for p in move)


def kept(position):
    """The moves that end nothing, by points, without mirror images of others before them."""
    board = position.board
    symmetric = all(board[p] == board[q] for p, q in enumerate(mirror(range(90))))
    moves = sorted(position.moves())
    return [move for move in moves if not position.wins(move)
            and not (symmetric and mirror(move) < move) and position.after(move)[0].can_move()]


def fen(position):
    rows = ["".join(position.board[p:p + 9]) for p in range(81, -1, -9)]
    board = "/".join(rows)
    for gap in range(9, 0, -1):
        board = board.replace(EMPTY * gap, str(gap))
    return f"{board} {'w' if position.red else 'b'} - - 0 1"


def each_opening():
    """The names of both moves, and the position after them."""
    array = Position()
    for first in kept(array):
        middle = array.after(first)[0]
        for second in kept(middle):
            yield " ".join(name(a) + name(b) for a, b in (first, second)), middle.after(second)[0]


def openings():
    print(",".join(OPENING))
    for moves, position in each_opening():
        wins = [move for move in sorted(position.moves())
                if position.wins(move) or not position.after(move)[0].can_move()]
        move = name(wins[0][0]) + name(wins[0][1]) if wins else ""
        print(f"{moves},1,{fen(position)},{'red' if wins else 'none'},{move},benedict")


def write_table(path, header, rows):
    with open(path, "w", encoding="ascii") as out:
        out.writelines(",".join(map(str, row)) + "\n" for row in [header, *rows])


def count_rows(first, rows):
    won = [int(row["plies"]) for row in rows if row["winner"] != "none"]
    left = [int(row["plies"]) for row in rows if row["winner"] == "none"]
    winners = [row["winner"] for row in rows]
    return [first, len(rows), winners.count("red"), winners.count("black"), len(left),
            max(won, default=""), min(left, default=""), max(left, default="")]


def opening_tables(evidence, folder):
    deepest = {}
    with open(evidence, encoding="ascii") as lines:
        for row in csv.DictReader(lines):
            known = deepest.setdefault(row["moves"], row)
            if int(row["plies"]) > int(known["plies"]):
                deepest[row["moves"]] = row
    boards = dict(each_opening())
    for moves, row in deepest.items():
        row["position"] = fen(boards[moves])
    rows = [deepest[moves] for moves in sorted(deepest)]
    write_table(folder + "/openings.csv", OPENING, [row.values() for row in rows])
    firsts = sorted({moves.split()[0] for moves in deepest})
    counts = [count_rows(first, [row for row in rows if row["moves"].split()[0] == first])
              for first in firsts]
    write_table(folder + "/opening_counts.csv", COUNTS, counts + [count_rows("all", rows)])


def main(verb, *arguments):
    if verb == "fit":
        fit(*arguments)
    elif verb == "sharpness":
        sharpness(*arguments)
    elif verb == "openings":
        openings()
    elif verb == "opening-tables":
        opening_tables(*arguments)
    else:
        random.seed(int(arguments[1]))
        play_random(int(arguments[0]), arguments[2:] or ["uniform", "win", "safe"])


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("fit", "sharpness", "random", "openings",
                                                "opening-tables"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
