# Inputs that were edited by hand: whoever reads them names the place, and nothing is written.
. "$SOURCE/tests/cli/lib.sh"
small_tree
evidence=bad/passport/asym/evidence/$ENGINE
passport=bad/passport/asym/passport.json

# bad WHAT COMMAND: the command spoils the tree `bad`.
bad() {
    say "$1"
    rm -rf bad
    cp -R tree bad
    eval "$2"
    remember bad
    run asym-passport build --root bad
    unchanged
}

say "as it is"
run asym-passport build --root tree --print-path
rm -r tree/dist/asym-2026.11.1

bad "evidence: w = 960" 'sed -i "3s/,1,1,/,960,1,/" $evidence/nodes-10000.csv'
bad "evidence: a control that calls itself a search" 'sed -i "3s/,control,/,search,/" $evidence/nodes-10000.csv'
bad "evidence: a search that calls itself a control" 'sed -i "0,/,search,/s//,control,/" $evidence/nodes-10000.csv'
bad "evidence: a search that calls itself a mirror" 'sed -i "0,/,search,/s//,mirror,/" $evidence/nodes-10000.csv'
bad "evidence: a role that is none" 'sed -i "3s/,control,/,guess,/" $evidence/nodes-10000.csv'
bad "evidence: another engine in one row" 'sed -i "3s/^stockfish-15.1-debian/stockfish-16/" $evidence/nodes-10000.csv'
bad "evidence: an engine that the passport does not know" \
    'mkdir bad/passport/asym/evidence/other-1; sed "s/^stockfish-15.1-debian/other-1/" $evidence/nodes-128000000.csv >bad/passport/asym/evidence/other-1/nodes-128000000.csv'
bad "evidence: a row removed" 'sed -i 5d $evidence/nodes-100000.csv'
bad "evidence: a row added" 'row=$(sed -n 3p $EVIDENCE/nodes-10000.csv); sed -i "2a $row" $evidence/nodes-10000.csv'
bad "evidence: a value changed" 'sed -i "3s/^\([^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*\),[^,]*/\1,7/" $evidence/nodes-10000.csv'
bad "evidence: nodes changed" 'awk -F, -v OFS=, "NR == 3 { \$12++ } 1" $evidence/nodes-10000.csv >x; mv x $evidence/nodes-10000.csv'
bad "evidence: a hash size changed" 'sed -i "3s/,control,16,/,control,32,/" $evidence/nodes-10000.csv'
bad "evidence: a file removed" 'rm $evidence/nodes-8000000.csv'
bad "evidence: a file under another name" 'mv $evidence/nodes-8000000.csv $evidence/nodes-9000000.csv'
bad "evidence: a file with a name of its own" 'mv $evidence/nodes-8000000.csv $evidence/nodes-8M.csv'
bad "evidence: a stray file" 'echo >$evidence/notes.txt'
bad "evidence: a file beside the folders" 'cp $evidence/nodes-8000000.csv bad/passport/asym/evidence/'
bad "evidence: a symbolic link" 'mv $evidence/nodes-8000000.csv x; ln -s ../../../../../x $evidence/nodes-8000000.csv'
bad "evidence: a pipe" 'rm $evidence/nodes-8000000.csv; mkfifo $evidence/nodes-8000000.csv'
bad "no evidence at all" 'rm -r bad/passport/asym/evidence'

bad "passport: not there" 'rm $passport'
bad "passport: cut off" 'truncate -s 100 $passport'
bad "passport: another sha256 of the evidence" 'sed -i "s/\"sha256\":\"[0-9a-f]\{8\}/\"sha256\":\"00000000/2" $passport'
bad "passport: fewer rows in the list" 'sed -i "s/\"rows\":5,/\"rows\":4,/" $passport'
bad "passport: fewer rows in the run" 'sed -i "s/\"rows\":5}/\"rows\":4}/" $passport'
bad "passport: another split" 'sed -i "s/\"screening_nodes\":\"[0-9]*\"/\"screening_nodes\":\"5\"/" $passport'
bad "passport: another hash size" 'sed -i "s/\"8000000\":64/\"8000000\":65/" $passport'
bad "passport: no primary engine" 'sed -i "s/\"engines\":{\"stockfish-15.1-debian\"/\"engines\":{\"other\"/" $passport'
bad "passport: another study" 'sed -i "s/\"study\":\"asym\"/\"study\":\"puct\"/" $passport'
bad "passport: another order" 'sed -i "s/cpython-random-shuffle/alphabetical/" $passport'
bad "passport: the same, but not in its canonical form" 'python3 -m json.tool $passport x; mv x $passport'

bad "ladder: a window edited" 'sed -i "s/\"window_cp\": 59/\"window_cp\": 60/" bad/passport/asym/ladder.json'
bad "ladder: a published window edited" 'sed -i "s/\"window_cp\": 50,/\"window_cp\": 51,/" bad/passport/asym/ladder.json'
bad "ladder: budgets that do not rise" 'sed -i "s/\"nodes\": 500000,/\"nodes\": 99999,/" bad/passport/asym/ladder.json'
bad "ladder: a name out of its order" 'sed -i "s/\"name\": \"S1\"/\"name\": \"S0\"/" bad/passport/asym/ladder.json'
bad "ladder: reformatted" 'python3 -m json.tool bad/passport/asym/ladder.json x; mv x bad/passport/asym/ladder.json'

