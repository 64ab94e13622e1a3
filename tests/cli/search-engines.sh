# Several engines in one store and one evidence: none of them knows of the others, and the ranking is
# the primary engine's, byte for byte what it is without them.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
search_tree tree
sed 's/"fake-1"/"fake-2"/; s/"Fake 1"/"Fake 2"/; s/"{binary}"/"{binary}", "name=Fake 2"/
    s/"Threads": "1"/"Threads": "1", "Playing Style": "Wild"/' tree/engines/fake-1.json \
    >tree/engines/fake-2.json

say "waves of the one and the other, in turn"
search alone.db --run "${small_waves[@]}" --waves 3 >/dev/null
second=(--engine tree/engines/fake-2.json)
run search both.db --run "${small_waves[@]}" --waves 2
run search both.db --run "${small_waves[@]}" --waves 2 --workers 2 "${second[@]}"
run search both.db --run --waves 1
search alone.db --export alone >/dev/null
run search both.db --export both
run diff -r alone both

say "each has a state of its own"
for engine in fake-1 fake-2; do
    search both.db --status --engine tree/engines/$engine.json | sed -n '1p; /^wave/s/closed .*: /closed <date>: /p'
done

say "recorded: the tables of the primary engine are the same"
cp -R tree recorded-alone
cp -R tree recorded-both
run asym-passport record --root recorded-alone --store alone.db
run asym-passport record --root recorded-both --store both.db
asym-passport replay --root recorded-alone --out tables-alone >/dev/null
asym-passport replay --root recorded-both --out tables-both >/dev/null
run diff -rq tables-alone tables-both
wc -l <tables-both/pairs.csv
say "named as the primary one, the other has another ranking"
sed -i 's/"fake-1"/"fake-2"/' recorded-both/passport/asym/release.json
asym-passport replay --root recorded-both --out tables-second >/dev/null
cmp -s tables-alone/pairs.csv tables-second/pairs.csv || echo another
