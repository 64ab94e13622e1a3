# Workers whose clocks are an hour apart: only the server's counts.
. "$SOURCE/tests/cli/lib.sh"
. "$SOURCE/tests/fake-engine/server.sh"
need faketime
! grep -q __asan_init "$BIN" || skip "a sanitizer and faketime wait for each other"
server clocks
say "an hour ahead, an hour behind, and right"
pids=()
for hours in +1h -1h +0h; do
    faketime -f "$hours" asym-passport search --root tree --store "$url" --run \
        "${small_waves[@]}" --waves $waves --engine slow.json >"log$hours" 2>&1 &
    pids+=($!)
done
finish_all() { finish "${pids[@]}"; }
run finish_all
