# Shared by the tests of search on a server: after cli/lib.sh,
# `. "$SOURCE/tests/fake-engine/server.sh"`.
# shellcheck shell=bash
# shellcheck source=tests/fake-engine/search.sh
. "$SOURCE/tests/fake-engine/search.sh"
# shellcheck source=tests/postgres.sh
. "$SOURCE/tests/postgres.sh"
postgres_bin >/dev/null || skip "no PostgreSQL server is installed"
need python3 psql
search_tree tree
DEADLINE=3600 engine_json slow.json slow=30 gate=gate
let_through 1000000
waves=2
search whole.db --run "${small_waves[@]}" --waves $waves >/dev/null
whole=$(evidence whole.db)

folders=()
stop_servers() {
    for folder in "${folders[@]}"; do postgres_stop "$folder"; done
}
trap stop_servers EXIT

# server NAME [SETTING...]: as $folder and $url, running.
server() {
    folder=$PWD/$1
    shift
    folders+=("$folder")
    postgres_make "$folder" "$@"
    postgres_start "$folder"
    url=$(postgres_url "$folder")
}
# another NAME: an empty database of the same server.
another() {
    psql -q "$url" -c "CREATE DATABASE $1"
    url=$(postgres_url "$folder" "$1")
}
# worker LOG ARGUMENTS...: in the background, as $pid, until all the waves are closed.
worker() {
    # shellcheck disable=SC2034 # for start
    log=$1
    shift
    start "$url" --run "${small_waves[@]}" --waves $waves --engine slow.json "$@"
}
ask() { psql -qAt "$url" -c "$1"; }
has_stored() { [ "$(ask "SELECT count(*) FROM evaluations" 2>/dev/null || echo 0)" -ge "$1" ]; }
# has_tried COUNT LOG...: the workers have found the server away, so often.
has_tried() {
    local count=$1
    shift
    [ "$(cat "$@" | grep -c "it is tried again")" -ge "$count" ]
}

# finish PID...: the workers, and what they left of the waves; the evidence as in the other run, each
# result counted once.
finish() {
    local left
    for pid in "$@"; do await "$pid"; done
    left=$((waves - $(closed "$url")))
    [ $left -le 0 ] || search "$url" --run "${small_waves[@]}" --waves $left >/dev/null
    [ "$(closed "$url")" = $waves ] || echo "not $waves waves but $(closed "$url")"
    [ "$(evidence "$url")" = "$whole" ] || echo "ANOTHER EVIDENCE"
    ask "SELECT sum(rows), (SELECT count(*) FROM evaluations), (SELECT count(*) FROM failures)
        FROM tallies"
}

# machines COUNT: so many, each a network of its own, connected with this one by a cable.
machines() {
    local number
    need ip
    [ "$(id -u)" = 0 ] || skip "only root can make networks"
    local had=
    ! mountpoint -q /run/netns || had=1
    if ! { ip netns add "asym-$$-1" && ip netns exec "asym-$$-1" true; } 2>/dev/null; then
        ip netns delete "asym-$$-1" 2>/dev/null || true
        [ -n "$had" ] || umount /run/netns 2>/dev/null || true # a mount of ip's own
        skip "cannot make a network here"
    fi
    machine_count=$1
    trap end_machines EXIT
    for ((number = 1; number <= machine_count; number++)); do
        [ $number = 1 ] || ip netns add "asym-$$-$number"
        ip link add "a$$h$number" type veth peer name "a$$t$number"
        ip link set "a$$t$number" netns "asym-$$-$number"
        ip address add "10.213.$number.1/24" dev "a$$h$number"
        ip link set "a$$h$number" up
        on_machine "$number" ip address add "10.213.$number.2/24" dev "a$$t$number"
        on_machine "$number" ip link set "a$$t$number" up
    done
}
end_machines() {
    local number
    for ((number = 1; number <= machine_count; number++)); do
        ip netns pids "asym-$$-$number" | xargs -r kill -KILL 2>/dev/null || true
        ip netns delete "asym-$$-$number" 2>/dev/null || true
    done
    stop_servers
}
on_machine() {
    local number=$1
    shift
    ip netns exec "asym-$$-$number" "$@"
}
# cable NUMBER up|down
cable() { ip link set "a$$h$1" "$2"; }
# server_for_machines NAME: server, which each machine reaches at an address of its own.
server_for_machines() {
    local number addresses=
    for ((number = 1; number <= machine_count; number++)); do
        addresses="$addresses${addresses:+,}10.213.$number.1"
    done
    server "$1" "listen_addresses = '$addresses'" "port = 5433"
    echo "host all all 10.213.0.0/16 trust" >>"$folder/data/pg_hba.conf"
    kill -HUP "$(head -n 1 "$folder/data/postmaster.pid")"
    url="$url&port=5433"
}
machine_url() { echo "postgresql://asym@10.213.$1.1:5433/postgres"; }
