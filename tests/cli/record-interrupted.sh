. "$SOURCE/tests/cli/lib.sh"
evidence=passport/asym/evidence/$ENGINE
external partial 'limit <= 500000 && (w + b) % 2 == 0'
external whole

say "what one recording makes"
empty_tree whole-tree
run asym-passport record --root whole-tree --from whole
made=$(digest whole-tree)

same() {
    if [ "$(digest "$1")" = "$made" ]; then echo "the same bytes"; else diff -r "$1" whole-tree; fi
}

say "cut off after the first file, before the passport: the same call completes it"
empty_tree tree
mkdir -p "tree/$evidence"
cp "whole-tree/$evidence/nodes-10000.csv" "tree/$evidence/"
run asym-passport record --root tree --from whole
run same tree

say "cut off after all evidence, before the passport"
rm tree/passport/asym/passport.json
run asym-passport record --root tree --from whole
run same tree

say "the same, where an older passport is there"
empty_tree tree2
quietly asym-passport record --root tree2 --from partial
cp -R tree2 tree3
quietly asym-passport record --root tree2 --from whole
cp "tree2/$evidence"/*.csv "tree3/$evidence/"
echo "half done, and refused by all who read:"
run asym-passport summary --root tree3
run asym-passport record --root tree3 --from whole
run diff -r tree2 tree3

say "half done, and another folder is recorded: the rows are nobody's"
rm tree/passport/asym/passport.json
remember tree
run asym-passport record --root tree --from partial
unchanged

say "a temporary file of a process that was killed is passed over"
cp -R whole-tree tree4
echo 'engine,limit_' >"tree4/$evidence/.nodes-10000.csv.a1b2c3"
run asym-passport record --root tree4 --from whole
run asym-passport build --root tree4

say "killed at twenty moments, completed each time"
empty_tree fresh
start=$(date +%s%N)
cp -R fresh killed
quietly asym-passport record --root killed --from whole
took=$((($(date +%s%N) - start) / 1000))
kills=0
whole=0
torn=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    rm -rf killed
    cp -R fresh killed
    asym-passport record --root killed --from whole >/dev/null 2>&1 &
    pid=$!
    sleep "$(awk -v t="$took" -v i="$i" 'BEGIN { printf "%.6f", t * i / 20e6 }')"
    kill_now "$pid" || true
    kills=$((kills + 1))
    # Each file is whole or not there.
    for file in killed/"$evidence"/*.csv killed/passport/asym/passport.json; do
        [ -f "$file" ] || continue
        cmp -s "$file" "whole-tree/${file#killed/}" || torn=$((torn + 1))
    done
    asym-passport record --root killed --from whole >/dev/null || echo "it was not completed"
    find killed -name '.*.??????' -type f -delete
    [ "$(digest killed)" != "$made" ] || whole=$((whole + 1))
done
echo "killed $kills times: $torn files torn, completed to the same bytes $whole times"
