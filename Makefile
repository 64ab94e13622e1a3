# asym-passport. `make help` lists what can be made.

BUILD ?= build
STUDY ?= asym
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
# V=1 shows the commands.
Q = $(if $(V),,@)

SETUP_PACKAGES = gcc libc6-dev pkg-config libarchive-dev libcjson-dev libgit2-dev libmd4c-dev \
  libsqlite3-dev libssl-dev libzstd-dev
TEST_PACKAGES = ethereal-chess fairy-stockfish git iproute2 libcmocka-dev libpq-dev locales mandoc \
  minisign openssl postgresql procps python3 sqlite3 stockfish strace tar util-linux zstd
CHECK_PACKAGES = clang clang-format clang-tidy cppcheck libclang-rt-dev shellcheck
LONG_PACKAGES = faketime munge slurm-wlm valgrind
BENCH_PACKAGES = binutils time
BROWSER_PACKAGES = chromium

# Only for stores on a server; without it the program says so when asked. POSTGRES= builds without.
POSTGRES ?= $(shell pkg-config --exists libpq 2>/dev/null && echo libpq)
LIBS = libgit2 libcrypto libarchive libcjson libzstd md4c sqlite3 $(POSTGRES)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wvla -Werror
# Published numbers must not depend on how a compiler fuses multiplications.
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -Isrc -MMD -MP -ffp-contract=off $(WARNINGS) $(CFLAGS) \
  $(shell pkg-config --cflags $(LIBS) 2>/dev/null)
ALL_LIBS = $(shell pkg-config --libs $(LIBS) 2>/dev/null) -lm $(LDFLAGS)

