# Openings that are solved: as evidence, in a release, and as the engine's SolvedFile.
. "$SOURCE/tests/cli/lib.sh"
need python3
given=$SOURCE/tests/cli/benedict-study

benedict_tree tree
cp -R "$given/evidence" all
quietly asym-passport record --root tree --study benedict --from all

say "a release without them has nothing of them"
quietly asym-passport build --root tree --study benedict
mv tree/dist/benedict-2026.11.1/*.tar.zst before.tar.zst
tar --zstd -tf before.tar.zst | grep openings || echo none
tar --zstd -xOf before.tar.zst benedict-2026.11.1/datapackage.json benedict-2026.11.1/CODEBOOK.md |
    grep openings || echo none
run asym-passport summary --from before.tar.zst

say "what the search prints is what is recorded; deeper results are further rows, of another engine"
mkdir found
benedict openings --plies 1 --hash 16 found/openings.csv
cp found/openings.csv first.csv
cp all/run.json found/
run asym-passport record --root tree --study benedict --from found
benedict openings --plies 3 --hash 16 --engine other found/openings.csv
sed -e 's/"benedict": {/"other": {/' -e 's/"64"/"16"/' all/run.json >found/run.json
run asym-passport record --root tree --study benedict --from found
grep -E '^(moves|a1a2 (a7a6|e10e9)|b3b5 h10i8),' tree/passport/benedict/evidence/openings.csv
{ cat first.csv && tail -n +2 found/openings.csv; } | LC_ALL=C sort -u >both
LC_ALL=C sort tree/passport/benedict/evidence/openings.csv | cmp both -

say "the tables, which another program makes as well"
run asym-passport replay --root tree --study benedict --out tables
mkdir again
python3 "$SOURCE/tests/oracle/benedict_figures.py" opening-tables \
    tree/passport/benedict/evidence/openings.csv again
for table in again/*; do cmp "$table" "tables/${table#again/}"; done
LC_ALL=C sort found/openings.csv | cmp - <(LC_ALL=C sort tables/openings.csv)

say "the release"
quietly sign_tree tree key.pem benedict
quietly asym-passport build --root tree --study benedict
archive=$(echo tree/dist/benedict-2026.11.1/*.tar.zst)
run asym-passport verify --root tree --study benedict
run asym-passport unpack --key "$(echo tree/dist/keys/*.pub)" "$archive"
run ls benedict-2026.11.1/inputs/schema
grep '^## .*pening' benedict-2026.11.1/CODEBOOK.md
grep -o '"path":"[^"]*opening[^"]*"' benedict-2026.11.1/datapackage.json
run asym-passport claims --from "$archive" opening_counts
run asym-passport summary --from "$archive"
run asym-passport diff before.tar.zst "$archive"

say "its table is a file for the engine, and to go on with"
cp benedict-2026.11.1/tables/openings.csv solved.csv
# the engine answers at once: by the moves, and by their mirror image
for moves in 'a1a2 e10e9' 'i1i2 e10e9'; do
    printf '%s\n' "setoption name SolvedFile value benedict-2026.11.1/tables/openings.csv" \
        "position startpos moves $moves" "go depth 30" | benedict | tail -n 1
done
run benedict openings --plies 3 solved.csv
cmp found/openings.csv solved.csv

say "its codebook is there where the openings are, and only there"
cp -R tree lacking
rm lacking/schema/benedict-openings-codebook.json
run asym-passport replay --root lacking --study benedict --out none
mkdir none
cp -R benedict-2026.11.1/inputs none/inputs
rm none/inputs/evidence/openings.csv
run asym-passport replay --from none --out nothing
