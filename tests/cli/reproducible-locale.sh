# In Turkish i is not the small letter of I, and a decimal point is a comma.
. "$SOURCE/tests/cli/lib.sh"
locales=
if ! locale -a 2>/dev/null | grep -qi '^tr_TR\.utf-\?8$'; then
    mkdir locales
    localedef -i tr_TR -f UTF-8 locales/tr_TR.UTF-8 2>/dev/null || skip "no Turkish locale can be made"
    locales=LOCPATH=$PWD/locales
fi
turkish() { env ${locales:+"$locales"} LC_ALL=tr_TR.UTF-8 "$@"; }
run turkish locale decimal_point
cp -R "$WORK/small/signed" tree
rm -r tree/dist/asym-2026.11.1/*.tar.zst
run turkish asym-passport build --root tree
run cmp tree/dist/asym-2026.11.1/*.tar.zst "$WORK"/small/signed/dist/asym-2026.11.1/*.tar.zst
run turkish asym-passport verify --quiet --root tree
run turkish asym-passport show --root tree qbnnbrkr:brkrnbqn
