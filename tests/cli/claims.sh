# claims: each table that claims rest on, by one command.
. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
folder=out/asym-2026.11.1
remember tree out

run asym-passport claims --root tree
say "for reading"
run asym-passport claims --root tree windows
run asym-passport claims --root tree published
asym-passport claims --root tree balance >shown
run head -n 4 shown
run tail -n 1 shown

say "as it is, from a checkout, an archive and a folder"
asym-passport claims --root tree | cut -d' ' -f1 >names
while read -r name; do
    for from in "--root=tree" "--from=$archive" "--from=$folder"; do
        asym-passport claims "$from" --csv "$name" | cmp - "$folder/tables/$name.csv"
    done
done <names
run wc -l names

say "refused"
run asym-passport claims --root tree pairs
run asym-passport claims --root tree windows.csv
run asym-passport claims --root tree --csv
run asym-passport claims --root tree windows drift
run asym-passport claims --from nowhere.tar.zst windows
unchanged
