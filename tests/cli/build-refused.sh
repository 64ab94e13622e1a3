# Where nothing may be written: a clear word, nothing left behind, the old archive untouched.
. "$SOURCE/tests/cli/lib.sh"
small_tree
chmod -R a+rX .

say "a file where the folder should be"
: >tree/dist/asym-2026.11.1
remember tree
run asym-passport build --root tree
unchanged
rm tree/dist/asym-2026.11.1

say "a folder where the archive should be"
asym-passport build --root tree >/dev/null
archive=$(echo tree/dist/asym-2026.11.1/*.tar.zst)
mv "$archive" old.tar.zst
mkdir "$archive"
remember tree
run asym-passport build --root tree
unchanged
rmdir "$archive"
cp old.tar.zst "$archive"

say "by somebody who may not write there"
[ "$(id -u)" != 0 ] || need setpriv
cp -R "$WORK/small/tree" fresh
keep_off tree fresh
remember tree fresh
run as_another asym-passport build --root tree
run as_another asym-passport build --root fresh
run as_another asym-passport replay --root fresh --out fresh/tables
run as_another asym-passport record --root fresh --from "$WORK/small/external"
run as_another asym-passport verify --root fresh
run leftovers tree fresh
unchanged
chmod -R u+w tree fresh

say "an old archive that is spoiled is replaced"
echo spoiled >"$archive"
run asym-passport build --root tree
run cmp "$archive" old.tar.zst
