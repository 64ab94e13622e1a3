# Debian's Stockfish through `search --run`: its rows are those that another program once found.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
[ -x /usr/games/stockfish ] || skip "stockfish is not installed"
stockfish_tree tree

run stockfish_search store.db stockfish-15.1-debian
tail -n +2 exported/evidence/*/*.csv >rows
wc -l <rows
say "not among the recorded evaluations"
run grep -vxFf "$SOURCE/passport/asym/evidence/stockfish-15.1-debian/nodes-10000.csv" rows
