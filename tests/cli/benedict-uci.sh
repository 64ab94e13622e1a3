# The engine for Benedict xiangqi, as a GUI drives it.
. "$SOURCE/tests/cli/lib.sh"

# What it answers to these lines, but for how fast it was.
tell() {
    printf '%s\n' "$@" | sed 's/^/> /'
    printf '%s\n' "$@" | benedict | sed -E 's/ nps [0-9]+ hashfull ([0-9]+) time [0-9]+/ hashfull \1/'
}

say "who it is"
tell uci isready

say "published counts"
tell "position startpos" "go perft 4" | tail -n 1
tell "position startpos moves b3b5" "go perft 1" | tail -n 1

say "it sees what is there: a win, a loss, none at all"
tell "position startpos moves b3b5 a10a9" "go depth 4"
tell "position startpos moves b3b5" "go nodes 20000"
tell "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1" "d"

say "the same every time, with one thread"
for _ in 1 2 3; do
    printf 'position startpos moves h3h6 h8e8\ngo nodes 50000\n' | benedict |
        sed -E 's/ nps.* pv/ pv/; s/ nps .*//'
done | sort | uniq -c

say "another seed, another game"
for seed in 1 2 3 4 5 6; do
    printf 'setoption name Jitter value 100\nsetoption name Seed value %s\nposition startpos\n%s\n' \
        "$seed" "go depth 3" | benedict | tail -n 1 | cut -d ' ' -f 2
done | sort -u | wc -l

say "stopped, pondering, several threads: one answer each"
{
    printf 'setoption name Threads value 2\nposition startpos\ngo infinite\nisready\nstop\n'
    printf 'isready\n'
} | benedict | grep -cE '^(bestmove [a-i][0-9]|readyok)'
printf 'position startpos\ngo ponder movetime 20\nponderhit\n' | benedict | grep -c '^bestmove'
printf 'position startpos\ngo wtime 1000 btime 1000 winc 0 binc 0\n' | benedict | grep -c '^bestmove'

say "a command before all others; one that is not in order"
printf 'go depth 1\n' | benedict | grep -c '^bestmove [a-i]'
tab=$(printf '\t')
tell stop ponderhit "  isready  " "" "${tab}d" quit isready

say "the spelling of UCI: blanks anywhere, names of options without case, CR LF, no line end"
tell "  position   startpos${tab}moves  h3h6 " "d" \
    "position fen  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR   r -${tab}-  0 1  moves h3h6" \
    "d" "setoption name hash value 1" "setoption name CLEAR HASH" "setoption name  Clear  Hash" \
    "setoption name ponder value true"
printf 'position startpos moves h3h6\r\nd\r\nisready' | benedict

say "stopped, at its end or cut off in whatever it does"
ends() { printf '%s\n' "$@" | benedict | sed -E '/^info (depth|nodes)|^[a-i][0-9]+[a-i][0-9]+: /d; s/^(bestmove) [a-i].*/\1 MOVE/'; }
ends "go infinite" isready quit
ends "go infinite"
ends "go ponder wtime 1000000 btime 1000000"
ends "go movetime 1000000" quit
ends "go movetime 50"
ends "go perft 20" isready "go depth 1" stop "go depth 1"
ends "go perft 20" quit
ends "bench 60" isready quit
ends "bench 60" stop d
ends "go infinite" stop "position startpos moves h3h6" "go infinite" ucinewgame stop d
ends "go ponder infinite" ponderhit stop
ends "go wtime 0 btime 0"
ends "go wtime -5 btime 1 winc 0 binc 0 movestogo 0"
ends "go btime 1"

say "only the moves that are asked for"
# Of each line the first move of what it would play; each once.
first() {
    printf '%s\n' "$@" | sed 's/^/> /'
    printf '%s\n' "$@" | benedict | sed -nE '/error|none/p; s/^info.* pv ([^ ]*).*/pv \1/p; s/^(bestmove [a-i][^ ]*).*/\1/p' | uniq
}
first "go depth 4 searchmoves a4a5"
first "setoption name Threads value 2" "go searchmoves a4a5 depth 4"
first "go depth 2 searchmoves a4a5 i4i5 i4i5 a4a5 nodes 100000" |
    sed -E 's/ (a4a5|i4i5)$/ ONE/' | uniq
first "position startpos moves b3b5 a10a9" "go depth 2 searchmoves a4a5"
first "position startpos moves b3b5 a10a9" "go depth 2 searchmoves a4a5 b5e5"
first "go searchmoves" "go searchmoves depth 2" "go depth 2 searchmoves a4a5 h3h8 i4i5"
benedict openings --plies 3 --after a1a2 solved.csv >made
first "setoption name SolvedFile value solved.csv" "position startpos moves a1a2 e10e9" \
    "go depth 2 searchmoves a4a5"
first "setoption name SolvedFile value solved.csv" "position startpos moves a1a2 e10e9" \
    "go depth 2 searchmoves a4a5 b3b5"

