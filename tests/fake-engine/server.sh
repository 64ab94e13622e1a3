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
DEADLINE=3600 engine_json slow.json slow=30
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
