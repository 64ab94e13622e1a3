# The real evidence: what a visitor would ask first.
. "$SOURCE/tests/cli/lib.sh"
cd "$SOURCE"
run asym-passport summary
run asym-passport pairs --min-stage S4 --csv
run asym-passport show 518:534
run asym-passport show 13:825
run asym-passport show 518:518
run asym-passport show RNBQKBNR:RNBKQBNR
