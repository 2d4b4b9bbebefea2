# `make run` starts Callcheck, `make test` tests it. Both make what they need on the first call.

PORT ?= 8000
DATA ?= var
PYTHON ?= python3
DEV := .venv-dev/bin

.PHONY: run test lint format check bench rules lock clean
.DEFAULT_GOAL := run

# Start everything on this machine: PORT=8000, DATA=var.
run: .venv/stamp
	@PORT="$(PORT)" DATA="$(DATA)" exec .venv/bin/python manage.py serve

# Everything, on PostgreSQL and on SQLite, with a real broker and a real browser. Says what it ran on.
test: .venv-dev/stamp
	TEST_DATABASE=postgresql $(DEV)/python -m pytest -n auto --maxprocesses 4 --dist worksteal tests/uploads
	TEST_DATABASE=sqlite $(DEV)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

lint: .venv-dev/stamp
	$(DEV)/ruff format --check
	$(DEV)/ruff check
	$(DEV)/mypy
	$(DEV)/lint-imports
	find templates -name '*.html' -exec $(DEV)/djade --check --target-version 5.2 {} +
	$(DEV)/python manage.py makemigrations --check --dry-run
	$(DEV)/hadolint Dockerfile

format: .venv-dev/stamp
	$(DEV)/ruff format
	$(DEV)/ruff check --fix
	-find templates -name '*.html' -exec $(DEV)/djade --target-version 5.2 {} +

# What CI runs.
check: lint test

bench: .venv-dev/stamp
	$(DEV)/python -m bench

# Write docs/rules.md from the rule files.
rules: .venv-dev/stamp
	$(DEV)/python manage.py write_rules_page

# Compile both .in files again. Needs uv, which nothing else does.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url -q requirements.in -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url -q requirements-dev.in -o requirements-dev.txt

clean:
	rm -rf .venv .venv-dev .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

.venv/stamp: requirements.txt
	$(call make_venv,.venv,-r requirements.txt)

.venv-dev/stamp: requirements.txt requirements-dev.txt
	$(call make_venv,.venv-dev,-r requirements.txt -r requirements-dev.txt)

# A stamp newer than the pins says that the environment holds them. Compiled, since PYTHONDONTWRITEBYTECODE would have every start do it anew.
define make_venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Callcheck needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Installing the pinned packages into $(1) ..."
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --clear --python "$$(command -v $(PYTHON))" $(1) && uv pip install --quiet --compile-bytecode --python $(1)/bin/python --require-hashes $(2); \
	else \
		$(PYTHON) -m venv --clear $(1) && $(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes $(2); \
	fi
	@touch $@
endef
