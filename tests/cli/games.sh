# Games as evidence: recorded, listed, released, replayed, shown; and what is refused.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/search.sh"
need python3 strace
small_tree
folder=passport/asym
small=$WORK/small/tree

# Draws by repetition, and a mate that is one only from 518:518.
twice() { local line=${1#game=}; echo "game=$line.$line"; }
games=("$(twice game=g1f3.g8f6.f3g1.f6g8)" "$(twice game=b1c3.b8c6.c3b1.c6b8)"
    "$(twice game=g1f3.b8c6.f3g1.c6b8)" game=f2f3.e7e5.g2g4.d8h4)
engine_json fake.json "${games[@]}"
engine_json even.json "${games[@]:0:3}" # for other pairs with knights on b and g
sed 's/fake-1/fake-2/; s/"1000": 16/"1000": 1/' even.json >even-2.json
# play OUT ARGUMENTS...
play() {
    local out=$1
    shift
    asym-passport selfplay --root "$small" --engine "${PLAYER:-fake.json}" --nodes 1000 \
        --out "$out" "$@" >/dev/null
}
TREE=tree
record() { run asym-passport record --root "$TREE" --games "$@"; }
listed() {
    python3 - "$1/$folder/passport.json" <<'END'
import json, sys
passport = json.load(open(sys.argv[1]))
print("engines", list(passport["engines"]))
for run in passport.get("games", []):
    files, recorder = sorted(run.pop("files")), sorted(run.pop("recorder"))
    print(run, files, recorder)
END
}

play one --pair 518:518 --rounds 3
PLAYER=even.json play two --pair 518:518,534:534 --rounds 2 --against even-2.json --seed 7
play three --pair 518:518 --rounds 2 --seed 3
say "recorded: the folder's bytes, an engine more, an entry"
record one
run listed tree
diff -r one tree/$folder/games/one
say "again: nothing changes; a second run, under a name of its own"
remember tree
record one/
unchanged
record ./two --name a-second.run
run listed tree
leftovers tree

say "the table: computed by another program too"
asym-passport replay --root tree --out tables >/dev/null
cut -d, -f 1-20,23-25 tables/selfplay.csv
python3 "$SOURCE/tests/oracle/games.py" tree/$folder .
cmp tables/selfplay.csv selfplay.csv
asym-passport claims --root tree --csv selfplay | cmp - tables/selfplay.csv
say "no rank depends on them"
asym-passport replay --root "$small" --out without >/dev/null
diff -rq without tables || true

say "in a release: signed, verified, replayed from the archive, told apart from the one before"
cp -R tree signed
sign_tree signed key.pem >/dev/null
asym-passport build --root signed >/dev/null
archive=$(echo signed/dist/asym-2026.11.1/*.tar.zst)
verified() { asym-passport verify "$@" | sed -E 's/^(key|archive|manifest|provenance|verified) .*/\1 .../'; }
run verified "$archive" --key signed/dist/keys/*.pub
run verified --root signed
asym-passport replay --from "$archive" --out again >/dev/null
diff -r tables again
mkdir content
zstd -dqc "$archive" | tar -xf - -C content
python3 - signed/dist/asym-2026.11.1/provenance.dsse.json content/*/datapackage.json <<'END'
import base64, json, sys
statement = json.loads(base64.b64decode(json.load(open(sys.argv[1]))["payload"]))
definition = statement["predicate"]["buildDefinition"]
print([d["name"] for d in definition["resolvedDependencies"]
       if "games/" in d["name"] or "fake" in d["name"]])
print([run["name"] for run in definition["externalParameters"]["passport"]["games"]])
print([r["name"] for r in json.load(open(sys.argv[2]))["resources"]
       if "games" in r["path"] or "selfplay" in r["path"]])
END
run asym-passport diff --root "$small" "$archive"
run asym-passport diff "$archive" "$archive"
say "a signed version is closed; what adds nothing is still fine"
remember signed
TREE=signed
record three
record one
unchanged
TREE=tree

say "what is refused changes nothing"
remember tree
# refused FOLDER SED-SCRIPT [FILE] [ARGUMENTS...]: a copy of FOLDER, altered.
refused() {
    local from=$1 script=$2 file=${3:-games.csv}
    shift 2
    [ $# -eq 0 ] || shift
    rm -rf bad
    cp -R "$from" bad
    sed -i "$script" "bad/$file"
    record bad "$@"
    unchanged
}
say "one byte of a move; a move that is not legal; another result; not all games"
refused three '2s/[1-8]\( [a-h][1-8][a-h][1-8]\)$/9\1/'
refused three '2s/,[a-h][1-8][a-h][1-8] /,a1a3 /'
refused three '2s,1/2-1/2\|0-1,1-0,'
refused three '$d'
refused three '0,/Nf6\|Nc6\|e5/s//Nh6/' games.pgn
say "another sha256 than the passport's entry has; another hash size where both have one; a study"
refused three 's/"binary":"[0-9a-f]\{8\}/"binary":"00000000/' run.json
refused three 's/"16000":64/"16000":32/' run.json
refused three 's/"study":"asym"/"study":"bsym"/' run.json
say "under a name that is taken: another run, and other games of the same"
record three --name one
engine_json again.json "$(twice game=g1h3.g8h6.h3g1.h6g8)" # another line, the same engine
PLAYER=again.json play again --pair 518:518 --rounds 3
record again --name one
unchanged
say "the same games under another name, and more rounds of them"
record one --name other
PLAYER=even.json play more --rounds 5 --pair 518:518,534:534
record more
unchanged
say "names, and what is no run"
record one --name One
record one --name ../x
record .
record nowhere
run asym-passport record --root tree --games one --from two
run asym-passport record --root tree --from two --name x
empty_tree fresh
TREE=fresh
record one
TREE=tree
say "a run that goes on is not finished"
mkdir half
head -n 3 three/games.csv >half/games.csv
cp three/run.json half
record half
unchanged

# altered SED-SCRIPT FILE: the tree with a stored file altered, before all who read.
altered() {
    rm -rf bad
    cp -R tree bad
    sed -i "$1" "bad/$folder/$2"
    run asym-passport build --root bad
    run asym-passport record --root bad --games three
}
say "a stored file that was altered in one byte"
altered '2s/f6/f5/; 2s/c6/c5/; 2s/e5/e6/' games/one/games.csv
altered '0,/Nf6\|Nc6\|e5/s//Nh6/' games/one/games.pgn
altered 's/"rounds":3/"rounds":4/' games/one/run.json
say "the same, where the passport agrees: the rules do not"
resigned() {
    rm -rf bad
    cp -R tree bad
    sed -i "$1" "bad/$folder/$2"
    python3 - bad/$folder <<'END'
import hashlib, json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
passport = json.loads((folder / "passport.json").read_text())
for run in passport["games"]:
    for file in run["files"]:
        text = (folder / "games" / run["name"] / file).read_bytes()
        run["files"][file] = hashlib.sha256(text).hexdigest()
(folder / "passport.json").write_text(
    json.dumps(passport, sort_keys=True, separators=(",", ":")) + "\n")
END
    run asym-passport build --root bad
}
resigned '2s/,[a-h][1-8][a-h][1-8] /,e1e4 /' games/one/games.csv
resigned '2s,1/2-1/2\|0-1,1-0,' games/one/games.csv
resigned '0,/Nf6\|Nc6\|e5/s//Nh6/' games/one/games.pgn
resigned 's/"seed":"1"/"seed":"01"/' games/one/run.json
say "and a passport that says something else"
altered 's/"games":6/"games":8/' passport.json
altered 's/"name":"one"/"name":"won"/' passport.json
altered 's/"engines":\["fake-1"\],/"engines":["fake-1","fake-2"],/' passport.json
altered 's/"fake-2":{/"fake-3":{/' passport.json
say "files that nobody listed, or that are no files of a run"
rm -rf bad
cp -R tree bad
cp -R one bad/$folder/games/x
run asym-passport build --root bad
mv bad/$folder/games/x bad/$folder/games/X
run asym-passport build --root bad
rm -r bad/$folder/games/X bad/$folder/games/one/games.pgn
run asym-passport build --root bad

say "cut off between two of its files: the same call completes it"
cp -R tree whole
TREE=whole
record three
made=$(digest whole)
PLAYER=even.json play four --pair 534:534
for count in 1 2 3; do
    rm -rf cut
    cp -R tree cut
    mkdir cut/$folder/games/three
    for file in $(printf 'games.csv\ngames.pgn\nrun.json\n' | head -n $count); do
        cp "three/$file" cut/$folder/games/three/
    done
    TREE="cut"
    if [ $count = 1 ]; then
        run asym-passport build --root cut
        record four
    fi
    record three
    [ "$(digest cut)" = "$made" ] || diff -r cut whole
done
say "what was cut off is another run's"
cp four/games.csv tree/$folder/games/
mkdir tree/$folder/games/three
mv tree/$folder/games/games.csv tree/$folder/games/three/
remember tree
TREE=tree
record three
unchanged
rm -r tree/$folder/games/three

say "killed at every rename: whatever is on the disk is whole, and the same call completes it"
torn=0
completed=0
for write in 1 2 3 4; do
    rm -rf killed
    cp -R tree killed
    {
        strace -f -o trace -e trace=rename,renameat,renameat2 \
            -e inject=rename,renameat,renameat2:signal=KILL:when=$write \
            asym-passport record --root killed --games three >/dev/null || true
    } 2>/dev/null # where the shell says that it was killed
    for file in killed/"$folder"/games/three/*; do
        [ ! -f "$file" ] || cmp -s "$file" "three/${file##*/}" || torn=$((torn + 1))
    done
    asym-passport record --root killed --games three >/dev/null || echo "it was not completed"
    find killed -name '.*.??????' -type f -delete
    [ "$(digest killed)" != "$made" ] || completed=$((completed + 1))
done
echo "torn $torn, completed $completed times"
