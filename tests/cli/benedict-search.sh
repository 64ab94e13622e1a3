# What the search of Benedict xiangqi promises.
. "$SOURCE/tests/cli/lib.sh"

# The last line of its answer to these.
ask() { printf '%s\n' "$@" | benedict | tail -n 1; }

say "a limit of nodes is kept"
for nodes in 1 2 30 1000 4567; do
    printf 'position startpos\ngo nodes %s\n' $nodes | benedict | sed -nE 's/^info (nodes [0-9]+).*/\1/p'
done
printf 'setoption name Threads value 4\nposition startpos\ngo nodes 100000\n' | benedict |
    sed -nE 's/^info nodes ([0-9]+).*/\1/p' | awk '{ print ($1 >= 100000 && $1 < 110000) ? "in all threads" : $1 }'

# The win by d3d8 was there two plies ago and was not taken. To go back to that position is no draw.
say "what the other side missed once is not expected to be missed again"
fen="1nb1ka1N1/4a4/R1CCb2R1/P3P1p1p/2p6/2P5P/P6p1/1R2PC1cR/4A4/1NB1KABN1 b - - 0 1"
moves="e8g10 d8d3 g10e8 d3d8"
for limit in "depth 1" "depth 4" "nodes 20000"; do
    move=$(ask "position fen $fen moves $moves" "go $limit" | cut -d ' ' -f 2)
    printf 'position fen %s moves %s\ngo depth 1\n' "$fen" "$moves $move" | benedict |
        grep -c 'score mate 1 ' || echo "$limit: it does not lose at once"
done

say "120 quiet plies are a draw, unless the last of them leaves no move"
full="5NB1P/1C2A1C1P/P2ACk1NR/5P3/1P3PB2/CPB3B2/2P2PN1R/R3KAR2/P3A1N2/9 w - - 119 1"
printf 'position fen %s\ngo depth 1\n' "$full" | benedict | grep -o 'score .* nodes'
ask "position fen $full moves g9f9" "go depth 1"

# Black threatens to win; a move that does nothing about it is the 120th quiet ply, or the third time.
say "a draw by the rules answers a threat too, and its line ends there"
quiet="1Nbak1b2/4AR3/1R2C1N2/p1P1p1p1P/C6RC/9/1P1pp1p1P/9/4C4/1NBAKABNr b - - 119 16"
third="b3b5 a10a9 i1i2 i10i9 i2i1 i9i10 i1i2 i10i9 i2i1"
for position in "fen $quiet" "startpos moves $third"; do
    printf 'position %s\ngo depth 1\n' "$position" | benedict | sed 's/ nodes .* pv/ pv/' | grep '^info depth'
    printf 'position %s\ngo depth 4\n' "$position" | benedict | tail -n 1
done

say "the line of a forced win ends with it"
sed 1d "$SOURCE/tests/oracle/benedict_games.txt" | cut -d '|' -f 4 | while read -ra line; do
    [ ${#line[@]} -lt 12 ] || for limit in "depth 5" "nodes 2"; do
        printf 'position startpos moves %s\ngo %s\n' "${line[*]:0:${#line[@]}-7}" "$limit" | benedict
        printf 'position startpos moves %s\ngo %s\n' "${line[*]:0:${#line[@]}-2}" "$limit" | benedict
    done
done | awk '/ score mate / {
    for (i = 1; i <= NF; i++) { if ($i == "mate") plies = 2 * $(i + 1) - 1; if ($i == "pv") line = NF - i }
    if (plies < 0) plies = -plies - 1
    wins++
    if (line != plies) print plies " plies, but " $0
} END { print (wins > 20 ? "more than 20" : wins) " lines" }'