BIN = $(BUILD)/asym-passport
BENEDICT = $(BUILD)/benedict
# What replay, build and verify need, and nothing else: the tests link against just these.
PURE_SOURCES = $(wildcard src/base/*.c src/chess960/*.c src/rules/*.c src/proof/*.c src/passport/*.c \
  src/study/*.c src/release/*.c src/site/*.c)
# What keeps the results of long work, and ends it.
STORE_SOURCES = src/program/signals.c \
  $(filter-out src/store/$(if $(POSTGRES),no_,)postgres.c, $(wildcard src/store/*.c))
# What runs engines.
SEARCH_SOURCES = $(STORE_SOURCES) $(wildcard src/uci/*.c src/search/*.c)
# A table of verbs as a program.
PROGRAM_SOURCES = $(filter-out $(STORE_SOURCES), $(wildcard src/program/*.c))
BENEDICT_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/benedict/*.c) $(PROGRAM_SOURCES) \
  $(STORE_SOURCES))
BENEDICT_PARTS = $(filter-out %/benedict/main.o,$(BENEDICT_OBJECTS))
SOURCES = src/main.c $(wildcard src/cmd/*.c) $(PROGRAM_SOURCES) $(PURE_SOURCES) $(SEARCH_SOURCES)
PURE_OBJECTS = $(PURE_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/keys_builtin.o $(BUILD)/strings_builtin.o
SEARCH_OBJECTS = $(SEARCH_SOURCES:%.c=$(BUILD)/%.o)
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/keys_builtin.o $(BUILD)/strings_builtin.o
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
FUZZERS = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*.c))

.PHONY: all help setup engines dataset test check check-long fuzz bench install clean unit units cli \
  validate fuzzers study-small setup-test setup-check setup-long setup-bench setup-site setup-browser \
  site site-files test-browser

all: $(BIN) $(BENEDICT) ## build/asym-passport, build/benedict

help: ## print this
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: ## install what building needs (Debian)
	@tests/install-packages $(SETUP_PACKAGES)

setup-test: setup
	@tests/install-packages $(TEST_PACKAGES)
	@command -v npm >/dev/null || tests/install-packages nodejs npm

setup-check: setup-test
	@tests/install-packages $(CHECK_PACKAGES)

setup-long: setup-check
	@tests/install-packages $(LONG_PACKAGES)

setup-site: setup
	@command -v npm >/dev/null || tests/install-packages nodejs npm

setup-browser: setup-test setup-site
	@tests/install-packages $(BROWSER_PACKAGES)

setup-bench: setup-test
	@tests/install-packages $(BENCH_PACKAGES)

engines: ## npm's Stockfish 19, where engines/stockfish-19-npm.json looks for it
	npm ci --prefix engines --ignore-scripts --no-audit --no-fund

dataset: all ## rebuild the release from evidence, compare with the published one, verify it
	$(BIN) build --study $(STUDY)
	$(BIN) verify "$$($(BIN) build --study $(STUDY) --print-path)"
	$(BIN) summary --study $(STUDY)

$(BIN): $(OBJECTS)
	@echo '  LINK  $@'
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $(OBJECTS) $(ALL_LIBS)

$(BENEDICT): $(BENEDICT_OBJECTS) $(PURE_OBJECTS)
	@echo '  LINK  $@'
	$(Q)$(CC) $(ALL_CFLAGS) -pthread -o $@ $(BENEDICT_OBJECTS) $(PURE_OBJECTS) $(ALL_LIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo '  CC    $<'
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# An installed binary has no checkout around it: the pinned keys go into it.
$(BUILD)/keys_builtin.c: dist/keys.json
	@mkdir -p $(@D)
	@{ echo '#pragma GCC diagnostic ignored "-Woverlength-strings"'; \
	  echo '#include "release/keys.h"'; echo 'const char keys_builtin[] ='; \
	  sed 's/[\\"]/\\&/g; s/^/    "/; s/$$/\\n"/' $<; echo ';'; } >$@

# So do the words of the pages.
LANGUAGES = en de pt hi
$(BUILD)/strings_builtin.c: $(LANGUAGES:%=site/strings/%.json)
	@mkdir -p $(@D)
	@{ echo '#pragma GCC diagnostic ignored "-Woverlength-strings"'; \
	  echo '#include "site/language.h"'; echo 'const char *const strings_builtin[LANGUAGES] = {'; \
	  for file in $^; do sed 's/[\\"]/\\&/g; s/^/    "/; s/$$/\\n"/' $$file; echo ,; done; \
	  echo '};'; } >$@

$(BUILD)/%_builtin.o: $(BUILD)/%_builtin.c
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

test: setup-test ## unit tests, command-line tests, other programs' validators
	@$(MAKE) --no-print-directory all unit cli validate

units: $(UNIT_TESTS)

unit: units
	@tests/run-unit $(UNIT_TESTS)

cli: all
	@BIN=$(abspath $(BIN)) tests/run-cli
	@BIN=$(abspath $(BIN)) tests/man-page-is-complete
	@BIN=$(abspath $(BIN)) tests/readme-is-true

validate: all
	@BIN=$(abspath $(BIN)) tests/node/run

# These need more than the pure objects.
NEED_MORE = $(patsubst %,$(BUILD)/tests/test_%,confirm schema search store uci)
$(NEED_MORE): MORE = $(SEARCH_OBJECTS)
$(NEED_MORE): $(SEARCH_OBJECTS)
$(BUILD)/tests/test_uci: $(BUILD)/tests/fake-engine $(BENEDICT)
NEED_BENEDICT = $(patsubst %,$(BUILD)/tests/test_%,evaluation prove share solved)
$(NEED_BENEDICT): MORE = -pthread $(BENEDICT_PARTS)
$(NEED_BENEDICT): $(BENEDICT_PARTS)
# Loops over the few steps of a piece, unrolled: a quarter faster.
$(BUILD)/src/rules/benedict.o $(BUILD)/src/rules/benedict_plain.o: ALL_CFLAGS += -O3

$(BUILD)/tests/%: tests/unit/%.c $(PURE_OBJECTS)
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(PURE_OBJECTS) $(MORE) $(ALL_LIBS) -lcmocka

$(BUILD)/tests/fake-engine: tests/fake-engine/fake_engine.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $<

$(BUILD)/tests/benedict-perft: tests/benedict/perft.c $(PURE_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(PURE_OBJECTS) $(ALL_LIBS)

$(BUILD)/tests/benedict-worth: tests/benedict/worth.c $(BENEDICT_PARTS) $(PURE_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -pthread -o $@ $< $(BENEDICT_PARTS) $(PURE_OBJECTS) $(ALL_LIBS)

$(BUILD)/tests/store-load: tests/store-load.c $(PURE_OBJECTS) $(SEARCH_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(PURE_OBJECTS) $(SEARCH_OBJECTS) $(ALL_LIBS)

study-small: setup-test ## the whole method in small, with real engines: a verified release
	@$(MAKE) --no-print-directory all
	@cd tests/node && npm ci --silent --no-audit --no-fund
	@BIN=$(BIN) small/run $(BUILD)/study-small

check: setup-check ## format, layering, purity, static analysis, both compilers, sanitizers
	@tests/check

check-long: setup-long ## one content id from every compiler and level, replay under valgrind
	@tests/check-long

fuzz: setup-check ## libFuzzer on every reader, FUZZ_SECONDS=60 each
	@tests/fuzz/run

fuzzers: $(FUZZERS)

# Beside the pure objects: what the harness of that name needs.
$(BUILD)/fuzz/benedict_%: FUZZED = $(BENEDICT_PARTS) -pthread
$(filter $(BUILD)/fuzz/benedict_%,$(FUZZERS)): $(BENEDICT_PARTS)
$(BUILD)/fuzz/%: FUZZED = $(SEARCH_OBJECTS)
$(BUILD)/fuzz/%: tests/fuzz/%.c $(PURE_OBJECTS) $(SEARCH_OBJECTS)
	@mkdir -p $(@D)
	@echo '  LINK  $@'
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $< $(PURE_OBJECTS) $(FUZZED) $(ALL_LIBS)

$(BUILD)/tests/bench_loop: tests/bench_loop.c $(PURE_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(PURE_OBJECTS) $(ALL_LIBS)

# Ratios of one run against sha256sum, zstd, python3, a bare loop over the same engines, and another
# program's perft.
BENCHED = $(addprefix $(BUILD)/tests/,bench_loop fake-engine benedict-perft)
bench: setup-bench all $(BENCHED) ## measure
	@BIN=$(abspath $(BIN)) BENEDICT=$(abspath $(BENEDICT)) LOOP=$(abspath $(BUILD))/tests/bench_loop \
	  FAKE=$(abspath $(BUILD))/tests/fake-engine PERFT=$(abspath $(BUILD))/tests/benedict-perft \
	  tests/bench
	@$(MAKE) --no-print-directory $(BUILD)/tests/store-load
	@BUILD=$(BUILD) tests/bench-cluster

# ---- the pages of the release: the only part that npm has a hand in ----

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --silent
	@touch $@

SITE_SOURCES = $(wildcard site/*.mjs site/*.css site/*.json site/src/*.ts site/src/*/*.ts) dist/keys.json
$(BUILD)/site-assets/app.js: $(SITE_SOURCES) site/node_modules/.package-lock.json
	npm run --silent --prefix site typecheck
	node site/build.mjs --out $(BUILD)/site-assets

