# A question shared by several processes on a PostgreSQL server: the answer and a proof as from a file,
# though one of them is killed.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/postgres.sh"
postgres_bin >/dev/null || skip "no PostgreSQL server is installed"
need psql
trap 'postgres_stop "$PWD/pg"' EXIT
postgres_make "$PWD/pg"
postgres_start "$PWD/pg"
url=$(postgres_url "$PWD/pg")
share() { benedict share --store "$url" "$@"; }
ask() { psql -qAt "$url" -c "$1"; }

say "nothing yet"
run share --status

say "three processes, one of which is killed after its first result; its claim runs out"
share --ask --side red --plies 9
mkfifo line
share --work --hash 16 >line &
killed=$!
read -r first <line
kill_now $killed || echo "exit $?"
[ -n "$first" ] || echo "nothing was found"
kept=$(ask "SELECT * FROM tasks WHERE state = 2 ORDER BY place")
pids=()
for i in 1 2 3; do
    share --work --hash 16 >"log-$i" 2>&1 &
    pids+=($!)
done
# As it would after five minutes.
ask "UPDATE tasks SET expires = 0 WHERE state = 1 AND worker LIKE '%:$killed/1'"
for pid in "${pids[@]}"; do wait "$pid" || echo "exit $?"; done
tail -qn 1 log-? | sort -u
ask "SELECT * FROM tasks WHERE state = 2 ORDER BY place" >after
! grep -qvxFf after <<<"$kept" || echo "CHANGED"

say "the certificate is a proof, of what one program alone finds"
share --merge certificate >merge.txt
grep -c '^[a-i][0-9]' merge.txt
benedict check certificate | head -n 1
benedict prove --hash 16 --side red --plies 9 | head -n 1 | cmp - <(head -n 1 merge.txt | sed 's/^question 1: //')

