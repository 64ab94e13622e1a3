. "$SOURCE/tests/cli/lib.sh"
small_tree

say "the same seed, the same pair"
run asym-passport fair --root tree --seed tonight
asym-passport fair --root tree --seed tonight >first
asym-passport fair --root tree --seed tonight | cmp first -
run asym-passport fair --root tree --seed '' --max-cp 0 --min-stage S4
run asym-passport fair --root tree --seed "$(printf 'a\033[31mb\nc')" --pool 1

say "a pool of them"
run asym-passport fair --root tree --seed tonight --pool 3
run asym-passport fair --root tree --seed tonight --pool 3 --format epd
run asym-passport fair --root tree --seed tonight --pool 3 --format fen --max-cp 3
run asym-passport fair --root tree --seed tonight --pool 99 --min-stage S5
run asym-passport fair --root tree --seed tonight --max-cp 0 --min-stage S5

say "as sha256 orders them, so that anyone can check the draw"
asym-passport pairs --root tree --csv --max-cp 10 | python3 -c '
import csv, hashlib, sys
rows = list(csv.DictReader(sys.stdin))
def place(row):
    return hashlib.sha256(("tonight %s:%s" % (row["w"], row["b"])).encode()).hexdigest()
print("\n".join(row["shredder_fen"] for row in sorted(rows, key=place)))' >expected
asym-passport fair --root tree --seed tonight --pool "$(wc -l <expected | tr -d ' ')" | cmp expected -
run wc -l expected

say "without a seed: one is made, and named"
seed=$(asym-passport fair --root tree | sed -n 's/.*; seed \([0-9]*\)$/\1/p')
asym-passport fair --root tree --seed "$seed" | grep -c "seed $seed\$"
