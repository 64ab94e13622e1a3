# What is wrong in evidence of the study benedict is named, and nothing is written.
. "$SOURCE/tests/cli/lib.sh"
given=$SOURCE/tests/cli/benedict-study

benedict_tree tree
cp -R "$given/evidence" all
cp -R tree empty

# bad WHAT SCRIPT: records a copy of the evidence after the script has been at it.
bad() {
    say "$1"
    rm -rf tree copy
    cp -R empty tree
    cp -R all copy
    (cd copy && eval "$2")
    remember tree
    run asym-passport record --root tree --study benedict --from copy
    unchanged
}

# field ROW COLUMN VALUE [FILE]: in the row that begins so.
field() {
    awk -F, -v OFS=, -v row="$1" -v column="$2" -v value="$3" '
        NR > 1 && $1 == row { $column = value } { print }' "${4:-proofs.csv}" >new
    mv new "${4:-proofs.csv}"
}

say "a table without a row is none"
cp -R all copy
head -n 1 all/mates.csv >copy/mates.csv
run asym-passport record --root tree --study benedict --from copy
run ls tree/passport/benedict/evidence

bad "no run" 'rm run.json'
bad "a file that is none of the evidence" 'echo >notes.txt'
bad "a date that is none" 'sed -i s/2026-11-30/2026-02-30/ run.json'
bad "an engine that nobody knows" 'field self 2 other selfplay.csv'
bad "games of which one is missing" 'sed -i 3d games/self.txt'
bad "a game with another winner" 'sed -i "1s/|red|\(red\|black\|draw\)|/|red|nobody|/" games/self.txt'
bad "games whose lines end with CR LF" 'sed -i "s/$/\r/" games/self.txt'
bad "a list that no row names" 'cp games/self.txt games/other.txt'
bad "no list" 'rm games/self.txt'
bad "more games than are read" 'field win 3 1000000 random.csv'
bad "another policy" 'field win 2 clever random.csv'
bad "another column" 'sed -i "1s/seed/seeds/" random.csv'
bad "two rows of a name" 'echo win,win,51,2 >>random.csv'
bad "two rows of a name with names of digits and others between" '{
    head -n 1 random.csv && printf "%s\n" 10,win,50,1 1-a,win,50,1 2,win,50,1 10,win,51,1
} >new && mv new random.csv'
bad "plies that do not fit who moves" 'field red-5 4 6'
bad "a line with a move that is not legal" 'field reply-1 5 "b3b5 a10a1"'
bad "a line with a space behind" 'field reply-1 5 "b3b5 "'
bad "a line behind which the game is over" 'field reply-1 5 "b3b5 a10a9 b5e5"'
bad "the position after other moves" 'field reply-1 5 "b3b5 a10a8"'
bad "a position that is none" 'field red-5 6 "9/9/9/9/9/9/9/9/9/9 w - - 0 1"'
bad "a position with plies behind it" 'sed -i "s/^\(red-5,.*\) 0 1,/\1 3 9,/" proofs.csv'
bad "a time without a decimal" 'field red-5 10 2'
bad "a certificate beyond what one can say" 'field red-7 4 121'
# claim ID VERDICT PLIES: a computation about the position of red-13.
claim() {
    local row
    row=$(sed -n "s/^red-13,red,no-win,13,/$1,red,$2,$3,/p" proofs.csv)
    echo "$row" >>proofs.csv
}
bad "a win within as many plies as there is none within" 'claim a-win win 13'
bad "a win within fewer plies, behind other rows" 'claim none-21 no-win 21; claim z-win win 15'
bad "neither certificate nor computation" 'field red-5 7 hearsay'
bad "a certificate without its digest" 'field red-7 13 ""'
bad "a certificate that nobody checked" 'field red-7 16 ""'
bad "a computation that is shipped" 'field red-13 15 true'
bad "another size" 'field red-5 14 2319'
bad "another certificate" 'cp proofs/black-4.cert proofs/red-5.cert'
bad "no certificate" 'rm proofs/red-5.cert'
bad "a certificate that no row ships" 'field red-5 15 false'

