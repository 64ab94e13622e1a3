# The engine for Benedict xiangqi where memory is short.
. "$SOURCE/tests/cli/lib.sh"
! grep -q '__[at]san_init' "$BIN" || skip "a sanitizer needs all the addresses that there are"

say "the largest table that there is memory for, and never two at once"
printf '%s\n' "setoption name Hash value 512" "setoption name Hash value 4096" \
    "setoption name Hash value 512" "setoption name Hash value 1536" "go depth 1" |
    (ulimit -v 1000000 && benedict) | sed -n '/^info string/p; s/^bestmove .*/bestmove/p'
