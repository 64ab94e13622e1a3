# One search by many processes on a PostgreSQL server: the same evidence as by one on a file.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
. "$SOURCE/tests/postgres.sh"
postgres_bin >/dev/null || skip "no PostgreSQL server is installed"
need python3 psql
search_tree tree
trap 'postgres_stop "$PWD/pg"' EXIT
postgres_make "$PWD/pg"
postgres_start "$PWD/pg"

# database NAME: its address, once it is made.
database() {
    psql -q "$(postgres_url "$PWD/pg")" -c "CREATE DATABASE $1"
    postgres_url "$PWD/pg" "$1"
}
search whole.db --run "${small_waves[@]}" --waves 3 >/dev/null
whole=$(evidence whole.db)
like_the_whole() { [ "$(evidence "$1")" = "$whole" ] || echo "ANOTHER EVIDENCE"; }

say "nothing yet"
one=$(database one)
run search "$one" --status
run search "$one" --plan

say "three waves by one process"
run search "$one" --run "${small_waves[@]}" --waves 3
like_the_whole "$one"
show_status() { search "$one" --status | timeless; }
run show_status
quick=$(search "$one" --status)
psql -q "$one" -c "UPDATE waves SET plan = (plan::jsonb - 'figures')::text"
# From all evidence, as from the figures that were kept with the plan.
[ "$(search "$one" --status)" = "$quick" ] || echo "ANOTHER STATUS"

# many COUNT STORE: so many processes of two workers each, until three waves are closed.
many() {
    local i pids=()
    for ((i = 1; i <= $1; i++)); do
        search "$2" --run "${small_waves[@]}" --waves 3 --workers 2 >"log-$i" 2>&1 &
        pids+=($!)
    done
    for i in "${pids[@]}"; do wait "$i" || echo "exit $?"; done
    # Who came late has begun a fourth wave, which does not count while it is open.
    search whole.db --run --waves $(($(closed "$2") - $(closed whole.db))) >/dev/null 2>&1 || true
    whole=$(evidence whole.db)
    like_the_whole "$2"
    psql -qAt "$2" -c "SELECT count(*) FROM waves AS w WHERE closed IS NOT NULL AND jobs <>
        (SELECT sum(rows) FROM tallies AS t WHERE t.wave = w.number)"
}
for count in 2 8; do
    say "three waves by $count processes of two workers each"
    run many $count "$(database "many$count")"
done

say "engines that confirm, two processes of two workers each"
search whole.db --copy "$(database confirmed)" >/dev/null
confirmed=$(postgres_url "$PWD/pg" confirmed)
for engine in fake-depth fake-nodes; do
    search whole.db --run --engine tree/engines/$engine.json >/dev/null
    pids=()
    for i in 1 2; do
        search "$confirmed" --run --workers 2 --engine tree/engines/$engine.json >"log-$i" 2>&1 &
        pids+=($!)
    done
    for i in "${pids[@]}"; do wait "$i" || echo "exit $?"; done
    sed -n 's/^nothing/nothing/p' log-1 log-2 | sort -u
done
whole=$(evidence whole.db)
like_the_whole "$confirmed"
show_confirming() { search "$confirmed" --status --engine tree/engines/fake-depth.json | timeless | sed '1d; /^<date>: /d'; }
run show_confirming

say "export, import, record, as from a file"
run search "$one" --export exported-1
copy=$(database copied)
run search "$copy" --import exported-1 --engine tree/engines/fake-1.json
run search "$copy" --import exported-1
run search "$copy" --export exported-copy
run diff -r exported-1 exported-copy
cp -R tree recorded
run asym-passport record --root recorded --store "$one"
run diff -r recorded/passport/asym/evidence exported-1/evidence
run asym-passport search --root recorded --store "$(database next)" --run --waves 1 "${small_waves[@]}"

say "a worker of another version, with another binary, another ladder"
psql -q "$one" -c "UPDATE pins SET value = '2020.1.1' WHERE name = 'version'"
run search "$one" --run --waves 1
psql -q "$one" -c "DELETE FROM pins WHERE name = 'version'"
cp fake other
echo >>other
sed 's@/fake"@/other"@' tree/engines/fake-1.json >other.json
search "$one" --run --waves 1 --engine other.json 2>&1 | sed -E 's/"[0-9a-f]{64}"/<sha256>/g'
cp -R tree ladder
sed -i s/59/60/ ladder/passport/asym/ladder.json
run asym-passport search --root ladder --store "$one" --run --waves 1

say "no server, no database, no password in what is said"
run search "$(postgres_url "$PWD/pg" none)" --status
run search "postgresql://me:secret@/one?host=$PWD/nowhere&password=secret" --run
run search "postgresql://me:secret@[/one" --run