# alter NAME BYTE: the last byte of its last move becomes another, and its digest follows.
alter() {
    head -c -73 "proofs/$1.cert" >body
    printf "%b" "$2" >>body
    { cat body && printf 'sha256 %s\n' "$(sha256sum body | cut -c1-64)"; } >"proofs/$1.cert"
    rm body
}
# A certificate that was altered, and whose row follows: only its check can tell.
certify() {
    field "$1" 13 "$(sha256sum "proofs/$1.cert" | cut -c1-64)"
    field "$1" 14 "$(stat -c %s "proofs/$1.cert")"
}
bad "a certificate with a byte altered" 'sed -i "s/plies 5/plies 7/" proofs/red-5.cert; certify red-5'
bad "a certificate with a move that is none, and its digest" 'alter red-5 "\0377"; certify red-5'
bad "a certificate that proves something else" \
    'cp proofs/black-4.cert proofs/red-5.cert; certify red-5'
bad "more was walked than there is" 'field red-5 16 44'

bad "an open game with an end" 'field 54 7 3 mates.csv'
bad "a solved game without an end" 'field 10 7 "" mates.csv'
bad "an end beyond what was searched" 'field 10 7 11 mates.csv'
bad "an end after an even number of plies" 'field 10 7 4 mates.csv'
bad "a search within an even number of plies" 'field 54 2 10 mates.csv'
bad "a move that held behind the ply that forces" 'field 10 9 29 mates.csv'
bad "a deeper search that finds less" 'echo 10,11,benedict,31,black,open,,, >>mates.csv'
bad "a deeper search that finds a longer win" 'echo 10,11,benedict,31,black,solved,5,28, >>mates.csv'
bad "an end forced behind the end" 'field 10 8 31 mates.csv'
bad "a game of other lengths" 'sed -i "s/^2,13,benedict,47/2,13,benedict,48/" mates.csv'
bad "a game that is none" 'field 54 1 55 mates.csv'

# openings: some, as `benedict openings --plies 5` tells them.
openings() {
    cat >openings.csv <<'END'
moves,plies,position,winner,move,engine
a1a2 a7a6,5,rnbakabnr/9/1c5c1/2p1p1p1p/p8/9/P1P1P1P1P/1C5C1/R8/1NBAKABNR w - - 0 1,none,,benedict
a1a2 e10e9,3,rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/R8/1NBAKABNR w - - 0 1,red,b3b5,benedict
e1e2 b8b5,4,rnbakabnr/9/7c1/p1p1p1p1p/9/1c7/P1P1P1P1P/1C5C1/4K4/RnBA1ABNR w - - 0 1,black,,benedict
END
}

# opening NAME COLUMN VALUE
opening() {
    openings
    field "$1" "$2" "$3" openings.csv
}

# also NAME PLIES WINNER MOVE: a further result.
also() {
    awk -F, -v OFS=, -v name="$1" -v plies="$2" -v winner="$3" -v move="$4" '
        { print } $1 == name { $2 = plies; $4 = winner; $5 = move; further = $0 }
        END { print further }' openings.csv >new
    mv new openings.csv
}

# about NAME ID SIDE VERDICT PLIES [MOVES]: a computation about the position of an opening.
about() {
    local position
    position=$(grep -m 1 "^$1," openings.csv | cut -d , -f 3)
    echo "$2,$3,$4,$5,${6-},${7-$position},computation,benedict,1,0.1,1,1,,,false," >>proofs.csv
}
image="rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/8R/RNBAKABN1 w - - 0 1"

