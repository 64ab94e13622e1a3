# The digests themselves: any change of inputs, tables, texts or layout shows here.
. "$SOURCE/tests/cli/lib.sh"
show_ids=yes
small_tree
run asym-passport build --root tree
run asym-passport cite --root tree --format bibtex
zstd -dqc tree/dist/asym-2026.11.1/*.tar.zst | sha256sum
zstd -dqc tree/dist/asym-2026.11.1/*.tar.zst | tar -xOf - asym-2026.11.1/SHA256SUMS
