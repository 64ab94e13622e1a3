# Every table, computed a second time by a program that shares nothing with the first.
. "$SOURCE/tests/cli/lib.sh"
need python3
oracles=$SOURCE/tests/oracle
oracle=$oracles/rank.py
# agree ROOT WHAT [LIMIT]: what a bootstrap of more positions gives (the last two cells, "?" there) is
# not compared.
agree() {
    local table
    rm -rf ours theirs
    asym-passport replay --root "$1" --out ours >/dev/null
    python3 - "$oracles" "$1/passport/asym" theirs "${3:-inf}" <<'END'
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import rank, claims, corridor, estimates, games
folder, out = map(pathlib.Path, sys.argv[2:4])
rank.write_tables(folder, out)
claims.main(folder, out, sys.argv[4])
corridor.write_tables(folder, out)
estimates.main(folder, out, sys.argv[4])
games.main(folder, out)
END
    for table in $(cd ours && ls); do
        awk 'NR == FNR { open[FNR] = /,[?],[?]$/; next }
            open[FNR] { sub(/,[^,]*,[^,]*$/, ",?,?") }
            1' "theirs/$table" "ours/$table" >ours.masked
        cmp ours.masked "theirs/$table" || diff ours.masked "theirs/$table" | head -n 5
    done
    echo "$2: $(find ours -type f | wc -l) tables compared"
}

# The intervals of all rows are compared on the real evidence; of what is made up those of few
# positions, and all of them in check-long.
few=${ORACLE_LIMIT:-200}

agree "$SOURCE" "the real evidence"

# scatter FOLDER SEED SHARE: results that no engine gave, with what the real ones lack: mates, gaps,
# budgets beyond the ladder, controls that are missing, searches without WDL, values around the
# windows. A budget is there with that probability.
scatter() {
    python3 - "$1" "$2" "$3" <<'END'
import pathlib, random, sys
random = random.Random(int(sys.argv[2]))
folder = pathlib.Path(sys.argv[1])
budgets = [10000, 100000, 500000, 2000000, 8000000, 32000000, 128000000, 400000000, 800000000, 3200000000]
pairs = [tuple(map(int, line.split(",")[2:4]))
         for line in (folder / "nodes-10000.csv").read_text().splitlines()[1:]]
header = (folder / "nodes-10000.csv").read_text().split("\n")[0]
depth = {pair: random.choices(range(1, len(budgets) + 1), [4, 3, 2, 2, 2, 2, 3, 3, 2, 1])[0] for pair in pairs}
for index, nodes in enumerate(budgets):
    lines = [header]
    missing = random.choice([0, 0, 0.02, 0.5])
    for w, b in pairs:
        if w == b and random.random() < missing:
            continue
        if w != b and (index >= depth[w, b] or random.random() < 0.03):
            continue
        cp, mate = str(random.randint(-30, 30)), ""
        draw = random.choice([990, 990, 399, 400, 479, 480, 520, 521, 600, 601])
        wdl = f"{1000 - draw - 5},{draw},5"
        if random.random() < 0.2:
            cp = str(random.choice([0, 32, -32, 33, -41, 40, 41, 50, -50, 51, 59, -60]))
        if random.random() < 0.01:
            cp, mate = "", str(random.choice([-7, -1, 1, 12]))
        if random.random() < 0.1:
            wdl = ",,"
        lines.append(f"{nodes},16,{w},{b},{cp},{mate},8,9,{nodes},e2e4,{wdl}")
    if random.random() < float(sys.argv[3]) or nodes == 10000:
        (folder / f"nodes-{nodes}.csv").write_text("\n".join(lines) + "\n")
    else:
        (folder / f"nodes-{nodes}.csv").unlink(missing_ok=True)
END
    run_json "$1"
}

