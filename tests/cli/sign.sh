. "$SOURCE/tests/cli/lib.sh"
small_tree
keep_outside() {
    # In two pieces, so that nobody who looks for secrets in the tree finds this.
    head -n 1 "$1" | grep -qxe "-----BEGIN ENCRYPTED PRIVATE"" KEY-----" || echo "not encrypted"
    echo "secret: mode $(stat -c %a "$1"), encrypted PKCS#8"
}
verb() { with_passphrase asym-passport "$@"; }

say "signing needs a key that is pinned"
remember tree
run verb sign --root tree --secret key.pem
unchanged

say "a key is made outside the tree, and never over a file"
run verb keygen --root tree --secret key.pem
run keep_outside key.pem
fingerprints() {
    python3 -c '
import json
for key in json.load(open("tree/dist/keys.json"))["keys"]:
    print(sorted(key), key["releases"])'
}
run fingerprints
remember tree .
run verb keygen --root tree --secret key.pem
run verb keygen --root tree --secret tree/key.pem
run verb keygen --root tree --secret tree/dist/../src/key.pem
run verb keygen --root tree --secret nowhere/key.pem
ln -s tree/src link
remember tree
run verb keygen --root tree --secret link/key.pem
rm link
(cd tree && run verb keygen --secret key.pem)
RELEASE_KEY=key.pem run verb keygen --root tree
run asym-passport keygen --root tree --secret other.pem --passphrase-fd 3 3<<'END'

END
run asym-passport keygen --root tree --secret other.pem --passphrase-fd 3 3</dev/null
run setsid asym-passport keygen --root tree --secret other.pem
unchanged
run ls

say "wrong passphrases, and files that are no key"
run asym-passport sign --root tree --secret key.pem --passphrase-fd 3 3<<'END'
battery staple
END
run asym-passport sign --root tree --secret key.pem --passphrase-fd 3 3<<END
$(printf '%02000d' 0)
END
run verb sign --root tree --secret nowhere.pem
run verb sign --root tree --secret tree
run verb sign --root tree --secret tree/src/main.c
head -c 100 key.pem >cut.pem
run verb sign --root tree --secret cut.pem
unchanged

say "signed, once"
RELEASE_KEY=key.pem run verb sign --root tree
run stat -c '%a %n' tree/dist/asym-2026.11.1/*
run fingerprints
run sed -E 's/,"tar_bytes":[0-9]+/,"tar_bytes":N/' tree/dist/asym-2026.11.1/record.json
comments() { sed -n '1p;3s/bytes=[0-9]*$/bytes=N/p' tree/dist/asym-2026.11.1/SHA256SUMS.minisig; }
run comments
run leftovers tree
remember tree
run verb sign --root tree --secret key.pem
unchanged
run asym-passport verify --root tree
run asym-passport build --root tree

say "another key may not sign what this one signed, nor sign unpinned"
cp -R tree other
rm other/dist/asym-2026.11.1/SHA256SUMS.minisig
verb keygen --root other --secret key2.pem >/dev/null
remember other
run verb sign --root other --secret key2.pem
unchanged
rm -r other
cp -R "$WORK/small/tree" other
remember other
run verb sign --root other --secret key.pem
unchanged

say "the next version, with a successor of the key"
sed -i 's/2026\.11\.1/2026.11.2/' tree/passport/asym/release.json
run verb sign --root tree --rotate --secret next.pem
run keep_outside next.pem
run fingerprints
run asym-passport verify --root tree

say "the old release is still signed by the old key"
sed -i 's/2026\.11\.2/2026.11.1/' tree/passport/asym/release.json
run asym-passport verify --root tree

say "what cannot be built is not signed"
sed -i 's/2026\.11\.1/2026.11.3/' tree/passport/asym/release.json
sed -i 5d "tree/passport/asym/evidence/$ENGINE/nodes-100000.csv"
remember tree
run verb sign --root tree --secret next.pem
unchanged
