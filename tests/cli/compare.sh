. "$SOURCE/tests/cli/lib.sh"
need python3
small_tree
compare() { asym-passport compare --root tree "$@"; }

# ours FORMAT: each control at S1 by a format for awk's printf of (number, cp).
ours() { awk -F, -v format="$1\n" '$6 == "control" { printf format, $4, $8 }' "$EVIDENCE/nodes-500000.csv"; }
# letters N: the back rank; fen PAIR FORM: of FORM Shredder-FEN or X-FEN, four fields.
letters() { asym-passport show --root tree "$1:$1" | sed -n 's/^White *[0-9]* *\([A-Z]*\).*/\1/p'; }
fen() { asym-passport show --root tree "$1" | sed -n "s/^$2 *\(.*\) 0 1\$/\1/p"; }

say "our own list against ourselves, and turned round"
{ echo 'sp,cp'; ours '%d,%d'; } >own.csv
run compare own.csv
{ echo 'sp,cp'; ours '%d,%d' | awk -F, -v OFS=, '{ print $1, -$2 }'; } >turned.csv
run compare turned.csv --top 2
{ echo 'sp;eval'; ours '%d;%d' | awk -F';' '{ printf "%s;%.2f\n", $1, $2 / 100 }' | tr . ,; } >pawns.csv
run compare pawns.csv --top 0
cmp <(compare own.csv --csv) <(compare pawns.csv --csv) && echo "the same rows from pawns with decimal commas"

say "the order of the lines changes nothing but their numbers"
{ echo 'cp,number'; ours '%d %d' | awk '{ print $2 + ($1 * 7919) % 41, $1 }' OFS=,; } >noisy.csv
{ head -n 1 noisy.csv; tail -n +2 noisy.csv | sort -r; } >other.csv
cmp <(compare noisy.csv --csv | cut -d, -f5 --complement) \
    <(compare other.csv --csv | cut -d, -f5 --complement) && echo "the same rows"
