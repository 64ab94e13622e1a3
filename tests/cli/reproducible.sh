# The same inputs give the same bytes: anywhere, at any time, for anyone.
. "$SOURCE/tests/cli/lib.sh"
small_tree
chmod -R a+rX .
asym-passport build --root tree >/dev/null
first=$(echo tree/dist/asym-2026.11.1/*.tar.zst)
name=${first##*/}
same() { # same ROOT
    cmp "$first" "$1/dist/asym-2026.11.1/$name" && echo "$what: the same bytes"
}
fresh() { # fresh FOLDER: the inputs alone
    rm -rf "$1"
    mkdir -p "$(dirname "$1")"
    cp -R "$WORK/small/tree" "$1"
}

what="another path, deep and with a space"
fresh "another/path of/its own/tree"
(cd "another/path of/its own/tree/src" && asym-passport build >/dev/null)
same "another/path of/its own/tree"

what="umask 077"
fresh a
(umask 077; asym-passport build --root a >/dev/null)
same a
run stat -c %a "a/dist/asym-2026.11.1/$name"

what="umask 000"
fresh a
(umask 000; asym-passport build --root a >/dev/null)
same a
run stat -c %a "a/dist/asym-2026.11.1/$name"

for zone in Pacific/Kiritimati America/Adak XYZ-14 ''; do
    what="TZ=$zone"
    fresh a
    TZ=$zone asym-passport build --root a >/dev/null
    same a
done

what="an environment that misleads"
fresh a
SOURCE_DATE_EPOCH=1 ZSTD_CLEVEL=19 ZSTD_NBTHREADS=2 TAR_OPTIONS=--owner=me LANG=tr_TR LANGUAGE=de \
    POSIXLY_CORRECT=1 COLUMNS=20 asym-passport build --root a >/dev/null
same a

what="no environment at all"
fresh a
env -i "$BIN" build --root a >/dev/null
same a

what="files made in another order, with other times and modes"
rm -rf a
(cd "$WORK/small/tree" && find . -type f | awk '{ print length($0) * 7919 % 31, $0 }' | sort -k1,1nr -k2r | cut -d' ' -f2-) |
    while read -r file; do
        mkdir -p "a/$(dirname "$file")"
        cat "$WORK/small/tree/$file" >"a/$file"
        touch -d '1999-12-31' "a/$file"
        chmod 0700 "a/$file"
    done
asym-passport build --root a >/dev/null
same a

say "the evidence too, recorded in two parts"
external part 'limit <= 100000 && w % 3 == 0'
empty_tree parts
asym-passport record --root parts --from part >/dev/null
asym-passport record --root parts --from "$WORK/small/external" >/dev/null
run diff -r parts/passport/asym/evidence tree/passport/asym/evidence