say "bench is the verb's signature, whatever the options say"
benedict bench | grep '^Nodes searched' >verb
printf '%s\n' "setoption name Hash value 1" "setoption name Threads value 2" \
    "setoption name Jitter value 100" "position startpos moves h3h6" "bench" | benedict |
    grep '^Nodes searched' | cmp - verb && echo "the same"

say "a ponderhit belongs to the ponder that runs, and none ends what is infinite"
coproc player { benedict; }
exec {tells}<&"${player[0]}" {told}>&"${player[1]}"
eval "exec ${player[1]}>&-"
printf 'position startpos\ngo ponder movetime 1\nstop\n' >&"$told"
while read -r answer <&"$tells" && [[ $answer != bestmove* ]]; do :; done
printf 'bench 6\nponderhit\n' >&"$told"
exec {told}>&-
grep -c '^Nodes searched' <&"$tells"
{ printf 'position startpos moves b3b5 a10a9 b5e5\ngo ponder infinite\nponderhit\nisready\nstop\n'; } |
    benedict | grep -E '^(readyok|bestmove)'
tell "position startpos" "go perft 2 searchmoves a4a5 h3h6"

say "what waits for stop or ponderhit waits where the game is over too"
over="position startpos moves b3b5 a10a9 b5e5"
tell "$over" "go infinite" isready stop
tell "$over" "go ponder movetime 1" isready ponderhit
tell "$over" "go ponder" isready quit
tell "$over" "go movetime 1000000" d

say "a refused go is answered as well"
tell "go depth" "go depth 0" "go depth 1.5" "go nodes -5" "go nodes 99999999999999999999" \
    "go movetime" "go movetime 0" "go mate 0" "go mate" "go sideways depth 0" "go perft 0"

say "what go does not know is ignored"
# What it says beside the search, how deep that went, and that it had an answer.
deep() {
    printf '%s\n' "$@" | sed 's/^/> /'
    printf '%s\n' "$@" | benedict | sed -nE '/string/p; s/^info (depth [0-9]+).*/\1/p; s/^(bestmove) [a-i].*/\1/p' |
        sed '/^depth/ { $!N; /\ndepth/ D; }' # the last depth
}
deep "go sideways depth 2"
deep "go 5 depth 2 at least"
ends "go sideways" stop
ends "go $(printf 'far and %.0s' {1..20})"

say "a mate in so many moves, as deep as that is"
deep "go mate 1"
deep "go mate 2"
deep "go mate 2 depth 2"
deep "go mate 3 depth 4"
deep "position startpos moves b3b5 a10a9" "go mate 100000000000000000"
deep "position startpos moves b3b5 a10a9" "go mate 9223372036854775807"

say "no option is out of its range"
tell "setoption name Hash value 0" "setoption name Hash" "setoption Hash" "setoption" \
    "setoption name Hash value 65537" "setoption name Hash value 1e3" \
    "setoption name Hash value 99999999999999999999" "setoption name Threads value 0" \
    "setoption name Threads value 65" "setoption name Threads value 2 3" \
    "setoption name Jitter value 1001" "setoption name Seed value -1" \
    "setoption name Seed value 2147483648" "setoption name Colour value red" \
    "setoption name Ponder value maybe" "setoption name Ponder" "setoption name Clear Hash value 1" \
    "setoption name value 3" "xyzzy" "bench 0" "bench 61"

say "positions that are none"
# fen WHY BOARD [REST]
array=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR
fen() {
    echo "$1:"
    printf 'position fen %s\ngo depth 1\n' "$2 ${3-w - - 0 1}" | benedict | sed '/^bestmove (none)$/d; /: the last position was refused$/d'
}
fen "nothing" "" ""
fen "the board alone" "$array" ""
fen "five fields" "$array" "w - - 0"
fen "seven fields" "$array" "w - - 0 1 1"
fen "nine ranks" "${array#*/}"
fen "eleven ranks" "9/$array"
fen "a rank of eight" "${array/9/8}"
fen "a rank of ten" "${array/9/91}"
fen "a rank of nothing" "${array/9/}"
fen "no digit of FEN" "${array/9/0}"
fen "no piece" "${array/9/Q8}"
fen "no general of Red" "${array/K/1}"
fen "no general of Black" "${array/k/1}"
fen "two of Red" "${array/k/K}"
fen "a general outside" "${array/9\/RNBAK/2K6\/RNBA1}"
fen "a general on the other side" "rnbaKabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAkABNR"
fen "an elephant where none goes" "${array/9\/RNBA/2B6\/RN1A}"
fen "an advisor outside" "${array/9\/RNBA/3A5\/RNB1}"
fen "31 pieces" "${array/RNBAKABNR/1NBAKABNR}"
fen "a soldier more" "${array/9/4P4}"
fen "a chariot for a cannon" "${array/1C5C1/1R5C1}"
fen "three advisors in one palace" "rnb1kabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4A4/RNBAKABNR"
fen "generals that face each other" "rnbakabnr/9/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/9/RNBAKABNR"
fen "nobody's move" "$array" "x - - 0 1"
fen "castling" "$array" "w KQkq - 0 1"
fen "en passant" "$array" "w - e3 0 1"
fen "a draw already" "$array" "w - - 120 1"
fen "less than no quiet ply" "$array" "w - - -1 1"
fen "no move" "$array" "w - - 0 0"
fen "of chess" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" "w KQkq - 0 1"

