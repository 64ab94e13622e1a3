# npm's Stockfish 19, in node, through `search --run`: its rows are those that come of feeding it by
# hand. `make engines` puts it where its configuration looks.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
script=$SOURCE/engines/node_modules/stockfish/bin/stockfish-19-single.js
need node python3
[ -e "$script" ] || skip "npm's Stockfish 19 is not there (make engines)"
stockfish_tree tree

run stockfish_search store.db stockfish-19-npm
cp exported/evidence/*/*.csv rows.csv
awk -F, 'FNR > 1 { print $4 ":" $5 }' rows.csv | while read -r pair; do
    asym-passport show --root "$SOURCE" "$pair" | sed -n "s/^Shredder-FEN */$pair /p"
done >fens
say "by hand, one after the other"
python3 - "$script" <<'PYTHON'
import csv, re, subprocess, sys
engine = subprocess.Popen(["node", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(command, end):
    engine.stdin.write(command)
    engine.stdin.flush()
    lines = []
    while not lines or not lines[-1].startswith(end):
        line = engine.stdout.readline()
        lines.append(line.rstrip() if line else sys.exit("the engine has ended"))
    return lines
fens = dict(line.rstrip("\n").split(" ", 1) for line in open("fens"))
ask("uci\n", "uciok")
for option in "Threads 1", "UCI_Chess960 true", "UCI_ShowWDL true", "Hash 16":
    name, value = option.split()
    engine.stdin.write(f"setoption name {name} value {value}\n")
for row in csv.DictReader(open("rows.csv")):
    ask("ucinewgame\nisready\n", "readyok")
    fen = fens[row["w"] + ":" + row["b"]]
    lines = [l for l in ask(f"position fen {fen}\ngo nodes 10000\n", "bestmove") if " pv " in l]
    exact = [l for l in lines[:-1] if "bound" not in l][-1]
    value = lambda word: re.search(rf" {word} (\S+)", exact)[1]
    found = [value(word) for word in ("cp", "depth", "seldepth", "nodes", "pv")]
    stored = [row[name] for name in ("cp", "depth", "seldepth", "nodes", "bestmove")]
    print("equal" if found == stored else (found, stored))
engine.kill()
PYTHON
