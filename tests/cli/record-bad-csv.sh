# Every fault in a folder of results: one line that names the place, and nothing written.
. "$SOURCE/tests/cli/lib.sh"
small_tree
external whole
external few 'limit == 10000 && (w == b && w < 4 || w == 518)'

remember tree
# bad WHAT COMMAND...: the command spoils the folder `bad`.
bad() {
    say "$1"
    shift
    rm -rf bad
    cp -R few bad
    (cd bad && eval "$*")
    run asym-passport record --root tree --from bad
    unchanged
    leftovers tree
}
line() { # line N SED: that line of the file, changed
    sed -i "$1$2" nodes-10000.csv
}
echo "the file begins:"
head -n 6 few/nodes-10000.csv

bad "a missing column" 'cut -d, -f1-12 nodes-10000.csv >x; mv x nodes-10000.csv'
bad "a column more" 'sed -i "s/$/,0/; 1s/,0$/,more/" nodes-10000.csv'
bad "another column" 'line 1 s/seldepth/deepest/'
bad "columns in another order" 'line 1 s/hash_mb,w,b/w,b,hash_mb/'
bad "no header" 'sed -i 1d nodes-10000.csv'
bad "a missing field" 'line 3 s/,[^,]*$//'
bad "a field more" 'line 3 s/$/,1/'
bad "CRLF" 'sed -i "s/$/\r/" nodes-10000.csv'
bad "CRLF in one line" 'line 4 "s/$/\r/"'
bad "a byte-order mark" 'printf "\357\273\277" | cat - nodes-10000.csv >x; mv x nodes-10000.csv'
bad "a torn last line" 'truncate -s -9 nodes-10000.csv'
bad "no end of the last line" 'truncate -s -1 nodes-10000.csv'
bad "an empty line" 'sed -i "4s/^/\n/" nodes-10000.csv'
bad "an empty line at the end" 'echo >>nodes-10000.csv'
bad "an empty file" ': >nodes-10000.csv'
bad "a header alone" 'sed -i "2,\$d" nodes-10000.csv'
bad "a quoted field" 'line 3 "s/g1f3\|[a-h][1-8][a-h][1-8]/\"&\"/"'
bad "a space" 'line 3 "s/,1,1,/, 1,1,/"'
bad "a NUL byte" 'line 3 "s/,16,/,1\x006,/"'
bad "bytes that are no UTF-8, and a control byte" 'line 3 "s/,16,/,\xff\x1b[31m,/"'
bad "a very long field" 'line 3 "s/,16,/,$(printf "%05000d" 16),/"'

bad "w = 960" 'line 3 s/,1,1,/,960,1,/'
bad "w = -1" 'line 3 s/,1,1,/,-1,1,/'
bad "w = 007" 'line 3 s/,1,1,/,007,1,/'
bad "w = 1e3" 'line 3 s/,1,1,/,1e3,1,/'
bad "w = +1" 'line 3 s/,1,1,/,+1,1,/'
bad "w = -0" 'line 3 s/,1,1,/,-0,1,/'
bad "w = 1.0" 'line 3 s/,1,1,/,1.0,1,/'
bad "w = 0x1" 'line 3 s/,1,1,/,0x1,1,/'
bad "w = 2^64 + 1" 'line 3 s/,1,1,/,18446744073709551617,1,/'
bad "w empty" 'line 3 s/,1,1,/,,1,/'
bad "b = 960" 'line 3 s/,1,1,/,1,960,/'
bad "another limit" 'line 3 s/^10000/10001/'
bad "a hash of 0" 'line 3 s/,16,1,1,/,0,1,1,/'
bad "another hash in one row" 'line 3 s/,16,1,1,/,32,1,1,/'
score() { # score SED-REPLACEMENT of cp,mate in line 3
    sed -i -E "3s/^(([^,]*,){4})[^,]*,[^,]*,/\1$1,/" nodes-10000.csv
}
bad "neither cp nor mate" 'score ,'
bad "both" 'score 10,5'
bad "a mate of 0" 'score ,0'
bad "cp = 100001" 'score 100001,'
bad "mate = 1001" 'score ,1001'
field() { # field N VALUE in line 3
    awk -F, -v OFS=, -v n="$1" -v v="$2" 'NR == 3 { $n = v } 1' nodes-10000.csv >x
    mv x nodes-10000.csv
}
bad "a depth of 0" 'field 7 0'
bad "a depth of 256" 'field 7 256'
bad "nodes beyond all measure" 'field 9 1000000000000001'
bad "a move that is none" 'field 10 e2e9'
bad "a null move" 'field 10 0000'
bad "no move" 'field 10 ""'
bad "a promotion to a king" 'field 10 e7e8k'
bad "WDL beside 1000" 'field 11 500'
bad "WDL above 1000" 'field 11 1001'
bad "WDL in part" 'field 12 ""'

bad "the same pair twice, equal" 'line 3 p'
bad "the same pair twice, different" 'sed -i "3{p;s/^\(10000,16,1,1\),[^,]*,/\1,77,/}" nodes-10000.csv'
bad "not sorted" 'sed -i "3{h;d};4G" nodes-10000.csv'
bad "a pair that is not the smaller of its class" 'echo "10000,16,959,0,1,,8,8,5000,e2e4,0,1000,0" >>nodes-10000.csv'

bad "fewer rows than run.json says" 'sed -i "\$d" nodes-10000.csv'
bad "other controls than run.json says" 'sed -i "s/\"controls\": [0-9]*/\"controls\": 3/" run.json'
bad "a file is missing" 'rm nodes-10000.csv'
bad "a folder instead of the file" 'rm nodes-10000.csv; mkdir nodes-10000.csv'
bad "a pipe instead of the file" 'rm nodes-10000.csv; mkfifo nodes-10000.csv'
bad "a file that run.json does not count" 'cp nodes-10000.csv nodes-99.csv'
bad "run.json is missing" 'rm run.json'
bad "a folder instead of run.json" 'rm run.json; mkdir run.json'
bad "no folder at all" 'cd ..; rm -r bad'
bad "a file instead of the folder" 'cd ..; rm -r bad; : >bad'
rm -rf bad

say "the second of two files is bad: the first is not written either"
cp -R whole bad
sed -i '2s/$/,1/' bad/nodes-500000.csv
empty_tree fresh
remember fresh
run asym-passport record --root fresh --from bad
unchanged
leftovers fresh

say "a file or a folder that one may not read"
[ "$(id -u)" != 0 ] || need setpriv
chmod -R a+rX .
rm -rf bad
cp -R few bad
chmod 0 bad/nodes-10000.csv
remember tree
run as_another asym-passport record --root tree --from bad
chmod 0 bad
run as_another asym-passport record --root tree --from bad
chmod 0755 bad
unchanged

say "a tree that one may not write"
rm -rf tree
empty_tree tree
keep_off tree
remember tree
run as_another asym-passport record --root tree --from whole
unchanged
