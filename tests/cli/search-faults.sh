# What goes wrong ends with a word, or goes on; what is stored stays valid.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3 sqlite3
search_tree tree

# with BEHAVIOUR...: a wave by an engine that does so.
workers=2
with() {
    engine_json other.json "$@"
    search store.db --run "${small_waves[@]}" --waves 1 --engine other.json --workers $workers
}
search whole.db --run "${small_waves[@]}" --waves 1 >/dev/null
whole=$(evidence whole.db)
# So many seconds have those that make no progress.
hanging=2
like_the_whole() {
    [ "$(evidence store.db)" = "$whole" ] || echo "ANOTHER EVIDENCE"
    rm -f store.db*
}
jobs() { sqlite3 store.db "SELECT state, count(*) FROM jobs GROUP BY state"; }

# Another program locks a database; what becomes of it is seen last, since it takes a while.
start_busy locked.db
locked=$pid
mv log locked.log
python3 - <<'END' &
import os, sqlite3, time
db = sqlite3.connect("locked.db", isolation_level=None, timeout=60)
db.execute("BEGIN IMMEDIATE")
open("held", "w").close()
for i in range(6000):
    if os.path.exists("release"):
        break
    time.sleep(0.1)
db.execute("ROLLBACK")
END
holder=$!
wait_until test -e held
# An engine dies, which is to be stored.
kill -KILL "$(pgrep -P "$locked" | head -n 1)"

say "engines that do not work: nothing is failed, nothing is lost"
run with exit=3
DEADLINE=$hanging run with not-uci
DEADLINE=$hanging run with hang-at-isready
run with 'name=Fake 2'
run with without=UCI_ShowWDL
jobs
sed 's@/fake"@/absent"@' tree/engines/fake-1.json >absent.json
run search store.db --run --waves 1 --engine absent.json
cp fake not-executable
chmod 0644 not-executable
sed 's@/fake"@/not-executable"@' tree/engines/fake-1.json >plain.json
run search store.db --run --waves 1 --engine plain.json
run search store.db --run --waves 1 --engine nowhere.json
sed '/"1000": 16/s/"1000": 16, //' tree/engines/fake-1.json >sizes.json
run search store.db --run --waves 1 --engine sizes.json
sed 's/"nodes"/"depth"/; s/go nodes/go depth/' tree/engines/fake-1.json >depth.json
run search store.db --run --waves 1 --engine depth.json
run search store.db --run --waves 1
like_the_whole

say "an engine that hangs in its 150th search, and one that dies in its thirtieth"
masked() {
    with "$@" | sed -E 's/worker [0-9]: [0-9:]+ at [0-9]+/worker <n>: <pair>/; s/ [0-9]+ nodes\)/ <n> nodes)/' |
        sort | uniq
}
workers=1
DEADLINE=$hanging run masked hang=150
like_the_whole
run masked crash=30
like_the_whole

say "one that prints much garbage beside its answers"
workers=2
run with garbage strings bounds split crlf spaces
like_the_whole

workers=1
say "an engine that dies on every position, or finds no move: the run ends before all are failed"
run masked crash=0
rm -f store.db*
run masked none
rm -f store.db*

say "an engine that somebody kills each time: no try is counted, but the run ends"
run masked killed=0
sqlite3 store.db "SELECT sum(tries) FROM jobs"
rm -f store.db*
workers=2

# The jobs in the order of their places, of which one is chosen.
with exit=1 >/dev/null 2>&1 || true
fen() {
    python3 - "$@" <<'END'
import sys
def letters(n):
    n, light = divmod(n, 4)
    n, dark = divmod(n, 4)
    n, queen = divmod(n, 6)
    row = [None] * 8
    row[light * 2 + 1] = "B"
    row[dark * 2] = "B"
    free = [i for i in range(8) if not row[i]]
    row[free[queen]] = "Q"
    free = [i for i in range(8) if not row[i]]
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    for k in pairs[n]:
        row[free[k]] = "N"
    for piece in "RKR":
        row[row.index(None)] = piece
    return "".join(row)
w, b = map(int, sys.argv[1].split(":"))
print(letters(b).lower() + "/pppppppp/8/8/8/8/PPPPPPPP/" + letters(w))
END
}
pair=$(sqlite3 store.db "SELECT w || ':' || b FROM jobs WHERE place = 70")
rm -f store.db*

say "an engine that dies on one position: three tries, recorded as failed, the run goes on"
run with "crash-fen=$(fen "$pair")" >log
sed -E 's/worker [0-9]/worker <n>/' log
sqlite3 store.db "SELECT w || ':' || b = '$pair', reason FROM failures"
search store.db --status | sed -n 2,3p
say "it is not planned again"
search store.db --plan | sed -n '/^stage/,/^P0/p'
run search store.db --run --waves 1
sqlite3 store.db "SELECT count(*) FROM evaluations WHERE w || ':' || b = '$pair'"

say "another binary when it is resumed, and one that changes in mid-run"
# The file is replaced: one that runs somewhere cannot be written to.
cp fake kept
cp kept changed
echo >>changed
cp changed new
mv new fake
run search store.db --run --waves 1
cp kept new
mv new fake
engine_json slow.json slow=5000
start store.db --run --workers 2 --engine slow.json
wait_until grep -q ^wave log
mv changed fake
await $pid
grep -v wave log | mask
cp kept new
mv new fake

say "two coordinators at once"
start_busy store.db
run search store.db --run --waves 1 2>&1 | sed "s/process $pid/process <the other>/"
search store.db --status | sed -n 's/for [0-9]* s/for <n> s/; s/: [0-9:]* at/: <pair> at/; /^worker/p' | sort
kill $pid
await $pid
run search store.db --run --waves 1

say "import while a wave is open"
search store.db --export exported >/dev/null
start_busy store.db
kill $pid
await $pid
tail -n 1 log
show_plan() { search store.db --plan | timeless; }
run show_plan
run search store.db --import exported
sed '1!s/,16,/,17,/' exported/evidence/fake-1/nodes-1000.csv | awk -F, 'NR == 1 || NR == 2' >one.csv
mkdir -p more/evidence/fake-1
sed 's/^\(fake-1,nodes,\)1000,/\116000,/' one.csv >more/evidence/fake-1/nodes-16000.csv
run search store.db --import more

say "the database is locked by another program"
await "$locked"
tail -n 1 locked.log
touch release
await $holder
sqlite3 locked.db "PRAGMA integrity_check"
run search locked.db --run --waves 1
