# The 54 published games: every move legal, the right winner, and the published sharpness.
. "$SOURCE/tests/cli/lib.sh"
[ -n "${REFERENCE_DIR-}" ] || { echo "SKIPPED: the published games need REFERENCE_DIR"; exit 77; }
cp "$REFERENCE_DIR/benedict/games.txt" .
run benedict sharpness games.txt
