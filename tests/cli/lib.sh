# Shared by the command-line tests: `. "$SOURCE/tests/cli/lib.sh"` is the first line of each.
# shellcheck shell=bash
#
# What a test prints reads as a transcript: `run` shows the command, what it printed, and its exit
# code where it is not 0. Digests and keys are masked, since they change with every word of the texts, or
# with every key; ids.sh alone shows the digests (show_ids).
set -eu

# kill_now PID: with SIGKILL, and waits until it is gone; fails with its exit status. The shell remarks
# on a child that it finds killed whenever it next looks, which is not to be seen.
kill_now() { { kill -KILL "$1" && wait "$1"; } 2>/dev/null; }

# ---- transcripts ----

show_ids=
mask() {
    local ids=(
        -e 's/\b([Xg][0-9a-f]{58,63}|[0-9a-f]{64})\b/<sha256>/g'
        -e 's/swh:1:dir:[0-9a-f]{40}/swh:1:dir:<id>/g'
        -e 's/(-[0-9]{4}\.[0-9]{2}\.[0-9]+-)[0-9a-f]{16}/\1<id>/g'
        -e 's/\b[0-9]+ (bytes|were signed)\b/<n> \1/g'
        -e 's/\b(offset|from byte) [0-9]+/\1 <n>/g'
        -e 's@(/\.asym-[0-9.]+\.)[A-Za-z0-9]{6}/@\1<temporary>/@g'
        -e "s/checksum '[0-7]{6}(..', expected ')[0-7]{6}/checksum '<n>\1<n>/"
    )
    [ -z "$show_ids" ] || ids=()
    sed -E -e 's@(\bkey |\bkeys/|"key_id":"|"text":"|\bkey +ok +|, not with )[0-9A-F]{16}\b@\1<key>@g' \
        -e 's@sig: "[-A-Za-z0-9+/=]{88}"@sig: "<signature>"@' \
        -e "s/'[0-9A-F]{1,16}(\",\"study\")/'<key>\1/g" \
        -e 's/(fingerprint sha256:)[0-9a-f]{64}/\1<fingerprint>/g' "${ids[@]}"
}

# The words of a command as one could type them, into `line`.
words() {
    local word
    line=
    for word in "$@"; do
        case $word in
            '' | *[!A-Za-z0-9_./:=,+@%^-]*) word="'$word'" ;;
        esac
        line="$line${line:+ }$word"
    done
}

# run COMMAND...: never fails. A command may call run in its turn.
depth=0
run() {
    words "$@"
    printf '$ %s\n' "$line" >"$WORK/out.$$.$((depth + 1))"
    transcribe "$@"
}

# Like run, but the command is not shown.
quietly() {
    : >"$WORK/out.$$.$((depth + 1))"
    transcribe "$@"
}

transcribe() {
    local code=0 out
    depth=$((depth + 1))
    out=$WORK/out.$$.$depth
    "$@" >>"$out" 2>&1 || code=$?
    [ "$code" -eq 0 ] || printf 'exit %s\n' "$code" >>"$out"
    mask <"$out"
    rm -f "$out"
    depth=$((depth - 1))
}

say() {
    printf '\n# %s\n' "$*"
}

# skip REASON: the test cannot run here.
skip() {
    printf 'SKIPPED: %s\n' "$*"
    exit 77
}

need() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || skip "$tool is not installed"
    done
}

# ---- folders ----

# One digest of a folder: every name, kind, mode and byte in it.
digest() {
    (cd "$1" && find . -mindepth 1 \( -name .git -prune -o -printf '%p %y %m\n' \) | LC_ALL=C sort &&
        find . -name .git -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0r sha256sum) |
        sha256sum | cut -c1-64
}

# remember FOLDER...; then `unchanged` says whether they still are what they were.
remember() {
    remembered=("$@")
    digests=$(for folder in "$@"; do digest "$folder"; done)
}
unchanged() {
    if [ "$(for folder in "${remembered[@]}"; do digest "$folder"; done)" = "$digests" ]; then
        return 0
    fi
    echo "CHANGED: ${remembered[*]}"
}

# Temporary files that a command left behind.
leftovers() {
    find "$@" -name '.*' ! -name . ! -name .git -type f
}

# ---- the small tree ----

EVIDENCE=$SOURCE/passport/asym/evidence/stockfish-15.1-debian
ENGINE=stockfish-15.1-debian

# choose_rows FOLDER: of the real evidence the first controls and such asymmetric pairs that every
# outcome and every stage has some. tests/cli/rows lists them, since the evidence grows.
choose_rows() {
    local file
    mkdir "$1"
    for file in "$EVIDENCE"/nodes-*.csv; do
        awk -F, 'NR == FNR { split($0, row, " "); chosen[row[1], row[2]] = 1; next }
            FNR == 1 || $6 == "control" && $3 <= 500000 || ($3, $4 ":" $5) in chosen' \
            "$SOURCE/tests/cli/rows" "$file" >"$1/${file##*/}"
    done
}

