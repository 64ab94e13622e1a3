. "$SOURCE/tests/cli/lib.sh"
given=$SOURCE/tests/cli/benedict-study

benedict_tree tree
cp -R "$given/evidence" all
mkdir -p games/games
cp all/run.json all/selfplay.csv all/random.csv games/
cp all/games/self.txt games/games/

say "games first, then proofs and ends of games: rows are only added"
run asym-passport record --root tree --study benedict --from games
run asym-passport build --root tree --study benedict
cp tree/dist/benedict-2026.11.1/*.tar.zst before.tar.zst
run asym-passport record --root tree --study benedict --from all
run asym-passport record --root tree --study benedict --from games
remember tree/passport
run asym-passport record --root tree --study benedict --from all
unchanged

say "the tables"
run asym-passport replay --root tree --study benedict --out tables
for table in tables/*; do
    run cat "$table"
done

say "a release like any other"
rm tree/dist/benedict-2026.11.1/*.tar.zst
quietly sign_tree tree key.pem benedict
run asym-passport build --root tree --study benedict
archive=$(echo tree/dist/benedict-2026.11.1/*.tar.zst)
key=$(echo tree/dist/keys/*.pub)
run asym-passport verify --root tree --study benedict
run asym-passport verify --key "$key" "$archive"
run asym-passport unpack --key "$key" "$archive"
run ls -R benedict-2026.11.1/inputs/evidence
run cat benedict-2026.11.1/METHODOLOGY.zh.md
run cat benedict-2026.11.1/CITATION.cff
run asym-passport summary --from "$archive"
run asym-passport claims --from "$archive" reach
run asym-passport cite --from "$archive"
run asym-passport diff before.tar.zst "$archive"
run asym-passport diff --json before.tar.zst "$archive"
run asym-passport diff "$archive" benedict-2026.11.1

say "what is signed stays"
remember tree/passport tree/dist
cp -R all more
echo '54,11,benedict,60,black,open,,,' >>more/mates.csv
run asym-passport record --root tree --study benedict --from more
run with_passphrase asym-passport sign --root tree --study benedict --secret key.pem
unchanged

say "what is for the other study alone"
for verb in 'pairs' 'show 518:518' 'fair' 'encyclopedia' 'calibrate' 'rerun 1' \
    'selfplay --out x' 'search --status --store x' 'site --out x'; do
    # shellcheck disable=SC2086 # words
    run asym-passport $verb --root tree --study benedict
done
run asym-passport pairs --from "$archive"
run asym-passport site "$archive" --key "$key" --assets . --out x
run asym-passport record --root tree --study benedict --store x
run asym-passport record --root tree --study benedict --games games
run asym-passport record --root tree --study benedict --from all --rerun 3
cp -R "$WORK/small/tree" asym
run asym-passport diff "$archive" --root asym

say "what the search prints is what is recorded"
benedict_tree printed
mkdir -p found/proofs
cp all/run.json found/
{
    benedict prove --side red --plies 7 --after "h3h6  g10e8" --row b-7
    benedict prove --side black --plies 4 --row black-4 | tail -n 1
    benedict prove --side black --plies 9 --after h3e3 --row c-9 --shipped \
        --certificate found/proofs/c-9.cert | tail -n 1
    benedict prove --side red --plies 11 --after "h3h6 g10e8" --hash 16 --row win \
        --certificate elsewhere | tail -n 1
} >found/proofs.csv
run asym-passport record --root printed --study benedict --from found
cut -d , -f 1-9,11,12,15,16 printed/passport/benedict/evidence/proofs.csv
benedict prove --side red --plies 7 --row a --engine other | cut -d , -f 1-9
run benedict prove --side red --plies 7 --row a --shipped
run benedict prove --side red --plies 7 --row a,b
run benedict mates --engine "two words" games.txt
