# Shared by the tests of search: after cli/lib.sh, `. "$SOURCE/tests/fake-engine/search.sh"`.
# shellcheck shell=bash
need cc
cc -std=c17 -O1 -D_GNU_SOURCE -o fake "$SOURCE/tests/fake-engine/fake_engine.c"

# engine_json FILE [BEHAVIOUR...]: its configuration. The behaviours are no part of its identity.
# DEADLINE: how many seconds it may be silent; more than any machine takes, where none is to pass.
engine_json() {
    local file=$1 behaviour arguments=
    shift
    for behaviour in "$@"; do arguments="$arguments, \"$behaviour\""; done
    cat >"$file" <<END
{
  "id": "fake-1", "name": "Fake 1", "command": ["{binary}"$arguments],
  "files": {"binary": {"path": "$PWD/fake"}},
  "options": {"Threads": "1", "UCI_Chess960": "true", "UCI_ShowWDL": "true"},
  "hash_mb": {"1000": 16, "2000": 16, "4000": 32, "8000": 32, "16000": 64},
  "limit_kind": "nodes",
  "per_position": ["ucinewgame", "isready", "position fen", "go nodes"],
  "completion": "exact-before-final-pv", "deadline_s": ${DEADLINE:-120}
}
END
}

# confirmer_json FILE ID KIND LIMIT [BEHAVIOUR...]: another engine, with that one limit.
confirmer_json() {
    local file=$1 id=$2 kind=$3 limit=$4 rule=exact-before-final-pv
    shift 4
    [ "$kind" = nodes ] || rule=final-pv
    engine_json "$file" "name=$id" "$@"
    sed -i 's/"fake-1"/"'"$id"'"/; s/"Fake 1"/"'"$id"'"/; s/"hash_mb": {.*}/"hash_mb": {"'"$limit"'": 16}/
        s/exact-before-final-pv/'"$rule"'/; s/go nodes/go '"$kind"'/
        s/"limit_kind": "nodes"/"limit_kind": "'"$kind"'"/' "$file"
}

# search_tree FOLDER: a checkout with a short ladder, whose primary engine is the fake one, and a
# corridor with two that confirm.
search_tree() {
    empty_tree "$1"
    sed -i 's/stockfish-15.1-debian/fake-1/' "$1/passport/asym/release.json"
    sed -i '/"stage": "S5"/d' "$1/passport/asym/published.json" # no stage of this ladder
    cat >"$1/passport/asym/ladder.json" <<'END'
{
  "study": "asym",
  "stages": [
    {"name": "P0", "nodes": 1000, "window_cp": 59, "source": "calibrated", "triage": true},
    {"name": "S0", "nodes": 2000, "window_cp": 50, "published_window_cp": 50, "source": "published"},
    {"name": "S1", "nodes": 4000, "window_cp": 40, "published_window_cp": 40, "source": "published"}
  ],
  "deepening": {"first_nodes": 8000, "factor": 2},
  "calibration": {"even_cp": 10, "even_at_least": 100, "percentile": 95}
}
END
    cat >"$1/passport/asym/corridor.json" <<'END'
{
  "study": "asym",
  "max_cp": 5,
  "limits": [2000, 4000, 8000, 16000],
  "near": {"from_nodes": 4000, "max_cp": 10},
  "controls_at_least": 100,
  "confirmers": [
    {"engine": "fake-depth", "limit_kind": "depth", "limit": 6},
    {"engine": "fake-nodes", "limit_kind": "nodes", "limit": 3000}
  ]
}
END
    mkdir -p "$1/engines"
    engine_json "$1/engines/fake-1.json"
    confirmer_json "$1/engines/fake-depth.json" fake-depth depth 6
    confirmer_json "$1/engines/fake-nodes.json" fake-nodes nodes 3000
}

# search STORE ARGUMENTS...: on the tree, in waves of some 150 jobs.
search() {
    local store=$1
    shift
    asym-passport search --root tree --store "$store" "$@"
}
# start STORE ARGUMENTS...: the same in the background, as $pid, with what it prints in the file $log.
log=log
start() {
    local store=$1
    shift
    : >$log # what was there is gone before anybody looks
    # A shell without job control leaves SIGINT ignored in what runs in the background.
    env --default-signal=INT asym-passport search --root tree --store "$store" "$@" >$log 2>&1 &
    # shellcheck disable=SC2034 # for those who wait for it
    pid=$!
}

# wait_until COMMAND...: until it succeeds. What it waits for goes on meanwhile, and on a busy machine
# for long before anybody looks: no test may need to come in time.
#   LATE  seconds to come late each time, to see that none does
wait_until() {
    for _ in $(seq 2400); do
        ! "$@" || { sleep "${LATE:-0}"; return 0; }
        sleep 0.05
    done
    echo "in vain: $*"
}

# A worker that is there before the wave may be one of a run that was cut off.
is_busy() {
    grep -q ^wave $log && [ "$(search "$1" --status 2>/dev/null | grep -c ^worker)" = 2 ]
}

# start_busy STORE: one whose two workers search and do not come to an end.
start_busy() {
    DEADLINE=3600 engine_json busy.json slow=3600000
    start "$1" --run "${small_waves[@]}" --workers 2 --engine busy.json
    wait_until is_busy "$1"
}

# Its exit status, where it is not 0.
await() {
    local code=0
    wait "$1" || code=$?
    [ $code -eq 0 ] || echo "exit $code"
}

small_waves=(--wave-nodes 200000 --controls 20 --deepening 20 --mirrors 5)

# closed STORE: how many waves are closed; 0 where there is no store yet.
closed() {
    search "$1" --status --json 2>/dev/null |
        python3 -c '
import json, sys
try:
    wave = json.load(sys.stdin).get("wave")
except ValueError:
    wave = None
print(wave["number"] - wave["open"] if wave else 0)' || echo 0
}

# let_through COUNT: so many searches may each engine end that has the behaviour gate=gate, until it is
# called again. What has to happen in the midst of a run happens there, however late.
let_through() { echo "$1" >gate; }

# committed STORE: how many evaluations are in it, of closed waves or not.
committed() { sqlite3 -readonly "$1" "SELECT count(*) FROM evaluations" 2>/dev/null || echo 0; }
# has_more STORE COUNT: more than these.
has_more() { [ "$(committed "$1")" -gt "$2" ]; }

# What depends on the clock is masked.
timeless() {
    sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2}/<date>/; s/, engine time .*/, engine time <time>/
        s/; [^;]* with ([0-9]+ workers?) at [0-9]+ knodes/; <time> with \1 at <n> knodes/'
}

# evidence STORE: one digest of what its closed waves have left.
evidence() {
    rm -rf exported
    search "$1" --export exported >/dev/null
    digest exported
}

# stockfish_tree FOLDER: a checkout without evidence, with the real ladder and the real engines.
stockfish_tree() {
    empty_tree "$1"
    mkdir "$1/engines"
    cp "$SOURCE"/engines/*.json "$1/engines/"
}

# stockfish_search STORE ENGINE: four searches on two workers, exported.
stockfish_search() {
    local config=$SOURCE/engines/$2.json
    search "$1" --run --engine "$config" --workers 2 --waves 1 --wave-nodes 40000 --controls 50 \
        --deepening 0 --mirrors 0
    search "$1" --engine "$config" --export exported
}
