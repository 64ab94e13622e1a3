# What was altered is named, by the first check that can.
. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out
folder=out/asym-2026.11.1
cp "$archive" good.tar.zst
zstd -dqo good.tar good.tar.zst
cp "$signature" "$provenance" .
verb() { with_passphrase asym-passport "$@"; }

# Only the lines that are not ok, unless all are.
verify() {
    local code=0
    asym-passport verify --key "$public" "$@" >report 2>&1 || code=$?
    grep -v '^[a-z]* *ok ' report | sed 's/README.md:[0-9]*:/README.md:N:/'
    return "$code"
}

say "a signature by another key, over the same"
cp -R "$WORK/small/tree" other
sign_tree other other.pem >/dev/null
run verify --signature other/dist/asym-2026.11.1/SHA256SUMS.minisig good.tar.zst
cp -R tree mixed
cp other/dist/asym-2026.11.1/SHA256SUMS.minisig mixed/dist/asym-2026.11.1/
run asym-passport verify --root mixed
rm -r mixed

say "a signature by the right key, over another release"
cp -R "$WORK/small/tree" next
cp -R tree/dist/keys tree/dist/keys.json next/dist/
sed -i s/2026.11.1/2026.11.2/ next/passport/asym/release.json
verb sign --root next --secret "$WORK/small/key.pem" >/dev/null
run verify --signature next/dist/asym-2026.11.2/SHA256SUMS.minisig good.tar.zst
cp -R tree mixed
cp next/dist/asym-2026.11.2/SHA256SUMS.minisig mixed/dist/asym-2026.11.1/
run asym-passport verify --root mixed

say "a signature whose comment was altered"
sed '3s/2026.11.1/2026.11.3/' "$signature" >altered.minisig
run verify --signature altered.minisig good.tar.zst
sed '1s/signature/Signature/' "$signature" >altered.minisig
run verify --signature altered.minisig good.tar.zst
sed '3s/$/ /' "$signature" >altered.minisig
run verify --signature altered.minisig good.tar.zst
sed '$s/.$//' "$signature" >altered.minisig
run verify --signature altered.minisig good.tar.zst
(cat "$signature"; echo) >altered.minisig
run verify --signature altered.minisig good.tar.zst
sed 's/$/\r/' "$signature" >altered.minisig
run verify --signature altered.minisig good.tar.zst

say "a provenance that was altered, cut off, or of another release"
prove() {
    sed "$1" "$provenance" >altered.json
    quietly verify --provenance altered.json good.tar.zst
}
prove 's/"payload":"./"payload":"A/'
prove 's/"sig":"./"sig":"-/'
prove 's/"keyid":"./"keyid":"g/'
prove 's/$/ /'
prove 's/{/{ /'
prove 's/in-toto/IN-TOTO/'
run verify --provenance next/dist/asym-2026.11.2/provenance.dsse.json good.tar.zst
run verify --provenance other/dist/asym-2026.11.1/provenance.dsse.json good.tar.zst
run verify --provenance nowhere good.tar.zst
run verify --provenance tree good.tar.zst

say "a record that was altered"
cp -R tree mixed2
for edit in 's/"content_id":"./"content_id":"g/' 's/"content_id":"../"content_id":"00/' 's/"tar_bytes":1*/"tar_bytes":9/' \
    's/"tar_sha256":"../"tar_sha256":"00/' 's/swh:1:dir:../swh:1:dir:00/' 's/"key_id":"0/"key_id":"1/;t;s/"key_id":"./"key_id":"0/' \
    's/"version":"2026.11.1"/"version":"2026.11.2"/' 's/2026-11-30/2026-11-29/' 's/"archive":"asym/"archive":"asymm/' \
    's/"format":3/"format":2/' 's/$/ /'; do
    sed -i "$edit" mixed2/dist/asym-2026.11.1/record.json
    asym-passport verify --root mixed2 >report 2>&1 && echo "verified all the same: $edit"
    grep '^record' report || grep -v '^[a-z]* *ok ' report
    cp tree/dist/asym-2026.11.1/record.json mixed2/dist/asym-2026.11.1/
