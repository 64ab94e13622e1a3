# The command line of benedict. What both programs do with theirs is shown in usage.sh and help.sh.
. "$SOURCE/tests/cli/lib.sh"
verbs=$(benedict --help | sed -n '/^verbs:/,/^$/s/^  \([a-z-]*\) .*/\1/p')

run benedict --version
run benedict --help
run benedict help
for verb in $verbs; do
    run benedict "$verb" --help
done

say "what no verb takes"
for verb in $verbs; do
    run benedict "$verb" --study asym
    run benedict "$verb" one two three
done
run benedict winning
run benedict --frobnicate
run benedict fit
run benedict sharpness

say "values that make no sense"
run benedict bench --depth 0
run benedict bench --depth 61
run benedict match --games 3
run benedict selfplay --games 0
run benedict selfplay --nodes 1e3
run benedict selfplay --seed -1
run benedict match --jitter 1001
run benedict match --opening x
run benedict fit --opening -1 list
run benedict random --games 0
run benedict random --games
run benedict random --policy best

say "standard output full or closed"
if [ -c /dev/full ]; then
    full() { "$@" >/dev/full; }
else
    full() { echo "benedict: standard output: cannot write"; return 2; }
fi
closed() { "$@" >&-; }
run full benedict --help
run full benedict random --games 1
run full benedict bench --depth 1
run closed benedict random --games 1
