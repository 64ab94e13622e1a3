# Every fault in run.json: one line that names the place, and nothing written.
. "$SOURCE/tests/cli/lib.sh"
small_tree
external few 'limit == 10000 && w == b && w < 4'
remember tree

bad() {
    say "$1"
    cp few/run.json good.json
    rm -rf bad
    cp -R few bad
    eval "$2"
    run asym-passport record --root tree --from bad
    unchanged
}
file=bad/run.json
put() { printf %b "$1" >"$file"; } # the whole text
sub() { sed -i "$1" "$file"; }

bad "empty" 'put ""'
bad "blank" 'put " \n"'
bad "cut off" 'head -c 200 good.json >"$file"'
bad "a duplicate key" 'sub "s/^  \"seed\".*/&\n  \"seed\": \"1\",/"'
bad "a duplicate key deep inside" 'sub "s/\"Threads\": \"1\"/\"Threads\": \"1\", \"Threads\": \"1\"/"'
bad "a duplicate key, the second one escaped" 'sub "s/^  \"seed\".*/&\n  \"\\\\u0073eed\": \"1\",/"'
bad "keys that differ in case are two" 'sub "s/^  \"seed\".*/&\n  \"Seed\": \"1\",/"'
bad "text behind it" 'echo "{}" >>"$file"'
bad "a NUL byte behind it" 'printf "\0" >>"$file"'
bad "a trailing comma" 'sub "s/\"go nodes\"\]/\"go nodes\",]/"'
bad "a comment" 'sub "1s/^/\/\/ run\n/"'
bad "single quotes" "sub \"s/\\\"a test\\\"/'a test'/\""
bad "a literal of another language" 'sub "s/\"rows\": [0-9]*/\"rows\": NaN/"'
bad "2^53" 'sub "s/\"rows\": [0-9]*/\"rows\": 9007199254740992/"'
bad "2^53 - 1" 'sub "s/\"rows\": [0-9]*/\"rows\": 9007199254740991/"'
bad "1.5" 'sub "s/\"rows\": [0-9]*/\"rows\": 1.5/"'
bad "4.0" 'sub "s/\"rows\": [0-9]*/\"rows\": 4.0/"'
bad "4e0" 'sub "s/\"rows\": [0-9]*/\"rows\": 4e0/"'
bad "04" 'sub "s/\"rows\": [0-9]*/\"rows\": 04/"'
bad "+4" 'sub "s/\"rows\": [0-9]*/\"rows\": +4/"'
bad "-0" 'sub "s/\"rows\": [0-9]*/\"rows\": -0/"'
bad "nested 1,000 deep" 'put "$(printf "%01000d" 0 | tr 0 "[")$(printf "%01000d" 0 | tr 0 "]")\n"'
bad "nested 100,000 deep, never closed" 'printf "%0100000d" 0 | tr 0 "[" >"$file"'
bad "a byte-order mark" 'printf "\357\273\277" | cat - good.json >"$file"'
bad "UTF-16" 'iconv -t UTF-16LE good.json >"$file" 2>/dev/null || sed "s/./&\x00/g" good.json >"$file"'
bad "a raw control byte" 'sub "s/a test/a\ttest/"'
bad "a lone surrogate" 'sub "s/a test/a \\\\ud800 test/"'
bad "a lone low surrogate" 'sub "s/a test/a \\\\udc00 test/"'
bad "an escaped NUL" 'sub "s/a test/a \\\\u0000 test/"'
bad "an escape that is none" 'sub "s/a test/a \\\\x test/"'
bad "invalid UTF-8" 'sub "s/a test/a \xc3( test/"'
bad "overlong UTF-8" 'sub "s/a test/a \xc0\xaf test/"'
bad "a surrogate in UTF-8" 'sub "s/a test/a \xed\xa0\x80 test/"'

bad "not an object" 'put "[]\n"'
bad "a missing member" 'sub "/^  \"seed\"/d"'
bad "a missing member inside" 'sub "s/\"name\": \"Stockfish 15.1\",//"'
bad "an unknown member" 'sub "s/^  \"seed\".*/&\n  \"colour\": \"red\",/"'
bad "an unknown member inside" 'sub "s/\"note\": \"a test\"/\"notes\": \"a test\"/"'
bad "a number for a string" 'sub "s/\"seed\": \"20260918\"/\"seed\": 20260918/"'
bad "a string for a number" 'sub "s/\"rows\": \([0-9]*\)/\"rows\": \"\1\"/"'
bad "null" 'sub "s/\"seed\": \"20260918\"/\"seed\": null/"'
bad "an array for an object" 'sub "s/\"options\": {[^}]*}/\"options\": []/"'
bad "an object for an array" 'sub "s/\"dates\": .*/\"dates\": {},/"'
bad "no date" 'sub "s/\"dates\": .*/\"dates\": [],/"'
bad "a date that is none" 'sub "s/2026-11-29/29.11.2026/"'
bad "a date that does not exist" 'sub "s/2026-11-29/2026-02-30/"'
bad "no counts" 'sub "/\"10000\": {/d"'
bad "no rows" 'sub "s/\"rows\": [0-9]*/\"rows\": 0/"'
bad "an engine id that climbs out of its folder" 'sub "s/\"id\": \"[^\"]*\"/\"id\": \"..\/..\/x\"/"'
bad "an engine id of dots" 'sub "s/\"id\": \"[^\"]*\"/\"id\": \"..\"/"'
bad "an upper-case sha256" 'sub "s/af67e5f9/AF67E5F9/"'
bad "a limit with a leading zero" 'sub "s/^    \"10000\"/    \"010000\"/"'
bad "a limit of 0" 'sub "s/^    \"10000\"/    \"0\"/"; mv bad/nodes-10000.csv bad/nodes-0.csv'
bad "a limit kind that is not ours" 'sub "s/\"limit\": \"nodes\"/\"limit\": \"depth\"/"'
bad "another order of visits" 'sub "s/lexicographic/another/"'
bad "a seed beyond 64 bits" 'sub "s/\"20260918\"/\"99999999999999999999\"/"'
