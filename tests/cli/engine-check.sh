# An engine's configuration is tried, before it searches for days.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need pgrep python3
# check BEHAVIOUR...
check() {
    engine_json fake-1.json "$@"
    asym-passport engine check fake-1.json
}
# Of a long report what is not ok, and the length of the rest.
faults() { check "$@" | grep -v ' ok '; }

say "one that is as it should be"
run check | tee plain
check garbage strings bounds split crlf spaces multipv | mask | diff - <(sed 1d plain) && echo "the same"

say "its passport entry, in a file or in a document"
engine_json fake-1.json
run asym-passport engine check fake-1.json --entry entry.json | wc -l
mask <entry.json
asym-passport engine check fake-1.json --json | python3 -c '
import json, sys
document = json.load(sys.stdin)
print(document["engine"], document["ok"], [line["name"] for line in document["checks"]])
print(document["entry"] == json.load(open("entry.json")))'
run asym-passport engine check fake-1.json --entry nowhere/entry.json | tail -n 2
ln -s absent.json link
mkfifo fifo
for path in link fifo .; do run asym-passport engine check fake-1.json --entry "$path" | tail -n 2; done
stat -c '%n: %F' link fifo
run asym-passport engine check fake-1.json --json --entry again.json | wc -l
cmp entry.json again.json
search_tree tree
search store.db --run "${small_waves[@]}" --waves 1 >/dev/null
asym-passport record --root tree --store store.db >/dev/null
python3 - <<'END'
import json
recorded = json.load(open("tree/passport/asym/passport.json"))["engines"]["fake-1"]
entry = json.load(open("entry.json"))
for limits in (recorded, entry):
    limits.pop("hash_mb")
print("as search and record make it:", recorded == entry)
END

say "files"
sed 's@fake"}@fake", "sha256": "'"$(printf %064d 7)"'"}@' fake-1.json >pinned.json
run asym-passport engine check pinned.json
sed 's@/fake"@/absent"@' fake-1.json >absent.json
run asym-passport engine check absent.json

say "what it calls itself and offers"
run check exit=3
run check 'name=Fake 2'
run check without=UCI_Chess960
run check without=Hash
sed 's/"16000": 64/"16000": 33554432/; s/"Threads": "1"/"Threads": "5000"/' fake-1.json >range.json
run asym-passport engine check range.json

say "Chess960"
engine_json unset.json
sed -i 's/"UCI_Chess960": "true"/"UCI_Chess960": "false"/' unset.json
run asym-passport engine check unset.json
sed -i 's/"UCI_Chess960": "false", //' unset.json
run asym-passport engine check unset.json
run asym-passport search --root tree --store other.db --run --engine unset.json
run faults no-castling

say "searches that come to no end, or to nothing"
run faults endless
run faults crash=5
run faults none
run faults no-info
engine_json hang.json hang=2
sed -i 's/"deadline_s": [0-9]*/"deadline_s": 1/' hang.json
run asym-passport engine check hang.json | tail -n 2

say "one that does not repeat itself: in one process, or from one to the next"
run faults drift
faults chance | sed 's/in a fresh process: .*/in a fresh process: .../' | cut -c1-80

say "which line counts"
run faults no-cut-short
engine_json final.json
sed -i 's/exact-before-final-pv/final-pv/' final.json
run asym-passport engine check final.json | grep -v ' ok '
engine_json final.json no-cut-short
sed -i 's/exact-before-final-pv/final-pv/' final.json
run asym-passport engine check final.json | cut -c1-150 | tail -n 2

say "limits of depth"
# depth BEHAVIOUR...
depth() {
    engine_json depth.json "$@"
    sed -i 's/"hash_mb": {.*}/"hash_mb": {"6": 16, "8": 16, "30": 64}/; s/exact-before-final-pv/final-pv/
        s/go nodes/go depth/; s/"limit_kind": "nodes"/"limit_kind": "depth"/' depth.json
    asym-passport engine check depth.json
}
run depth
run depth shallow | grep -v ' ok '
sed -i 's/"final-pv"/"exact-before-final-pv"/; s/, "shallow"//' depth.json
run asym-passport engine check depth.json | grep -v ' ok ' | cut -c1-150

say "Ctrl-C, and no report"
engine_json slow.json slow=3600000
asym-passport engine check slow.json >log 2>&1 &
pid=$!
wait_until pgrep -P "$pid" >/dev/null
kill "$pid"
await "$pid"
cat log

say "no configuration"
run asym-passport engine check nowhere.json
echo '{}' >empty.json
run asym-passport engine check empty.json

