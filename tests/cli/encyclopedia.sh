# encyclopedia: what is admitted, and what speaks against the near misses. That the tables are right
# is oracle.sh's business.
. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
folder=out/asym-2026.11.1
remember tree out

say "nothing was confirmed yet"
run asym-passport encyclopedia --root tree --limit 3
asym-passport encyclopedia --root tree >near
asym-passport encyclopedia --root tree --all >all
echo "near misses: $(grep -c '^ *[0-9]* *[0-9]*:' near), all: $(grep -c '^ *[0-9]* *[0-9]*:' all)"
asym-passport encyclopedia --root tree --all | tail -n 4

say "as the tables have it, from a checkout, an archive and a folder"
for from in "--root=tree" "--from=$archive" "--from=$folder"; do
    asym-passport encyclopedia "$from" --csv | cmp - "$folder/tables/encyclopedia.csv"
    asym-passport encyclopedia "$from" --csv --all | cmp - "$folder/tables/corridor.csv"
    asym-passport encyclopedia "$from" | cmp - near
done
run wc -l "$folder/tables/encyclopedia.csv"
grep -c '^| `shredder_fen`' "$folder/CODEBOOK.md"
unchanged

say "with confirmations, in a corridor that is wide enough: medians are 20 of 20, -10, 30 and 7.5 of 7, -8"
cp -R "$WORK/small/tree" wider
inputs=wider/passport/asym
sed -i -e 's/"limits".*/"limits": [100000, 500000, 2000000, 8000000],/' -e 's/"max_cp": 5/"max_cp": 20/' \
    -e 's/"near".*/"near": {"from_nodes": 8000000, "max_cp": 20},/' \
    -e 's/"controls_at_least": 5/"controls_at_least": 2/' $inputs/corridor.json
# rows ENGINE KIND LIMIT: evidence of "w,b,role,cp,mate" from each word that comes in.
rows() {
    mkdir -p "$inputs/evidence/$1"
    head -n 1 "$WORK/rows/nodes-10000.csv"
    tr ' ' '\n' | sed "s/^\([^,]*,[^,]*,[^,]*\),\(.*\)/$1,$2,$3,\1,16,\2,8,9,777,e2e4,,,/"
}
echo 0,0,control,20, 1,1,control,-10, 2,2,control,30, 121,54,confirm,19, 137,197,confirm,-20, \
    162,57,confirm,,-7 | rows deep-1 depth 14 >deep
echo 0,0,control,7, 1,1,control,-8, 2,2,control,,3 121,54,confirm,-7, 137,197,confirm,0, \
    146,822,confirm,0, | rows wide-2 nodes 500000 >wide
cp deep $inputs/evidence/deep-1/depth-14.csv
cp wide $inputs/evidence/wide-2/nodes-500000.csv
adopt wider
run asym-passport encyclopedia --root wider
run asym-passport encyclopedia --root wider --csv
asym-passport claims --root wider confirmations --csv | grep -E '^(id|121:54|137:197|162:57)'
run asym-passport claims --root wider verdicts

say "refused"
run asym-passport encyclopedia --root tree --csv --limit 3
run asym-passport encyclopedia --root tree 518:534
run asym-passport encyclopedia --from nowhere.tar.zst
sed -i 's/"limit_kind": "depth"/"limit_kind": "nodes"/' $inputs/corridor.json
run asym-passport encyclopedia --root wider