say "a general may stand attacked: only the move that attacks it wins, and nobody knows of one here"
tell "position startpos moves b3b5 a10a9 b5e5" "go depth 3" \
    "position fen 1Nbakabnr/r8/1c5c1/p1p1p1p1p/9/4C4/P1P1P1P1P/7C1/9/RNBAKABNR b - - 1 2" "go perft 1" |
    grep -v '^[a-i][0-9]'

say "that is said of a FEN, where no move follows, for either side"
attacked=1Nbakabnr/r8/1c5c1/p1p1p1p1p/9/4C4/P1P1P1P1P/7C1/9/RNBAKABNR
tell "position fen $attacked b - - 1 2" isready "position fen $attacked w - - 1 2" isready \
    "position fen $attacked b - - 1 2 moves e10e9" isready "position startpos moves b3b5 a10a9 b5e5" isready
tell "position fen rnbakabnr/9/7c1/p1p1p1p1p/4c4/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 1 2" isready

say "moves that cannot be played: which, and why"
tell "position startpos moves h3h6 h3h7" "d" "go depth 1" "position startpos moves b3b5 a10a9 b5e5 a9a10" \
    "position startpos moves b3b6 b3b6" "position startpos moves e1e2 e10e9 e2e1 e9e11" \
    "position startpos moves h3" "position startpos moves h3h6q" "position startpos moves (none)" \
    "position startpos moves H3H6" "position startpos moves h3h6 moves h8e8" \
    "position startpos move b3b5" "position" "position endgame" "position startpos moves" "d"

say "a draw may be played on: its count of quiet plies has an end"
shuffle=$(for _ in $(seq 70); do printf ' a1a2 a10a9 a2a1 a9a10'; done)
printf 'position startpos moves%s\nd\ngo depth 2\n' "$shuffle" | benedict | cut -d ' ' -f 1-7 |
    sed '/^info nodes/d; s/^bestmove.*/bestmove/'

say "how a game has ended is said beside its FEN, and where that FEN is refused"
circle="a1a2 a10a9 a2a1 a9a10"
tell "position startpos moves $circle $circle" d "position startpos moves $circle a1a2" d \
    "position fen $array w - - 118 60 moves a1a2" d "position fen $array w - - 118 60 moves a1a2 a10a9" d \
    "position fen RNBAkABN1/4R4/1C5C1/P1P1P1P1P/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1" d
tell "position fen $array w - - 118 60 moves a1a2 a10a9" d | sed -n 's/^Fen: /position fen /p' | benedict

say "while a search runs only it is answered; a position that comes then is refused too"
tell "go infinite" "position startpos moves h3h6" "go depth 1" "setoption name Hash value 1" \
    "setoption name Threads value 2" "bench" "ucinewgame" "d" "xyzzy" "isready" "stop" "d" |
    grep -vE '^info (depth|nodes)' | sed 's/^bestmove .*/bestmove/'

say "lines that are too long, and bytes that are no text"
printf 'position startpos moves %0200000d\nisready\ngo depth 1\n' 0 | benedict
printf 'position startpos moves %0200000d' 0 | benedict
printf '%s\ngo depth 1 %0200000d\nisready\ngo depth 1\n' "position startpos moves b3b5 a10a9" 0 |
    benedict | sed -E 's/^(info) depth.*/\1/; /^info nodes/d'
printf 'go infinite\ngo depth 1 %0200000d\nstop\n' 0 | benedict |
    sed -E '/^info (depth|nodes)/d; s/ [a-i][0-9].*/ MOVE/'
printf '\t go %0200000d' 0 | benedict
printf 'isready\0\nisready\n\033[31m\377\376\nisready' | benedict | cat -v
head -c 300000 /dev/zero | benedict | cat -v

say "a table is a power of two, and what is used instead is said"
tell "setoption name Hash value 1" "setoption name Hash value 3" "setoption name Hash value 4" \
    "setoption name Hash value 17" "go depth 1" | grep -v '^info [dn]' | sed 's/^bestmove .*/bestmove/'

say "asym-passport drives it as any engine: handshake, options, limits, and the same twice"
sed 's@"\.\./build/benedict"@"WORK/bin/benedict"@; s@WORK@'"$WORK"'@' "$SOURCE/engines/benedict.json" >benedict.json
asym-passport engine check benedict.json | mask | cut -d ';' -f 1
