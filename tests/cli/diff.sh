. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
external whole

say "the same, as archive, folder and checkout"
run asym-passport diff --root tree "$archive"
run asym-passport diff "$archive" out/asym-2026.11.1
run asym-passport diff --json out/asym-2026.11.1 "$archive"

say "more evidence, another window, other words"
empty_tree next
sed -i 's/2026\.11\.1/2026.11.2/' next/passport/asym/release.json
sed -i 's/"window_cp": 59/"window_cp": 48/' next/passport/asym/ladder.json
echo "One line more." >>next/passport/asym/texts/README.en.md
awk -F, '$3 != 464 && $3 != 137' whole/nodes-32000000.csv >x
mv x whole/nodes-32000000.csv
sed -i 's/^\(500000,16,8,321\),[^,]*,/\1,41,/' whole/nodes-500000.csv
printf '8000000,64,4,567,3,,28,35,7000000,d2d4,10,980,10\n' >>whole/nodes-8000000.csv
(head -n 1 whole/nodes-8000000.csv; tail -n +2 whole/nodes-8000000.csv | sort -t, -k3,3n -k4,4n) >x
mv x whole/nodes-8000000.csv
run_json whole
run asym-passport record --root next --from whole
run asym-passport diff --root next "$archive"
run asym-passport diff --root next --limit 1 "$archive"
run asym-passport diff --root next --limit 0 "$archive"
as_json() {
    asym-passport diff --json --root next "$archive" >report.json || echo "exit $?"
    python3 -c '
import json
report = json.load(open("report.json"))
print(sorted(report))
for list in "entered", "left", "rose", "fell":
    print(list, len(report[list]), report[list][:1])'
}
run as_json

say "what cannot be read"
run asym-passport diff --root tree nowhere
run asym-passport diff --root tree next
run asym-passport diff "$archive" "$signature"
