. "$SOURCE/tests/cli/lib.sh"

run asym-passport --version
run asym-passport --help
run asym-passport help
for verb in $(verbs); do
    run asym-passport "$verb" --help
done

say "help wins over what else stands there"
run asym-passport show one two three --help

say "and needs no checkout"
run asym-passport build --root nowhere --help
