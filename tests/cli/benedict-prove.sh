# Proofs of Benedict xiangqi: the published table and further, their certificates, and what is no
# question.
. "$SOURCE/tests/cli/lib.sh"

say "no win for Red within 5 to 13 plies, none for Black within 4 to 14; with one thread the course is always the same"
for plies in 5 7 9 11 13; do benedict prove --side red --plies $plies 2>/dev/null | head -n 2 | sed 's/seconds [0-9.]*/seconds S/'; done
for plies in 4 6 8 10 12 14; do benedict prove --side black --plies $plies | sed 's/seconds [0-9.]*/seconds S/'; done

say "a reply to each first move"
benedict prove --side red --plies 7 | tail -n +3

say "certificates: of a proof with one thread and with two, the mirror image, and a win"
benedict prove --side red --plies 9 --certificate one >one.txt
benedict check one
benedict prove --side red --plies 9 --threads 2 --hash 16 --replies 5 --certificate two >two.txt
benedict check two | head -n 1
head -n 1 one.txt | cmp - <(head -n 1 two.txt)
benedict prove --side black --plies 9 --after h3e3 --certificate three | head -n 1
benedict check three | head -n 1
benedict prove --side black --plies 9 --after b3e3 | sed -n '3,$p' | wc -l
benedict prove --side red --plies 7 --after "b3b5 h10i8" --certificate win | sed 's/seconds [0-9.]*/seconds S/'
benedict check win

say "broken off, it goes on from its state"
run benedict prove --side red --plies 9 --state state --nodes 100000
run benedict prove --side red --plies 9 --state state --nodes 100000
benedict prove --side red --plies 9 --state state | head -n 1
say "killed, too"
benedict prove --side red --plies 17 --state killed --hash 16 2>/dev/null &
while kill -0 $! && ! readlink /proc/$!/fd/* | grep -q signalfd; do sleep 0.1; done # until it heeds signals
kill -TERM $!
wait $! || echo "exit status $?"
head -c 23 killed && echo
benedict prove --side red --plies 17 --state killed --hash 16 2>/dev/null &
sleep 0.2
kill_now $! || echo "exit status $?"
head -c 23 killed && echo

say "states of other questions, and damaged ones"
run benedict prove --side red --plies 11 --state state
run benedict prove --side red --plies 9 --state state --hash 16
cp state damaged
printf x | dd of=damaged bs=1 seek=100000 conv=notrunc status=none
run benedict prove --side red --plies 9 --state damaged
head -c 1000 state >damaged
run benedict prove --side red --plies 9 --state damaged
: >damaged
run benedict prove --side red --plies 9 --state damaged
run benedict prove --side red --plies 9 --state .

say "what cannot be written is found before the search"
run benedict prove --side red --plies 99 --state nowhere/state
run benedict prove --side red --plies 99 --certificate /dev/full

say "one ply"
benedict prove --side red --plies 1 | head -n 1

say "no questions"
run benedict prove
run benedict prove --side green --plies 5
run benedict prove --side red
run benedict prove --side red --plies 0
run benedict prove --side red --plies 121
run benedict prove --side red --plies 8
run benedict prove --side black --plies 7
run benedict prove --side black --plies 8 --after h3h6
run benedict prove --side red --plies 5 --after "b3b5 b8b5"
run benedict prove --side red --plies 5 --after "b3b5 a10a9 b5e5"
run benedict prove --side red --plies 5 --fen "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
run benedict prove --side red --plies 5 --replies 4
run benedict prove --side red --plies 5 --replies 7
run benedict prove --side red --plies 5 --hash 0
run sh -c 'benedict prove --side red --plies 5 --certificate nowhere/file >answer'
run benedict prove --side red --plies 5 extra