done | mask | sed -E "s/: '.*', rebuilt '.*'\$//"

# flip FILE OFFSET: inverts the lowest bit of that byte.
flip() {
    python3 - "$1" "$2" <<'END'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2]))
    byte = file.read(1)[0] ^ 1
    file.seek(int(sys.argv[2]))
    file.write(bytes([byte]))
END
}

say "an archive that was cut off, or has something behind it"
size=$(stat -c %s good.tar.zst)
for keep in 0 3 100 $((size / 2)) $((size - 1)); do
    head -c "$keep" good.tar.zst >bad.tar.zst
    quietly verify bad.tar.zst
done
(cat good.tar.zst; printf x) >bad.tar.zst
run verify bad.tar.zst
cat good.tar.zst good.tar.zst >bad.tar.zst
run verify bad.tar.zst
gzip -nc good.tar >bad.tar.gz
run verify bad.tar.gz

say "a bit flipped in the tar: in a header, in a file, in the padding, at the end"
tarsize=$(stat -c %s good.tar)
places=$(python3 - <<'END'
tar = open("good.tar", "rb").read()
size = int(tar[124:135], 8)
assert size % 512
print(0, 148, tar.index(b"rank,w,b,white"), 512 + (size | 511), len(tar) - 1)
END
)
for at in $places; do
    cp good.tar bad.tar
    flip bad.tar "$at"
    quietly verify bad.tar
done
head -c $((tarsize - 512)) good.tar >bad.tar
run verify bad.tar
(cat good.tar; head -c 512 /dev/zero) >bad.tar
run verify bad.tar

say "bits flipped in the zstd layer: refused, or the same tar"
refused=0
same=0
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
    cp good.tar.zst bad.tar.zst
    flip bad.tar.zst $((i < 10 ? i : size * i / 20))
    if asym-passport verify --key "$public" bad.tar.zst >report 2>&1; then
        same=$((same + 1))
    elif [ $? -eq 1 ]; then
        refused=$((refused + 1))
    else
        cat report
    fi
done
echo "20 flips: $((refused + same)) refused or the same"

say "another tar of the same files"
tar -cf bad.tar -C out asym-2026.11.1
run verify bad.tar

# altered WHAT COMMAND: spoils a copy of the unpacked folder, without a new list.
altered() {
    say "$1"
    rm -rf bad
    mkdir bad
    cp -R "$folder" bad/asym-2026.11.1
    cp "$signature" "$provenance" bad/
    (cd bad/asym-2026.11.1 && eval "$2")
    run verify bad/asym-2026.11.1
}
relist() { # the list as somebody would make it who cannot sign
    (find . -type f ! -name SHA256SUMS | cut -c3- | LC_ALL=C sort | xargs sha256sum) >../sums
    mv ../sums SHA256SUMS
}
altered "a file altered" 'echo >>README.md'
altered "a table altered" 'sed -i "3s/,S4,/,S5,/" tables/pairs.csv'
altered "a file more" 'echo >tables/more.csv'
altered "a text more" 'echo >NOTES'
altered "a hidden file more" 'echo >.hidden'
altered "a file missing" 'rm tables/windows.csv'
altered "an input missing" 'rm inputs/ladder.json'
altered "the list missing" 'rm SHA256SUMS'
altered "an empty folder" 'rm -r ./* '
altered "release.json missing" 'rm inputs/release.json'
altered "a symbolic link for a file" 'mv README.md ..; ln -s ../README.md README.md'
altered "a line of the list altered" 'sed -i "2s/^./X/" SHA256SUMS'
altered "a line of the list missing" 'sed -i 2d SHA256SUMS'
altered "lines of the list exchanged" 'sed -i "2{h;d};3G" SHA256SUMS'
altered "the list without the end of its last line" 'truncate -s -1 SHA256SUMS'

altered "a table altered, and the list with it: replay names the line" \
    'sed -i "3s/,2,1,0,,0,/,2,1,1,,1,/" tables/pairs.csv; relist'
