# A disk that fills up: the run ends with a word, what is stored stays, and goes on with room again.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
[ "$(id -u)" = 0 ] || skip "only root can mount a small file system"
need python3 sqlite3
mkdir disk
mount -t tmpfs -o size=6m none disk 2>/dev/null || skip "no tmpfs can be mounted"
trap 'umount disk' EXIT
search_tree tree

search whole.db --run --wave-nodes 4000000 --waves 2 >/dev/null
whole=$(evidence whole.db)

say "no room for the store at all"
head -c 8m /dev/zero >disk/filler 2>/dev/null || true
run search disk/store.db --run --waves 1
rm -f disk/*

say "the disk fills up in the midst"
DEADLINE=3600 engine_json slow.json slow=2 gate=gate
let_through 5
start disk/store.db --run --wave-nodes 4000000 --engine slow.json --waves 2
wait_until has_more disk/store.db 0
head -c 8m /dev/zero >disk/filler 2>/dev/null || true
let_through 1000000
await $pid
grep -v ^wave log
sqlite3 disk/store.db "PRAGMA integrity_check"

say "with room again it goes on"
rm disk/filler
left=$((2 - $(closed disk/store.db)))
search disk/store.db --run --wave-nodes 4000000 --waves $left >/dev/null
[ "$(evidence disk/store.db)" = "$whole" ] || echo "ANOTHER EVIDENCE"
