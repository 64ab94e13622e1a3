# The study's own evidence, and results from elsewhere, by Debian's Stockfish.
. "$SOURCE/tests/cli/lib.sh"
binary=/usr/games/stockfish
sum=$(sed -n 's/.*"sha256": "\([0-9a-f]*\)".*/\1/p' "$SOURCE/engines/stockfish-15.1-debian.json")
echo "$sum  $binary" | sha256sum --quiet --status -c 2>/dev/null ||
    skip "$binary is not the Stockfish 15.1 of Debian 12"

say "what this tree holds"
here() { run asym-passport rerun "$@" --root "$SOURCE" | sed -E 's/( of )[0-9]+( evaluations, seed)/\1<all>\2/'; }
here 40 --stage P0
here 10 --stage S0 --seed another
here 2 --stage S1 --workers 2

say "its configuration"
run asym-passport engine check "$SOURCE/engines/stockfish-15.1-debian.json"

say "results from elsewhere: recorded once a sample of them repeats"
external results 'limit <= 500000 && (w + b) % 3 == 0'
external whole
sed -i 's/"UCI_Chess960": "true"/&, "UCI_ShowWDL": "true"/' results/run.json whole/run.json
empty_tree tree
run asym-passport record --root tree --from results --rerun 4 --seed 7 --engine $binary
python3 -c '
import json
print(json.load(open("tree/passport/asym/passport.json"))["runs"][0]["rerun"])' | mask
run asym-passport record --root tree --from whole

say "the archive alone, far from any checkout"
asym-passport build --root tree >/dev/null
mv "$(asym-passport build --root tree --print-path)" release.tar.zst
mkdir release
zstd -dqc release.tar.zst | tar -xf - -C release --strip-components 1
rm -rf tree results whole
run asym-passport rerun 9 release.tar.zst
run asym-passport rerun 5 release.tar.zst --engine $binary --until S0
run asym-passport rerun 9 release --engine $binary --stage P0
cp $binary built-otherwise
echo >>built-otherwise
run asym-passport rerun 4 release.tar.zst --engine built-otherwise --stage P0
run asym-passport rerun 4 release.tar.zst --engine /bin/true --stage P0
head -c 100000 release.tar.zst >torn.tar.zst
run asym-passport rerun 4 torn.tar.zst --engine $binary
