#!/usr/bin/env python3
"""The rules of Benedict xiangqi, a third time, and lists of games.

    benedict.py perft DEPTH

Written from the rules with the standard library alone: a list of 90 letters, and for each point the
rays and steps that leave it. Shares nothing with src/rules or tests/benedict.
"""

import sys

ARRAY = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
EMPTY = "."
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
HORSE = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
FULL_QUIET = 120
BROKEN_OFF = 2000  # plies, after which a game in a list is a draw


def point(file, rank):
    return 9 * rank + file


def is_on(file, rank):
    return 0 <= file < 9 and 0 <= rank < 10


def is_palace(file, rank):
    return 3 <= file <= 5 and is_on(file, rank) and (rank <= 2 or rank >= 7)


def ray(file, rank, dx, dy):
    points = []
    while is_on(file + dx, rank + dy):
        file, rank = file + dx, rank + dy
        points.append(point(file, rank))
    return points


def steps(letter, file, rank):
    """The (point that must be empty or None, point) of the steps of a piece that does not slide."""
    kind, red = letter.upper(), letter.isupper()
    if kind == "N":
        legs = [((x // 2 if abs(x) == 2 else 0, y // 2 if abs(y) == 2 else 0), (x, y))
                for x, y in HORSE]
        found = [(leg, to) for leg, to in legs if is_on(file + to[0], rank + to[1])]
    elif kind == "B":
        found = [((x, y), (2 * x, 2 * y)) for x, y in DIAGONAL
                 if is_on(file + 2 * x, rank + 2 * y) and (rank + 2 * y < 5) == (rank < 5)]
    elif kind in "AK":
        found = [(None, (x, y)) for x, y in (DIAGONAL if kind == "A" else STRAIGHT)
                 if is_palace(file + x, rank + y)]
    else:
        crossed = rank >= 5 if red else rank < 5
        ways = [(0, 1 if red else -1)] + ([(1, 0), (-1, 0)] if crossed else [])
        found = [(None, (x, y)) for x, y in ways if is_on(file + x, rank + y)]
    return [(None if gate is None else point(file + gate[0], rank + gate[1]),
             point(file + x, rank + y)) for gate, (x, y) in found]


ALL = [(file, rank) for rank in range(10) for file in range(9)]
RAYS = [[ray(*p, *way) for way in STRAIGHT] for p in ALL]
STEPS = {letter: [steps(letter, *p) for p in ALL] for letter in "NBAKPnbakp"}


def name(p):
    return "abcdefghi"[p % 9] + str(p // 9 + 1)


class Position:
    def __init__(self, red_first=True):
        rows = reversed(ARRAY.split("/"))
        self.board = [c for row in rows for c in "".join(
            EMPTY * int(c) if c.isdigit() else c for c in row)]
        self.red = red_first

    def reach(self, p):
        """Where the piece on p could go, were it not for the generals."""
        board, letter = self.board, self.board[p]
        if letter in "RCrc":
            for line in RAYS[p]:
                for to in line:
                    if board[to] != EMPTY:
                        break
                    yield to
        else:
            for gate, to in STEPS[letter][p]:
                if board[to] == EMPTY and (gate is None or board[gate] == EMPTY):
                    yield to

    def attacked(self, p):
        """The points with pieces that the piece on p attacks, whoever owns them."""
        board, letter = self.board, self.board[p]
        if letter in "RCrc":
            for line in RAYS[p]:
                standing = [to for to in line if board[to] != EMPTY]
                nth = 0 if letter in "Rr" else 1
                if len(standing) > nth:
                    yield standing[nth]
        else:
            for gate, to in STEPS[letter][p]:
                if board[to] != EMPTY and (gate is None or board[gate] == EMPTY):
                    yield to

    def is_facing(self):
        low, high = self.board.index("K"), self.board.index("k")
        return (high - low) % 9 == 0 and all(
            self.board[p] == EMPTY for p in range(low + 9, high, 9))

    def own(self):
        return [p for p, c in enumerate(self.board) if c != EMPTY and c.isupper() == self.red]

    def shift(self, start, end):
        self.board[start], self.board[end] = self.board[end], self.board[start]

    def each_move(self):
        for start in self.own():
            for end in list(self.reach(start)):
                self.shift(start, end)
                facing = self.is_facing()
                self.shift(start, end)
                if not facing:
                    yield start, end

    def moves(self):
        """All legal moves, as pairs of points."""
        return list(self.each_move())

    def can_move(self):
        return next(self.each_move(), None) is not None

    def wins(self, move):
        """Would that legal move attack the enemy general?"""
        general = self.board.index("k" if self.red else "K")
        self.shift(*move)
        hit = general in self.attacked(move[1])
        self.shift(*move)
        return hit

    def can_win(self):
        return any(self.wins(move) for move in self.moves())

    def after(self, move):
        """The position after a legal move that does not win, and whether that took something back
        for good: a conversion, or a soldier's move."""
        new = Position.__new__(Position)
        new.board, new.red = list(self.board), not self.red
        new.shift(*move)
        flips = [p for p in new.attacked(move[1]) if new.board[p].isupper() != self.red]
        for p in flips:
            new.board[p] = new.board[p].swapcase()
        return new, bool(flips) or self.board[move[0]] in "Pp"


def perft(position, depth):
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(1 if position.wins(move) else perft(position.after(move)[0], depth - 1)
               for move in moves)


class Game:
    """A game from the array: play() until `winner` is "red", "black" or "draw"."""

    def __init__(self, red_first=True):
        self.position, self.winner, self.plies = Position(red_first), None, 0
        self.quiet, self.seen = 0, []

    def play(self, move):
        red = self.position.red
        self.plies += 1
        if self.position.wins(move):
            self.winner = "red" if red else "black"
            return
        self.seen.append("".join(self.position.board) + str(red))
        self.position, final = self.position.after(move)
        self.quiet, self.seen = (0, []) if final else (self.quiet + 1, self.seen)
        now = "".join(self.position.board) + str(not red)
        if not self.position.moves():
            self.winner = "red" if red else "black"
        elif self.quiet >= FULL_QUIET or self.seen.count(now) >= 2:
            self.winner = "draw"


def read_games(path):
    """For each game of a list its first mover, its winner, and its moves; those that are not legal,
    and another winner, end the program."""
    games = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                title, first, winner, moves = line.rstrip("\n").split("|")
                games.append((first, winner, check(title, first, winner, moves.split())))
    return games


def check(title, first, winner, words):
    game, moves = Game(first == "red"), []
    for word in words:
        legal = {name(a) + name(b): (a, b) for a, b in game.position.moves()}
        if game.winner or word not in legal:
            sys.exit(f"{title}: {word}")
        moves.append(legal[word])
        game.play(moves[-1])
    if len(moves) == BROKEN_OFF:
        game.winner = game.winner or "draw"
    if game.winner != winner:
        sys.exit(f"{title}: the winner is {game.winner}")
    return moves


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "perft":
        sys.exit("usage: benedict.py perft DEPTH")
    print(perft(Position(), int(sys.argv[2])))
