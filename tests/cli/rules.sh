# The rules kernel against Stockfish, move by move: random positions of double Chess960.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/rules/rules.sh"
say "positions of all ages"
./perft random 1 2000 >all
same_divide 1 all
./perft random 2 300 >all
same_divide 2 all
say "young ones, with castling to come"
./perft random 3 60 24 >young
same_divide 3 young
say "what castling is there"
./perft random 4 2000 30 >young
same_divide 1 young
awk '{ print NR, $0 }' young | python3 -c '
import sys
rights = {number: fen for number, fen in (line.split(" ", 1) for line in sys.stdin)}
castlings = 0
for line in open("theirs"):
    number, move, _ = line.split(" ", 2)
    if move == "Nodes":
        continue
    board, turn = rights[number].split()[:2]
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in board.split("/")]
    at = lambda s: rows[8 - int(s[1])]["abcdefgh".index(s[0])]
    castlings += at(move[:2]) + at(move[2:4]) in ("KR", "kr")
print(castlings, "castlings among them")'
