# The project's commands; `make help` lists them. Needs Rust, Node 20 with npm, a C compiler; `make test` on Debian.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build run dev dist deb image check types test prove servertests drills bench licences deny clean

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
	bash packaging/deb.sh

image: dist ## target/packages/amwaj-image.tar.xz: a container image with that binary, for docker and podman
	bash packaging/image.sh

check: $(WEB_BUILT) e2e/node_modules/.package-lock.json ## format, lints, types, sizes, names, circles, licences
	cargo fmt --all --check
	node scripts/check/tidy.mjs
	node --test --test-reporter=dot scripts/runner/
	node scripts/check/features.mjs
	node scripts/check/licences.mjs --check
	node scripts/check/packages.mjs
	cd web && npm run --silent check && npm run --silent weigh
	cd e2e && npm run --silent check
	web/node_modules/.bin/biome format $(OUTSIDE)
	web/node_modules/.bin/biome lint $(OUTSIDE_LINTS) $(OUTSIDE)
	node scripts/check/warnings.mjs cargo test $(CARGO_FLAGS) --no-run

types: $(WEB_BUILT) ## TypeScript twins of the Rust types are what is checked in
	cargo test $(CARGO_FLAGS) --quiet export_bindings
	@test -z "$$(git status --porcelain web/src/contract)" || { git --no-pager diff --stat web/src/contract; echo "web/src/contract changed: check in what the Rust types say now."; exit 1; }

test: ## whether the code is right: all rules and what a change can break; installs what it needs, ends with a count
	@node scripts/test.mjs

prove: ## whether it is good: measurements, failover, upgrades, packages on a bare system, copies, floods
	@node scripts/test.mjs --prove

# The server's tests alone, with a PostgreSQL of their own; most of them wait more than they work. TESTS: only these.
# Without the types: some of them would be written as if they were all.
servertests: $(WEB_BUILT)
	rm -f $(ENGINES)
	RUST_TEST_THREADS=$$((6 * $$(nproc))) AMWAJ_TEST_ENGINES=$(ENGINES) bash scripts/with-postgres.sh \
		cargo test $(CARGO_FLAGS) --no-fail-fast $(if $(TESTS),-- $(TESTS) --skip export_bindings); \
		code=$$?; $(if $(TESTS),,node scripts/check/engines.mjs $(ENGINES) &&) exit $$code

# At full size, for half an hour or so; needs root for a small disk.
drills: build ## outages, crashes, copies and hostile connections at full size
	bash scripts/install-debian.sh
	node scripts/stages/backups.mjs
	node scripts/stages/crash.mjs --rounds 200 --posters 64
	bash scripts/with-postgres.sh sh -c 'node scripts/stages/crash.mjs --rounds 200 --posters 64 --database "$$AMWAJ_TEST_POSTGRES_URL"'
	node scripts/stages/upgrade.mjs --rounds 200 --posters 64
	node scripts/stages/database-away.mjs --seconds 600
	node scripts/stages/spool-full.mjs
	node scripts/stages/drips.mjs

bench: build ## CPU per request beside nginx serving the same bytes
	bash scripts/install-debian.sh
	node bench/pages.mjs

licences: web/node_modules/.package-lock.json ## writes crates/amwaj/licences.txt, which `amwaj licences` prints
	node scripts/check/licences.mjs

# Compiles cargo-deny for some minutes the first time; known faults come from the RustSec database on GitHub.
deny: ## deny.toml's policy: licences, sources, crates that stand there twice, known faults
	cargo install cargo-deny --locked --quiet --root target/tools
	target/tools/bin/cargo-deny --locked check

clean: ## removes what was built, keeps requests and mails
	rm -rf target web/dist web/node_modules e2e/node_modules e2e/test-results

$(WEB_BUILT): web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build
	@mkdir -p target && touch $@

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --no-fund --no-audit --loglevel=error
	@touch $@
