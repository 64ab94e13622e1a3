# Foreign lists in all their forms, joined and correlated a second time by a program that shares
# nothing with the first.
. "$SOURCE/tests/cli/lib.sh"
need python3
small_tree

# correlations: of the JSON that comes in, as the oracle writes them.
correlations() {
    sed -E 's/.*"pearson":"([-0-9.]+)".*"spearman":"([-0-9.]+)".*/spearman,\2\npearson,\1/'
}

mkdir lists
python3 "$SOURCE/tests/oracle/compare.py" tree/passport/asym lists >cases
while read -r name stage mirrors; do
    options=()
    [ "$stage" = deepest ] || options+=(--stage "$stage")
    [ "$mirrors" = no ] || options+=(--mirrors)
    {
        asym-passport compare --root tree --csv "lists/$name.list" "${options[@]}"
        asym-passport compare --root tree --json "lists/$name.list" "${options[@]}" | correlations
    } >ours
    cmp ours "lists/$name.joined" || diff ours "lists/$name.joined" | head -n 5
    echo "$name: $(($(wc -l <ours) - 3)) rows, $(tail -n 2 ours | tr '\n' ' ')"
done <cases
