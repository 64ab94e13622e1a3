# Debian's Ethereal, by depth, and Fairy-Stockfish, by nodes: they fit their configurations, know the
# castling of Chess960, and confirm through `search --run` as when they are fed by hand.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3
for engine in ethereal-chess fairy-stockfish stockfish; do
    [ -x /usr/games/$engine ] || skip "$engine is not installed"
done
stockfish_tree tree
cat >tree/passport/asym/corridor.json <<'END'
{
  "study": "asym",
  "max_cp": 5,
  "near": {"from_nodes": 32000000, "max_cp": 10},
  "controls_at_least": 100,
  "confirmers": [
    {"engine": "ethereal-12.00-debian", "limit_kind": "depth", "limit": 5},
    {"engine": "fairy-stockfish-11.1-debian", "limit_kind": "nodes", "limit": 2000}
  ]
}
END
# limits ENGINE HASHES: its configuration, with these hash sizes by limit.
limits() {
    tr '\n' ' ' <"$SOURCE/engines/$1.json" | sed "s/\"hash_mb\": {[^}]*}/\"hash_mb\": {$2}/" >"tree/engines/$1.json"
}

say "their configurations"
limits ethereal-12.00-debian '"10": 16'
limits fairy-stockfish-11.1-debian '"10000": 16'
for engine in ethereal-12.00-debian fairy-stockfish-11.1-debian; do
    asym-passport engine check tree/engines/$engine.json | cut -c1-20 | sed '/^{/d'
done
limits ethereal-12.00-debian '"5": 16'
limits fairy-stockfish-11.1-debian '"2000": 16'

say "moves: as many as Stockfish counts, with castling, which a castling field of - takes away"
for pair in 518:518 0:959 342:610 959:1 77:480; do
    asym-passport show --root "$SOURCE" $pair | sed -n "s/^Shredder-FEN */$pair /p"
done >fens
python3 - <<'END'
import re, subprocess
class Engine:
    def __init__(self, name):
        self.process = subprocess.Popen(["/usr/games/" + name], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ask("uci\n", "uciok")
        self.ask("setoption name UCI_Chess960 value true\nisready\n", "readyok")
    def ask(self, command, end):
        self.process.stdin.write(command)
        self.process.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith(end):
            lines.append(self.process.stdout.readline().rstrip() or "-")
        return lines
    def moves(self, fen):
        if self.name == "ethereal-chess":
            lines = self.ask(f"position fen {fen}\nperft 3\nisready\n", "readyok")
            return int([line for line in lines if line.isdigit()][-1])
        return int(self.ask(f"position fen {fen}\ngo perft 3\n", "Nodes searched")[-1].split()[-1])
engines = {}
for name in "stockfish", "ethereal-chess", "fairy-stockfish":
    engines[name] = Engine(name)
    engines[name].name = name
def thin(rank):
    return re.sub("1+", lambda ones: str(len(ones[0])), re.sub("[^rkRK]", "1", rank))
for line in open("fens"):
    pair, fen = line.rstrip("\n").split(" ", 1)
    board, turn, rights, rest = fen.split(" ", 3)
    ranks = board.split("/")
    board = "/".join([thin(ranks[0])] + ranks[1:7] + [thin(ranks[7])])
    counts = [{engine.moves(f"{board} {turn} {field} {rest}") for engine in engines.values()}
              for field in (rights, "-")]
    print(pair, rights, [len(count) for count in counts], counts[0] != counts[1])
for engine in engines.values():
    engine.process.kill()
END

say "a wave of each, twice; and some of it by hand"
search store.db --run --waves 1 --wave-nodes 20000 --controls 50 --deepening 0 --mirrors 0 >/dev/null
for engine in ethereal-12.00-debian fairy-stockfish-11.1-debian; do
    cp store.db twice.db
    run search store.db --run --engine tree/engines/$engine.json --waves 1 | grep -v " running, "
    search twice.db --run --engine tree/engines/$engine.json --waves 1 --workers 2 >/dev/null
    for store in store twice; do search $store.db --export $store >/dev/null; done
    run diff -r store/evidence/$engine twice/evidence/$engine
done
head -n 4 store/evidence/ethereal-12.00-debian/depth-5.csv | cut -d, -f1-8
awk -F, 'FNR > 1 && FNR < 14 { print $4 ":" $5 }' store/evidence/*-debian/{depth,nodes-2000}*.csv |
    sort -u | while read -r pair; do
    asym-passport show --root "$SOURCE" "$pair" | sed -n "s/^Shredder-FEN */$pair /p"
done >fens
python3 - <<'END'
import csv, re, subprocess
fens = dict(line.rstrip("\n").split(" ", 1) for line in open("fens"))
def by_hand(program, options, go, final, path):
    engine = subprocess.Popen(["/usr/games/" + program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    def ask(command, end):
        engine.stdin.write(command)
        engine.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith(end):
            lines.append(engine.stdout.readline().rstrip() or "-")
        return lines
    ask("uci\n", "uciok")
    for name, value in options:
        engine.stdin.write(f"setoption name {name} value {value}\n")
    equal = 0
    rows = [row for row in csv.DictReader(open(path)) if row["w"] + ":" + row["b"] in fens][:12]
    for row in rows:
        ask("ucinewgame\nisready\n", "readyok")
        lines = ask(f"position fen {fens[row['w'] + ':' + row['b']]}\n{go}\n", "bestmove")
        lines = [line for line in lines if " pv " in line]
        line = [line for line in (lines if final else lines[:-1]) if "bound" not in line][-1]
        found = [re.search(rf" {word} (\S+)", line)[1] for word in ("cp", "depth", "seldepth", "nodes", "pv")]
        equal += found == [row[name] for name in ("cp", "depth", "seldepth", "nodes", "bestmove")]
    engine.kill()
    print(program, equal, "of", len(rows), "are equal")
every = [("Threads", 1), ("UCI_Chess960", "true"), ("Hash", 16)]
by_hand("ethereal-chess", every + [("ContemptComplexity", 0), ("ContemptDrawPenalty", 0)], "go depth 5",
        True, "store/evidence/ethereal-12.00-debian/depth-5.csv")
by_hand("fairy-stockfish", every + [("Contempt", 0)], "go nodes 2000", False,
        "store/evidence/fairy-stockfish-11.1-debian/nodes-2000.csv")
END