bad "an opening of one move" 'opening "a1a2 a7a6" 1 a1a2'
bad "of three" 'opening "a1a2 a7a6" 1 "a1a2 a7a6 a2a1"'
bad "of many" 'opening "a1a2 a7a6" 1 "a1a2 a7a6 a2a1 a6a5"'
bad "of a move that is not legal" 'opening "a1a2 a7a6" 1 "a1a2 a7a5"'
bad "of Black's first" 'opening "a1a2 a7a6" 1 "a7a6 a1a2"'
bad "that is a mirror image" 'opening "a1a2 a7a6" 1 "i1i2 i7i6"'
bad "whose reply is one" 'opening "e1e2 b8b5" 1 "e1e2 h8h5"'
bad "of another position" 'opening "a1a2 a7a6" 3 "rnbakabnr w"'
bad "that nobody and everybody wins" 'opening "a1a2 a7a6" 4 draw'
bad "that Red wins by a move of Black's" 'opening "a1a2 e10e9" 2 4'
bad "that Black wins by a move of Red's" 'opening "e1e2 b8b5" 2 3'
bad "within no ply" 'opening "a1a2 a7a6" 2 0'
bad "within too many" 'opening "a1a2 a7a6" 2 120'
bad "won without a move" 'opening "a1a2 e10e9" 5 ""'
bad "won with one that is not legal" 'opening "a1a2 e10e9" 5 b3b10'
bad "won by Black with one of Red's" 'opening "e1e2 b8b5" 5 b3b5'
bad "open, with a move" 'opening "a1a2 a7a6" 5 b3b5'
bad "by an engine that nobody knows" 'opening "a1a2 a7a6" 6 other'
bad "by an engine that is no name" 'opening "a1a2 a7a6" 6 Other'
bad "two results of as many plies" 'openings; also "a1a2 e10e9" 3 red b3b6'
bad "open within plies that won it" 'openings; also "a1a2 e10e9" 7 none ""'
bad "two shortest wins" 'openings; also "a1a2 e10e9" 5 red b3b5'
bad "two winners" 'openings; also "a1a2 e10e9" 8 black ""'
bad "a result that has no win where there is one" 'openings; about "a1a2 e10e9" x red no-win 5'
bad "the same of its mirror image" \
    'openings; about "a1a2 e10e9" x red no-win 3 "i1i2 e10e9" "$image"'
bad "a result that wins sooner" 'openings; about "a1a2 e10e9" x red win 1'
bad "a result that the other side wins" 'openings; about "e1e2 b8b5" x red win 21'
bad "a result that wins what is open" 'openings; about "a1a2 a7a6" x black win 4'

say "openings and results that go together"
rm -rf tree copy
cp -R empty tree
cp -R all copy
(cd copy && openings && also "a1a2 a7a6" 7 none "" && also "a1a2 e10e9" 1 none "" &&
    about "a1a2 e10e9" a red no-win 1 && about "a1a2 e10e9" b red win 99 &&
    about "a1a2 e10e9" c black no-win 998 && about "a1a2 a7a6" d red win 9 &&
    about "a1a2 a7a6" e black no-win 4 && about "e1e2 b8b5" f black win 4 &&
    about "e1e2 b8b5" g black no-win 2)
run asym-passport record --root tree --study benedict --from copy

say "claims and ends that go together"
rm -rf tree copy
cp -R empty tree
cp -R all copy
(cd copy && claim later win 15 && claim same no-win 13 && claim far win 121 &&
    echo 10,11,benedict,31,black,solved,11,20,20 >>mates.csv &&
    echo 54,11,benedict,60,black,solved,9,51, >>mates.csv)
run asym-passport record --root tree --study benedict --from copy

say "what contradicts what is recorded"
(cd all && openings)
rm -rf tree
cp -R empty tree
quietly asym-passport record --root tree --study benedict --from all
rm -rf empty
cp -R tree empty
bad "another result" 'field red-13 9 11000001'
bad "other games of that name" 'sed -i "1s/^0|/00|/" games/self.txt'
bad "an opening with another move" 'opening "a1a2 e10e9" 5 b3b6'
bad "an opening that goes on where it was solved" 'openings; also "e1e2 b8b5" 5 none ""'
bad "the engine with other options" 'sed -i s/64/128/ run.json'

say "evidence that was edited by hand"
rm -rf tree
cp -R empty tree
sed -i 's/11000000/11000001/' tree/passport/benedict/evidence/proofs.csv
remember tree
run asym-passport record --root tree --study benedict --from all
run asym-passport build --root tree --study benedict
unchanged

say "a recording that was cut off before the passport was written"
rm -rf tree
cp -R empty tree
echo '54,11,benedict,60,black,open,,,' >>all/mates.csv
cp all/mates.csv tree/passport/benedict/evidence/
run asym-passport build --root tree --study benedict
cp -R all other
rm other/mates.csv
run asym-passport record --root tree --study benedict --from other
run asym-passport record --root tree --study benedict --from all
run asym-passport build --root tree --study benedict
