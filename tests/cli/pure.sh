# What the pure verbs ask of the system: no network, no other program, no clock.
. "$SOURCE/tests/cli/lib.sh"
need strace
strace -o /dev/null true 2>/dev/null || skip "nothing can be traced here"
! grep -q __asan_init "$BIN" || skip "a sanitizer asks for things of its own"
signed_tree
asks() {
    strace -f -qq -o trace -e trace=network,process,clock_gettime,gettimeofday,time "$@" >/dev/null
    grep -v -e 'execve("[^"]*asym-passport"' -e exit_group trace || echo nothing
}
run asks asym-passport replay --root tree --out tables
run asks asym-passport build --root tree
run asks asym-passport verify --root tree
run asks asym-passport verify --key "$public" "$archive"
