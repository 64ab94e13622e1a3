# Shared by the tests of the rules: after cli/lib.sh, `. "$SOURCE/tests/rules/rules.sh"`.
# shellcheck shell=bash
PATH=$PATH:/usr/games 
(cd "$SOURCE/src" && cc -std=c17 -O2 -D_GNU_SOURCE -I. -o "$OLDPWD/perft" ../tests/rules/perft.c \
    rules/*.c chess960/pair.c chess960/start.c base/status.c base/text.c)

# stockfish_says: what comes in, spoken to Stockfish; what it answers, once it is done.
stockfish_says() { { echo "setoption name UCI_Chess960 value true"; cat; echo quit; } | stockfish; }

# their_divide DEPTH: for FENs on standard input, as `perft divide DEPTH` prints it.
their_divide() {
    sed "s/.*/position fen &\ngo perft $1/" | stockfish_says | awk '
        BEGIN { number = 1 }
        /^[a-h][1-8][a-h][1-8][nbrq]?: / { print number, $0 }
        /^Nodes searched/ { print number++, $0 }'
}

# same_divide DEPTH FILE: both programs on the FENs of the file.
same_divide() {
    ./perft divide "$1" <"$2" | LC_ALL=C sort >ours
    their_divide "$1" <"$2" | LC_ALL=C sort >theirs
    cmp ours theirs && echo "$(wc -l <"$2") positions, depth $1: $(wc -l <ours) lines, the same"
}
