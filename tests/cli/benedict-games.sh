# Games of Benedict xiangqi: played, read again, and what they say.
. "$SOURCE/tests/cli/lib.sh"

say "usage"
run benedict --help
run benedict fit
run benedict winning
run benedict random 0 1

say "games are a function of their settings, and good games"
run benedict selfplay 6 100 7 >games
sed 1d games >list
benedict selfplay 6 100 7 | cmp - list && wc -l <list
cut -d '|' -f 1,2 list
benedict sharpness list | head -n 1 | cut -d , -f 1

say "piece values, and games that determine none"
run benedict fit list
head -n 1 list >one
run benedict fit one

say "what is wrong with a list is named"
first=$(head -n 1 list)
moves=${first##*|}
bad() { printf '%s\n' "# a list" "" "$1" >bad && run benedict sharpness bad; }
bad "$first h3h6"
bad "${first% *}"
bad "0|red|draw|$moves"
bad "0|red|nobody|$moves"
bad "0|red|red"
bad "|red|red|$moves"
bad "0|red|red|h3h6 h3h6 $moves"
run benedict sharpness nowhere

say "random games"
run benedict random 200 5
