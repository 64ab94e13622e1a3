# The openings that are won by force: their file, and the engine that asks it.
. "$SOURCE/tests/cli/lib.sh"

say "what is won, by whom and within how many plies"
run benedict openings --plies 5 --hash 16 openings.csv
head -n 3 openings.csv
awk -F, 'NR > 1 { count[$4 " " $2]++ } END { for (kind in count) print count[kind], kind }' openings.csv | sort -k 2
awk -F, '$4 == "black" || ($4 == "red" && $2 == 5)' openings.csv | cut -d , -f 1,2,4-

say "the same with threads, from a shallower file, from a part of it, and killed on the way"
benedict openings --plies 5 --hash 1 --threads 3 threads.csv
cmp openings.csv threads.csv
run benedict openings --plies 3 --hash 16 deeper.csv
run benedict openings --plies 5 --hash 16 deeper.csv
cmp openings.csv deeper.csv
sed '1b; 400,500d; 600q' openings.csv >part.csv
benedict openings --plies 5 --hash 16 part.csv
cmp openings.csv part.csv
benedict openings --plies 7 --hash 16 killed.csv &
until [ -e killed.csv ]; do sleep 0.02; done
kill_now $! || echo "exit status $?"
benedict openings --plies 5 --hash 16 killed.csv
sed 's/,7,\(.*,none,\)/,5,\1/' killed.csv | cmp openings.csv -

{ head -n 1 openings.csv && sed '1d' openings.csv | tac; } >turned.csv
benedict openings --plies 3 turned.csv
cmp openings.csv turned.csv

say "asked for less, nothing is lost"
run benedict openings --plies 1 openings.csv
cmp openings.csv threads.csv

# ask POSITION [GO]: what the engine answers with the file.
ask() {
    printf '%s\n' "setoption name SolvedFile value ${file-openings.csv}" "position $1" "${2-go depth 2}" |
        benedict | sed -E 's/ nps .* pv/ pv/; s/ nps .*//'
}

say "those of one first move, which has two names"
run benedict openings --plies 5 --after b3b5 --hash 16 first.csv
run benedict openings --plies 5 --after h3h5 --hash 16 second.csv
grep -E '^(moves|b3b5 )' openings.csv | cmp - first.csv
cmp first.csv second.csv
run benedict openings --plies 7 --after h3h5 --hash 16 second.csv
run benedict openings --plies 3 --after b3b1 third.csv
run benedict openings --plies 3 --after b3 third.csv

say "a row that is gone on with is the word of who goes on, any other stays whose it was"
sed 's/,benedict$/,first/' first.csv >engines.csv
run benedict openings --plies 7 --hash 16 --after b3b5 --engine second-1.0 engines.csv
cut -d , -f 1-5 engines.csv | cmp - <(cut -d , -f 1-5 second.csv)
awk -F, 'NR > 1 { count[$6 (($2 == 7) ? ", within 7 plies" : ", within fewer")]++ }
    END { for (kind in count) print count[kind], kind }' engines.csv | sort -k 2
run benedict openings --plies 1 --engine "a,b" engines.csv

say "the engine answers at once: by the moves, by the mirror image, by FEN, in a folder with a blank"
ask "startpos moves a1a2 e10e9" "go depth 30"
ask "startpos moves i1i2 e10e9" "go nodes 1000000000"
fen=$(grep '^b1a3 e10e9,' openings.csv | cut -d , -f 3)
ask "fen $fen" "go movetime 100000"
mkdir "a folder"
cp openings.csv "a folder/"
file="a folder/openings.csv " ask "startpos moves i1i2 e10e9"

say "it waits where it is to wait"
printf '%s\n' "setoption name solvedfile value openings.csv" "position startpos moves a1a2 e10e9" \
    "go infinite" isready stop | benedict | grep -v '^info'
printf '%s\n' "setoption name solvedfile value openings.csv" "position startpos moves a1a2 e10e9" \
    "go ponder movetime 1" isready ponderhit | benedict | grep -v '^info'

say "it searches what is open, what is lost, what is not there, what a draw may spoil, and counts"
ask "startpos moves a1a2 a7a6"
lost=$(grep ',black,' openings.csv | head -n 1 | cut -d , -f 1)
ask "startpos moves $lost"
ask "startpos"
ask "fen ${fen% 0 1} 115 9" "go depth 1"
ask "fen ${fen% 0 1} 116 9" "go depth 1"
ask "startpos moves a1a2 e10e9" "go perft 1" | tail -n 1
file="<empty>" ask "startpos moves a1a2 e10e9" "go depth 1"

say "files that are none, and none is used then"
ask "startpos moves a1a2 e10e9" "go depth 1" >used
printf '%s\n' "setoption name SolvedFile value openings.csv" "setoption name SolvedFile value nowhere.csv" \
    "position startpos moves a1a2 e10e9" "go depth 1" | benedict | sed -E 's/ nps .* pv/ pv/; s/ nps .*//'
# bad WHY [SED]: of the first row that is won.
{ head -n 1 openings.csv && grep -m 1 ',3,.*,red,' openings.csv; } >row.csv
bad() {
    sed "2$2" row.csv >bad.csv
    echo "$1:"
    printf 'setoption name SolvedFile value bad.csv\n' | benedict
}
bad "none of it" 's/ w / b /'
bad "another position" 's/4k4/k8/'
bad "a move that is none" 's/^a1a2/a1b2/'
bad "moves that win" 's/^a1a2 e10e9/b3b5 a10a9 b5e5/'
bad "many moves" 's/^a1a2/a1a2 a10a9 a2a1 a9a10 a1a2 a10a9/'
bad "no winner" 's/,red,/,green,/'
bad "no ply" 's/,3,/,0,/'
bad "too many" 's/,3,/,121,/'
bad "an even win of Red" 's/,3,/,4,/'
bad "an odd win of Black" 's/,red,/,black,/'
bad "no move" 's/,red,[^,]*,/,red,,/'
bad "an illegal move" 's/,red,[^,]*,/,red,b3b4b,/'
bad "a move without a win" 's/,red,/,none,/'
bad "a move of the loser" 's/,3,/,4,/; s/,red,/,black,/'
bad "no engine" 's/,[^,]*$/,/'
bad "an engine of another spelling" 's/,[^,]*$/,Benedict/'
bad "a field more" 's/$/,/'
for file in . nowhere; do ask "startpos" "d"; done
head -c 100 row.csv >bad.csv
file=bad.csv ask "startpos" "d"
: >bad.csv
file=bad.csv ask "startpos" "d"

say "what cannot be gone on with is left alone"
image=$(printf 'position startpos moves i1i2 i7i6\nd\n' | benedict | sed 's/^Fen: //; s/ [0-9]* [0-9]*$/ 0 1/')
sed "2s@.*@i1i2 i7i6,1,$image,none,,benedict@" openings.csv >mirrored.csv
sed 2p openings.csv >twice.csv
sed 's/,engine$/,machine/' openings.csv >other.csv
for file in mirrored twice other; do
    cp $file.csv before
    run benedict openings --plies 3 $file.csv
    cmp $file.csv before
done
run benedict openings --plies 4 new.csv
run benedict openings --plies 121 new.csv
run benedict openings --threads 0 new.csv
run benedict openings
run benedict openings --plies 1 nowhere/new.csv
run benedict openings --plies 1 .
