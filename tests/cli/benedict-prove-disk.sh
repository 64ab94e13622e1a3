# A state that finds no room does not cost the answer.
. "$SOURCE/tests/cli/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can mount a small file system"
mkdir disk
mount -t tmpfs -o size=512k none disk 2>/dev/null || skip "no tmpfs can be mounted"
trap 'umount disk' EXIT

run sh -c 'benedict prove --side red --plies 5 --hash 1 --state disk/state >answer'
head -n 1 answer
run leftovers disk
