. "$SOURCE/tests/cli/lib.sh"
small_tree
mkdir assets
echo 'body { color: black; }' >assets/style.css

say "markup in a passport and in texts stays text"
sed -i 's@a test@<script>alert(1)</script> \& \\"quoted\\" </title>@g' tree/passport/asym/passport.json
tee -a tree/passport/asym/texts/METHODOLOGY.*.md >/dev/null <<'TEXT'

<script>alert(2)</script> <img src=x onerror=alert(3)> [away](javascript:alert(4)) [out](//x.example)
![a picture](http://x.example/a.png) &lt;b&gt; `</code><i>`
TEXT
sign_tree tree key.pem >/dev/null
archive=$(asym-passport build --root tree --print-path)
run asym-passport site --key tree/dist/keys/*.pub --out site --assets assets "$archive"
shown() { grep -ohE "$1" "site/en/$2.html" | sort | uniq -c; }
run shown '<td class="hash">[^/]*script[^/]*.*</td>' passport
run shown '<p>.*(alert|picture).*' methodology
absent() { ! grep -rlE '<script>|<img src=x|href="(javascript|//)|<i>|"http://x' site/en site/index.html; }
run absent
