# The connection between two machines and the server is cut and healed: each machine is a network of
# its own.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
need ip
[ "$(id -u)" = 0 ] || skip "only root can make networks"
ip netns add "asym-$$-1" 2>/dev/null || skip "cannot make a network here"
end_networks() {
    [ -z "${b-}" ] || kill "$a" "$b" 2>/dev/null || true
    stop_servers
    for machine in 1 2; do ip netns delete "asym-$$-$machine" 2>/dev/null || true; done
}
trap end_networks EXIT
ip netns add "asym-$$-2"

# machine NUMBER: connected with the server, which is at 10.213.NUMBER.1, by a cable of their own.
machine() {
    local name=asym-$$-$1 here=a$$h$1 there=a$$t$1
    ip link add "$here" type veth peer name "$there"
    ip link set "$there" netns "$name"
    ip address add "10.213.$1.1/24" dev "$here"
    ip link set "$here" up
    ip -n "$name" address add "10.213.$1.2/24" dev "$there"
    ip -n "$name" link set "$there" up
    ip -n "$name" link set lo up
}
machine 1
machine 2
cable() { ip link set "a$$h$1" "$2"; }

server cut "listen_addresses = '10.213.1.1,10.213.2.1'" "port = 5433"
echo "host all all 10.213.0.0/16 trust" >>"$folder/data/pg_hba.conf"
url="$url&port=5433"
postgres_reload() { kill -HUP "$(head -n 1 "$folder/data/postmaster.pid")"; }
postgres_reload
at() {
    ip netns exec "asym-$$-$1" asym-passport search --root tree --run "${small_waves[@]}" \
        --waves $waves --engine slow.json --workers 2 --store \
        "postgresql://asym@10.213.$1.1:5433/postgres?tcp_user_timeout=2000&connect_timeout=2" \
        >"log-$1" 2>&1 &
}

say "one is cut off while the other goes on, then the other way round"
at 1
a=$!
at 2
b=$!
for cut in 1 2; do
    wait_until has_stored $((cut * 100 - 70))
    cable $cut down
    wait_until has_tried 1 log-$cut
    cable $cut up
done
finish_pairs() { finish $a $b; }
run finish_pairs