bad "corridor: missing" 'rm bad/passport/asym/corridor.json'
bad "corridor: a limit that is no budget" 'sed -i "s/\[2000000/[2000001/" bad/passport/asym/corridor.json'
bad "corridor: limits that do not rise" 'sed -i "s/8000000, 32000000/32000000, 8000000/" bad/passport/asym/corridor.json'
bad "corridor: triage" 'sed -i "s/\[2000000/[10000/" bad/passport/asym/corridor.json'
bad "corridor: the primary engine confirms" 'sed -i "s/deep-1/stockfish-15.1-debian/" bad/passport/asym/corridor.json'
bad "corridor: one engine twice" 'sed -i "s/deep-1/wide-2/" bad/passport/asym/corridor.json'
bad "corridor: one confirmer" 'sed -i -e "/wide-2/d" -e "/deep-1/s/,$//" bad/passport/asym/corridor.json'

bad "release: a date that does not exist" 'sed -i s/2026-11-30/2026-02-30/ bad/passport/asym/release.json'
bad "release: a date before all" 'sed -i s/2026-11-30/1969-12-31/ bad/passport/asym/release.json'
bad "release: a version that is none" 'sed -i s/2026.11.1/2026.13.1/ bad/passport/asym/release.json'
bad "release: another primary engine" 'sed -i s/stockfish-15.1-debian/stockfish-16/ bad/passport/asym/release.json'
bad "release: another study" 'sed -i s/asym/puct/ bad/passport/asym/release.json'
bad "release: another format" 'sed -i "s/\"format\": 3/\"format\": 2/" bad/passport/asym/release.json'

texts=bad/passport/asym/texts
bad "texts: a cell that is not there" 'echo "{{windows.csv/S9/window}}" >>$texts/README.en.md'
bad "texts: an empty cell" 'echo "{{windows.csv/P0/published_window}}" >>$texts/README.en.md'
bad "texts: a file that is not there" 'echo "{{secrets.csv/a/b}}" >>$texts/README.en.md'
bad "texts: a placeholder without an end" 'echo "{{windows.csv/S0/window" >>$texts/README.en.md'
bad "texts: one language has another figure" 'sed -i "s|{{windows.csv/P0/window}}|{{windows.csv/S0/window}}|" $texts/LIMITATIONS.de.md'
bad "texts: one language has a literal figure more" 'sed -i "s/^1\. /&42 /" $texts/LIMITATIONS.pt.md'
bad "texts: one language lacks a point" 'sed -i "/^3\. /,\$d" $texts/LIMITATIONS.hi.md'
bad "texts: a point under another number" 'sed -i "s/^2\. /3. /" $texts/LIMITATIONS.hi.md'
bad "texts: a language is missing" 'rm $texts/LIMITATIONS.hi.md'
bad "texts: a language more" 'cp $texts/LIMITATIONS.hi.md $texts/LIMITATIONS.fr.md'

bad "a stray file among the inputs" 'echo >bad/passport/asym/notes.txt'
bad "a schema is missing" 'rm bad/schema/ladder.schema.json'
bad "the codebook lacks a column" 'python3 -c "
import json, sys
book = json.load(open(sys.argv[1]))
del book[\"tables\"][0][\"columns\"][0]
json.dump(book, open(sys.argv[1], \"w\"))" bad/schema/codebook.json'
bad "references: a member that is none" 'sed -i "0,/\"title\"/s//\"titel\"/" bad/passport/asym/references.json'

figures=bad/passport/asym/published.json
bad "published figures: not there" 'rm $figures'
bad "published figures: a cell that is not there" 'sed -i "s|windows.csv/S5/mean_cp|windows.csv/S6/mean_cp|" $figures'
bad "published figures: a table of no such name" 'sed -i "s|windows.csv/S5/mean_cp|window.csv/S5/mean_cp|" $figures'
bad "published figures: a cell of the inputs" 'sed -i "s|windows.csv/S5/mean_cp|ladder.json/stages/x|" $figures'
bad "published figures: a source that is none" 'sed -i s/panagakos-2026/panagakos-2027/ $figures'
bad "published figures: a stage that is none" 'sed -i "s|\"stage\": \"S5\"|\"stage\": \"S9\"|" $figures'
bad "published figures: a claim that is no table" 'sed -i "s|\"claim\": \"balance\"|\"claim\": \"balances\"|" $figures'
bad "published figures: a comma" 'sed -i "s|starts within|starts, within|" $figures'
bad "published figures: a value in words" 'sed -i "s|\"68.1\"|\"about 68\"|" $figures'

say "an editor's hidden file is passed over, and a schema that no release carries"
rm -rf bad
cp -R tree bad
echo >bad/passport/asym/.ladder.json.swp
echo {} >bad/schema/more.schema.json
run asym-passport build --root bad

say "the reading verbs refuse as build does"
rm -rf bad
cp -R tree bad
sed -i 5d "$evidence/nodes-100000.csv"
remember bad
run asym-passport summary --root bad
run asym-passport pairs --root bad
run asym-passport show --root bad 13:825
run asym-passport cite --root bad
run asym-passport replay --root bad --out bad/tables
run asym-passport verify --root bad
unchanged

say "and record does not make an edited row its own"
rm -rf bad
cp -R tree bad
external few 'limit == 10000 && w == b && w < 100'
sed -i '$s/,[0-9]*,[0-9]*,[0-9]*$/,0,1000,0/' "$evidence/nodes-10000.csv"
remember bad
run asym-passport record --root bad --from few
unchanged
run asym-passport summary --root bad
