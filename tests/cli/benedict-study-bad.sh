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

say "claims and ends that go together"
rm -rf tree copy
cp -R empty tree
cp -R all copy
(cd copy && claim later win 15 && claim same no-win 13 && claim far win 121 &&
    echo 10,11,benedict,31,black,solved,11,20,20 >>mates.csv &&
    echo 54,11,benedict,60,black,solved,9,51, >>mates.csv)
run asym-passport record --root tree --study benedict --from copy

say "what contradicts what is recorded"
rm -rf tree
cp -R empty tree
quietly asym-passport record --root tree --study benedict --from all
rm -rf empty
cp -R tree empty
bad "another result" 'field red-13 9 11000001'
bad "other games of that name" 'sed -i "1s/^0|/00|/" games/self.txt'
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
