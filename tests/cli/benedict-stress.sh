# Two hundred seeded conversations with the engine for Benedict xiangqi, sensible and not, in any
# order: it answers each "go" once, each "isready" once, and ends with 0.
. "$SOURCE/tests/cli/lib.sh"
need python3
python3 - "$(command -v benedict)" <<'END'
import random
import re
import subprocess
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
GO = ["go depth 3", "go nodes 3000", "go movetime 5", "go wtime 60 btime 60 winc 1 binc 1",
      "go infinite", "go ponder movetime 5", "go ponder", "go", "go depth 0", "go sideways",
      "go wtime 0 btime 0", "go infinite depth 2", "go nodes 1",
      "go mate 2", "go depth 3 searchmoves h3h6 h8e8"]
OTHER = ["stop", "stop", "stop", "ponderhit", "ponderhit", "isready", "isready", "uci", "ucinewgame",
         "d", "", "xyzzy", "\x00\x07\xff", "go perft 3", "go perft 30", "bench 2", "bench 60",
         "position startpos", "position startpos moves h3h6 h8e8", "position startpos moves h3h3",
         "position startpos moves b3b5 a10a9 b5e5", f"position fen {START} b - - 0 1",
         f"position fen {START} w - - 0", "position fen", "position", "setoption name Hash value 1",
         "setoption name Hash value 2", "setoption name Hash value -1", "setoption name Threads value 3",
         "setoption name Threads value 1", "setoption name Jitter value 50", "setoption name Clear Hash",
         "setoption", "x" * 140000, "go depth 1 " + "x" * 140000]
MOVE = r"[a-i]([1-9]|10)[a-i]([1-9]|10)"
LINE = re.compile(rf"info (depth|nodes|string (error|go: unknown and ignored):).*|readyok|uciok|(id|option) name .*|id author .*"
                  rf"|(Fen|End): .*|{MOVE}: \d+||Nodes[^:]*: \d+|bestmove (\(none\)|{MOVE}( ponder {MOVE})?)")
# Of a search, of a count, of a "go" in the midst of one.
ANSWERS = ("bestmove ", "Nodes searched: ", "info string error: go perft: stopped",
           "info string error: go: a search is running")


def talk(seed):
    """What was said, what was heard, and what is wrong with that, or nothing."""
    dice = random.Random(seed)
    engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="latin-1")
    said, heard = [], []

    def say(line, end):
        said.append(line)
        engine.stdin.write(line + end)
        engine.stdin.flush()

    for _ in range(dice.randrange(30)):
        say(dice.choice(GO if dice.random() < 0.4 else OTHER), dice.choice(["\n", "\n", "\r\n"]))
        if dice.random() < 0.2:  # one that waits until it is heard
            say("isready", "\n")
            while heard.count("readyok") < said.count("isready"):
                heard.append(engine.stdout.readline().rstrip("\n"))
    # The last word, since perft and bench may go on for ever.
    say(dice.choice(["quit", "stop"]), dice.choice(["\n", ""]))
    engine.stdin.close()
    heard += engine.stdout.read().splitlines()
    code = engine.wait()
    gos = sum(line.startswith("go") for line in said)
    answers = sum(line.startswith(ANSWERS) for line in heard)
    strange = [line for line in heard if not LINE.fullmatch(line)]
    if code != 0:
        return said, heard, f"exit {code}"
    if heard.count("readyok") != said.count("isready"):
        return said, heard, "isready and readyok"
    return said, heard, f"{gos} go, {answers} answers" if answers != gos else strange


wrong = moves = 0
for seed in range(200):
    said, heard, fault = talk(seed)
    moves += sum(line.startswith("bestmove") for line in heard)
    if fault:
        wrong += 1
        print(f"seed {seed}: {fault}: said {[line[:60] for line in said]}, heard {heard}")
print(f"200 conversations, {wrong} wrong; {'more than 100' if moves > 100 else moves} moves told")
END
