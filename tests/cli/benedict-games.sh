# Games of Benedict xiangqi: played, read again, and what they say.
. "$SOURCE/tests/cli/lib.sh"

say "games are a function of their settings, and good games"
run benedict selfplay --games 6 --nodes 100 --seed 40 >games
sed 1d games >list
benedict selfplay --seed 40 --nodes 100 --games 6 --jitter 30 --opening 6 | cmp - list && wc -l <list
cut -d '|' -f 1,2 list
benedict sharpness list | head -n 1 | cut -d , -f 1

say "no opening of six plies is played twice"
benedict selfplay --games 21 --nodes 10 --seed 1 | cut -d '|' -f 4 | cut -d ' ' -f 1-6 | sort >openings
wc -l <openings && uniq -d openings

say "an option is heeded: openings of two random plies are those of six, cut off"
openings() { benedict selfplay --games 4 --nodes 10 --seed 40 --opening "$1" | cut -d '|' -f 4 | cut -d ' ' -f 1,2; }
diff <(openings 2) <(openings 6) && openings 2 | uniq -c | sed 's/ [a-j].*//'
for option in seed jitter; do
    benedict selfplay --games 6 --nodes 100 --seed 40 --$option 300 | cmp -s - list || echo "another $option, other games"
done

say "piece values, and games that determine none"
cp "$SOURCE/tests/oracle/benedict_games.txt" kept
run benedict fit kept
run benedict fit --opening 12 kept
head -n 2 kept >one
run benedict fit one
benedict selfplay --games 2 --nodes 1 --seed 2 | grep '|draw|' >drawn
run benedict fit drawn

say "a match counts its games"
run benedict match --games 4 --nodes 300

say "what is wrong with a list is named"
first=$(sed -n 2p kept)
moves=${first##*|}
bad() { printf '%s\n' "# a list" "" "$1" >bad && run benedict sharpness bad; }
bad "$first h3h6"
bad "${first% *}"
bad "0|red|draw|$moves"
bad "0|red|nobody|$moves"
bad "0|red|red"
bad "|red|red|$moves"
bad "a,b|red|red|$moves"
bad "0|red|red|h3h6 h3h6 $moves"
bad "$first "
bad "0|red|red| $moves"
bad "0|red|red|${moves/ /  }"
bad "0|red|red|${moves/ /$'\r' }"
run benedict sharpness nowhere

say "sharpness where there is little"
run benedict sharpness kept
echo '0|red|red|b3b5 a10a9 b5e5' >short && run benedict sharpness short
echo '# none' >none && run benedict sharpness none
: >empty && run benedict sharpness empty

say "lines may end with CR LF"
sed 's/$/\r/' kept >returned
benedict sharpness kept >said && benedict sharpness returned | cmp - said && echo "the same"

say "random games, by each policy or one"
run benedict random --games 200 --seed 5
run benedict random --games 200 --seed 5 --policy win
