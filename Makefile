# Every target that needs Python sets up .venv first; it is made anew only when the lock or pyproject.toml changes.

PYTHON ?= python3.11
BIN := .venv/bin
STAMP := .venv/.installed

# Where compiled modules may not be kept, every process that a test starts compiles the whole tracker anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-debian demo test properties lint audit bench soak screenshot lock clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

setup: $(STAMP)  ## make .venv and install the locked dependencies and the tracker into it

$(STAMP): requirements-dev.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

setup-debian:  ## install the Debian packages that the tests use
	scripts/debian-packages.sh

demo: setup  ## show a tick on saved samples, without a network
	$(BIN)/tracker demo

test: setup setup-debian lint  ## check everything
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal --durations 20

properties: setup setup-debian  ## try every property with many more examples than test does
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -m hypothesis --numprocesses auto --maxprocesses 4 --dist worksteal

lint: setup  ## check style, types and import directions
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --recursive tracker scripts

audit: setup  ## ask an advisory service about the locked dependencies; not part of test, as it needs the service
	$(BIN)/python scripts/audit.py

bench: setup  ## measure what a tick costs, and how the cost grows
	$(BIN)/python -m bench

soak: setup  ## let a tracker tick for 30 simulated days through faults, and compare it with one in peace
	$(BIN)/python -m tests.faults.soak

screenshot: setup setup-debian  ## take pictures of the pages in a real wiki
	$(BIN)/python -m tests.services.screenshot

lock: setup  ## write the lock files anew
	scripts/lock.sh

clean:  ## remove everything that make made
	rm -rf .venv .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
