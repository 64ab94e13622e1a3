# Killed at any moment, and resumed: what is stored is valid, and after the same wave the evidence is
# the same, byte for byte.
#   KILLS  how often in a row, for the coordinator and for its engines (default: 6; check-long: 100)
#   SEED   of the moments
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3 sqlite3
search_tree tree
kills=${KILLS:-6}
seed=${SEED:-1}

# end_wave STORE: the wave in hand to its end, and the evidence against that of an undisturbed run
# of as many waves.
end_wave() {
    search "$1" --run "${small_waves[@]}" --waves 1 --workers 2 >/dev/null
    search "whole-$1" --run "${small_waves[@]}" --waves "$(closed "$1")" >/dev/null
    [ "$(evidence "$1")" = "$(evidence "whole-$1")" ] || echo "$1: ANOTHER EVIDENCE"
    sqlite3 "$1" "PRAGMA integrity_check; SELECT count(*) FROM failures"
}

# pause MS
pause() { sleep "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"; }

# kill_runs STORE WORKERS: runs in a row, none of which ends by itself. They are killed in turn soon
# after their start, about when they first commit, and soon after they have.
kill_runs() {
    local store=$1 workers=$2 log=$1.log i before=0
    RANDOM=$((seed * 10 + workers))
    engine_json "$store.json" slow=$((30 * workers))
    for ((i = 0; i < kills; i++)); do
        start "$store" --run "${small_waves[@]}" --workers "$workers" --engine "$store.json"
        case $((i % 3)) in
            0) pause $((RANDOM % 333)) ;;
            1) pause $((RANDOM % 333 + 900)) ;;
            2)
                wait_until has_more "$store" "$before"
                pause $((RANDOM % 333))
                ;;
        esac
        kill_now $pid || [ $? -eq 137 ] || echo "it ended by itself"
        before=$(committed "$store")
    done
}

say "SIGKILL to the coordinator of 1, 2 and 8 workers; the engines end with it"
runs=()
for workers in 1 2 8; do
    kill_runs $workers.db $workers &
    runs+=($!)
done
wait "${runs[@]}"
for workers in 1 2 8; do run end_wave $workers.db; done
no_engine() { ! pgrep -f "$PWD/fake" >/dev/null; }
wait_until no_engine

say "SIGKILL to one of 1, 2 and 8 engines, at any moment: no try is counted"
# kill_engines STORE WORKERS: each time any of them; one that is dead already does not count.
kill_engines() {
    local store=$1 workers=$2 log=$1.log engines
    RANDOM=$((seed * 10 + workers))
    engine_json "$store.json" slow=$((3 * workers))
    start "$store" --run "${small_waves[@]}" --workers "$workers" --engine "$store.json"
    wait_until has_more "$store" 0
    while [ "$(grep -c SIGKILL "$log")" -lt "$kills" ]; do
        pause $((RANDOM % 100))
        mapfile -t engines < <(pgrep -P $pid)
        [ ${#engines[@]} -eq 0 ] || kill -KILL "${engines[RANDOM % ${#engines[@]}]}" 2>/dev/null || true
    done
    kill -TERM $pid
    await $pid
    grep '^worker' "$log" | sed -E 's/^worker [0-9]/worker <n>/; s/SIGKILL .*;/SIGKILL <when>;/' | sort -u
    sqlite3 "$store" "SELECT coalesce(sum(tries), 0) FROM jobs"
}
for workers in 1 2 8; do
    run kill_engines engine-$workers.db $workers
    run end_wave engine-$workers.db
done

say "the status knows who is at work"
show_who() { search stop.db --status | sed -E "1,/^wave/d; s/process $pid/process <n>/; s/: [0-9:]+ at/: <pair> at/; s/ [0-9]+ s$/ <n> s/" | sort; }
start_busy stop.db
run show_who
kill_now $pid || true
run show_who

say "SIGINT, SIGTERM and SIGHUP: the searches in hand are given back"
for signal in INT TERM HUP; do
    start_busy stop.db
    kill -$signal $pid
    await $pid
    tail -n 1 log
    sqlite3 stop.db "SELECT state, count(*) FROM jobs GROUP BY state"
done
say "SIGINT twice, while a lock is waited for that another program holds: it ends at once"
start_busy stop.db
python3 -c '
import sqlite3, sys
db = sqlite3.connect("stop.db", isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open("held", "w").close()
sys.stdin.read()' < <(wait_until test -e ended) &
holder=$!
wait_until test -e held
kill -INT $pid
is_taken() { grep -q '^SigBlk:.*0000$' /proc/$pid/status; }
wait_until is_taken
kill -INT $pid
await $pid
touch ended
wait $holder
wait_until no_engine
run show_who

say "when the time is up, no search is begun, and those in hand end"
engine_json slow.json slow=8
search stop.db --run --for 1s --engine slow.json >log
tail -n 1 log
sqlite3 stop.db "SELECT count(*) FROM jobs WHERE state = 1"
run end_wave stop.db
