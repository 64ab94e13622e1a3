# Figures of more games than tests/cli/benedict-oracle.sh has time for, and of random ones, which another
# generator draws for the second program.
. "$SOURCE/tests/cli/lib.sh"
need python3
figures=$SOURCE/tests/oracle/benedict_figures.py

# agree VERB FILE: both say the same.
agree() {
    benedict "$1" "$2" >ours
    python3 "$figures" "$1" "$2" >theirs
    diff ours theirs && echo "$1: $(wc -l <ours) lines agree"
}

benedict selfplay --games 100 --nodes 2000 --seed 5 >list
agree fit list
agree sharpness list

say "random games: first mover's share and length, at most four standard errors apart"
benedict random --games 40000 --seed 9 >ours
python3 "$figures" random 1500 9 uniform win >theirs
python3 - <<'END'
import re
def read(name):
    with open(name) as file:
        return [[line.split()[0], *map(float, re.findall(r"[0-9]+[.][0-9]+", line))] for line in file]
for (policy, share, plies), (_, other, length) in zip(read("ours"), read("theirs")):
    error = 50 * (1 / 40000 + 1 / 1500) ** 0.5
    # The length's deviation is no more than its mean, as that of a waiting time.
    spread = plies * (1 / 40000 + 1 / 1500) ** 0.5
    print(policy, abs(share - other) < 4 * error, abs(plies - length) < 4 * spread)
END
