# Confirming waves: an engine that corridor.json names is asked for all controls at its one limit, and
# then for the candidates near the corridor, as its primary engine's closed waves have them.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3 sqlite3
search_tree tree
by_depth=(--engine tree/engines/fake-depth.json)
by_nodes=(--engine tree/engines/fake-nodes.json)

say "nothing is found yet that could be confirmed"
run search one.db --run "${by_depth[@]}"
run search one.db --plan "${by_depth[@]}"
run search one.db --status "${by_depth[@]}"

say "after three waves of the primary engine"
search one.db --run "${small_waves[@]}" --waves 3 >/dev/null
cp one.db begun.db
run search one.db --plan "${by_depth[@]}" --workers 2
run search one.db --run "${by_depth[@]}" --waves 1
measured() { timeless | sed -E 's/; [^;]* with/; <time> with/; s/[0-9]+ ms/<n> ms/'; }
show_plan() { search one.db --plan "${by_depth[@]}" --workers 2 | measured; }
run show_plan
run search one.db --run "${by_depth[@]}"
run search one.db --plan "${by_depth[@]}"
run search one.db --run "${by_nodes[@]}" --workers 2
# Without the days, since a run may pass midnight.
without_days() { timeless | sed '/^<date>: /d'; }
show_status() { search one.db --status "$@" | without_days; }
run show_status "${by_depth[@]}"
run show_status "${by_nodes[@]}"
run eval 'search one.db --status --json "${by_depth[@]}" | python3 -c "
import json, sys
status = json.load(sys.stdin)
print(status[\"stages\"], sorted(status[\"confirming\"].items()))
print(status[\"sum\"][\"confirming_nodes\"], status[\"sum\"][\"total_nodes\"], \"screening_nodes\" in status[\"sum\"])"'
say "what the plan of a wave names"
sqlite3 one.db "SELECT plan FROM waves JOIN engines ON engines.id = waves.engine
    WHERE slug = 'fake-depth' AND number IN (1, 5) ORDER BY number"

say "controls as controls, and of each candidate the representative alone"
search one.db --export exported-1 >/dev/null
# The candidates by another program, from the primary engine's evidence.
for file in exported-1/evidence/fake-depth/depth-6.csv exported-1/evidence/fake-nodes/nodes-3000.csv; do
    python3 - $file <<'END'
import csv, sys
windows = {1000: 59, 2000: 50, 4000: 40}
cp = {}
for limit in 1000, 2000, 4000, 8000, 16000, 32000:
    try:
        rows = csv.DictReader(open(f"exported-1/evidence/fake-1/nodes-{limit}.csv"))
    except FileNotFoundError:
        break
    for row in rows:
        if row["role"] == "search":
            cp.setdefault((int(row["w"]), int(row["b"])), {})[limit] = int(row["cp"] or 9999)
near = set()
for pair, at in cp.items():
    deepest = max(at)
    ranked = deepest >= 2000 and all(l in at and abs(at[l]) <= windows.get(l, 9998) for l in at if l > 1000)
    ranked = ranked and all(l in at for l in (2000, 4000, 8000, 16000) if l <= deepest)
    if ranked and deepest >= 4000 and abs(at[deepest]) <= 10:
        near.add(pair)
roles = {}
for row in csv.DictReader(open(sys.argv[1])):
    roles.setdefault(row["role"], set()).add((int(row["w"]), int(row["b"])))
print({role: len(pairs) for role, pairs in sorted(roles.items())})
print(roles["control"] == {(n, n) for n in range(960)}, roles["confirm"] == near)
END
done

say "the same evidence with 2 and 8 workers, killed again and again, they and their engines"
# kill_confirming STORE WORKERS
kill_confirming() {
    local store=$1 workers=$2 log=$1.log i before engines
    cp begun.db "$store"
    before=$(committed "$store")
    # A part of a wave each time.
    DEADLINE=3600 confirmer_json "$store.json" fake-depth depth 6 slow=$((20 * workers)) gate=gate
    let_through $((80 / workers))
    for i in 1 2 3 4; do
        start "$store" --run --workers "$workers" --engine "$store.json"
        wait_until has_more "$store" "$before"
        if [ $((i % 2)) = 0 ]; then
            mapfile -t engines < <(pgrep -P $pid)
            kill -KILL "${engines[0]}"
            wait_until grep -q 'was killed by SIGKILL' "$log"
        fi
        kill_now $pid || [ $? -eq 137 ] || echo "it ended by itself"
        before=$(committed "$store")
    done
    search "$store" --run "${by_depth[@]}" --workers "$workers" | tail -n 1
    search "$store" --run "${by_nodes[@]}" --workers "$workers" | tail -n 1
    search "$store" --export "exported-$workers" >/dev/null
    sqlite3 "$store" "SELECT coalesce(sum(tries), 0), (SELECT count(*) FROM failures) FROM jobs"
}
for workers in 2 8; do
    run kill_confirming $workers.db $workers
    run diff -r exported-1 exported-$workers
done

say "the primary engine goes on, and so does what is to be confirmed"
search one.db --run --waves 1 | tail -n 1
run search one.db --run "${by_depth[@]}"
say "while its wave is open, what is closed counts alone"
engine_json slow.json slow=3600000
start one.db --run --engine slow.json
wait_until grep -q '^wave 5 begins' log
kill_now $pid || true
run search one.db --run "${by_depth[@]}"
search one.db --run --waves 1 | tail -n 1
run search one.db --run "${by_depth[@]}"

say "searches that fail are not made again"
cp begun.db failed.db
confirmer_json crash.json fake-depth depth 6 'crash-fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
run eval 'search failed.db --run --engine crash.json | sed "/^worker/s/in mid-search.*;/in mid-search;/"'
show_failed() { search failed.db --status "${by_depth[@]}" | without_days; }
run show_failed

say "at work: what is searched is a depth"
confirmer_json busy.json fake-depth depth 6 slow=3600000
cp begun.db busy.db
start busy.db --run --workers 2 --engine busy.json
are_busy() { [ "$(search busy.db --status "${by_depth[@]}" 2>/dev/null | grep -c ^worker)" = 2 ]; }
wait_until are_busy
run eval 'search busy.db --status "${by_depth[@]}" | sed -nE "s/^(worker .): [0-9:]+ (.*) for .*/\1: <pair> \2/p; s/ since .*: / since <date>: /p" | sort'
run eval 'search busy.db --plan "${by_depth[@]}"'
kill -TERM $pid
await $pid
tail -n 1 log

say "export, import, copy"
cp begun.db copy.db
run search copy.db --import exported-1 "${by_depth[@]}"
run search copy.db --import exported-1 "${by_nodes[@]}"
run search copy.db --run "${by_depth[@]}"
run search one.db --copy twice.db
for store in one twice; do search $store.db --export exported-$store >/dev/null; done
run diff -r exported-one exported-twice

say "recorded, with the nodes that a depth took"
cp -R tree recorded
run asym-passport record --root recorded --store one.db
run diff -r recorded/passport/asym/evidence exported-one/evidence
python3 - <<'END'
import csv, json
passport = json.load(open("recorded/passport/asym/passport.json"))
for run in passport["runs"]:
    for engine, split in run["compute_split"].items():
        print(engine, {name: nodes for name, nodes in split.items() if engine != "fake-1" or name[0] == "c"})
for name in "fake-depth/depth-6", "fake-nodes/nodes-3000":
    rows = csv.DictReader(open(f"recorded/passport/asym/evidence/{name}.csv"))
    print(name, sum(int(row["nodes"]) for row in rows))
END
run asym-passport rerun --root recorded --id fake-depth 40

say "what cannot confirm"
engine_json other.json
sed -i 's/"fake-1"/"other"/; s/"hash_mb": {.*}/"hash_mb": {"6": 16}/; s/exact-before-final-pv/final-pv/
    s/go nodes/go depth/; s/"limit_kind": "nodes"/"limit_kind": "depth"/' other.json
run search begun.db --run --engine other.json
confirmer_json other.json fake-depth nodes 3000
run search begun.db --run --engine other.json
confirmer_json other.json fake-nodes depth 6
run search begun.db --run --engine other.json
confirmer_json other.json fake-nodes nodes 4000
run search begun.db --run --engine other.json
run search begun.db --run "${by_depth[@]}" --until S1
run search begun.db --plan "${by_depth[@]}" --wave-nodes 100000
run search begun.db --plan "${by_depth[@]}" --controls 10
sed -i 's/"fake-nodes", "limit_kind": "nodes"/"fake-1", "limit_kind": "nodes"/' tree/passport/asym/corridor.json
run search begun.db --run "${by_depth[@]}"
say "without a corridor there is nothing to confirm"
rm tree/passport/asym/corridor.json
run search begun.db --run "${by_depth[@]}"
search begun.db --run --waves 1 | tail -n 1
