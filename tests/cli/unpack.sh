. "$SOURCE/tests/cli/lib.sh"
signed_tree
unpacked out

say "verified first, then unpacked"
run asym-passport unpack --key "$public" "$archive"
run diff -r asym-2026.11.1 out/asym-2026.11.1
modes() { find asym-2026.11.1 -printf '%y %m %TY-%Tm-%Td\n' | sort | uniq -c; }
run modes
run asym-passport verify --quiet --key "$public" --signature "$signature" asym-2026.11.1

say "never over what is there"
remember asym-2026.11.1
run asym-passport unpack --key "$public" "$archive"
unchanged
mkdir elsewhere
: >elsewhere/asym-2026.11.1
run asym-passport unpack --key "$public" --into elsewhere "$archive"
rm elsewhere/asym-2026.11.1
ln -s ../out elsewhere/asym-2026.11.1
run asym-passport unpack --key "$public" --into elsewhere "$archive"
rm elsewhere/asym-2026.11.1

say "elsewhere"
(umask 077; run asym-passport unpack --key "$public" --into elsewhere "$archive")
run diff -r elsewhere/asym-2026.11.1 out/asym-2026.11.1
run asym-passport unpack --key "$public" --into nowhere "$archive"
run ls
rm -rf nowhere

say "what is not verified is not unpacked"
mkdir void
remember void
run asym-passport unpack --into void "$archive"
unchanged
(cat "$archive"; echo) >bad.tar.zst
run asym-passport unpack --key "$public" --signature "$signature" --into void bad.tar.zst
run asym-passport unpack --key "$public" --expect 2026.11.2 --into void "$archive"
run asym-passport unpack --key "$public" --into void nowhere.tar.zst
run asym-passport unpack --key "$public" --into void out/asym-2026.11.1
unchanged
run ls -A void