# confirm TREE SEED: gives the tree's confirmers results that no engine gave: of controls, of some of
# the pairs, one of them as a search of its own. A wider corridor than ours, so that some are admitted.
confirm() {
    python3 - "$1/passport/asym" "$2" <<'END'
import csv, json, pathlib, random, sys
random = random.Random(int(sys.argv[2]))
folder = pathlib.Path(sys.argv[1])
corridor = json.loads((folder / "corridor.json").read_text())
corridor["max_cp"], corridor["near"]["max_cp"] = 25, 25 + random.randint(0, 4)
(folder / "corridor.json").write_text(json.dumps(corridor, indent=2) + "\n")
with open(folder / "evidence/stockfish-15.1-debian/nodes-10000.csv") as file:
    header, *rows = csv.reader(file)
for entry in corridor["confirmers"]:
    engine, kind, limit = entry["engine"], entry["limit_kind"], entry["limit"]
    lines, few = [header], kind == "nodes" and sys.argv[2] == "4"
    for row in rows:
        control = row[3] == row[4]
        if few and control or random.random() < 0.1:
            continue
        mate = str(random.choice([-3, 8])) if random.random() < 0.04 else ""
        cp = "" if mate else str(random.randint(-40, 40) if control else random.randint(-30, 30))
        role = "control" if control else "search" if random.random() < 0.03 else "confirm"
        lines.append([engine, kind, str(limit), *row[3:5], role, "16", cp, mate, "8", "9", "777",
                      "e2e4", "", "", ""])
    path = folder / "evidence" / engine / f"{kind}-{limit}.csv"
    path.parent.mkdir()
    path.write_text("".join(",".join(line) + "\n" for line in lines))
END
    adopt "$1"
}
for seed in 1 2 3 4; do
    rm -rf made tree
    cp -R "$WORK/small/external" made
    scatter made "$seed" "$([ "$seed" -le 2 ] && echo 0.85 || echo 1)"
    empty_tree tree
    asym-passport record --root tree --from made >/dev/null
    confirm tree "$seed"
    agree tree "made-up evidence $seed" "$few"
    cut -d, -f7 ours/screened.csv >>outcomes
    awk -F, 'FNR > 1 && $2 { print $1 }' ours/verdicts.csv >>verdicts
done
echo "outcomes seen: $(sort -u outcomes | grep -v outcome | xargs)"
echo "verdicts and reasons seen: $(sort -u verdicts | xargs)"

# Mirrors and confirmations come in by no verb yet; the evidence may hold them all the same.
rm -r tree
small_tree
python3 - "$oracles" tree/passport/asym <<'END'
import hashlib, json, pathlib, sys
sys.path.insert(0, sys.argv[1])
from rank import mirror
folder = pathlib.Path(sys.argv[2])
passport = json.loads((folder / "passport.json").read_text())
split = passport["runs"][0]["compute_split"]["stockfish-15.1-debian"]
for entry in passport["evidence"][:3]:
    path = folder / entry["file"]
    header, *lines = path.read_text().splitlines()
    rows = [line.split(",") for line in lines]
    count = 0
    for row in list(rows):
        if row[5] == "search" and int(row[3]) % 3 == 0:
            other = list(row)
            other[3:5] = map(str, mirror((int(row[3]), int(row[4]))))
            other[5], other[7], other[8] = "mirror", "-3", ""
            rows.append(other)
            split["searched_nodes"] = str(int(split["searched_nodes"]) + int(row[11]))
            count += 1
        elif row[5] == "search" and int(row[3]) % 10 == 1:
            row[5] = "confirm"
    rows.sort(key=lambda row: (int(row[3]), int(row[4])))
    text = "\n".join([header] + [",".join(row) for row in rows]) + "\n"
    path.write_text(text)
    entry["rows"] += count
    entry["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    for added in passport["runs"][0]["added"]:
        if added["limit"] == entry["limit"]:
            added["rows"] += count
    split["screening_nodes"] = str(int(split["screening_nodes"]) + count * entry["limit"])
(folder / "passport.json").write_text(
    json.dumps(passport, sort_keys=True, separators=(",", ":")) + "\n")
END
agree tree "with mirrors and confirmations" "$few"
echo "mirrors evaluated: $(grep -c ',true$' ours/pairs.csv)"
echo "twins of pairs: $(grep ^pairs ours/twins.csv | cut -d, -f1,6 | xargs)"

say "the visiting order, as Python shuffles it, is the one that the unit tests hold ours to"
digest=$(python3 "$oracle" --order 20260918)
echo "$digest"
grep -c "$digest" "$SOURCE/tests/unit/test_chess960.c"
