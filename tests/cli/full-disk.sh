# A full disk: a clear word, nothing left behind, the old archive untouched.
. "$SOURCE/tests/cli/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can mount a small file system"
small_tree
mkdir disk
mount -t tmpfs -o size=256k none disk 2>/dev/null || skip "no tmpfs can be mounted"
trap 'umount disk' EXIT

cp tree/dist/keys.json disk/
mv tree/dist tree/dist.kept
ln -s ../disk tree/dist

say "it fits"
run asym-passport build --root tree
archive=$(echo disk/asym-2026.11.1/*.tar.zst)
cp "$archive" old.tar.zst

say "it does not fit beside what is there"
fill() { head -c "$1" /dev/zero >disk/filler 2>/dev/null || true; }
fill 96k
remember disk
run asym-passport build --root tree
unchanged
run leftovers disk
run cmp "$archive" old.tar.zst

say "not even one block is free"
fill 1m
remember disk
run asym-passport build --root tree
unchanged
run leftovers disk
run cmp "$archive" old.tar.zst
rm -r disk/asym-2026.11.1
fill 1m
remember disk
run asym-passport build --root tree
rmdir disk/asym-2026.11.1 2>/dev/null || true
unchanged
run leftovers disk

say "signing, with no room for the record"
cp "$WORK/small/key.pem" key.pem
rm disk/filler
with_passphrase asym-passport keygen --root tree --secret new.pem >/dev/null
fill 1m
run with_passphrase asym-passport sign --root tree --secret new.pem
run leftovers disk
run test -e disk/asym-2026.11.1/SHA256SUMS.minisig
echo "with room again, the same call completes it"
rm disk/filler
run with_passphrase asym-passport sign --root tree --secret new.pem
run asym-passport verify --quiet --root tree

say "the tables of replay"
rm -r disk/*
mkdir disk/tables
fill 180k
run asym-passport replay --root tree --out disk/tables
run leftovers disk

say "unpacking"
rm -r disk/*
cp -R "$WORK/small/signed" other
mkdir assets
run asym-passport unpack --key other/dist/keys/*.pub --into disk other/dist/asym-2026.11.1/*.tar.zst
run ls -A disk

say "a site"
run asym-passport site --key other/dist/keys/*.pub --out disk/asym-1 --assets assets \
    other/dist/asym-2026.11.1/*.tar.zst
run ls -A disk

say "recording, with no room for all of the evidence"
umount disk
mount -t tmpfs -o size=1m none disk
empty_tree disk/tree
head -c 250k /dev/zero >disk/kept
fill 1m
rm disk/kept
run asym-passport record --root disk/tree --from "$WORK/small/external"
run leftovers disk
run ls disk/tree/passport/asym "disk/tree/passport/asym/evidence/$ENGINE"
echo "with room again, the same call completes it"
rm disk/filler
run asym-passport record --root disk/tree --from "$WORK/small/external"
run diff -r disk/tree/passport "$WORK/small/tree/passport"