run compare noisy.csv --top 3
cmp <(compare noisy.csv) <(asym-passport build --root tree >/dev/null
    asym-passport compare --from tree/dist/asym-2026.11.1/*.tar.zst noisy.csv) && echo "the same from an archive"

say "what no correlation is defined for"
{ echo 'sp,cp'; ours '%d,25'; } >equal.csv
run compare equal.csv --top 1
printf 'sp,cp\n518,20\n' >one.csv
run compare one.csv
run compare one.csv --csv
run compare one.csv --json

say "CSV with all that can be wrong in it"
cat >faults.csv <<END
sp,position,fen,eval,depth,comment
518,RNBQKBNR,,0.30,30,fine
534,RNBQKBNR,,0.30,30,the number of its mirror; and 518 again
17,$(letters 16),,0.20,31,misnumbered
19,$(letters 19),,0.20,30,fine
19,$(letters 19),,0.21,30,again with another value
20,$(letters 20),$(fen 21:21 Shredder-FEN) 0 1,0.1,30,two positions
22,RNBQKBNX,,0.1,30,a wrong letter
22,RBNBKQNR,,0.1,30,bishops on one colour
22,RNBQKBN,,0.1,30,a letter too few
22,,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1,0.1,30,a pawn moved
518,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1,0.1,30,Black to move
518,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1,0.1,30,a right is missing
518,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HBhb - 0 1,0.1,30,no such rook
518,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1,0.1,30,no rights
518,,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,0.3,30,fine
961,,,0.1,30,no such number
x23,,,0.1,30,no number
,,,0.1,30,no position
24,,,,30,no value
25,,,+-3,30,no number
26,,,#5,30,a mate
27,,,-3.5e2,30,no number
28,,,100.01,30,too much
29,$(letters 29),,"0.2",30,"quoted, with a comma"
30,$(letters 30),,0.2,30,too,many,fields
31,$(letters 31),,0.2
32,$(letters 32),,0.2,30,"not ended
# a comment
33,,,0.2,30,$(printf 'a\033[31mfield')

END
run compare faults.csv
sed -i '/^28,/d' faults.csv # its decimals are those of centipawns
run compare faults.csv
run compare faults.csv --strict --top 1
run compare --strict --top 0 own.csv

say "EPD with all that can be wrong in it"
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'
cat >faults.epd <<END
$(fen 0:0 Shredder-FEN) acd 40; ce 23; id "0";
$(fen 1:1 X-FEN) ce 24; acd 40; id "1";
$(fen 2:2 Shredder-FEN) 0 1; ce 25;
$(fen 3:3 Shredder-FEN) 0 1 ce 26; hmvc 0; fmvn 1;
$start AHah - ce 27;
$start KQkq - ce 28; c0 "a ; in it";
$start  HAha  -  ce 29
$start HAha - ce 30; ce 31;
$start HAha -
$start HAhb - ce 32;
$(fen 5:5 Shredder-FEN) ce 33; id "6";
$(fen 6:6 Shredder-FEN) ce 34; id "five";
$(fen 7:8 X-FEN) ce 35; id "7:8";
not a position
$(fen 9:9 X-FEN) ce 36; dm 5;
END
printf '\xef\xbb\xbf# with a byte-order mark and carriage returns\r\n' | cat - faults.epd | sed 's/$/\r/' >dos.epd
run compare faults.epd
run diff <(compare faults.epd --csv | cut -d, -f5 --complement) <(compare dos.epd --csv | cut -d, -f5 --complement)

say "from 0 or from 1?"
{ echo 'n,cp'; ours '%d,%d' | awk -F, -v OFS=, '{ print $1 + 1, $2 }'; } >from1.csv
run compare from1.csv
run compare from1.csv --first 1 --top 1
run compare from1.csv --first 0 --top 1
{ echo 'n,position,cp'; for n in 0 100 959; do echo "$((n + 1)),$(letters $n),$n"; done; echo 5,,3; } >lettered.csv
run compare lettered.csv --top 0
{ echo 'n,position,cp'; for n in 1 100 959; do echo "$n,$(letters $n),$n"; done; echo 960,,3; } >scharnagl.csv
run compare scharnagl.csv --top 0
{ echo 'id,position,cp'; for n in 1 100 959; do echo "$((n * 3)),$(letters $n),$n"; done; } >ids.csv
run compare ids.csv --top 0
printf 'n,cp\n5,1\n6,2\n' >few.csv
run compare few.csv --top 0

say "draw rates"
printf 'number,draws\n0,0.97\n1,0.931\n2,1\n' >shares.csv
run compare shares.csv --top 1
printf 'number\tw\td\tl\n0\t1\t97\t2\n1\t10\t90\t0\n2\t0\t0\t0\n3\t1\t-1\t5\n' >games.csv
run compare games.csv --top 1
printf '%s wdl 10 980 10;\n%s wdl 10 980;\n' "$(fen 0:0 X-FEN)" "$(fen 1:1 X-FEN)" >wdl.epd
run compare wdl.epd --top 1
printf 'number,draws\n0,97\n1,193\n' >counts.csv
run compare counts.csv

say "pairs: a mirror is another game"
{ echo 'w,b,cp'; awk -F, -v OFS=, '$6 == "search" { print $4, $5, $8 }' tree/passport/asym/evidence/$ENGINE/nodes-8000000.csv; } >pairs.csv
run compare pairs.csv --top 3
run compare pairs.csv --stage S2 --top 0
python3 - <<'END'
import sys; sys.path.insert(0, __import__("os").environ["SOURCE"] + "/tests/oracle")
import rank
lines = open("pairs.csv").read().split()
pairs = [line.split(",") for line in lines[1:]]
open("mirrors.csv", "w").write("\n".join(lines[:1] + [f"{rank.MIRROR[int(w)]},{rank.MIRROR[int(b)]},{cp}" for w, b, cp in pairs]) + "\n")
END
run compare mirrors.csv
run compare mirrors.csv --mirrors --top 3
printf 'pair,cp\n0:1,5\n700:701,5\nRNBQKBNR:RNBKQBNR,5\n' >named.csv
run compare named.csv

say "what columns are for"
printf 'Nummer,Wert,score,cp\n518,23,1,2\n' >named.csv
run compare named.csv
run compare named.csv --columns Nummer=number
run compare named.csv --columns Nummer=number,score=none,cp=none
run compare named.csv --columns 'nummer=number,score=none,CP=none,Wert=cp' --top 0
run compare named.csv --columns Nummer
run compare named.csv --columns Nummer=nothing
run compare named.csv --columns Nummer=number,cp=none,NUMMER=none
run compare named.csv --columns Nummer=number,score=none,depths=none
printf '%s c3 0.23;\n' "$(fen 518:518 X-FEN)" >named.epd
run compare named.epd
run compare named.epd --columns c3=pawns --top 0
printf 'sp,score\n1,23.5\n2,40.25\n' >decimals.csv
run compare decimals.csv
run compare decimals.csv --columns score=cp --top 0

say "what is no list"
: >empty
run compare empty
printf '\n# nothing\n' >nothing
run compare nothing
printf 'sp,cp\n1,\0\n' >nul
run compare nul
printf '\377\376s\0p\0' >utf16
run compare utf16
head -c 20000 /dev/urandom | tr -d '\0\n' >noise
compare noise >/dev/null 2>&1 || echo "noise: exit $?"
printf 'sp,cp\n' >header
run compare header
awk 'BEGIN { for (i = 0; i < 70; i++) printf "c%d,", i; print "" }' >wide
run compare wide
truncate -s 67108865 large
run compare large
run compare nowhere
run compare .
run compare own.csv --stage S9
run compare own.csv --csv --json
run compare own.csv --top -1
run compare own.csv --first 2
run compare