# external FOLDER [CONDITION]: the chosen rows as another program would hand them over, run.json and
# nodes-N.csv; of them those that fit the awk condition on limit, w and b.
external() {
    local folder=$1 condition=${2:-1} file
    mkdir -p "$folder"
    for file in "$WORK"/rows/nodes-*.csv; do
        awk -F, -v OFS=, '
            FNR == 1 {
                print "nodes_limit,hash_mb,w,b,cp,mate,depth,seldepth,nodes,bestmove,win,draw,loss"
                next
            }
            { limit = $3; w = $4; b = $5 }
            '"$condition"' { print $3, $7, $4, $5, $8, $9, $10, $11, $12, $13, $14, $15, $16 }
        ' "$file" >"$folder/${file##*/}"
        [ "$(wc -l <"$folder/${file##*/}")" -gt 1 ] || rm "$folder/${file##*/}"
    done
    run_json "$folder"
}

# run_json FOLDER: the run.json that fits the files there.
run_json() {
    local folder=$1 file limit comma=
    {
        cat <<'END'
{
  "producer": {"name": "external", "note": "a test"},
  "engine": {
    "id": "stockfish-15.1-debian",
    "name": "Stockfish 15.1",
    "sha256": "af67e5f96d92cf6a730f89291ea439ba90ca5bf7921e5d740d79ccfc4584bc92",
    "options": {"Threads": "1", "UCI_Chess960": "true"},
END
        printf '    "hash_mb_by_nodes": {'
        for file in $(printf "%s\n" "$folder"/nodes-*.csv | sort -V); do
            limit=${file##*-}
            printf '%s"%s": %s' "$comma" "${limit%.csv}" "$(sed -n '2s/^[^,]*,\([^,]*\),.*/\1/p' "$file")"
            comma=', '
        done
        cat <<'END'
},
    "limit": "nodes",
    "per_position": ["ucinewgame", "isready", "position fen", "go nodes"],
    "completion": "the last exact PV line before the final PV line"
  },
  "seed": "20260918",
  "order": "CPython random.Random(seed).shuffle over the representatives in lexicographic order",
  "host": "a test",
  "dates": ["2026-11-29"],
  "counts": {
END
        comma=
        for file in $(printf "%s\n" "$folder"/nodes-*.csv | sort -V); do
            limit=${file##*-}
            awk -F, -v limit="${limit%.csv}" -v comma="$comma" '
                FNR > 1 { rows++; controls += $3 == $4 }
                END { printf "%s    \"%s\": {\"rows\": %d, \"controls\": %d}", comma, limit, rows, controls }
            ' "$file"
            comma=$(printf ',\nx')
            comma=${comma%x}
        done
        printf '\n  }\n}\n'
    } >"$folder/run.json"
}

# empty_tree FOLDER: a checkout without evidence and passport.
empty_tree() {
    local folder=$1
    mkdir -p "$folder/passport/asym" "$folder/dist" "$folder/src"
    cp -R "$SOURCE/schema" "$folder/schema"
    cp -R "$SOURCE/tests/cli/texts" "$folder/passport/asym/texts"
    cp "$SOURCE/passport/asym/ladder.json" "$SOURCE/passport/asym/references.json" \
        "$folder/passport/asym/"
    # The real confirmers may change; these stay.
    cat >"$folder/passport/asym/corridor.json" <<'END'
{
  "study": "asym",
  "max_cp": 5,
  "limits": [2000000, 8000000, 32000000, 128000000],
  "near": {"from_nodes": 2000000, "max_cp": 10},
  "controls_at_least": 5,
  "confirmers": [
    {"engine": "deep-1", "limit_kind": "depth", "limit": 14},
    {"engine": "wide-2", "limit_kind": "nodes", "limit": 500000}
  ]
}
END
    # Only such figures of ours as every evidence has.
    cat >"$folder/passport/asym/published.json" <<'END'
[
  {"id": "controls", "claim": "windows", "quantity": "mean of the controls", "value": "18",
   "unit": "cp", "engine": "unnamed", "budget": "100k nodes", "source": "asymmetric-study-2026",
   "ours": [
     {"stage": "S5", "cell": "windows.csv/S5/mean_cp"},
     {"stage": "S0", "cell": "windows.csv/S0/mean_cp", "n": "windows.csv/S0/controls"}
   ]},
  {"id": "agreement", "claim": "balance", "quantity": "starts within 10 cp", "value": "68.1",
   "unit": "per cent", "engine": "Berserk 13", "budget": "depth 30", "source": "panagakos-2026"}
]
END
    cat >"$folder/passport/asym/release.json" <<'END'
{
  "study": "asym",
  "version": "2026.11.1",
  "date": "2026-11-30",
  "format": 3,
  "primary_engine": "stockfish-15.1-debian"
}
END
    echo '{"keys":[]}' >"$folder/dist/keys.json"
    echo 'int main(void) { return 0; }' >"$folder/src/main.c"
}

# benedict_tree FOLDER: a checkout of the study of Benedict xiangqi without evidence and passport.
benedict_tree() {
    local folder=$1 own=$1/passport/benedict
    mkdir -p "$own" "$folder/dist" "$folder/src"
    cp -R "$SOURCE/schema" "$folder/schema"
    cp -R "$SOURCE/tests/cli/benedict-study/texts" "$own/texts"
    cp "$SOURCE/tests/cli/benedict-study/references.json" "$own/"
    cat >"$own/release.json" <<'END'
{
  "study": "benedict",
  "version": "2026.11.1",
  "date": "2026-11-30",
  "format": 3,
  "primary_engine": "benedict"
}
END
    echo '{"keys":[]}' >"$folder/dist/keys.json"
    echo 'int main(void) { return 0; }' >"$folder/src/main.c"
}

# adopt TREE: the evidence of further engines that was laid into the tree is listed in its passport, as
# though its first run had added it.
adopt() {
    python3 - "$1/passport/asym" <<'END'
import csv, hashlib, json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
passport = json.loads((folder / "passport.json").read_text())
run, = passport["runs"]
known = {entry["file"]: entry for entry in passport["evidence"]}
model = next(iter(passport["engines"].values()))
ladder = {stage["nodes"] for stage in json.loads((folder / "ladder.json").read_text())["stages"]}
for path in sorted(folder.glob("evidence/*/*.csv")):
    name, text = str(path.relative_to(folder)), path.read_bytes()
    if name in known:
        continue
    rows = list(csv.DictReader(text.decode().splitlines()))
    engine, kind, limit = path.parent.name, *path.stem.split("-")
    common = {"engine": engine, "limit_kind": kind, "limit": int(limit), "rows": len(rows)}
    known[name] = common | {"file": name, "controls": sum(row["w"] == row["b"] for row in rows),
                            "sha256": hashlib.sha256(text).hexdigest()}
    passport["engines"][engine] = model | {"limit_kind": kind, "hash_mb": {limit: 16}}
    run["added"].append(common)
    searched = sum(int(row["nodes"]) for row in rows)
    split = {"screening_nodes": "0", "deepening_nodes": "0", "searched_nodes": str(searched)}
    if kind == "nodes" and int(limit) in ladder:
        split["screening_nodes"] = str(len(rows) * int(limit))
    else:
        split["confirming_nodes"] = str(searched)
    run["compute_split"][engine] = split
passport["evidence"] = sorted(known.values(), key=lambda entry: (entry["engine"], entry["limit"]))
(folder / "passport.json").write_text(
    json.dumps(passport, sort_keys=True, separators=(",", ":")) + "\n")
END
}

# make_small_tree FOLDER: FOLDER/tree, recorded; FOLDER/external, what it was recorded from;
# FOLDER/signed, the same built and signed, with FOLDER/key.pem and its public key in dist/keys/.
make_small_tree() {
    local folder=$1
    mkdir "$folder"
    choose_rows "$WORK/rows"
    external "$folder/external"
    empty_tree "$folder/tree"
    asym-passport record --root "$folder/tree" --from "$folder/external"
    cp -R "$folder/tree" "$folder/signed"
    sign_tree "$folder/signed" "$folder/key.pem"
    asym-passport build --root "$folder/signed"
    chmod -R a+rX "$folder"
}

small_tree() {
    cp -R "$WORK/small/tree" ./tree
}

signed_tree() {
    cp -R "$WORK/small/signed" ./tree
    archive=$(echo tree/dist/asym-2026.11.1/*.tar.zst)
    public=$(echo tree/dist/keys/*.pub)
    signature=tree/dist/asym-2026.11.1/SHA256SUMS.minisig
    provenance=tree/dist/asym-2026.11.1/provenance.dsse.json
}

# verbs: all that there are.
verbs() {
    asym-passport --help | sed -n '/^verbs:/,/^$/s/^  \([a-z-]*\) .*/\1/p'
}

# with_passphrase COMMAND...: gives it the passphrase of the tests' keys on descriptor 3.
with_passphrase() {
    "$@" --passphrase-fd 3 3<<'END'
correct horse
END
}

# sign_tree TREE KEY [STUDY]: makes a throwaway key outside the tree, and signs.
sign_tree() {
    with_passphrase asym-passport keygen --root "$1" --study "${3:-asym}" --secret "$2"
    with_passphrase asym-passport sign --root "$1" --study "${3:-asym}" --secret "$2"
}

# unpacked FOLDER: the signed tree's archive, unpacked with the signature beside it.
unpacked() {
    mkdir -p "$1"
    zstd -dqc "$archive" | tar -xf - -C "$1"
    cp "$signature" "$provenance" "$1/"
}

# as_another COMMAND...: as somebody who may not do everything: root becomes nobody, others stay
# themselves.
as_another() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

# keep_off FOLDER...: as_another may read them, but not write there.
keep_off() {
    chmod -R a+rX "$@"
    [ "$(id -u)" = 0 ] || chmod -R a-w "$@"
}
