"""site.py SITE RELEASE: the site's data against the tables of the release, each read here anew.

Prints a line for each thing that holds; the first that does not ends it.
"""
import csv
import json
import re
import struct
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path

site, release = Path(sys.argv[1]), Path(sys.argv[2])
meta = json.loads((site / "data/meta.json").read_text())
index = (site / "data/index.bin").read_bytes()


def letters(number):
    row = [None] * 8
    row[2 * (number % 4) + 1] = row[2 * (number // 4 % 4)] = "B"
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    i, j = pairs[number // 96]
    for piece, k in ("Q", number // 16 % 6), ("N", j), ("N", i), ("R", 0), ("K", 0), ("R", 0):
        row[[f for f in range(8) if row[f] is None][k]] = piece
    return "".join(row)


numbers = {letters(n): n for n in range(960)}
mirror = [numbers[letters(n)[::-1]] for n in range(960)]
classes = [(w, b) for w in range(960) for b in range(960) if (w, b) <= (mirror[w], mirror[b])]
places = {pair: place for place, pair in enumerate(classes)}


def rows(name):
    with open(release / name, newline="") as file:
        yield from csv.DictReader(file)


def check(what, good):
    if not good:
        sys.exit("differs: " + what)


# ---- index.bin, ranked.json ----

n = len(classes)
magic, count, budgets, content = struct.unpack("<8sII16s", index[:32])
check("header", (magic, count, budgets) == (b"ASYMIDX1", n, len(meta["budgets"])))
check("content id", content.decode() == meta["content_id"][:16] and len(index) == 32 + 8 * n)
deepest_cp = struct.unpack(f"<{n}h", index[32:32 + 2 * n])
first_cp = struct.unpack(f"<{n}h", index[32 + 2 * n:32 + 4 * n])
outcome, deepest, stopped, flags = (index[32 + k * n:32 + (k + 1) * n] for k in (4, 5, 6, 7))
stages = [budget["stage"] for budget in meta["budgets"]]
seen = set()
for row in rows("tables/screened.csv"):
    place = places[int(row["w"]), int(row["b"])]
    seen.add(place)
    check(f"class {row}", (
        meta["outcomes"][outcome[place]] == row["outcome"],
        stages[deepest[place]] == row["stage"],
        (stages[stopped[place]] if stopped[place] < 255 else "") == row["stopped_at"],
        deepest_cp[place] == (int(row["cp"]) if row["cp"] else -32768),
        flags[place] & 1 == (row["mate"] != ""),
    ) == (True,) * 5)
check("unknown", all((place in seen) == (outcome[place] != 7) for place in range(n)))
check("few classes", len(seen) > 100)
print("index.bin: every class as in screened.csv")

ranked = json.loads((site / "data/ranked.json").read_text())["classes"]
listed = list(rows("tables/pairs.csv"))
check("ranks", [classes[c] for c in ranked] == [(int(r["w"]), int(r["b"])) for r in listed])
check("mirrors", all((flags[c] >> 1 == 1) == (r["mirror_evaluated"] == "true")
                     for c, r in zip(ranked, listed)))
p0 = "cp_%d" % meta["budgets"][0]["limit"]
check("P0", all(first_cp[c] == (int(r[p0]) if r[p0] else -32768) for c, r in zip(ranked, listed)))
check("few ranks", len(ranked) > 10)
print("ranked.json: the order of pairs.csv")

# ---- the shards ----

columns = "b engine limit_kind limit role hash_mb cp mate depth seldepth nodes bestmove win draw loss"
found = {}
for path in sorted((site / "data/pairs").iterdir()):
    shard = json.loads(path.read_text())
    check(path.name, int(path.stem) == shard["w"] and len(path.stem) == 3)
    for values in shard["rows"]:
        row = dict(zip(columns.split(), values), w=shard["w"])
        row["engine"] = meta["engines"][row["engine"]]
        row = {key: "" if value is None else str(value) for key, value in row.items()}
        found[row["engine"], row["limit_kind"], row["limit"], row["w"], row["b"]] = row
for path in release.glob("inputs/evidence/*/*.csv"):
    for row in rows(path.relative_to(release)):
        key = tuple(row[k] for k in ("engine", "limit_kind", "limit", "w", "b"))
        check(f"{path.name} {key}", found.pop(key, None) == row)
check("more rows in the shards", not found)
print("shards: every row of the evidence, and no other")

# ---- the picture ----

png = (site / "assets/map.png").read_bytes()
at, chunks = 8, {}
while at < len(png):
    size, = struct.unpack(">I", png[at:at + 4])
    kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + size]
    check(f"crc of {kind}", zlib.crc32(kind + data) == struct.unpack(">I", png[at + 8 + size:at + 12 + size])[0])
    chunks[kind] = data
    at += 12 + size
width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
pixels = zlib.decompress(chunks[b"IDAT"])
check("size", (width, height, depth, colour, len(pixels)) == (320, 320, 4, 3, 320 * 161))


def kind_of(pair):
    c = places.get(pair)
    c = places[mirror[pair[0]], mirror[pair[1]]] if c is None else c
    name = meta["outcomes"][outcome[c]]
    if name == "ranked":
        return 6 if deepest[c] >= meta["deep"] else 5
    return {"unknown": 0, "triaged": 1, "waiting": 2, "control": 3}.get(name, 4)


for y in range(320):
    for x in range(320):
        byte = pixels[y * 161 + 1 + x // 2]
        pixel = byte >> 4 if x % 2 == 0 else byte & 15
        kinds = [kind_of((3 * y + i, 3 * x + j)) for i in range(3) for j in range(3)]
        best = max(kinds)
        if best < 3:
            best = max(range(3), key=lambda kind: (kinds.count(kind), -kind))
        check(f"pixel {x},{y}", pixel == best)
print("map.png: every pixel")

# ---- the pages ----


class Page(HTMLParser):
    """Ids, links, languages, and whether every element is closed where it was opened."""

    void = {"meta", "link", "br", "img", "hr"}

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.lang, self.bad = [], [], [], None, []

    def handle_starttag(self, tag, attrs, closed=False):
        attrs = dict(attrs)
        self.lang = attrs.get("lang") if tag == "html" else self.lang
        if "id" in attrs:
            self.ids.append(attrs["id"])
        self.links += [attrs[name] for name in ("href", "src") if attrs.get(name)]
        self.bad += [name for name in attrs if name.startswith("on") or name == "style"]
        if tag == "script" and "src" not in attrs and attrs.get("type") != "application/json":
            self.bad.append("an inline script")
        if tag not in self.void and not closed:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs, closed=True)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(f"</{tag}>")


pages = {path: Page() for path in site.rglob("*.html")}
for path, page in pages.items():
    page.feed(path.read_text())
    page.close()
    name = path.relative_to(site)
    check(f"{name}: {page.open} {page.bad}", not page.open and not page.bad)
    check(f"{name}: ids", len(page.ids) == len(set(page.ids)))
    check(f"{name}: lang", page.lang == (name.parts[0] if len(name.parts) > 1 else "en"))
for path, page in pages.items():
    for link in page.links:
        target, _, place = link.partition("#")
        target = target.partition("?")[0]
        file = (path.parent / target).resolve() if target else path.resolve()
        if re.match("https?:", link):
            continue
        check(f"{path.relative_to(site)}: {link}", file.is_file())
        if place and file == path.resolve():
            check(f"{path.relative_to(site)}: {link}", place in page.ids)
check("few pages", len(pages) > 40)
print("pages: well formed, every link leads to a file of the site")
