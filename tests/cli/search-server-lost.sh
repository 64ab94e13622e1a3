# A COMMIT is executed, and only its acknowledgement is lost: the worker cannot know, stores the
# result again, and it is there once.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
server lost
python3 "$SOURCE/tests/fake-engine/lost_answers.py" "$folder/.s.PGSQL.5432" \
    "$folder/.s.PGSQL.6543" 10 60 120 >lost-answers &
proxy=$!
end() {
    kill $proxy 2>/dev/null || true
    stop_servers
}
trap end EXIT
wait_until test -S "$folder/.s.PGSQL.6543"

say "three results of one worker"
search "$url&port=6543" --run "${small_waves[@]}" --waves $waves --engine slow.json --workers 2 >log
run cat lost-answers
run grep -c "no connection.*it is tried again" log
run grep -c "the store is back: what [1-4] searches have ended with is stored" log
# What the server has is what one undisturbed process has, each result counted once.
run finish
