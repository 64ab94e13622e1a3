# selfplay with an engine that plays short games by heart: who plays what, killing and going on, and
# what a check finds.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
small_tree
remember tree

# Draws by repetition, and a mate that is one only from 518:518.
twice() { local line=${1#game=}; echo "game=$line.$line"; }
games=("$(twice game=g1f3.g8f6.f3g1.f6g8)" "$(twice game=b1c3.b8c6.c3b1.c6b8)"
    "$(twice game=g1f3.b8c6.f3g1.c6b8)" game=f2f3.e7e5.g2g4.d8h4)
engine_json fake.json "${games[@]}"
selfplay() { run asym-passport selfplay --root tree "$@"; }
# play OUT ARGUMENTS...: six games.
play() {
    local out=$1
    shift
    selfplay --engine fake.json --nodes 1000 --pair 518:518 --rounds 3 --out "$out" "$@"
}

say "six games"
play one
cat one/games.csv
sed -n '1,/^$/p' one/games.pgn
sed -n '/^1\./p' one/games.pgn
python3 - <<'END'
import json
run = json.load(open("one/run.json"))
print({key: value for key, value in run.items() if key not in ("engines", "producers")})
print(list(run["engines"]), [sorted(producer) for producer in run["producers"]])
END
say "again in that folder: nothing is played; another seed is another run"
cp -R one before
play one
diff -r before one
play one --seed 2
selfplay --engine fake.json --nodes 2000 --pair 518:518 --rounds 3 --out one
diff -r before one
say "two and four games at a time; another seed"
for workers in 2 4; do
    play "w$workers" --workers "$workers" >/dev/null
    diff -r one "w$workers"
done
play seed --seed 2 >/dev/null
cmp -s one/games.csv seed/games.csv || echo "another seed, other games"
say "one engine against another: the colours alternate"
sed 's/fake-1/fake-2/; s/"1000": 16/"1000": 1/' fake.json >other.json
play against --against other.json
cut -d, -f 3-6,10-12 against/games.csv
sed 's/"1000": 16/"1000": 1/' fake.json >same-id.json
play x --against same-id.json

cp fake.json "it's mine.json"
asym-passport selfplay --root tree --engine "it's mine.json" --nodes 1000 --pair "518:518" --out x2 |
    tail -n 1

say "killed with SIGKILL, and gone on with: whatever is on the disk is whole"
# Each engine hangs in its fifth search, in the midst of the second or third game at its table.
DEADLINE=3600 engine_json stuck.json "${games[@]}" hang=5 hang-file=stuck
for workers in 1 3; do
    out=killed-$workers
    for round in 1 2; do
        : >stuck
        asym-passport selfplay --root tree --engine stuck.json --nodes 1000 --pair 518:518 \
            --rounds 8 --out "$out" --workers "$workers" >log 2>&1 &
        pid=$!
        hung() { [ "$(wc -l <stuck)" -eq "$workers" ]; }
        wait_until hung
        kill_now $pid || true
        [ ! -e "$out/games.pgn" ] || echo "finished too early"
    done
    played=$(wc -l <"$out/games.csv")
    [ "$played" -gt 2 ] || echo "little was kept: $played"
    asym-passport selfplay --check "$out" 2>&1 | sed 's/[0-9]* of 16/<n> of 16/'
    asym-passport selfplay --root tree --engine fake.json --nodes 1000 --pair 518:518 --rounds 8 \
        --out "$out" >/dev/null
done
asym-passport selfplay --root tree --engine fake.json --nodes 1000 --pair 518:518 --rounds 8 \
    --out whole >/dev/null
for workers in 1 3; do
    for file in run.json games.csv games.pgn; do cmp whole/$file "killed-$workers/$file"; done
done
say "two at once in one folder"
exec 9<one
flock 9
play one
exec 9<&-

say "engines that fail"
engine_json once.json "${games[@]}" crash-once=crashed
play once --engine once.json >/dev/null
test -e crashed && diff -r one once
engine_json crash.json "${games[@]}" crash=3
play x --engine crash.json
engine_json killed.json "${games[@]}" killed=1 hang-file=kills
play x --engine killed.json # three times as often
wc -l <kills
engine_json name.json "${games[@]}" name=Other
play x --engine name.json
engine_json illegal.json game=g1f3.g8f6.f3g1.f6h8
play x --engine illegal.json
engine_json none.json game=g1f3
play x --engine none.json
sed 's/"1000": 16, //; s/"\(2000\|4000\|8000\|16000\)": [0-9]*,\? \?//g; s/{ *}/{"9": 1}/' fake.json >small.json
grep hash_mb small.json
play x --engine small.json
say "its files change meanwhile"
echo 1 >net
sed 's|"files": {|"files": {"network": {"path": "net"}, |' stuck.json >net.json
: >stuck
asym-passport selfplay --root tree --engine net.json --nodes 1000 --pair 518:518 --rounds 8 --out net.out >log 2>&1 &
pid=$!
workers=1
wait_until hung
echo 2 >net
kill -KILL "$(cat stuck)"
await $pid
tail -n 1 log

say "what a check finds"
run asym-passport selfplay --check one
# altered SED-SCRIPT [FILE]
altered() {
    rm -rf bad
    cp -R one bad
    sed -i "$1" "bad/${2:-games.csv}"
    run asym-passport selfplay --check bad
}
altered '2s/ [a-h][1-8][a-h][1-8]$//'
altered '2s/$/ a2a3/'
altered '2s/[a-h][1-8][a-h][1-8] /a1a3 /'
altered '2s/ / e7 /'
altered '2s/,threefold,/,stalemate,/; 2s/,checkmate,/,stalemate,/'
altered '2s,1/2-1/2\|0-1,1-0,'
altered '2s/,\([48]\),/,1\1,/'
altered '2s/,nodes-1000,/,nodes-1001,/'
altered '2s/named/ranked/'
altered '2s/^518,518,1,1/518,518,1,3/'
altered '2s/^518,518,1,1/518,519,1,1/'
altered '2{h;d};3{G}'
altered '3d'
altered '$s/$/\r/'
altered '1s/moves/move/'
altered '0,/Nf6\|Nc6/s//Nh6/' games.pgn
altered 's/"seed":"1"/"seed":"2"/' run.json
altered 's/"rounds":3/"rounds":3000/' run.json
altered 's/"pair":"518:518"/"pair":"518:960"/' run.json
altered 's/"players":\[{"engine":"fake-1"/"players":[{"engine":"fake-9"/' run.json
altered 's/"hash_mb":16,"limit":1000/"hash_mb":32,"limit":1000/' run.json
altered 's/"limit":1000,"limit_kind":"nodes"/"limit":1000,"limit_kind":"depth"/' run.json
altered 's/"limit":1000,"limit_kind":"nodes"/"limit":16001,"limit_kind":"nodes"/' run.json
altered 's/:/: /' run.json
rm -rf bad && mkdir bad && cp one/games.csv bad
run asym-passport selfplay --check bad
play bad
truncate -s -9 w2/games.csv
play w2
rm one/games.pgn
run asym-passport selfplay --check one

say "usage"
selfplay
selfplay --out a --check b
selfplay --out x --pair 518:518 --top 3 --engine fake.json
selfplay --out x --pair 518:518,518:518 --engine fake.json
selfplay --out x --pair 518:518, --engine fake.json
selfplay --out x --pair 518:518 --rounds 2001 --engine fake.json
selfplay --out x --pair 518:518,518:519 --rounds 1001 --engine fake.json --nodes 1000
selfplay --out x --from encyclopedia --engine fake.json --nodes 1000
selfplay --out x --from ranks --engine fake.json
selfplay --out x --from ranked --pair 518:518 --engine fake.json
selfplay --out x --from encyclopedia --max-cp 3 --engine fake.json
selfplay --out x --top 2000 --max-cp 0 --engine fake.json --nodes 1000
selfplay --out x --min-stage S9 --engine fake.json --nodes 1000
selfplay --out x --workers 0 --engine fake.json
selfplay --out x
ls x 2>/dev/null
unchanged
