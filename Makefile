# Every target sets up what it needs in .venv; a second call starts at once.
# Another Python than the one found: make PYTHON=python3.12 test

.DEFAULT_GOAL := help
.PHONY: help demo test lint types bench eval pictures

NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$python && break; done)
RUN := .venv/bin/python -m

help:
	@echo 'make demo      train on the labelled samples, read the pocket web, show the records'
	@echo 'make test      all tests'
	@echo 'make lint      ruff: rules and layout'
	@echo 'make types     mypy --strict'
	@echo 'make eval      how much is extracted right'
	@echo 'make bench     how fast it is extracted'
	@echo 'make pictures  the pictures in docs/images'

demo: .venv/.installed
	@$(RUN) specseek demo

test: .venv/.installed-dev
	$(RUN) pytest

lint: .venv/.installed-dev
	$(RUN) ruff check
	$(RUN) ruff format --check

types: .venv/.installed-dev
	$(RUN) mypy

eval: .venv/.installed-dev
	@$(RUN) specseek eval extraction

bench: .venv/.installed-dev
	@$(RUN) specseek bench extraction

pictures: .venv/.installed-dev
	.venv/bin/python docs/images/demo.py

.venv/bin/python:
	@$(or $(PYTHON),false) -c '$(NEW_ENOUGH)' || { \
		echo 'SpecSeek needs Python 3.11 or newer with its venv module, and found none.' >&2; \
		echo 'Install one (Debian, Ubuntu: apt-get install python3 python3-venv),' >&2; \
		echo 'or name one: make PYTHON=path/to/python3.12 demo' >&2; \
		exit 1; }
	@echo 'Setting up .venv (once) ...' >&2
	@$(PYTHON) -m venv .venv

# "compat": the folders themselves are on the path, so a new one needs no new set-up.
INSTALL = $(RUN) pip install --quiet --disable-pip-version-check \
	--config-settings editable_mode=compat --editable

.venv/.installed: pyproject.toml | .venv/bin/python
	@echo 'Installing what SpecSeek needs ...' >&2
	@$(INSTALL) '.'
	@touch $@

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	@echo 'Installing what SpecSeek, its tests and its benchmarks need ...' >&2
	@$(INSTALL) '.[bench,dev]'
	@touch $@
