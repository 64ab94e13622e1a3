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
        sed -E 's/ nps.* pv/ pv/'
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

say "what is refused changes nothing"
tell "position startpos moves h3h6 h3h7" "d" "position startpos moves b3b5 a10a9 b5e5 a9a10" "d" \
    "position startpos moves b3b5 a10a9 b5e5" "go depth 3" \
    "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1" "position" "position endgame" \
    "position startpos move b3b5" "go depth" "go depth 0" "go nodes -5" "go sideways" \
    "setoption name Hash value 0" "setoption name Hash" "setoption Hash" \
    "setoption name Colour value red" "setoption name Threads value 2 3" "xyzzy" "bench 0"
tell "go infinite" "position startpos" "go depth 1" "setoption name Hash value 1" "stop" |
    grep -v '^info depth' | sed 's/^bestmove .*/bestmove/'
printf 'position startpos moves %0200000d\nisready\n' 0 | benedict
printf 'isready\0\nisready' | benedict
