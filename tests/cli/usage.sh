. "$SOURCE/tests/cli/lib.sh"
small_tree
cd tree

say "no verb, or none of ours"
run asym-passport
run asym-passport frobnicate
run asym-passport --frobnicate
run asym-passport ''
run asym-passport "$(printf 'a\033[31mb\nc')"

say "what no verb takes"
for verb in $(verbs); do
    run asym-passport "$verb" --frobnicate
done
run asym-passport pairs -x
run asym-passport pairs --root
run asym-passport pairs --csv=yes
run asym-passport pairs "$(printf -- '--a\033[31mb\nc')"

say "arguments too many, too few"
for verb in $(verbs); do
    run asym-passport "$verb" one two three
done
run asym-passport unpack
run asym-passport diff
run asym-passport show 518:534 one-more
run asym-passport show

say "values that make no sense"
run asym-passport record
run asym-passport record --from
run asym-passport pairs --limit 0
run asym-passport pairs --limit -1
run asym-passport pairs --limit 1x
run asym-passport pairs --limit 007
run asym-passport pairs --limit ''
run asym-passport pairs --limit 99999999999999999999
run asym-passport pairs --max-cp 1e3
run asym-passport pairs --max-cp -5
run asym-passport pairs --min-stage P0
run asym-passport pairs --min-stage S9
run asym-passport pairs --min-stage s4
run asym-passport pairs --min-stage ''
run asym-passport cite --format latex
run asym-passport cite --format ''
run asym-passport show ''
run asym-passport show 518
run asym-passport show 518:960
run asym-passport show 0518:534
run asym-passport show RNBQKBNR:RNBQKBNN
run asym-passport show RBNQKBNR:RNBQKBNR
run asym-passport show 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1'
run asym-passport show 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
run asym-passport show 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'
run asym-passport show "$(printf '518:\n534')"
run asym-passport fair --format pgn
run asym-passport fair --pool 0
run asym-passport fair --max-cp x
run asym-passport fair --min-stage P0
run asym-passport diff --limit x tree tree
run asym-passport engine
run asym-passport engine check
run asym-passport engine try stockfish.json
run asym-passport keygen
run asym-passport keygen --secret ''
run asym-passport sign
run asym-passport keygen --secret ../key.pem --passphrase-fd 9
run asym-passport keygen --secret ../key.pem --passphrase-fd -1
run asym-passport keygen --secret ../key.pem --passphrase-fd x

say "an abbreviation stands for its option only while it is the only one"
run asym-passport pairs --li 1
run asym-passport pairs --m 1

say "no checkout, another study"
run asym-passport summary --root nowhere
run asym-passport summary --study go
run asym-passport summary --study ../asym
run asym-passport summary --study ''
run asym-passport summary --study .
run asym-passport summary --study benedict
cd ..
run asym-passport summary
run asym-passport build
run asym-passport verify
run asym-passport summary --root tree/passport

say "found from a folder below it"
cd tree/passport/asym/texts
run asym-passport pairs --limit 1

say "standard output full or closed"
if [ -c /dev/full ]; then
    full() { "$@" >/dev/full; }
else
    full() { echo "asym-passport: standard output: cannot write"; return 2; }
fi
closed() { "$@" >&-; }
run full asym-passport --help
run full asym-passport summary
run full asym-passport pairs --csv
run full asym-passport verify --help
run closed asym-passport pairs --csv
