# Tools that know nothing of this program say the same.
. "$SOURCE/tests/cli/lib.sh"
need minisign zstd tar git sha256sum openssl python3
signed_tree
unpacked out
folder=out/asym-2026.11.1

say "minisign"
run minisign -V -p "$public" -m "$folder/SHA256SUMS" -x "$signature" -q
run minisign -V -P "$(sed -n 2p "$public")" -m "$folder/SHA256SUMS" -x "$signature" -Q >said
sed 's/-P [^ ]*/-P KEY/; s/bytes=[0-9]*$/bytes=N/' said
line() { sed -n 2p "$public"; }
in_json() { python3 -c 'import json; print(json.load(open("tree/dist/keys.json"))["keys"][0]["public"])'; }
[ "$(line)" = "$(in_json)" ] && echo "dist/keys.json has the line that minisign -P takes"
echo >>"$folder/SHA256SUMS"
run minisign -V -p "$public" -m "$folder/SHA256SUMS" -x "$signature" -q
truncate -s -1 "$folder/SHA256SUMS"

say "openssl: the signature over BLAKE2b-512, by the bare key"
python3 - "$public" "$signature" "$folder/SHA256SUMS" <<'END'
import base64, hashlib, sys
key = base64.b64decode(open(sys.argv[1]).read().split("\n")[1])
signature = base64.b64decode(open(sys.argv[2]).read().split("\n")[1])
assert key[:2] == b"Ed" and signature[:2] == b"ED" and key[2:10] == signature[2:10]
assert key[2:10] == hashlib.blake2b(key[10:]).digest()[:8]
open("key.der", "wb").write(bytes.fromhex("302a300506032b6570032100") + key[10:])
open("digest", "wb").write(hashlib.blake2b(open(sys.argv[3], "rb").read()).digest())
open("raw", "wb").write(signature[10:])
END
run openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in digest -sigfile raw
secret() { openssl pkey -in "$WORK/small/key.pem" -passin 'pass:correct horse' -pubout -outform DER | cmp - key.der; }
run secret

say "openssl: the provenance, a DSSE envelope, by the same key"
python3 - "$provenance" "$folder" <<'END'
import base64, hashlib, json, pathlib, sys
envelope = json.load(open(sys.argv[1]))
folder = pathlib.Path(sys.argv[2])
kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"], validate=True)
open("pae", "wb").write(b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload))
open("raw", "wb").write(base64.b64decode(envelope["signatures"][0]["sig"], validate=True))
statement = json.loads(payload)
print(envelope["payloadType"], statement["_type"], statement["predicateType"])
for subject in statement["subject"]:
    print("subject", subject["name"])
    path = folder / subject["name"]
    if path.exists():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == subject["digest"]["sha256"]
END
run openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in pae -sigfile raw

say "sha256sum"
(cd "$folder" && sha256sum -c --strict --quiet SHA256SUMS && echo "every file is as listed")
(cd "$folder" && find . -type f ! -name SHA256SUMS | wc -l | tr -d ' ' >../../there)
[ "$(wc -l <"$folder/SHA256SUMS")" = "$(cat there)" ] && echo "every file is listed"
id=$(sha256sum "$folder/SHA256SUMS" | cut -c1-64)
record() { python3 -c 'import json, sys; print(json.load(open("tree/dist/asym-2026.11.1/record.json"))[sys.argv[1]])' "$1"; }
[ "$id" = "$(record content_id)" ] && echo "the content id is the sha256 of SHA256SUMS"
[ "$(zstd -dqc "$archive" | sha256sum | cut -c1-64)" = "$(record tar_sha256)" ] && echo "the tar has the sha256 of the record"
[ "$(zstd -dqc "$archive" | wc -c)" = "$(record tar_bytes)" ] && echo "and its size"
[ "${archive##*/}" = "$(record archive)" ] && echo "the archive has the name of the record"

say "zstd"
run zstd -tq "$archive"

say "tar"
zstd -dqo ours.tar "$archive"
(cd "$folder" && find . -type f | cut -c3- | sed 's|^|asym-2026.11.1/|' | LC_ALL=C sort) >names
tar -tf ours.tar | cmp - names && echo "GNU tar lists the files, sorted"
python3 - <<'END'
import tarfile
tar = tarfile.open("ours.tar")
members = tar.getmembers()
assert all(m.isreg() and m.uid == m.gid == 0 and m.uname == m.gname == "" for m in members)
assert [m.name for m in members] == sorted(m.name for m in members)
print("Python's tarfile reads files alone, sorted, of nobody")
END

say "git: the SWHID is the id of the folder's tree"
swhid() { asym-passport cite --root tree --format cff | grep -o 'swh:1:dir:[0-9a-f]\{40\}'; }
git -C "$folder" init -q
git -C "$folder" -c core.autocrlf=false add -A
[ "swh:1:dir:$(git -C "$folder" write-tree)" = "$(swhid)" ] && echo "cite says it"
[ "swh:1:dir:$(git -C "$folder" write-tree)" = "$(record swhid)" ] && echo "record.json has it"
recorder() { python3 -c 'import json; print(json.load(open("tree/passport/asym/passport.json"))["runs"][0]["recorder"]["source"])'; }
git init -q whole
cp -R tree/src whole/
git -C whole add -A
[ "swh:1:dir:$(git -C whole rev-parse "$(git -C whole write-tree):src")" = "$(recorder)" ] && echo "the passport has that of src/"

say "python3: the JSON is canonical, the tables fit their description"
python3 - "$folder" <<'END'
import csv, json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
def canonical(path):
    text = path.read_text("utf-8")
    again = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert text == again + "\n", path
for name in ["tables/coverage.json", "inputs/passport.json", "datapackage.json"]:
    canonical(folder / name)
canonical(pathlib.Path("tree/dist/keys.json"))
canonical(pathlib.Path("tree/dist/asym-2026.11.1/record.json"))
package = json.loads((folder / "datapackage.json").read_text("utf-8"))
described = set()
for resource in package["resources"]:
    paths = resource["path"] if isinstance(resource["path"], list) else [resource["path"]]
    fields = [field["name"] for field in resource["schema"]["fields"]]
    for path in paths:
        described.add(path)
        with open(folder / path, newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            assert rows.fieldnames == fields, path
            key = resource["schema"]["primaryKey"]
            keys = [tuple(row[name] for name in key) for row in rows]
            assert len(keys) == len(set(keys)), path
found = {str(path.relative_to(folder)) for path in folder.rglob("*.csv")}
assert described == found, described ^ found
print("so it is")
END
