# A question shared by many workers through a store: the same answers as by one program alone, whoever
# is killed, and certificates that are proofs.
. "$SOURCE/tests/cli/lib.sh"
need sqlite3

share() {
    local store=$1
    shift
    benedict share --store "$store" "$@"
}
# What depends on who was how fast.
timeless() { sed -E 's/[0-9]+ nodes, [0-9.]+ s$/<n> nodes, <t> s/; s/^nodes [0-9]+, processor seconds [0-9.]+$/nodes <n>, processor seconds <t>/; s/ for [0-9]+ s$/ for <n> s/'; }
# merged STORE SIDE PLIES [OPTION...]: the answer is that of `prove`, and its certificate a proof.
merged() {
    share "$1" --merge certificate >merge.txt
    timeless <merge.txt
    benedict check certificate | head -n 1
    benedict prove --hash 16 --side "$2" --plies "$3" "${@:4}" | head -n 1 >direct
    head -n 1 merge.txt | sed 's/^question 1: //' | cmp - direct
}

say "a question, asked once, and once more"
run share seven.db --ask --side red --plies 7
run share seven.db --ask --side red --plies 7
run share seven.db --status
run share seven.db --merge certificate
cp seven.db three.db
cp seven.db stop.db

say "one worker, and three: the answers of one program alone"
share seven.db --work --hash 16 | sort | timeless
merged seven.db red 7
run share seven.db --work
share three.db --work --hash 16 --threads 3 >/dev/null
merged three.db red 7 | tail -n 1

say "killed after its first result: it is kept, and nothing but what was in hand is done again"
# kill_worker THREADS
kill_worker() {
    local first before
    rm -f nine.db* line
    mkfifo line
    share nine.db --ask --side red --plies 9 >/dev/null
    benedict share --store nine.db --work --hash 16 --threads "$1" >line &
    read -r first <line
    kill_now $! || echo "exit $?"
    before=$(sqlite3 nine.db "SELECT * FROM tasks WHERE state = 2 ORDER BY place")
    [ -n "$before" ] && [ -n "$first" ] || echo "nothing was kept"
    share nine.db --work --hash 16 --threads "$1" >/dev/null
    sqlite3 nine.db "SELECT * FROM tasks WHERE state = 2 ORDER BY place" >after
    ! grep -qvxFf after <<<"$before" || echo "CHANGED"
    sqlite3 nine.db "SELECT CASE WHEN count(*) <= $1 THEN 'at most $1 again' ELSE count(*) END
        FROM tasks WHERE claims > 1"
    merged nine.db red 9 | tail -n 1
}
run kill_worker 1
run kill_worker 3

say "stopped: what is in hand is given back"
share stop.db --ask --side red --plies 15 >/dev/null
mkfifo lines
benedict share --store stop.db --work --hash 16 --threads 2 --question 2 >lines 2>log &
is_busy() { share stop.db --status --question 2 | grep -q '^worker 2:'; }
exec 3<lines
until is_busy; do :; done
kill -TERM $!
wait $! || echo "exit $?"
exec 3<&-
cat log
share stop.db --status --question 2 | grep -c '^worker' || :

say "the defender moves first"
share eight.db --ask --side black --plies 8
share eight.db --work --hash 16 >/dev/null
merged eight.db black 8

say "wins, with either to move first"
for name in win-7 win-6; do
    fen=$(sed -n 's/^position //p' "$SOURCE/tests/benedict/certificates/$name")
    share $name.db --ask --side red --plies ${name#win-} --fen "$fen"
    share $name.db --work --hash 16 >/dev/null
    merged $name.db red ${name#win-} --fen "$fen" | grep -v '^[ft]'
done

say "a copy has the questions too"
asym-passport search --root "$SOURCE" --store seven.db --copy copy.db >/dev/null
share copy.db --merge copied >/dev/null
share seven.db --merge certificate >/dev/null
cmp certificate copied

say "what cannot be done"
run benedict share --ask --side red --plies 7
run share seven.db
run share seven.db --work --status
run share nowhere.db --status
run share seven.db --status --question 2
run share stop.db --merge certificate
run share stop.db --merge certificate --question 2
run share seven.db --ask --side red --plies 8
run share seven.db --ask --side red --plies 1
run share seven.db --ask --side red --plies 7 --after "b3b5 h10i8"
run share seven.db --ask --side red
run share new.db --work
sqlite3 seven.db "UPDATE tasks SET bytes = 'AAAA' WHERE state = 2"
run share seven.db --merge certificate
run ls certificate
sqlite3 seven.db "UPDATE tasks SET bytes = '?' WHERE state = 2"
run share seven.db --merge certificate
sqlite3 seven.db "UPDATE tasks SET name = 'a1a9 a1a2' WHERE place = 0"
run share seven.db --merge certificate
sqlite3 seven.db "UPDATE questions SET asked = '7 3 nothing'"
run share seven.db --status
