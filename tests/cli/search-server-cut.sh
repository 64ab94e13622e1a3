# The connection between two machines and the server is cut and healed: each machine is a network of
# its own.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
machines 2
server_for_machines cut

# at NUMBER: a worker on that machine, which notices within seconds that it is cut off.
at() {
    on_machine "$1" asym-passport search --root tree --run "${small_waves[@]}" --waves $waves \
        --engine slow.json --workers 2 \
        --store "$(machine_url "$1")?tcp_user_timeout=2000&connect_timeout=2" >"log-$1" 2>&1 &
}
say "one is cut off while the other goes on, then the other way round"
through=(15 40 1000000) # each of the four engines
let_through "${through[0]}"
at 1
a=$!
at 2
b=$!
for cut in 1 2; do
    wait_until has_stored $((cut * 100 - 70))
    cable $cut down
    let_through "${through[cut]}"
    wait_until has_tried 1 log-$cut
    cable $cut up
done
finish_pairs() { finish $a $b; }
run finish_pairs
