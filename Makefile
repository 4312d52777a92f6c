# The project's commands; `make help` lists them. Needs Rust, Node 20 with npm, a C compiler; `make test` on Debian.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build run dev check types test servertests bench clean

WEB_SOURCES := $(shell find web -type d \( -name node_modules -o -name dist -o -name contract -o -name tests \) -prune -o -type f -print 2>/dev/null)
WEB_BUILT := target/.web-built
# The tests and scripts in JavaScript keep the pages' formatting; they may print, and may know more than their types.
OUTSIDE := --config-path=web --error-on-warnings e2e/*.ts e2e/site scripts bench
OUTSIDE_LINTS := --skip=suspicious/noConsole --skip=style/noNonNullAssertion --skip=suspicious/noExplicitAny
# Clippy reads the code while the tests are built: what they stand on is compiled once, and not again for it.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings
# On which engine each test of leads and posts ran, and how it ended.
ENGINES := $(CURDIR)/target/engines.tsv
# A missing bundle is built again even where the stamp says it was.
ifeq ($(wildcard web/dist),)
$(shell rm -f $(WEB_BUILT))
endif

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

build: $(WEB_BUILT) ## target/release/amwaj: the pages' bundle first, then the server that carries it
	cargo build --release --locked

run: build ## the site on http://127.0.0.1:8080, requests in var/, mails as files in var/mail/
	target/release/amwaj serve

dev: web/node_modules/.package-lock.json ## edit and see: React, Rust and content, on http://127.0.0.1:8080
	node scripts/dev.mjs

check: $(WEB_BUILT) e2e/node_modules/.package-lock.json ## format, lints, types, generated types, directions of imports
	cargo fmt --all --check
	node scripts/imports.mjs
	cd web && npm run --silent check
	cd e2e && npm run --silent check
	web/node_modules/.bin/biome format $(OUTSIDE)
	web/node_modules/.bin/biome lint $(OUTSIDE_LINTS) $(OUTSIDE)
	$(LINTED) cargo test --workspace --locked --quiet --no-run
	@$(MAKE) --no-print-directory types

types: $(WEB_BUILT) ## TypeScript twins of the Rust types are what is checked in
	$(LINTED) cargo test --workspace --locked --quiet export_bindings
	@test -z "$$(git status --porcelain web/src/contract)" || { git --no-pager diff --stat web/src/contract; echo "web/src/contract changed: check in what the Rust types say now."; exit 1; }

test: ## everything, with what it needs installed first; ends with one line that counts
	@node scripts/test.mjs

servertests: $(WEB_BUILT) # the server's tests alone, with a PostgreSQL of their own; most of them wait more than they work
	rm -f $(ENGINES)
	RUST_TEST_THREADS=4 AMWAJ_TEST_ENGINES=$(ENGINES) $(LINTED) bash scripts/with-postgres.sh cargo test --workspace --locked --no-fail-fast; \
		code=$$?; node scripts/engines.mjs $(ENGINES) && exit $$code

bench: build ## CPU per request beside nginx serving the same bytes
	bash scripts/install-debian.sh
	node bench/pages.mjs

clean: ## removes what was built, keeps requests and mails
	rm -rf target web/dist web/node_modules e2e/node_modules e2e/test-results

$(WEB_BUILT): web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build
	@mkdir -p target && touch $@

%/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --no-fund --no-audit --loglevel=error
	@touch $@
