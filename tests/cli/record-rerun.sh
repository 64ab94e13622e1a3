# Results from elsewhere are recorded only where a sample of them repeats.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3
search_tree tree
search store.db --run "${small_waves[@]}" --waves 3 >/dev/null
search store.db --export exported >/dev/null

# hand_over FOLDER: what the store has found, as another program would tell it.
hand_over() {
    python3 - "$1" exported/evidence/fake-1 "$(sha256sum fake | cut -c1-64)" <<'END'
import csv, glob, json, os, sys
to, evidence, sha256 = sys.argv[1:]
os.makedirs(to)
columns = "hash_mb w b cp mate depth seldepth nodes bestmove win draw loss".split()
counts, hashes = {}, {}
for path in glob.glob(f"{evidence}/nodes-*.csv"):
    with open(path) as file:
        rows = [row for row in csv.DictReader(file) if row["role"] != "mirror"]
    limit = rows[0]["limit"]
    with open(f"{to}/nodes-{limit}.csv", "w") as file:
        print("nodes_limit", *columns, sep=",", file=file)
        for row in rows:
            print(limit, *(row[column] for column in columns), sep=",", file=file)
    controls = sum(row["role"] == "control" for row in rows)
    counts[limit] = {"rows": len(rows), "controls": controls}
    hashes[limit] = int(rows[0]["hash_mb"])
with open(f"{to}/run.json", "w") as file:
    json.dump({
        "producer": {"name": "external"},
        "engine": {
            "id": "fake-1", "name": "Fake 1", "sha256": sha256,
            "options": {"Threads": "1", "UCI_Chess960": "true", "UCI_ShowWDL": "true"},
            "hash_mb_by_nodes": hashes, "limit": "nodes",
            "per_position": ["ucinewgame", "isready", "position fen", "go nodes"],
            "completion": "the last exact PV line before the final PV line"},
        "seed": "20260918",
        "order": "CPython random.Random(seed).shuffle over the representatives in "
                 "lexicographic order",
        "host": "a test", "dates": ["2026-11-29"], "counts": counts}, file)
END
}
record() { asym-passport record --root tree --from "$@"; }
runs() {
    python3 -c '
import json
for run in json.load(open("tree/passport/asym/passport.json"))["runs"]:
    print([(a["limit"], a["rows"]) for a in run["added"]], run.get("rerun"))'
}
hand_over results
remember tree

say "a row that somebody made up"
cp -R results madeup
python3 - <<'END'
path = "madeup/nodes-4000.csv"
with open(path) as file:
    lines = file.readlines()
fields = lines[9].split(",")
fields[4] = str(int(fields[4]) - 5)
lines[9] = ",".join(fields)
with open(path, "w") as file:
    file.writelines(lines)
END
run record madeup --rerun 411
unchanged

say "another binary"
cp fake other
echo >>other
run record results --rerun 5 --engine other
unchanged

say "an engine that dies, one that is not there, one of another configuration"
engine_json crash.json crash=0
run record results --rerun 2 --engine crash.json
run record results --rerun 2 --engine nowhere
sed 's/"UCI_ShowWDL": "true"/"UCI_ShowWDL": "false"/' tree/engines/fake-1.json >otherwise.json
run record results --rerun 2 --engine otherwise.json
unchanged

say "stopped"
engine_json slow.json slow=3600000
asym-passport record --root tree --from results --rerun 5 --engine slow.json >log 2>&1 &
pid=$!
wait_until pgrep -P "$pid" >/dev/null
kill "$pid"
await "$pid"
mask <log
unchanged

say "what repeats is recorded, and says so"
run record results --rerun 40 --seed 3 --workers 2
run runs
run asym-passport replay --root tree --out tables
remember tree
run record results --rerun 3
unchanged

say "words that make no sense"
run record results --rerun 0
run record results --rerun x
run record results --engine fake
run record results --seed 1
run record results --workers 2
run asym-passport record --root tree --store store.db --rerun 3
unchanged
