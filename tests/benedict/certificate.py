#!/usr/bin/env python3
"""Checks a certificate of Benedict xiangqi: certificate.py FILE. A second checker, written from the
rules and from docs/FORMATS.md alone; slow, and with nothing in common with the program's."""
import hashlib
import re
import sys

FILES, RANKS = 9, 10


class Refused(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Refused(why)


# ---- the game: a board is a string of 90 letters and dots, a1 first ----

def is_red(piece):
    return piece.isupper()


def point(file, rank):
    return file + FILES * rank if 0 <= file < FILES and 0 <= rank < RANKS else None


def in_palace(at):
    file, rank = at % FILES, at // FILES
    return 3 <= file <= 5 and (rank <= 2 or rank >= 7)


def ray(at, file_step, rank_step):
    file, rank = at % FILES + file_step, at // FILES + rank_step
    while point(file, rank) is not None:
        yield point(file, rank)
        file, rank = file + file_step, rank + rank_step


CROSS = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def reached(board, at, attacking):
    """Where the piece there goes if the point is empty; attacking: where it attacks."""
    piece = board[at]
    kind, file, rank = piece.upper(), at % FILES, at // FILES
    if kind in "RC":
        for step in CROSS:
            occupied = [to for to in ray(at, *step) if board[to] != "."]
            if attacking:
                screens = 1 if kind == "C" else 0
                yield from occupied[screens:screens + 1]
            else:
                for to in ray(at, *step):
                    if board[to] != ".":
                        break
                    yield to
        return
    if kind == "N":
        for x, y in CROSS:
            leg = point(file + x, rank + y)
            if leg is not None and board[leg] == ".":
                for side in (1, -1):
                    yield point(file + 2 * x + side * y, rank + 2 * y + side * x)
    elif kind == "B":
        for x, y in DIAGONAL:
            to = point(file + 2 * x, rank + 2 * y)
            if to is not None and board[point(file + x, rank + y)] == "." \
                    and (rank < 5) == (to // FILES < 5):
                yield to
    elif kind in "AK":
        for x, y in DIAGONAL if kind == "A" else CROSS:
            to = point(file + x, rank + y)
            if to is not None and in_palace(to):
                yield to
    else:
        ahead = 1 if is_red(piece) else -1
        yield point(file, rank + ahead)
        if (rank >= 5) == is_red(piece):
            yield point(file - 1, rank)
            yield point(file + 1, rank)


def facing(board):
    red, black = board.index("K"), board.index("k")
    between = board[red + FILES:black:FILES]
    return red % FILES == black % FILES and not between.strip(".")


def moved(board, start, to):
    cells = list(board)
    cells[to], cells[start] = cells[start], "."
    return "".join(cells)


def moves(board, red):
    """One after the other, in the order of the format."""
    file = board.index("K") % FILES
    for start in range(len(board)):
        if board[start] == "." or is_red(board[start]) != red:
            continue
        ends = {to for to in reached(board, start, False) if to is not None and board[to] == "."}
        exposing = board[start] in "Kk" or start % FILES == file  # else it cannot
        for to in sorted(ends):
            if not exposing or not facing(moved(board, start, to)):
                yield start, to


def can_move(board, red):
    return next(moves(board, red), None) is not None


def play(board, move):
    """The board afterwards, or None: the move has won."""
    after = moved(board, *move)
    cells = list(after)
    red = is_red(after[move[1]])
    for at in reached(after, move[1], True):
        if at is None or after[at] == "." or is_red(after[at]) == red:
            continue
        if after[at] in "Kk":
            return None
        cells[at] = after[at].swapcase()
    return "".join(cells)


def attacker_wins(board, red, plies):
    """Does the attacker, to move where plies is odd, win within so many?"""
    attacking = plies % 2 == 1
    if plies == 0:
        return not can_move(board, red)
    for move in moves(board, red):
        after = play(board, move)
        if after is None or attacker_wins(after, not red, plies - 1) == attacking:
            return attacking
    return not attacking


# ---- the file ----

def read_position(fen):
    need(re.fullmatch(r"\S+ [wb] - - 0 1", fen), "no position")
    rows = fen.split()[0].split("/")[::-1]
    board = "".join(re.sub(r"\d", lambda digit: "." * int(digit[0]), row) for row in rows)
    need(len(board) == FILES * RANKS and not facing(board), "no position")
    need(sorted(board.upper().replace(".", "")) == sorted("KK" + 4 * "ABNRC" + 10 * "P"), "pieces")
    return board, " w " in fen


def packed(board):
    codes = [".KABNRCPkabnrcp".index(piece) for piece in board]
    mirror = [codes[at // FILES * FILES + 8 - at % FILES] for at in range(len(codes))]
    return min(bytes(16 * row[i] + row[i + 1] for i in range(0, 90, 2)) for row in (codes, mirror))


def slot(key):
    value = 0xcbf29ce484222325
    for byte in key:
        value = (value ^ byte) * 0x100000001b3 % 2 ** 64
    return value % 2 ** 20


class Checker:
    def __init__(self, data):
        end = len(data) - 72
        last = "sha256 %s\n" % hashlib.sha256(data[:max(end, 0)]).hexdigest()
        need(data[max(end, 0):] == last.encode(), "digest")
        header = re.match(rb"benedict certificate 1\nclaim (no-win|win)\nside (red|black)\n"
                          rb"plies ([1-9]\d*)\nreplies ([35])\nposition ([^\n]*)\n\n", data)
        need(header, "header")
        claim, side, plies, replies, fen = (group.decode() for group in header.groups())
        board, red = read_position(fen)
        self.win, self.plies, self.replies = claim == "win", int(plies), int(replies)
        need(self.plies <= 119 and (side == "red") == (red == (self.plies % 2 == 1)), "plies")
        need(can_move(board, red), "decided")
        self.bytes, self.at, self.end, self.table = data, header.end(), end, {}
        self.first = self.plies if self.plies % 2 else self.plies - 1
        self.counts = [0, 0, 0, 0, 0]
        self.walk(board, red, self.plies)
        need(self.at == self.end, "bytes left over")

    def take(self, count):
        need(self.at + count <= self.end, "too short")
        self.at += count
        return int.from_bytes(self.bytes[self.at - count:self.at], "big")

    def walk(self, board, red, plies):
        if plies % 2 == 1:
            if plies < self.replies:
                self.counts[1] += 1
                return need(attacker_wins(board, red, plies) == self.win, "worked out")
            key = packed(board)
            old, bound = self.table.get(slot(key), (None, 0))
            if old == key and (bound <= plies if self.win else bound >= plies):
                self.counts[2] += 1
                return
            if plies == self.first - 2:
                self.task(board, red, plies)
            else:
                self.expand(board, red, plies)
            self.table[slot(key)] = key, plies
        else:
            self.expand(board, red, plies)

    def task(self, board, red, plies):
        self.counts[4] += 1
        outer = self.table, self.end
        length = self.take(8)
        need(self.at + length <= self.end, "task too long")
        self.table, self.end = {}, self.at + length
        self.expand(board, red, plies)
        need(self.at == self.end, "bytes left over in a task")
        self.table, self.end = outer

    def expand(self, board, red, plies):
        legal = list(moves(board, red))
        self.counts[0] += plies % 2
        if (plies % 2 == 1) == self.win:
            index = self.take(1)
            self.counts[3] += 1
            need(index < len(legal), "no such move")
            after = play(board, legal[index])
            if after is not None:
                self.walk(after, not red, plies - 1)
            return
        for move in legal:
            after = play(board, move)
            need(after is not None, "a move wins")
            self.walk(after, not red, plies - 1)


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    try:
        checker = Checker(data)
    except Refused as why:
        print("refused: %s" % why)
        sys.exit(1)
    print("positions %d, worked out %d, repeated %d, moves %d, tasks %d" % tuple(checker.counts))


if __name__ == "__main__":
    main()
