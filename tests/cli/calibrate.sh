. "$SOURCE/tests/cli/lib.sh"
small_tree

run asym-passport calibrate --root tree
run asym-passport calibrate --root tree --seed 2 --out ladder.json
run cat ladder.json
run asym-passport calibrate --root tree --seed x

say "the ladder is one that can be read"
cp ladder.json tree/passport/asym/ladder.json
run asym-passport summary --root tree

say "without all controls there is nothing to go by"
empty_tree few
external part 'w != b || w % 2 == 0'
asym-passport record --root few --from part >/dev/null
run asym-passport calibrate --root few --out none.json
run test -e none.json
