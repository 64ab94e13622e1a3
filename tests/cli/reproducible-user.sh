# Another user, to whom the files belong.
. "$SOURCE/tests/cli/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can become somebody else"
need setpriv
cp -R "$WORK/small/signed" tree
rm -r tree/dist/asym-2026.11.1/*.tar.zst
chown -R 65534:65534 tree
run as_another asym-passport build --root tree
run cmp tree/dist/asym-2026.11.1/*.tar.zst "$WORK"/small/signed/dist/asym-2026.11.1/*.tar.zst
