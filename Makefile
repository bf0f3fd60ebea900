# Every target says what it does after `##`; `make help` prints that. Settings: PORT, DATA, SECONDS, PARSER_SECONDS,
# SEED, EXAMPLES, LEAST, REQUESTS, TOLD, CONFIGURATION, ONLY, SHORT, SHOTS.
PORT ?= 8080
DATA ?= .coffer
SECONDS ?= 20
PARSER_SECONDS ?= $(SECONDS)
SEED ?= 1
EXAMPLES ?= 100
LEAST ?= 0
REQUESTS ?= 1000000
# What runs and is measured is a release build; tests are built for debugging (some look inside with @testable, and
# -enable-testing costs the service a tenth of its speed).
CONFIGURATION ?= release

# make's own sh may lack pipefail, which the summary of the tests needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
# Inlines across the targets of this package (docs/performance.md).
BUILD := swift build -c $(CONFIGURATION) $(if $(filter release,$(CONFIGURATION)),-Xswiftc -package-cmo)
BIN := .build/$(CONFIGURATION)
SOURCES := Sources Tests Benchmarks Package.swift

.DEFAULT_GOAL := help
.PHONY: help setup build run demo test check fuzz faults simulate browser bench db night clean

help: ## Lists the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/\1\t\2/p' Makefile | expand -t 10

setup: ## Installs missing system packages (Debian 12; root or sudo)
	@scripts/setup

build: setup ## Builds the binary
	@$(BUILD) --product coffer

run: build ## Builds and starts everything on this machine: PORT=8080 DATA=.coffer
	@exec $(BIN)/coffer dev --port $(PORT) --data $(DATA)

demo: build ## Shows the whole story, step by step, against a service of its own
	@COFFER=$(BIN)/coffer scripts/demo

test: setup ## Runs every test, a private PostgreSQL included; counts them and says what was skipped: FILTER=
	@if [ -x Tests/Oracles/setup ]; then Tests/Oracles/setup; fi
	@scripts/test $(if $(FILTER),--filter '$(FILTER)')

check: setup ## Checks format, warnings, layout rules, the API document and the container files
	@scripts/check

fuzz: setup ## Tries the API and the readers of proofs with generated input, right and wrong: SECONDS=20 SEED=1
	@$(BUILD) --product coffer
	@scripts/fuzz --seconds $(SECONDS) --seed $(SEED) --examples $(EXAMPLES) --least $(LEAST) --coffer $(BIN)/coffer
	@scripts/fuzz-parsers $(PARSER_SECONDS)

faults: setup ## Kills, cuts and starves a service; a checker of its own judges: ONLY= SHORT= SEED=1
	@$(BUILD) --product coffer
	@Tests/Faults/test-check --coffer $(BIN)/coffer
	@Tests/Faults/run --coffer $(BIN)/coffer --seed $(SEED) $(if $(ONLY),--only '$(ONLY)') $(if $(SHORT),--short)

browser: setup ## Walks the console in a real Chromium and looks at every page: SHOTS=docs/images writes the pictures
	@$(BUILD) --product coffer
	@Tests/Browser/setup
	@Tests/Browser/run --coffer $(BIN)/coffer $(if $(SHOTS),--shots '$(SHOTS)')

simulate: setup ## Plays lanes and crashes on a simulated database: SEED=1 REQUESTS=1000000 TOLD= (1: every step)
	@scripts/simulate $(SEED) $(REQUESTS) $(if $(TOLD),told)

bench: setup ## Measures and prints one line a measure: SECONDS=20 a phase
	@$(BUILD) --product coffer
	@$(BUILD) --product coffer-load
	@Benchmarks/run --seconds $(SECONDS) --bin $(BIN) $(if $(ONLY),--only '$(ONLY)')

db: ## Opens psql on the database of `make run` (start that first): DATA=.coffer
	@scripts/db $(DATA)

night: setup ## Long runs: sanitizers, histories, the soak, the browser, generated requests and proofs, growth
	@scripts/night

clean: ## Removes what was built; DATA stays
	@rm -rf .build
