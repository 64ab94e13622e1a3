# Waves of searches: the same evidence whoever searched; status, plan, export, import, record.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3
search_tree tree

say "nothing yet"
run search new.db --status
run search new.db --plan "${small_waves[@]}" --workers 2
run test -e new.db

say "three waves by one worker"
run search one.db --run "${small_waves[@]}" --waves 3

# A run may pass midnight: the days as one, once they are what "in all" says.
one_day() {
    python3 -c '
import re, sys
line = re.compile(r"<date>: (\d+) evaluations, (\d+) nodes of screening, (\d+) of deepening \(\S+ %\), engine time <time>\n")
days = []
for text in sys.stdin:
    found = line.fullmatch(text)
    if found:
        days.append([int(number) for number in found.groups()])
        continue
    if text.startswith("in all: "):
        sums = [sum(day[i] for day in days) for i in range(3)]
        whole = text.replace("in all", "<date>")
        if [int(number) for number in line.fullmatch(whole).groups()] != sums or len(days) > 2:
            print("THE DAYS ARE NOT THE WHOLE", days)
        print(whole, end="")
    print(text, end="")'
}
show_status() { search one.db --status | timeless | one_day; }
run show_status

say "the same, as JSON"
run eval 'search one.db --status --json | python3 -c "
import json, sys
status = json.load(sys.stdin)
print(sorted(status), status[\"wave\"][\"number\"], status[\"classes_of\"], status[\"workers\"])
print(sum(day[\"evaluations\"] for day in status[\"days\"]), sum(s[\"pairs\"] + s[\"controls\"] + s[\"mirrors\"] for s in status[\"stages\"]))"'

say "two workers, a wave at a time, the knobs once; eight workers, some slow"
run search two.db --run "${small_waves[@]}" --waves 1 --workers 2
run search two.db --run --waves 2 --workers 2
engine_json slow.json slow=3
run search eight.db --run "${small_waves[@]}" --waves 3 --workers 8 --engine slow.json
run search one.db --export exported-1
run search two.db --export exported-2
run search eight.db --export exported-8
run diff -r exported-1 exported-2
run diff -r exported-1 exported-8
run eval "find exported-1 -type f | sort"

say "what comes next is planned without a trace"
before=$(sha256sum <one.db)
show_plan() { search one.db --plan --workers 4 | timeless; }
run show_plan
show_until() { search one.db --plan --until P0 | timeless; }
run show_until
[ "$before" = "$(sha256sum <one.db)" ] || echo CHANGED
run search one.db --plan --until S9
run search one.db --plan --until D4
run search one.db --plan --controls 60 --deepening 50

say "export and import; again, nothing changes; a contradiction names both"
run search copy.db --import exported-1 --engine tree/engines/fake-1.json
run search copy.db --import exported-1
run search copy.db --export exported-copy
run diff -r exported-1 exported-copy
cp -R exported-1 changed
file=changed/evidence/fake-1/nodes-2000.csv
sed -i '2s/,\([0-9]*\)$/,\1/; 2s/,16,/,17,/' $file
run search copy.db --import changed
run search copy.db --import nowhere
run search empty.db --import exported-1

say "record"
cp -R tree recorded
run asym-passport record --root recorded --store one.db
passport() {
    python3 - recorded/passport/asym/passport.json <<'END'
import json, sys
passport = json.load(open(sys.argv[1]))
for run in passport["runs"]:
    print([(a["limit"], a["rows"]) for a in run["added"]], 1 <= len(run["dates"]) <= 2, run["host"] != "")
    print(run["compute_split"], sorted(run["producer"]))
print(sorted(passport["engines"]["fake-1"].items()))
END
}
run passport
run diff -r recorded/passport/asym/evidence exported-1/evidence
remember recorded
run asym-passport record --root recorded --store one.db
unchanged
run asym-passport show --root recorded 518:518

say "a store that begins with what is recorded: the plan is the same, a wave later only the new is added"
run asym-passport search --root recorded --store next.db --run --waves 1 "${small_waves[@]}"
run search one.db --run --waves 1
run asym-passport search --root recorded --store next.db --export exported-next
run search one.db --export exported-1
run diff -r exported-1 exported-next
run asym-passport record --root recorded --store next.db
run asym-passport record --root recorded --store one.db
run passport

say "contradictions with what is recorded"
refuse() {
    rm -rf other
    cp -R recorded other
    eval "$2"
    say "$1"
    remember other
    run asym-passport record --root other --store one.db
    run asym-passport search --root other --store one.db --run --waves 1
    unchanged
}
refuse "another window" 'sed -i s/59/60/ other/passport/asym/ladder.json'
refuse "another seed" 'sed -i s/20260918/20260919/ other/passport/asym/passport.json'
refuse "another binary" 'sed -i -E "s/\"binary\":\"f/\"binary\":\"0/; t; s/\"binary\":\"./\"binary\":\"f/" other/passport/asym/passport.json'
refuse "another option" 'sed -i "s/\"Threads\":\"1\"/\"Threads\":\"2\"/" other/passport/asym/passport.json'
refuse "another hash size" 'sed -i "s/\"4000\":32/\"4000\":64/" other/passport/asym/passport.json'

say "a ladder that is not the recorded one, and no store yet"
rm -rf other
cp -R recorded other
sed -i s/59/60/ other/passport/asym/ladder.json
run asym-passport search --root other --store other.db --run --waves 1
run test -e other.db

say "a store is made for one ladder and one engine"
sed 's/"Threads": "1"/"Threads": "2"/' tree/engines/fake-1.json >threads.json
run search one.db --run --waves 1 --engine threads.json
sed 's/"4000": 32/"4000": 64/' tree/engines/fake-1.json >hash.json
run search one.db --run --waves 1 --engine hash.json
sed -i s/59/60/ tree/passport/asym/ladder.json
run search one.db --run --waves 1
run search one.db --status

say "a line that changes, on a terminal; the nodes of a search on its way are in it"
DEADLINE=3600 engine_json hang.json hang=1
printf 'exec asym-passport search --root recorded --store live.db --run --until P0 --wave-nodes 1000 --controls 0 --deepening 0 --mirrors 0 --engine hang.json\n' >live.sh
: >live.log # script may begin after the first look
script -qefc "bash live.sh" live.log >/dev/null &
pid=$!
live_line() {
    tr '\r' '\n' <live.log | sed -nE 's/\x1b\[K//; s/[0-9]+ (s|min) left$/<time> left/; /[1-9][0-9]* % of.* left$/p' | sort -u
}
has_line() { [ -n "$(live_line)" ]; }
wait_until has_line
live_line
pkill -TERM -P $pid
wait $pid || true

say "what is no command"
run search one.db
run search one.db --run --status
run search one.db --run --workers 0
run search one.db --run --for 5
run asym-passport record --root tree
run asym-passport record --root tree --store nowhere.db
run asym-passport record --root tree --store one.db --from exported-1
