# What --status says is the same, whether it counts the classes that the last wave has touched, on top
# of the figures that were kept with its plan, or all evidence.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3 sqlite3
search_tree tree

# same_status STORE: from the figures, and from all rows of a copy whose plans have none.
same_status() {
    rm -f plain.db*
    sqlite3 "$1" "VACUUM INTO 'plain.db'"
    sqlite3 plain.db "UPDATE waves SET plan = json_remove(plan, '\$.figures')"
    search "$1" --status | sed 1d >quick
    search plain.db --status | sed 1d >whole
    cmp quick whole && awk '/^[PSD][0-9]/ { print $1, ($6 > 0 ? "some wait" : "none waits"),
        ($8 > 0 ? "some are rejected" : "none is rejected") }' quick
}
has_figures() { sqlite3 -readonly "$1" "SELECT number, plan LIKE '%figures%' FROM waves"; }

say "imported only"
search other.db --run "${small_waves[@]}" --waves 2 >/dev/null
search other.db --export exported >/dev/null
search one.db --import exported --engine tree/engines/fake-1.json
run same_status one.db

say "closed waves"
search one.db --run "${small_waves[@]}" --waves 2 >/dev/null
run has_figures one.db
run same_status one.db

say "an open wave, killed in the midst"
search one.db --run --waves 1 >/dev/null
DEADLINE=3600 engine_json gated.json gate=gate
let_through 20
before=$(committed one.db)
start one.db --run "${small_waves[@]}" --workers 2 --engine gated.json
wait_until has_more one.db $((before + 39))
kill_now $pid || true
run same_status one.db

say "rows from elsewhere, after the wave, with gaps: stages that were passed over"
search one.db --run --waves 1 >/dev/null
search more.db --run "${small_waves[@]}" --waves 12 --workers 2 >/dev/null
rm -r exported
search more.db --export exported >/dev/null
rm exported/evidence/fake-1/nodes-2000.csv
run search one.db --import exported
run same_status one.db
