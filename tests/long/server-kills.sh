# A hundred times a worker of one of three machines is killed, at any moment; after the same waves the
# evidence is that of one undisturbed process on a file.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
machines 3
server_for_machines kills
workers=()
begin() {
    # exec: what is killed is the worker, and no shell that waits for it.
    (exec ip netns exec "asym-$$-$1" asym-passport search --root tree --run "${small_waves[@]}" \
        --workers 2 --engine slow.json --store "$(machine_url "$1")" >>"log-$1" 2>&1) &
    workers[$1]=$!
}
for machine in 1 2 3; do begin $machine; done
wait_until has_stored 1
RANDOM=20260918
for ((kill = 1; kill <= 100; kill++)); do
    machine=$((1 + RANDOM % 3))
    sleep "0.$(printf %03d $((RANDOM % 700)))"
    kill_now "${workers[machine]}" || [ $? -eq 137 ] || echo "the worker of machine $machine had ended"
    begin $machine
    # The time passes after which the claims of the dead, and of the living, are no longer good.
    [ $((kill % 5)) -ne 0 ] || ask "UPDATE jobs SET expires = expires - 301" 2>/dev/null
done
kill -TERM "${workers[@]}"
for machine in 1 2 3; do wait "${workers[machine]}" || true; done
ask "UPDATE jobs SET expires = expires - 301"
search "$url" --run --waves 1 >/dev/null
waves=$(closed "$url")
[ "$waves" -gt 3 ] || echo "no more than $waves waves"
search whole.db --run --waves $((waves - 2)) >/dev/null
whole=$(evidence whole.db)
[ "$(evidence "$url")" = "$whole" ] || echo "ANOTHER EVIDENCE"
ask "SELECT sum(rows) - (SELECT count(*) FROM evaluations) FROM tallies"
ask "SELECT count(*) FROM failures"
