# Figures of games, computed a second time by a program with rules of its own.
. "$SOURCE/tests/cli/lib.sh"
need python3
oracle=$SOURCE/tests/oracle

say "the third kernel counts as published"
for depth in 1 2 3; do python3 "$oracle/benedict.py" perft $depth; done

# agree VERB FILE: both say the same.
agree() {
    benedict "$1" "$2" >ours
    python3 "$oracle/benedict_figures.py" "$1" "$2" >theirs
    diff ours theirs && echo "$1: $(wc -l <ours) lines agree"
}

say "piece values with their errors, and sharpness"
agree fit "$oracle/benedict_games.txt"
head -n 8 "$oracle/benedict_games.txt" >few
agree sharpness few

say "the openings, and which of them are won at once: byte for byte"
benedict openings --plies 1 --hash 1 ours.csv
python3 "$oracle/benedict_figures.py" openings | cmp - ours.csv
