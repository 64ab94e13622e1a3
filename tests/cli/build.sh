. "$SOURCE/tests/cli/lib.sh"
small_tree

say "the first time"
run asym-passport build --root tree
run ls tree/dist tree/dist/asym-2026.11.1
run leftovers tree

say "again: the same bytes"
cp tree/dist/asym-2026.11.1/*.tar.zst first
run asym-passport build --root tree
run cmp first tree/dist/asym-2026.11.1/*.tar.zst

say "the path alone, also from within"
run asym-passport build --root tree --print-path
cd tree/src
run asym-passport build --print-path
cd ../..

say "nothing else was written"
rm -r tree/dist/asym-2026.11.1
run diff -r tree "$WORK/small/tree"

say "once it is published, it is compared with its record"
rm -r tree
signed_tree
run asym-passport build --root tree
sed -i 's/^Version/Edition/; 1s/$/ /' tree/passport/asym/texts/CHANGELOG.en.md
run asym-passport build --root tree
run asym-passport build --root tree --print-path
echo '"' >>tree/dist/asym-2026.11.1/record.json
run asym-passport build --root tree

say "what lies in the archive"
zstd -dqc "$archive" | tar -tvf - | awk '{ $3 = "-"; print }'
