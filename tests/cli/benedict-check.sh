# Certificates of Benedict xiangqi: what they prove, and what is none.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE"/tests/benedict/certificates/* .
# again FILE: with the digest of what stands there now.
again() { head -c -72 "$1" >content && { cat content && echo "sha256 $(sha256sum <content | cut -c 1-64)"; } >"$1"; }

say "what each proves, and the file's own sha256"
show_ids=yes
for name in no-win-3 no-win-5 win-5 win-6 win-7; do run benedict check $name; done
sha256sum win-5
show_ids=

say "with several threads the same"
for name in *; do
    benedict check "$name" >one
    benedict check "$name" --threads 3 | cmp - one
done

say "a checker that shares nothing with this one comes to the same counts"
need python3
for name in no-win-3 no-win-5 win-5; do
    python3 "$SOURCE/tests/benedict/certificate.py" $name >counts
    benedict check $name | sed -n 2p | cmp - counts
done

say "altered, cut off, longer"
sed 's/plies 5/plies 3/' win-5 >other
run benedict check other
again other
run benedict check other
head -c 300 win-5 >other
run benedict check other
{ cat win-5 && echo; } >other
run benedict check other

say "a move that is none, in several tasks: the first one is named, with any number of threads"
cp win-7 other
for byte in 250 330 460; do printf '\377' | dd of=other bs=1 seek=$byte conv=notrunc status=none; done
again other
run benedict check other
for _ in 1 2 3 4 5; do benedict check other --threads 3 2>&1 || :; done | uniq
run python3 "$SOURCE/tests/benedict/certificate.py" other

say "another side"
sed 's/side red/side black/' win-5 >other
again other
run benedict check other

say "no certificate, no file, no number"
run benedict check "$SOURCE/LICENSE"
: >empty
run benedict check empty
run benedict check nowhere
run benedict check .
run benedict check
run benedict check win-5 --threads
run benedict check win-5 --threads 0
run benedict check win-5 --hash 5
run benedict check win-5 win-6
