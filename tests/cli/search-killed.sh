# Killed at any moment, and resumed: what is stored is valid, and after the same wave the evidence is
# the same, byte for byte.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3 sqlite3
search_tree tree
waves=3
search whole.db --run "${small_waves[@]}" --waves $waves >/dev/null
whole=$(evidence whole.db)

# kill_at STORE WORKERS MS...: one run for each number, which lives so long.
killed=0
kill_at() {
    local store=$1 workers=$2 moment
    shift 2
    for moment in "$@"; do
        [ "$(closed "$store")" -lt $waves ] || return 0
        start "$store" --run "${small_waves[@]}" --waves 1 --workers "$workers" --engine slow.json
        sleep "0.$(printf %03d "$moment")"
        if kill -KILL $pid 2>/dev/null; then killed=$((killed + 1)); fi
        wait $pid 2>/dev/null || true
    done
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

# Moments without a pattern: x -> 7 x mod 997, in ms.
moments() {
    local x=$1 i
    for ((i = 0; i < $2; i++)); do
        x=$((x * 7 % 997))
        echo $((x * 9 / 10))
    done
}
engine_json slow.json slow=8

say "SIGKILL to the coordinator; the engines end with it"
for round in 1 2 3; do
    # shellcheck disable=SC2046 # one word a number
    kill_at "kill-$round.db" $((round * 2 - 1)) $(moments $((round * 31)) 12)
    run finish "kill-$round.db"
done
[ $killed -ge 15 ] || echo "only $killed were killed"
for ((i = 0; i < 50; i++)); do
    pgrep -f "$PWD/fake" >/dev/null || break
    sleep 0.1
done
run pgrep -f "$PWD/fake"

say "SIGKILL to the engines in mid-search: a try each, and no evidence is lost"
start engines.db --run "${small_waves[@]}" --waves $waves --workers 3 --engine slow.json
for moment in $(moments 5 6); do
    sleep "0.$(printf %03d "$moment")"
    pgrep -f -P $pid "$PWD/fake" | head -n 1 | xargs -r kill -KILL || true
done
await $pid
grep -c 'was killed by SIGKILL' log | sed 's/^[1-9].*/some were killed/'
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
search stop.db --run --for 1s --engine slow.json >log
tail -n 1 log
sqlite3 stop.db "SELECT count(*) FROM jobs WHERE state = 1"
run finish stop.db
