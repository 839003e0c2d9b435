# Every target sets up what it needs in .venv; a second call starts at once.
# Another Python than the one found: make PYTHON=python3.12 test

.DEFAULT_GOAL := help
.PHONY: help demo test test-all lint types bench eval pictures

NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$python && break; done)
COMMA := ,
# Without bytecode every test worker, and every command that a test starts, compiles all modules.
unexport PYTHONDONTWRITEBYTECODE
RUN := .venv/bin/python -m

help:
	@echo 'make demo      crawl the pocket web, index it, serve the search page'
	@echo 'make test      the tests of a change, in a few minutes'
	@echo 'make test-all  those, then the slow ones'
	@echo 'make lint      ruff: rules and layout'
	@echo 'make types     mypy --strict'
	@echo 'make eval      how much is extracted right'
	@echo 'make bench     how fast it reads, crawls, finds and serves'
	@echo 'make pictures  the pictures in docs/images'

demo: .venv/.installed
	@$(RUN) specseek demo

test: .venv/.installed-dev
	$(RUN) pytest -n auto --dist loadfile -m 'not slow'

test-all: test .venv/.installed-spark
	$(RUN) pytest -n auto --dist loadfile -m slow

lint: .venv/.installed-dev
	$(RUN) ruff check
	$(RUN) ruff format --check

types: .venv/.installed-dev
	$(RUN) mypy

eval: .venv/.installed-eval
	@$(RUN) evaluation extraction
	@$(RUN) evaluation mentions
	@$(RUN) evaluation queries
	@$(RUN) evaluation clusters
	@$(RUN) evaluation posts
	@$(RUN) evaluation articles

bench: .venv/.installed-dev
	@$(RUN) evaluation extraction-speed --chart docs/benchmarks/extraction.svg
	@$(RUN) evaluation reading-speed
	@$(RUN) evaluation harvest --chart docs/benchmarks/harvest.svg
	@$(RUN) evaluation overhead
	@$(RUN) evaluation search-speed
	@$(RUN) evaluation page-speed

pictures: .venv/.installed-dev
	.venv/bin/python docs/images/screenshots.py

.venv/bin/python:
	@$(or $(PYTHON),false) -c '$(NEW_ENOUGH)' || { \
		echo 'SpecSeek needs Python 3.11 or newer with its venv module, and found none.' >&2; \
		echo 'Install one (Debian, Ubuntu: apt-get install python3 python3-venv),' >&2; \
		echo 'or name one: make PYTHON=path/to/python3.12 demo' >&2; \
		exit 1; }
	@echo 'Setting up .venv (once) ...' >&2
	@$(PYTHON) -m venv .venv

# pip's words are of interest only when it fails.
define install
	@echo 'Installing what $(1) need ...' >&2
	@$(RUN) pip install --disable-pip-version-check --editable '$(2)' > .venv/install.log 2>&1 \
		|| { cat .venv/install.log >&2; exit 1; }
	@touch $@
endef

.venv/.installed: pyproject.toml | .venv/bin/python
	$(call install,the commands,.)

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	$(call install,the commands$(COMMA) tests and benchmarks,.[bench$(COMMA)dev$(COMMA)fast$(COMMA)learn$(COMMA)opensearch$(COMMA)postgres$(COMMA)redis$(COMMA)render$(COMMA)s3])

# Large, and of no use without Java; tests that need it are skipped, and say so, where it is absent.
.venv/.installed-spark: pyproject.toml | .venv/.installed-dev
	@if command -v java > /dev/null || test -n "$$JAVA_HOME"; then \
		echo 'Installing what tests on Spark need ...' >&2; \
		$(RUN) pip install --quiet --disable-pip-version-check --editable '.[spark]' \
			&& touch $@ || echo 'Spark could not be installed: tests of it will be skipped.' >&2; \
	else echo 'There is no Java: tests on Spark will be skipped.' >&2; fi

# Readers of articles to compare with; pip before version 24 cannot resolve what they need together.
.venv/.installed-eval: pyproject.toml | .venv/.installed-dev
	@$(RUN) pip install --quiet --disable-pip-version-check --upgrade pip
	$(call install,the rivals,.[rivals])
