# Shared by the tests of the rules: after cli/lib.sh, `. "$SOURCE/tests/rules/rules.sh"`.
# shellcheck shell=bash
PATH=$PATH:/usr/games # where Debian has it
need cc stockfish fairy-stockfish
(cd "$SOURCE/src" && cc -std=c17 -O2 -D_GNU_SOURCE -I. -o "$OLDPWD/perft" ../tests/rules/perft.c \
    rules/chess*.c rules/fen.c rules/game.c rules/notation.c chess960/pair.c chess960/start.c \
    base/status.c base/text.c)

# answers PROGRAM: what it says to what comes in, once it is done.
answers() { { printf 'uci\nsetoption name UCI_Chess960 value true\n'; cat; echo quit; } | "$1"; }

# their_divide DEPTH: for FENs on standard input, as `perft divide DEPTH` prints it.
their_divide() {
    sed "s/.*/position fen &\ngo perft $1/" | answers stockfish | awk '
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

# prefixes FOLDER: each position of each game there, as "FEN moves MOVE...".
prefixes() {
    paste -d, <(sed -n 's/^\[FEN "\(.*\)"\]/\1/p' "$1/games.pgn") \
        <(sed 1d "$1/games.csv" | sed 's/.*,//') | awk -F, '{
            line = $1
            print line
            count = split($2, moves, " ")
            for (i = 1; i <= count; i++) {
                line = line (i == 1 ? " moves " : " ") moves[i]
                print line
            }
        }'
}

# their_moves FILE: as `perft moves` of it, by a program that has not played: Fairy-Stockfish. It
# counts in a thread of its own, while it goes on to answer d: two of them. Its sum counts the moves
# that lead to the next position too, if they are made early; the moves that it lists it does not.
their_moves() {
    paste -d' ' \
        <(sed 's/.*/position fen &\ngo perft 1/' "$1" | answers fairy-stockfish |
            awk '/^[a-h][1-8][a-h][1-8][nbrq]?: 1$/ { count++ }
                /^Nodes searched/ { print count + 0; count = 0 }') \
        <(sed 's/.*/position fen &\nd/' "$1" | answers fairy-stockfish | awk '
            /^Fen: / { $1 = ""; $5 = "-"; fen = $0 }
            /^Checkers:/ { print "moves" (NF > 1 ? ", check" : "") fen }')
}

# same_games FOLDER: both programs at every position of the games there; then how many of the games
# end without a legal move, in check and not.
same_games() {
    prefixes "$1" >all
    ./perft moves <all >ours
    their_moves all >theirs
    cmp ours theirs && echo "every position of $(grep -c ^.Result "$1/games.pgn") games, the same"
    grep -c '^0 moves, check' theirs || true
    grep -c '^0 moves ' theirs || true
}
