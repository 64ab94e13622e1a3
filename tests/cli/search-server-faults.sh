# What goes wrong between workers and their PostgreSQL server; after the same waves the evidence is
# that of one undisturbed process on a file.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"

say "the server is killed in mid-run and started again, twice; what was found meanwhile is kept"
server killed
through=(15 40 1000000) # each of the four engines
let_through "${through[0]}"
worker log-a --workers 2
a=$pid
worker log-b --workers 2
b=$pid
for round in 1 2; do
    wait_until has_stored $((round * 100 - 70))
    postgres_stop "$folder"
    let_through "${through[round]}"
    # One may not have come back before the second time.
    wait_until has_tried $((round + 1)) log-a log-b
    postgres_start "$folder"
done
finish_pairs() { finish $a $b; }
run finish_pairs

say "a worker is frozen past its lease, and wakes with stale results"
another frozen
let_through 5
worker log-a --workers 3
a=$pid
wait_until has_stored 5
kill -STOP $a
ask "UPDATE jobs SET expires = expires - 301"
let_through 110
worker log-b --workers 2
b=$pid
wait_until has_stored 200
let_through 1000000
kill -CONT $a
run finish_pairs
