# The verbs that only read, on the small tree, its archive, and the folder it unpacks to.
. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
folder=out/asym-2026.11.1
remember tree out

say "replay"
run asym-passport replay --root tree --out tables
run cat tables/windows.csv tables/coverage.json
run head -n 3 tables/controls.csv
run wc -l tables/pairs.csv tables/screened.csv tables/controls.csv
outcomes() { cut -d, -f7,8 "$1" | LC_ALL=C sort | uniq -c; }
run outcomes tables/screened.csv
run asym-passport replay --from "$archive" --out of-archive
run asym-passport replay --from "$folder" --out of-folder/deeper/still
run diff -r tables of-archive
run diff -r tables of-folder/deeper/still
run diff -r tables "$folder/tables"
echo "over what is there:"
echo spoiled >tables/pairs.csv
quietly asym-passport replay --root tree --out tables
run diff -r tables of-archive
mkdir work
cd work
cp -R ../tree .
cd tree
echo "without --out:"
run asym-passport replay
cd ../..
rm -r work
: >file
run asym-passport replay --root tree --out file
run asym-passport replay --root tree --out file/below
run leftovers tables

say "summary"
run asym-passport summary --root tree
for from in "$archive" "$folder"; do
    asym-passport summary --from "$from" | cmp - <(asym-passport summary --root tree)
done

say "pairs"
run asym-passport pairs --root tree --limit 5
run asym-passport pairs --root tree --min-stage S3
run asym-passport pairs --root tree --min-stage S4 --max-cp 6
run asym-passport pairs --root tree --min-stage S5 --max-cp 0
run asym-passport pairs --root tree --limit 1 --csv
asym-passport pairs --root tree --csv | cmp - tables/pairs.csv
asym-passport pairs --from "$archive" --csv | cmp - tables/pairs.csv
asym-passport pairs --from "$folder" --csv | cmp - tables/pairs.csv

say "show: one of each kind"
of() { awk -F, -v o="$1" '$7 == o && NR > 1 { print $1 ":" $2; exit }' tables/screened.csv; }
for outcome in ranked window waiting triaged; do
    run asym-passport show --root tree "$(of "$outcome")"
done
run asym-passport show --root tree 0:0
run asym-passport show --from "$archive" 825:13
run asym-passport show --from "$folder" 952:137
run asym-passport show --root tree 700:701

say "show: the same pair in all its spellings"
cd tree
asym-passport show 518:534 >../shown
for pair in 'RNBQKBNR:RNBKQBNR' 'rnbqkbnr rnbkqbnr' '518 534' '518:RNBKQBNR' \
    'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1' \
    'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'; do
    asym-passport show "$pair" | cmp ../shown - && echo "$pair"
done
cd ..

say "cite"
run asym-passport cite --root tree
run asym-passport cite --root tree --format bibtex
run asym-passport cite --from "$archive" --format cff
run asym-passport cite --from "$folder" --format datacite
for format in bibtex cff datacite; do
    asym-passport cite --root tree --format "$format" |
        cmp - <(asym-passport cite --from "$archive" --format "$format")
done

say "mates, gaps and mirrors, which the real rows have not"
unchanged
small_tree_with_more() {
    empty_tree more
    external with
    # A mate at S1 and a missing S2 for pairs that go deeper.
    awk -F, -v OFS=, '$3 == 464 && $4 == 838 { $5 = ""; $6 = -5 } 1' with/nodes-500000.csv >x
    mv x with/nodes-500000.csv
    sed -i '/^2000000,32,457,198,/d' with/nodes-2000000.csv
    run_json with
    asym-passport record --root more --from with
}
run small_tree_with_more
run asym-passport show --root more 464:838
run asym-passport show --root more 457:198
run asym-passport replay --root more --out tables-of-more
run diff tables/screened.csv tables-of-more/screened.csv
run diff tables/windows.csv tables-of-more/windows.csv

say "folders and archives that are none"
run asym-passport summary --from nowhere
run asym-passport summary --from tree
run asym-passport summary --from file
run asym-passport summary --from /dev/null
