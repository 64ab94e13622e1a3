# The published games of Benedict xiangqi, by the second program.
. "$SOURCE/tests/cli/lib.sh"
need python3
[ -n "${REFERENCE_DIR-}" ] || skip "the published games need REFERENCE_DIR"
cp "$REFERENCE_DIR/benedict/games.txt" .
run python3 "$SOURCE/tests/oracle/benedict_figures.py" sharpness games.txt
