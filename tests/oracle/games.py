#!/usr/bin/env python3
"""tables/selfplay.csv, computed a second time from the recorded games.

    games.py STUDY_FOLDER OUT    writes it into the folder OUT

Written from the definitions (the codebook) with the standard library alone. The results are those
that games.csv states; that the rules give them is for other programs to say.
"""

import csv
import json
import pathlib
import sys
from decimal import Decimal, getcontext

from rank import fixed, write_table

getcontext().prec = 40
COLUMNS = ("id,run,w,b,white,black,chosen,version,first,first_limit,second,second_limit,games,wins,"
           "draws,losses,score,score_low,score_high,draw_share,draw_low,draw_high,first_wins,"
           "first_losses,first_score,first_low,first_high").split(",")


def back_rank(number):
    """Scharnagl's way: the bishops, the queen, the knights by table, then rook, king, rook."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[[i for i in range(8) if not rank[i]][queen]] = "Q"
    free = [i for i in range(8) if not rank[i]]
    for i in [(i, j) for i in range(5) for j in range(i + 1, 5)][knights]:
        rank[free[i]] = "N"
    for piece in "RKR":
        rank[rank.index("")] = piece
    return "".join(rank)


assert [back_rank(n) for n in (518, 0, 959)] == ["RNBQKBNR", "BBQNNRKR", "RKRNNQBB"]


def score(halves, n):
    """A score of halves / 2 of n in per cent, with the p that satisfy
    (score - p)^2 = z^2 p (1 - p) / n."""
    share, z2 = Decimal(halves) / 2 / n, Decimal("1.959963984540054") ** 2
    a, b, c = 1 + z2 / n, 2 * share + z2 / n, share ** 2
    root = (b ** 2 - 4 * a * c).sqrt()
    return [fixed(100 * p, 2) for p in (share, (b - root) / (2 * a), (b + root) / (2 * a))]


def row(run, name, pair, games):
    """One line of the table: of a pair, or of all where that is None."""
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
    white = [points[game["result"]] for game in games]
    first = [p if game["game"] == "1" else 2 - p for p, game in zip(white, games)]
    n, chosen = len(games), {game["chosen"] for game in games}
    start = [*pair, *(back_rank(int(s)) for s in pair)] if pair else [""] * 4
    players = [cell for player in run["players"]
               for cell in (player["engine"], f"{player['limit_kind']}-{player['limit']}")]
    for game in games:
        assert game["white" if game["game"] == "1" else "black"] == players[0]
    return [f"{name}-{':'.join(pair) if pair else 'all'}", name, *start,
            chosen.pop() if len(chosen) == 1 else "", run["version"], *players,
            n, white.count(2), white.count(1), white.count(0), *score(sum(white), n),
            *score(2 * white.count(1), n), first.count(2), first.count(0), *score(sum(first), n)]


def rows(folder):
    for path in sorted((folder / "games").glob("*/run.json"), key=lambda p: str(p)):
        run, name = json.loads(path.read_text()), path.parent.name
        with open(path.with_name("games.csv"), newline="") as file:
            games = list(csv.DictReader(file))
        pairs = {}
        for game in games:
            pairs.setdefault((game["w"], game["b"]), []).append(game)
        for pair, some in pairs.items():
            yield row(run, name, pair, some)
        yield row(run, name, None, games)


def main(folder, out):
    write_table(out / "selfplay.csv", [COLUMNS, *rows(folder)])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
