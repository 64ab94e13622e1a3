# Real games: the same whoever plays them, and replayed by another program.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/rules/rules.sh"
small_tree
engine=$SOURCE/engines/stockfish-15.1-debian.json
remember tree
play() {
    asym-passport selfplay --root tree --engine "$engine" --nodes 100 --pair 13:825,518:534,959:0 "$@"
}
say "six games, one and four at a time"
run play --out one
play --out four --workers 4 >/dev/null
diff -r one four
cut -d, -f 1-4,9-13 one/games.csv | sha256sum | cut -c 1-16
awk 'length > 79 && !/^\[/' one/games.pgn
say "another program replays them: moves, checks, positions; mates; stalemates"
same_games one
grep -c ',checkmate,' one/games.csv
say "ranked pairs, best first, are labelled so"
asym-passport selfplay --root tree --engine "$engine" --nodes 50 --top 3 --out ranked >/dev/null
diff <(asym-passport pairs --root tree --limit 3 --csv | sed 1d | cut -d, -f 2,3 | sort -t, -n) \
    <(sed 1d ranked/games.csv | cut -d, -f 1,2 | uniq)
cut -d, -f 9 ranked/games.csv | sort | uniq -c
same_games ranked >/dev/null
unchanged
