. "$SOURCE/tests/cli/lib.sh"

empty_tree tree
external partial 'limit <= 500000 && (w + b) % 2 == 0'
external whole

passport() {
    python3 - "$1" <<'END'
import json, sys
passport = json.load(open(sys.argv[1]))
for run in passport["runs"]:
    print([(a["limit"], a["rows"]) for a in run["added"]])
    print(" ", run["compute_split"])
    print(" ", run["recorder"])
for file in passport["evidence"]:
    print(file["file"], file["rows"], file["controls"], file["sha256"])
print(passport["engines"]["stockfish-15.1-debian"]["hash_mb"])
END
}

say "the first time"
run asym-passport record --root tree --from partial
run passport tree/passport/asym/passport.json
run leftovers tree

say "again: nothing changes"
remember tree
run asym-passport record --root tree --from partial
unchanged

say "a superset: rows and stages are added"
run asym-passport record --root tree --from whole
run passport tree/passport/asym/passport.json
remember tree
run asym-passport record --root tree --from whole
run asym-passport record --root tree --from partial
unchanged
echo "the evidence is what one recording of the whole makes:"
run diff -r tree/passport/asym/evidence "$WORK/small/tree/passport/asym/evidence"

# What is handed over differs from what is stored: nothing may be written.
differs() {
    say "$1"
    rm -rf other
    cp -R whole other
    eval "$2"
    run asym-passport record --root tree --from other
    unchanged
    leftovers tree
}
row=$(sed -n 3p whole/nodes-500000.csv)
echo "the row is $row"
differs "a contradiction" 'sed -i "3s/,\([0-9]*\),\([^,]*,[^,]*,[^,]*,[^,]*\)$/,99\1,\2/" other/nodes-500000.csv'
differs "a contradiction in the last column of the last row" \
    'sed -i "\$s/\([0-9]*\),\([0-9]*\),\([0-9]*\)$/0,0,1000/" other/nodes-128000000.csv'
differs "a mate instead of a value" \
    'sed -i "3s/^\([0-9]*,[0-9]*,[0-9]*,[0-9]*\),\([^,]*\),,/\1,,7,/" other/nodes-500000.csv'
differs "another seed" 'sed -i "s/20260918/20260919/" other/run.json'
differs "another binary under the same id" 'sed -i "s/af67e5f9/bf67e5f9/" other/run.json'
differs "another name under the same id" 'sed -i "s/Stockfish 15.1\"/Stockfish 15\"/" other/run.json'
differs "an option more" 'sed -i "s/\"Threads\": \"1\"/\"Threads\": \"1\", \"MultiPV\": \"2\"/" other/run.json'
differs "another hash size at one budget" \
    'sed -i "s/\"500000\": 16/\"500000\": 32/" other/run.json; sed -i "2,\$s/^500000,16,/500000,32,/" other/nodes-500000.csv'

say "a hash size in run.json that the rows do not have"
rm -rf other
cp -R partial other
sed -i 's/"500000": 16/"500000": 32/' other/run.json
empty_tree fresh
remember fresh
run asym-passport record --root fresh --from other
unchanged

say "a budget that is not on the ladder"
external odd 'limit == 10000'
sed -i 's/^10000,/20000,/' odd/nodes-10000.csv
mv odd/nodes-10000.csv odd/nodes-20000.csv
run_json odd
remember tree
run asym-passport record --root tree --from odd
unchanged

say "a ladder that names two stages alike"
empty_tree alike
sed -i 's/"name": "S1"/"name": "S0"/' alike/passport/asym/ladder.json
remember alike
run asym-passport record --root alike --from partial
unchanged

say "a deepening budget is"
external deep 'limit == 128000000'
sed -i 's/^128000000,/400000000,/' deep/nodes-128000000.csv
mv deep/nodes-128000000.csv deep/nodes-400000000.csv
run_json deep
cp -R tree deeper
run asym-passport record --root deeper --from deep
run passport deeper/passport/asym/passport.json
run asym-passport show --root deeper 13:825
run asym-passport replay --root deeper --out tables
run tail -n 1 tables/windows.csv

say "another engine confirms; its rows are representatives and controls"
external other 'limit == 500000'
sed -i 's/"stockfish-15.1-debian"/"other-1"/; s/"Stockfish 15.1"/"Other 1"/' other/run.json
cp -R tree two
run asym-passport record --root two --from other
run asym-passport replay --root two --out tables
run asym-passport replay --root tree --out tables-of-one
run diff -r tables tables-of-one

say "a version that is signed is closed; what adds nothing is still fine"
mkdir tree/dist/asym-2026.11.1
touch tree/dist/asym-2026.11.1/SHA256SUMS.minisig
remember tree
run asym-passport record --root tree --from whole
run asym-passport record --root tree --from deep
unchanged
sed -i 's/2026\.11\.1/2026.11.2/' tree/passport/asym/release.json
run asym-passport record --root tree --from deep

say "in a git checkout the commit is noted, and whether src/ differs from it"
export GIT_AUTHOR_DATE='2026-11-30T00:00:00Z' GIT_COMMITTER_DATE='2026-11-30T00:00:00Z'
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
empty_tree checkout
git init -q checkout
git -C checkout add src
git -C checkout commit -q -m src
run asym-passport record --root checkout --from partial
echo '/* more */' >>checkout/src/main.c
run asym-passport record --root checkout --from whole
commit=$(git -C checkout rev-parse HEAD)
recorders() {
    passport checkout/passport/asym/passport.json | sed -n "s/$commit/<commit>/p"
}
run recorders
