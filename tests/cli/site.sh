. "$SOURCE/tests/cli/lib.sh"
need python3
signed_tree
mkdir assets
echo 'body { color: black; }' >assets/style.css
echo 'document.title;' >assets/app.js
mkdir assets/part
echo 1 >assets/part/x.js

say "a release as a folder; the shards are counted"
run asym-passport site --key "$public" --out site --assets assets "$archive"
listing() { (cd "$1" && find . -type f ! -path './data/pairs/*' | LC_ALL=C sort); }
run listing site
run sh -c 'ls site/data/pairs | wc -l; ls site/data/pairs | sed -n "1p;\$p"'
run cmp site/download/SHA256SUMS tree/dist/asym-2026.11.1/SHA256SUMS
run cmp site/download/SHA256SUMS.minisig "$signature"
run cmp site/download/provenance.dsse.json "$provenance"
run sh -c "cmp site/download/*.tar.zst $archive"
run diff -r assets/part site/assets/part
run leftovers site

say "the same bytes twice, from elsewhere, and in place of an older site"
mkdir elsewhere
(cd elsewhere && TZ=Asia/Kolkata LC_ALL=hi_IN.UTF-8 asym-passport site --key "../$public" \
    --out ../again --assets ../assets "../$archive")
[ "$(digest site)" = "$(digest again)" ] && echo same
echo old >again/data/old.json
run asym-passport site --key "$public" --out again --assets assets "$archive"
[ "$(digest site)" = "$(digest again)" ] && echo same

say "what the files say is what the tables say"
mkdir out
unpacked out
run python3 "$SOURCE/tests/oracle/site.py" site out/asym-2026.11.1

say "the checkout's own archive, into an empty folder"
mkdir own
run asym-passport site --key "$public" --root tree --out own/ --assets assets
[ "$(digest site)" = "$(digest own)" ] && echo same

say "nothing else is replaced"
mkdir full
echo 1 >full/notes
remember full assets site
run asym-passport site --key "$public" --out full --assets assets "$archive"
run asym-passport site --key "$public" --out full/notes --assets assets "$archive"
unchanged
cp -R site mixed
echo 1 >mixed/robots.txt
remember mixed
run asym-passport site --key "$public" --out mixed --assets assets "$archive"
unchanged

say "what is not verified becomes no site"
(cat "$archive"; echo) >bad.tar.zst
run asym-passport site --key "$public" --signature "$signature" --out void --assets assets bad.tar.zst
brief() { asym-passport site "$@" --out void --assets assets "$archive" 2>&1 | grep -v ' ok '; }
run brief
run brief --key "$public" --expect 2026.11.2
run asym-passport site --key "$public" --out void --assets assets out/asym-2026.11.1
zstd -dqc "$archive" >plain.tar
run asym-passport site --key "$public" --signature "$signature" --out void --assets assets plain.tar
run asym-passport site --key "$public" --out void --assets none "$archive"
mkdir clash
echo x >clash/map.png
run asym-passport site --key "$public" --out void --assets clash "$archive"
run asym-passport site --key "$public" "$archive"
run ls
