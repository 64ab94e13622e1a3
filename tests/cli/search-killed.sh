# Killed at any moment, and resumed: what is stored is valid, and after the same wave the evidence is
# the same, byte for byte.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3 sqlite3
search_tree tree
waves=3
search whole.db --run "${small_waves[@]}" --waves $waves >/dev/null
whole=$(evidence whole.db)

# kill_at STORE WORKERS MS MS...: a run for each two numbers, killed so long after its start, and one
# killed so long after its first results were committed. No run ends by itself: its engines hang
# before all the runs together have made the jobs of three waves.
kill_at() {
    local store=$1 workers=$2 log=$1.log before
    shift 2
    DEADLINE=3600 engine_json "$store.json" slow=$((30 * workers)) hang=$((60 / workers))
    while [ $# -gt 0 ]; do
        kill_after "$1" true
        before=$(committed "$store")
        kill_after "$2" has_more "$store" "$before"
        shift 2
    done
}

# kill_after MS CONDITION...: in kill_at.
kill_after() {
    local moment=$1
    shift
    start "$store" --run "${small_waves[@]}" --workers "$workers" --engine "$store.json"
    wait_until "$@"
    sleep "0.$(printf %03d "$moment")"
    kill -KILL $pid 2>/dev/null || echo "it ended by itself"
    wait $pid 2>/dev/null || true
}

# finish STORE: the waves that are left, and the evidence against the undisturbed run's.
finish() {
    local left
    left=$((waves - $(closed "$1")))
    [ $left -eq 0 ] || search "$1" --run "${small_waves[@]}" --waves $left --workers 2 >/dev/null
    [ "$(closed "$1")" = $waves ] || echo "$1: not $waves waves but $(closed "$1")"
    [ "$(evidence "$1")" = "$whole" ] || echo "$1: ANOTHER EVIDENCE"
    sqlite3 "$1" "PRAGMA integrity_check; SELECT count(*) FROM failures"
}

# Moments without a pattern: x -> 7 x mod 997, up to 332 ms.
moments() {
    local x=$1 i
    for ((i = 0; i < $2; i++)); do
        x=$((x * 7 % 997))
        echo $((x / 3))
    done
}

say "SIGKILL to the coordinator; the engines end with it"
for round in 1 2 3; do
    # shellcheck disable=SC2046 # one word a number
    kill_at "kill-$round.db" $((round * 2 - 1)) $(moments $((round * 31)) 6) &
    rounds[round]=$!
done
wait "${rounds[@]}"
for round in 1 2 3; do run finish "kill-$round.db"; done
no_engine() { ! pgrep -f "$PWD/fake" >/dev/null; }
wait_until no_engine

say "SIGKILL to the engines in mid-search: a try each, and no evidence is lost"
# Each engine hangs in its twentieth search. One is killed while all three hang, so that it is its
# successor that makes the same search again.
DEADLINE=3600 engine_json stuck.json hang=20 hang-file=stuck
: >stuck
start engines.db --run "${small_waves[@]}" --workers 3 --engine stuck.json
hung() { [ "$(wc -l <stuck)" -eq "$1" ]; }
for ((i = 1; i <= 6; i++)); do
    wait_until hung $((i + 2))
    kill -KILL "$(sed -n ${i}p stuck)"
done
wait_until hung 9
kill -TERM $pid
await $pid
sed 's/^worker [0-9]: [0-9:]*/worker <n>: <pair>/' log
sqlite3 engines.db "SELECT state, count(*), sum(tries), max(tries) FROM jobs GROUP BY state"
run finish engines.db

say "SIGINT and SIGTERM: the searches in hand are given back"
for signal in INT TERM HUP; do
    start_busy stop.db
    kill -$signal $pid
    await $pid
    tail -n 1 log
    sqlite3 stop.db "SELECT state, count(*) FROM jobs GROUP BY state"
done
say "when the time is up, no search is begun, and those in hand end"
engine_json slow.json slow=8
search stop.db --run --for 1s --engine slow.json >log
tail -n 1 log
sqlite3 stop.db "SELECT count(*) FROM jobs WHERE state = 1"
run finish stop.db