site-files: setup-site
	@$(MAKE) --no-print-directory all $(BUILD)/site-assets/app.js
	$(BIN) build --study $(STUDY)
	$(BIN) site "$$($(BIN) build --study $(STUDY) --print-path)" --assets $(BUILD)/site-assets \
	  --out $(BUILD)/site

site: site-files ## the release as web pages, served on this machine alone
	node site/serve.mjs $(BUILD)/site

test-browser: setup-browser site-files ## the served pages in Chromium
	@$(MAKE) --no-print-directory tests/browser/node_modules/.package-lock.json
	@BIN=$(abspath $(BIN)) node site/build.mjs --test --out $(BUILD)/site-tests
	@BIN=$(abspath $(BIN)) SITE=$(abspath $(BUILD)/site) node tests/browser/run.mjs

install: all ## PREFIX=/usr/local DESTDIR=
	install -D -m 0755 $(BIN) $(DESTDIR)$(PREFIX)/bin/asym-passport
	install -D -m 0755 $(BENEDICT) $(DESTDIR)$(PREFIX)/bin/benedict
	for page in asym-passport.1 benedict.1; do \
	  install -D -m 0644 docs/$$page $(DESTDIR)$(PREFIX)/share/man/man1/$$page; done

clean: ## remove what was built
	rm -rf $(BUILD) dist/*/*.tar.zst
	find passport dist -name '.*.??????' -delete # what a killed process left

-include $(OBJECTS:.o=.d) $(BENEDICT_OBJECTS:.o=.d) $(UNIT_TESTS:%=%.d) $(FUZZERS:%=%.d)
