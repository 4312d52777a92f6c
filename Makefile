# The project's commands; `make help` lists them. Needs Rust, Node 20 with npm, a C compiler; `make test` on Debian.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build run dev dist deb image check types test servertests drills bench licences clean

WEB_SOURCES := $(shell find web -type d \( -name node_modules -o -name dist -o -name contract -o -name tests \) -prune -o -type f -print 2>/dev/null)
WEB_BUILT := target/.web-built
# The tests and scripts in JavaScript keep the pages' formatting; they may print, and may know more than their types.
OUTSIDE := --config-path=web --error-on-warnings e2e/*.ts e2e/site e2e/served scripts bench packaging/*.mjs
OUTSIDE_LINTS := --skip=suspicious/noImportCycles --skip=suspicious/noConsole --skip=style/noNonNullAssertion --skip=suspicious/noExplicitAny
# Clippy reads our crates while they are compiled, so that one build serves running, testing and linting.
export RUSTC_WORKSPACE_WRAPPER := $(shell command -v clippy-driver)
# One profile for everything: what `make run` compiled, `make test` does not compile again, nor the other way round.
CARGO_FLAGS := --release --locked --workspace
# On which engine each test of leads and posts ran, and how it ended.
ENGINES := $(CURDIR)/target/engines.tsv
# A missing bundle is built again even where the stamp says it was.
ifeq ($(wildcard web/dist),)
$(shell rm -f $(WEB_BUILT))
endif

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

build: $(WEB_BUILT) ## target/release/amwaj: the pages' bundle first, then the server that carries it
	cargo build $(CARGO_FLAGS)

run: build ## the site on http://127.0.0.1:8080 with content/ as it is, requests in var/, mails as files in var/mail/
	target/release/amwaj serve --content "$${AMWAJ_CONTENT_DIR:-content}"

dev: web/node_modules/.package-lock.json ## edit and see: React, Rust and content, on http://127.0.0.1:8080
	node scripts/dev.mjs

# What a server downloads with each version.
DIST_BYTES := 35000000
# Without clippy, which keeps the compiler from improving our crates before LLVM sees them.
dist: export RUSTC_WORKSPACE_WRAPPER :=
dist: $(WEB_BUILT) ## target/dist/amwaj: the binary for a server, optimised across crates; takes minutes longer
	cargo build --profile dist --locked --package amwaj
	@test "$$(wc -c < target/dist/amwaj)" -le $(DIST_BYTES) || { echo "target/dist/amwaj has grown over $(DIST_BYTES) bytes"; exit 1; }

deb: dist ## target/packages/amwaj_VERSION_ARCHITECTURE.deb: a Debian package of that binary
	node packaging/deb.mjs

image: dist ## target/packages/amwaj-image.tar: a container image with that binary, for docker and podman
	node packaging/image.mjs

check: $(WEB_BUILT) e2e/node_modules/.package-lock.json ## format, lints, types, sizes, names, circles, licences
	cargo fmt --all --check
	node scripts/tidy.mjs
	node scripts/features.mjs
	node scripts/licences.mjs --check
	cd web && npm run --silent check && npm run --silent weigh
	cd e2e && npm run --silent check
	web/node_modules/.bin/biome format $(OUTSIDE)
	web/node_modules/.bin/biome lint $(OUTSIDE_LINTS) $(OUTSIDE)
	node scripts/warnings.mjs cargo test $(CARGO_FLAGS) --no-run

types: $(WEB_BUILT) ## TypeScript twins of the Rust types are what is checked in
	cargo test $(CARGO_FLAGS) --quiet export_bindings
	@test -z "$$(git status --porcelain web/src/contract)" || { git --no-pager diff --stat web/src/contract; echo "web/src/contract changed: check in what the Rust types say now."; exit 1; }

test: ## everything, with what it needs installed first; ends with one line that counts
	@node scripts/test.mjs

# The server's tests alone, with a PostgreSQL of their own; most of them wait more than they work.
servertests: $(WEB_BUILT)
	rm -f $(ENGINES)
	RUST_TEST_THREADS=12 AMWAJ_TEST_ENGINES=$(ENGINES) bash scripts/with-postgres.sh cargo test $(CARGO_FLAGS) --no-fail-fast; \
		code=$$?; node scripts/engines.mjs $(ENGINES) && exit $$code

# At full size, for half an hour or so; needs root for a small disk.
drills: build ## outages, crashes, copies and hostile connections at full size
	bash scripts/install-debian.sh
	node scripts/backups.mjs
	node scripts/crash.mjs --rounds 200 --posters 64
	bash scripts/with-postgres.sh sh -c 'node scripts/crash.mjs --rounds 200 --posters 64 --database "$$AMWAJ_TEST_POSTGRES_URL"'
	node scripts/upgrade.mjs --rounds 200 --posters 64
	node scripts/database-away.mjs --seconds 600
	node scripts/spool-full.mjs
	node scripts/drips.mjs
	cargo test $(CARGO_FLAGS) --package leads --lib -- --ignored --exact queue::spool_damage_tests::a_thousand_damaged_spools

bench: build ## CPU per request beside nginx serving the same bytes
	bash scripts/install-debian.sh
	node bench/pages.mjs

licences: web/node_modules/.package-lock.json ## writes crates/amwaj/licences.txt, which `amwaj licences` prints
	node scripts/licences.mjs

clean: ## removes what was built, keeps requests and mails
	rm -rf target web/dist web/node_modules e2e/node_modules e2e/test-results

$(WEB_BUILT): web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build
	@mkdir -p target && touch $@

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --no-fund --no-audit --loglevel=error
	@touch $@
