# Every target sets up what it needs in .venv; a second call starts at once.
# Another Python than the one found: make PYTHON=python3.12 test

.DEFAULT_GOAL := help
.PHONY: help demo test test-all lint types audit bench eval pictures

NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$python && break; done)
COMMA := ,
# Without bytecode every test worker, and every command that a test starts, compiles all modules.
unexport PYTHONDONTWRITEBYTECODE
RUN := .venv/bin/python -m
define AUDITED
import json, sys
packages = json.load(open(".venv/audit.json"))["dependencies"]
audited = [one for one in packages if "vulns" in one]
weak = [(one["name"], one["version"], bug["id"]) for one in audited for bug in one["vulns"]]
print(f"{len(audited)} of {len(packages)} packages audited, {len(weak)} known weaknesses", *weak, sep="\n")
if not audited: print("The audit was SKIPPED: the advisory service knows none of them.", file=sys.stderr)
sys.exit(bool(weak))
endef
export AUDITED

help:
	@echo 'make demo      crawl the pocket web, index it, serve the search page'
	@echo 'make test      the tests of a change, in a few minutes'
	@echo 'make test-all  those, then the slow ones'
	@echo 'make lint      ruff: rules and layout'
	@echo 'make types     mypy --strict'
	@echo 'make audit     known weaknesses of the packages that are used'
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

# Exit 1 if a package has a known weakness. Packages that the service knows nothing of were not audited.
audit: .venv/.installed-dev
	@rm -f .venv/audit.json
	@$(RUN) pip_audit --skip-editable --progress-spinner off --format json --output .venv/audit.json \
		2> .venv/audit.log || test -s .venv/audit.json \
		|| { echo 'The audit was SKIPPED: no advisory service can be reached.' >&2; exit 0; }
	@if test -s .venv/audit.json; then .venv/bin/python -c "$$AUDITED"; fi

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
