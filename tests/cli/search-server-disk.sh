# The server's disk is full for a while.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
[ "$(id -u)" = 0 ] || skip "only root can mount a small disk"
mkdir small
mount -t tmpfs -o size=120m tmpfs small 2>/dev/null || skip "cannot mount a small disk here"
unmount() {
    stop_servers
    umount small
}
trap unmount EXIT

say "its workers go on when there is room again"
searches=15
let_through $searches
server small/pg "min_wal_size = 32MB" "max_wal_size = 32MB" "wal_recycle = off" "wal_init_zero = on"
worker log-a --workers 2
a=$pid
worker log-b --workers 2
b=$pid
wait_until has_stored 30
dd if=/dev/zero of=small/ballast bs=64k 2>/dev/null || true
# Its log needs a new file, for which there is no room.
more() {
    ask "SELECT pg_switch_wal()" >/dev/null 2>&1 || true
    let_through $((++searches))
    has_tried 1 log-a log-b
}
wait_until more
let_through 1000000
rm small/ballast
"$(postgres_bin)/pg_isready" --quiet --host="$folder" || {
    postgres_stop "$folder"
    postgres_start "$folder"
}
finish_pairs() { finish $a $b; }
run finish_pairs
