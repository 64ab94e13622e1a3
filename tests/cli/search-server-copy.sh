# A run moves from a file to a server and back, in mid-wave; what a worker and a reader may do.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
need sqlite3
server pg

say "a wave and a part of the next, in a file"
search file.db --run "${small_waves[@]}" --waves 1 >/dev/null
let_through 20
start file.db --run --engine slow.json --workers 2
some() { [ "$(sqlite3 -readonly file.db "SELECT count(*) FROM evaluations")" -gt 220 ]; }
wait_until some
at_work() { search file.db --copy "$url" 2>&1 | sed "s/process $pid /process <pid> /"; }
run at_work
kill -TERM $pid
await $pid
let_through 1000000
run search nowhere.db --copy "$url"
copied() { "$@" | sed 's/^copied [0-9]*/copied <n>/'; }
run copied search file.db --copy "$url"
run search file.db --copy "$url"

say "on the server it is the same, and back in a file it is the same file"
run copied search "$url" --copy again.db
sqlite3 file.db .dump >before
sqlite3 again.db .dump >after
run cmp before after
search again.db --run --waves 1 >/dev/null
[ "$(evidence again.db)" = "$whole" ] || echo "ANOTHER EVIDENCE"
# shellcheck disable=SC2119 # no worker is to be waited for
run_finish() { finish; }
run run_finish

say "what the copy is made with; the version is of those who share a server"
run copied search "$url" --copy third.db
sqlite3 third.db "SELECT name FROM pins WHERE name NOT LIKE 'hash_mb %'"

say "the owner makes the store, a worker works, a reader reads"
another roles
ask "CREATE ROLE alice LOGIN; CREATE ROLE bob LOGIN; REVOKE ALL ON DATABASE roles FROM PUBLIC"
run search "$url" --make
run search "$url" --status
for _ in 1 2; do PGHOST=$folder PGUSER=asym PGDATABASE=roles run "$SOURCE/cluster/roles"; done
ask "GRANT asym_worker TO alice; GRANT asym_reader TO bob"
alice="postgresql://alice@/roles?host=$folder"
bob="postgresql://bob@/roles?host=$folder"
run search "$alice" --run "${small_waves[@]}" --waves 2 --workers 2
[ "$(evidence "$bob")" = "$whole" ] || echo "ANOTHER EVIDENCE"
run search "$bob" --run --waves 1
run asym-passport record --root tree --store "$bob"
may() { psql -qAt "$1" -c "$2" 2>&1 | grep -oE "permission denied.*|must be owner.*"; }
for sql in "UPDATE evaluations SET depth = 1" "DELETE FROM evaluations" "CREATE TABLE t (i int)" \
    "TRUNCATE jobs" "UPDATE pins SET value = ''" "DROP TABLE jobs" "UPDATE asym_passport SET format = 1"; do
    run may "$alice" "$sql"
done
run may "$bob" "INSERT INTO runs (producer) VALUES ('')"
psql -q "$url" -c "CREATE SCHEMA fresh"
run search "$alice&options=-csearch_path%3Dfresh" --run