altered "a row taken out of a table, and the list made anew" 'sed -i 100d tables/screened.csv; relist'
altered "rows added to a table, and the list made anew" 'tail -n 1 tables/controls.csv >x; cat x >>tables/controls.csv; rm x; relist'
altered "a table cut off, and the list made anew" 'truncate -s -1 tables/windows.csv; relist'
altered "a count altered, and the list made anew" 'sed -i "s/\"waiting\":[0-9]*/\"waiting\":1/" tables/coverage.json; relist'
altered "the passport altered, and the list made anew" 'sed -i "s/\"rows\":5,/\"rows\":6,/" inputs/passport.json; relist'
altered "the evidence altered, and the list made anew" 'sed -i "3s/,control,16,/,control,32,/" inputs/evidence/*/nodes-10000.csv; relist'
altered "a limitation altered, and the list made anew" 'sed -i "s/^1\. /1. Hardly: /" LIMITATIONS.de.md; relist'
altered "the citation altered, and the list made anew" 'sed -i s/Balanced/Unbalanced/ CITATION.cff; relist'
altered "the readme altered, and the list made anew" 'echo more >>README.md; relist'
altered "an extra file, listed" 'echo >tables/more.csv; relist'
altered "an extra text, listed" 'echo >NOTES; relist'
altered "an extra input, listed" 'echo >inputs/notes; relist'
altered "an input missing, and the list made anew" 'rm inputs/ladder.json; relist'
altered "a file name that would harm a terminal" 'echo >"$(printf "a\033[31mb\nc")"'

# What follows is signed with a key of minisign's own, as whoever holds a key can sign anything.
need minisign
minisign -G -W -f -p foreign.pub -s foreign.key >/dev/null
# It leaves a leading zero out of the comment, which is no canonical form.
key=$(sed -n 2p foreign.pub)
id=$(printf '%s' "$key" | base64 -d | od -An -v -tx1 -j2 -N8 | tr -d ' \n' |
    sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/\8\7\6\5\4\3\2\1/' | tr a-f A-F)
printf 'untrusted comment: minisign public key %s\n%s\n' "$id" "$key" >foreign.pub

# signed WHAT COMMAND: like altered, but with a new list and a signature that fits.
signed() {
    local content tar
    say "$1"
    rm -rf bad
    mkdir bad
    cp -R "$folder" bad/asym-2026.11.1
    (cd bad/asym-2026.11.1 && eval "$2" && relist)
    tar=$(asym-passport verify --key foreign.pub --signature nowhere bad/asym-2026.11.1 |
        sed -n 's/^archive .* \([0-9]*\) bytes, sha256:\([0-9a-f]*\)$/tar=\2 bytes=\1/p')
    content=$(sha256sum bad/asym-2026.11.1/SHA256SUMS | cut -c1-64)
    minisign -S -W -s foreign.key -m bad/asym-2026.11.1/SHA256SUMS -x bad/SHA256SUMS.minisig \
        -c 'signature of an asym-passport release' \
        -t "asym 2026.11.1 content=$content $tar" >/dev/null
    run asym-passport verify --key foreign.pub bad/asym-2026.11.1 >report
    sed 's/README.md:[0-9]*:/README.md:N:/' report
}
signed "signed by another, unaltered" :
signed "a table altered, listed and signed: replay still names the line" \
    'sed -i "3s/,2,1,0,,0,/,2,1,1,,1,/" tables/pairs.csv'
signed "a text more, listed and signed: nothing makes it" 'echo >NOTES'
signed "a table more, listed and signed: nothing makes it" 'echo {} >tables/more.json'
signed "a limitation altered, listed and signed" 'sed -i "s/^1\. /1. Hardly: /" LIMITATIONS.de.md'
signed "another version within, listed and signed" \
    'sed -i "s/2026.11.1/2026.11.9/" inputs/release.json'
signed "a release of another format, listed and signed: every check but replay, and exit 2" \
    'sed -i "s/\"format\": 3/\"format\": 2/" inputs/release.json'
run asym-passport verify --json --key foreign.pub bad/asym-2026.11.1
run asym-passport verify --quiet --key foreign.pub bad/asym-2026.11.1
run asym-passport summary --from bad/asym-2026.11.1
echo >>bad/asym-2026.11.1/README.md
run verify --key foreign.pub bad/asym-2026.11.1
