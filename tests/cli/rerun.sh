# Stored evaluations are searched again; what does not repeat is named.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3
search_tree tree
{
    search store.db --run "${small_waves[@]}" --waves 3
    asym-passport record --root tree --store store.db
} >/dev/null
rerun() { asym-passport rerun --root tree "$@"; }

say "by the engine of the checkout, by a binary, by a configuration, by several at a time"
run rerun 30
run rerun 12 --stage S0 --engine fake
engine_json noisy.json garbage strings bounds split crlf spaces
run rerun 12 --until S0 --engine noisy.json --seed 'two words'
run rerun 60 --workers 4

say "the sample is what anyone can draw: even over the budgets, in the order of sha256"
cat >draw.py <<'END'
import csv, glob, hashlib, sys
seed, count = sys.argv[1], int(sys.argv[2])
lots = []
for name, limit in (("P0", 1000), ("S0", 2000), ("S1", 4000)):
    with open(f"tree/passport/asym/evidence/fake-1/nodes-{limit}.csv") as file:
        pairs = [f"{row['w']}:{row['b']}" for row in csv.DictReader(file)]
    pairs.sort(key=lambda pair: hashlib.sha256(f"{seed} {pair}".encode()).hexdigest())
    lots.append((name, pairs))
share = dict.fromkeys((name for name, _ in lots), 0)
while sum(share.values()) < count and any(share[name] < len(pairs) for name, pairs in lots):
    for name, pairs in lots:
        if share[name] < len(pairs) and sum(share.values()) < count:
            share[name] += 1
for name, pairs in lots:
    for pair in pairs[: share[name]]:
        print(name, pair)
END
for count in 1 2 3 31 150 411 5000; do
    rerun $count --list --seed "lot $count" >ours
    python3 draw.py "lot $count" $count >theirs
    cmp ours theirs
    wc -l <ours
done
run rerun 4 --list
awk -F, 'NR > 1 { print $4 ":" $5 }' tree/passport/asym/evidence/fake-1/nodes-2000.csv |
    while read -r pair; do
        printf '%s %s\n' "$(printf '1 %s' "$pair" | sha256sum | cut -c1-64)" "$pair"
    done | sort | sed -n '1s/.* //p'

say "more than there is"
run rerun 100 --stage S1

say "another binary is said so, and searched with"
cp fake other
echo >>other
run rerun 6 --engine other

say "rows that somebody changed"
cp -R tree changed
python3 - <<'END'
import hashlib, json
root = "changed/passport/asym/"
with open(root + "passport.json") as file:
    passport = json.load(file)
def change(limit, line, edit):
    entry = next(entry for entry in passport["evidence"] if entry["limit"] == limit)
    with open(root + entry["file"]) as file:
        lines = file.read().split("\n")
    fields = lines[line].split(",")
    edit(fields)
    lines[line] = ",".join(fields)
    text = "\n".join(lines)
    with open(root + entry["file"], "w") as file:
        file.write(text)
    entry["sha256"] = hashlib.sha256(text.encode()).hexdigest()
def score(fields):
    fields[7] = str(int(fields[7]) + 1)
def all_of_them(fields):
    fields[7], fields[8] = "", "-3"
    fields[9], fields[10], fields[12] = "99", "98", "a2a3"
    fields[13], fields[14], fields[15] = "", "", ""
change(2000, 5, score)
change(4000, 7, all_of_them)
with open(root + "passport.json", "w") as file:
    file.write(json.dumps(passport, sort_keys=True, separators=(",", ":")) + "\n")
END
diff -r tree/passport/asym/evidence changed/passport/asym/evidence | grep '^[<>]'
run asym-passport rerun 411 --root changed
run asym-passport rerun 38 --root changed --stage S1 --json | python3 -c '
import collections, json, sys
text = sys.stdin.read()
document = json.loads(text.splitlines()[1])
rows = document.pop("evaluations")
document.pop("files")
print(document, collections.Counter(row["outcome"] for row in rows))
print([row for row in rows if "text" in row])
print(text.splitlines()[2:])'
sed -i '5s/,search,/,confirm,/' tree/passport/asym/evidence/fake-1/nodes-2000.csv
run rerun 411
rm -rf tree
search_tree tree
asym-passport record --root tree --store store.db >/dev/null

say "an engine that does not repeat itself"
engine_json drift.json drift
run rerun 6 --engine drift.json

say "one that dies, or hangs, and is started again"
engine_json once.json crash=4
run rerun 12 --engine once.json
engine_json hangs.json hang=9
sed -i 's/"deadline_s": [0-9]*/"deadline_s": 2/' hangs.json
run rerun 12 --engine hangs.json

say "one that dies on a position, on all of them, or does not work"
pair=$(rerun 1 --list --stage S0 | sed 's/.* //')
fen=$(asym-passport show "$pair" --root tree | sed -n 's/^Shredder-FEN *\([^ ]*\) .*/\1/p')
engine_json dies.json "crash-fen=$fen"
run rerun 4 --stage S0 --engine dies.json
engine_json crash.json crash=0
run rerun 12 --engine crash.json
run rerun 2 --stage P0 --engine crash.json
engine_json exits.json exit=3
run rerun 12 --engine exits.json
engine_json name.json 'name=Fake 2'
run rerun 12 --engine name.json
engine_json without.json without=UCI_ShowWDL
run rerun 12 --engine without.json

say "a configuration that searches otherwise than the passport says"
touch rerun
try() {
    sed "$1" tree/engines/fake-1.json >otherwise.json
    cmp -s otherwise.json tree/engines/fake-1.json && echo "NOTHING CHANGED"
    run rerun 12 --engine otherwise.json
}
try 's/"UCI_ShowWDL": "true"/"UCI_ShowWDL": "false"/'
try 's/, "UCI_ShowWDL": "true"//'
try 's/exact-before-final-pv/final-pv/'
try 's/"1000": 16/"1000": 32/'
try 's/"Fake 1"/"Fake 2"/'
try 's/"fake-1"/"fake-2"/'
try 's/"binary"/"program"/; s/{binary}/{program}/'
try 's/"files": {/"files": {"net": {"path": "rerun"}, /'

say "no engine"
run rerun 12 --engine nowhere
run rerun 12 --engine nowhere.json
run rerun 12 --engine .
chmod 0644 other
run rerun 12 --engine ./other
rm tree/engines/fake-1.json
run rerun 12
run rerun 12 --list --stage P0

say "stopped"
engine_json slow.json slow=3600000
asym-passport rerun 12 --root tree --engine slow.json >log 2>&1 &
pid=$!
wait_until pgrep -P "$pid" >/dev/null
kill "$pid"
await "$pid"
mask <log

say "words that make no sense"
run rerun
run rerun 0
run rerun x
run rerun 12 --stage S9
run rerun 12 --until ''
run rerun 12 --stage S1 --until S0 --engine fake
run rerun 12 --stage D0 --engine fake
run rerun 12 --id stockfish
run rerun 12 --seed "$(printf 'a\nb')"
run rerun 12 --workers 0
run rerun 12 --list --json
run rerun 12 nowhere.tar.zst
