# From when on the ends of games were forced.
. "$SOURCE/tests/cli/lib.sh"
benedict selfplay --games 6 --nodes 600 --seed 4 >games

say "as evidence has it"
run benedict mates games --plies 7
benedict mates games --plies 7 --engine other --hash 1 | sed 's/,other,/,benedict,/' >rows
benedict mates games --plies 7 | cmp - rows

say "each is the shortest win there, and not there two plies before"
tail -n +2 rows | while IFS=, read -r game _ _ _ winner status mate from _; do
    [ "$status" = solved ] || continue
    line=$(cut -d '|' -f 4 games | sed -n "${game}p")
    before() { echo "$line" | cut -d ' ' -f "1-$1"; }
    prove() { benedict prove --side "$winner" --plies "$1" --after "$(before "$2")" | head -n 1 | cut -d ' ' -f 1-6; }
    echo "game $game: $(prove "$mate" "$from")"
    [ "$mate" -eq 1 ] || prove $((mate - 2)) "$from"
    prove 7 $((from - 2))
done

say "no games"
run benedict mates
run benedict mates nowhere
run benedict mates games --plies 8
run benedict mates games --plies 0
echo 'a|red|red|h3h6 h8h8' >wrong
run benedict mates wrong
