. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
folder=out/asym-2026.11.1
zstd -dqo plain.tar "$archive"
remember tree out

say "an archive, with the key from elsewhere; the signature lies beside it"
run asym-passport verify --key "$public" "$archive"

say "the same tar without its wrapping, or in another one"
run asym-passport verify --key "$public" --signature "$signature" plain.tar
zstd -q -19 -o other.tar.zst plain.tar
run asym-passport verify --key "$public" --signature "$signature" other.tar.zst

say "an unpacked folder, under any name"
run asym-passport verify --key "$public" "$folder"
mv "$folder" out/renamed
run asym-passport verify --key "$public" out/renamed
cd out/renamed
run asym-passport verify --key "../../$public" .
cd ../..
mv out/renamed "$folder"

say "a checkout, with its own pinned key, and with one from elsewhere"
run asym-passport verify --root tree
run asym-passport verify --root tree --key "$public"
cd tree/src
run asym-passport verify --quiet
cd ../..

say "a signature from elsewhere"
cp "$signature" elsewhere.minisig
mv "$signature" kept
run asym-passport verify --key "$public" --signature elsewhere.minisig "$archive"
run asym-passport verify --key "$public" "$archive"
mv kept "$signature"

say "without the key: the pinned ones do not know this release"
run asym-passport verify "$archive"

say "the version that it must be"
run asym-passport verify --key "$public" --expect 2026.11.1 "$archive"
run asym-passport verify --key "$public" --expect 2026.11.2 "$archive"
run asym-passport verify --key "$public" --expect '' "$archive"

say "nothing printed"
run asym-passport verify --quiet --key "$public" "$archive"
run asym-passport verify --quiet --key "$public" --expect 2026.11.2 "$archive"
run asym-passport verify --quiet --key "$public" nowhere.tar.zst

say "as JSON"
json() {
    local code=0
    asym-passport verify --json "$@" >report.json || code=$?
    python3 - <<'END'
import json
report = json.load(open("report.json"))
print({key: report[key] for key in report if key != "checks"})
for check in report["checks"]:
    assert sorted(check) == ["name", "outcome", "text"], check
    print(check["name"], check["outcome"])
END
    return "$code"
}
run json --key "$public" "$archive"
run json --key "$public" --expect 2026.11.2 "$archive"
run json "$archive"

say "what cannot be read"
run asym-passport verify --key "$public" nowhere.tar.zst
run asym-passport verify --key "$public" /dev/null
run asym-passport verify --key nowhere.pub "$archive"
run asym-passport verify --key "$public" --signature nowhere.minisig "$archive"
run asym-passport verify --key "$signature" "$archive"
run asym-passport verify --key "$public" --signature "$public" "$archive"
run asym-passport verify --key tree "$archive"
run asym-passport verify --root nowhere
unchanged
