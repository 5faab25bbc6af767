# What one types here; `make` alone lists it. scripts/setup.sh sets up .venv and is quick when nothing is to do.

.DEFAULT_GOAL := help
.PHONY: help run wheel test test-all check check-python check-rust check-docs bench docs site changelog fuzz planner hostile peers soak lab lock audit clean setup deps client
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:

BIN := .venv/bin
GOAL ?= run
EXTRAS ?=
ARGS ?=
FILES ?= $(ARGS)
WALKS ?=
HOSTILE ?= $(ARGS)
LAWS ?=
DEADLOCKS ?=
CERTIFICATES ?=
SLOW ?=
SOAK ?=
STEP = @printf '== %s\n'

# PyO3 takes its settings from this interpreter, whatever python3 happens to be on the path
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python

# make PYTHON=... reaches the script through the environment, like PYTHON in the environment itself
ifdef PYTHON
export PYTHON
endif
export EXTRAS

help:
	@echo 'make run      open the web app in a browser, or run pushbox with ARGS="..."'
	@echo 'make wheel    build a wheel for this machine in dist/, which is installed anywhere without Rust'
	@echo 'make test     run the tests of Rust, of the web client and most of Python (ARGS="..." go to pytest)'
	@echo 'make test-all run every test: those in browsers, with servers, and those of thousands of boards too'
	@echo 'make check    formats, linters, types, import layers, documentation'
	@echo 'make bench    measure: pushbox bench, with ARGS="..."'
	@echo 'make fuzz     a million made-up files for every reader, 100,000 random walks and all laws in every game, and deep random tests'
	@echo 'make planner  let Fast Downward solve 200 small levels as problems of PDDL, and replay its plans'
	@echo 'make hostile  give hundreds of hostile files to every command: no traceback, 10 s and 1 GiB at most'
	@echo 'make peers    play the environments of other packages beside those of pushbox: equal, how fast, and what levels they make'
	@echo 'make soak     ten minutes of a hundred players on a real server: memory, latencies, losses'
	@echo 'make lab      play the board of a notebook in a real JupyterLab, with screenshots in target/lab'
	@echo 'make docs     write docs/games, docs/formats, docs/notebooks, the manual page and the types of the HTTP API anew'
	@echo 'make site     build the documentation as a site in target/site, where a warning is an error'
	@echo 'make changelog  show the changes since the last release; VERSION=... writes them into CHANGELOG.md'
	@echo 'make lock     write requirements/*.txt anew with the newest releases'
	@echo 'make audit    look for known vulnerabilities in what is locked; ARGS=--allow-unaudited where their data cannot be had'
	@echo 'make clean    remove the environment, builds and caches'
	@echo
	@echo 'Each sets up what it needs in .venv; make setup EXTRAS="pdf plots" adds extras to what run needs.'
	@echo 'PYTHON=... picks the Python (3.11 or newer).'

ifdef ARGS
run: setup
	@$(BIN)/pushbox $(ARGS)
else
run:
	@sh scripts/setup.sh open
endif

wheel: GOAL := wheel
wheel: setup
	@$(BIN)/python scripts/release.py wheel

# What pushbox is compared with is installed for the bench alone.
bench: setup
	@test -d .venv/peers/sokoenginepy || \
		$(BIN)/python -m pip --disable-pip-version-check install --quiet --target .venv/peers sokoenginepy || \
		echo 'sokoenginepy cannot be installed here: measured without it'
	@PYTHONPATH=.venv/peers $(BIN)/pushbox bench $(ARGS)

test test-all check check-rust: GOAL := test
bench docs site check-docs fuzz hostile peers soak lab: GOAL := dev

test: setup
	@sh scripts/test.sh normal $(ARGS)

test-all: setup
	@sh scripts/test.sh all $(ARGS)

# .ci/run runs its parts side by side.
check: check-python check-rust check-docs

# What needs no core: `.ci/run` checks it while that is compiled.
check-python: deps client
	$(STEP) 'ruff format'
	@$(BIN)/ruff format --check
	$(STEP) 'ruff check'
	@$(BIN)/ruff check
	$(STEP) 'mypy'
	@$(BIN)/mypy
	$(STEP) 'mypy and pyright, recipes'
	@$(BIN)/python scripts/check_recipes.py
	$(STEP) 'lint-imports'
	@PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(STEP) 'tsc'
	@node_modules/.bin/tsc -p tsconfig.json

check-rust: setup
	$(STEP) 'cargo fmt'
	@cargo fmt --all --check
	$(STEP) 'cargo clippy' # in the profile for which the dependencies are compiled
	@cargo clippy --release --workspace --all-targets --locked -- -D warnings
	$(STEP) 'the core for browsers, where a pointer has 32 bits'
	@sh scripts/wasm.sh get
	@sh scripts/wasm.sh
	$(STEP) 'mypy.stubtest'
	@$(BIN)/python -m mypy.stubtest pushbox._core --mypy-config-file scripts/stubtest.ini

setup:
	@sh scripts/setup.sh $(GOAL)

deps:
	@sh scripts/setup.sh deps

# The web client has no build; what checks it comes by npm.
client:
	@sh scripts/client.sh

# What the program says of each game and format, and of its HTTP API in TypeScript; tests compare them.
docs: setup
	@mkdir -p docs/games docs/formats
	@for key in $$($(BIN)/pushbox games | cut -d ' ' -f 1); do $(BIN)/pushbox games $$key > docs/games/$$key.md; done
	@for key in $$($(BIN)/python -c 'from pushbox import formats; print(*formats.keys())'); do $(BIN)/pushbox formats $$key > docs/formats/$$key.md; done
	@$(BIN)/python scripts/crates.py
	@$(BIN)/python scripts/licences.py
	@$(BIN)/python scripts/man_page.py
	@$(BIN)/python scripts/api_types.py
	@$(BIN)/python scripts/run_notebook.py

# All but the writing of HTML, which takes as long again.
check-docs: setup
	$(STEP) 'sphinx'
	@$(BIN)/sphinx-build -q -W --keep-going -b dummy docs target/docs

site: setup
	$(STEP) 'sphinx'
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs target/site
	@echo 'target/site/index.html is the first page; its boards play at http://localhost:8000 after:'
	@echo '  $(BIN)/python -m http.server -d target/site'

# towncrier has an environment of its own, as only a release needs it.
changelog: deps
	@test -x .venv/changelog/bin/python || $(BIN)/python -m venv .venv/changelog
	@.venv/changelog/bin/python -m pip --disable-pip-version-check install --quiet 'towncrier>=26.9,<27'
	@.venv/changelog/bin/towncrier build $(if $(VERSION),--yes --version $(VERSION),--draft --version next)

# atheris guides by coverage; where pip finds none for this Python or machine, files are changed at random instead.
fuzz: setup
	@test -x .venv/fuzz/bin/python || $(BIN)/python -m venv .venv/fuzz
	@.venv/fuzz/bin/python -c 'import atheris' 2>/dev/null || \
		.venv/fuzz/bin/python -m pip --disable-pip-version-check install --quiet atheris || \
		echo 'atheris cannot be installed here: fuzzing without coverage'
	$(STEP) 'files, with FILES="$(FILES)"'
	@.venv/fuzz/bin/python fuzz/run.py $(FILES)
	$(STEP) 'walks, with WALKS="$(WALKS)"'
	@$(BIN)/python fuzz/walks.py $(WALKS)
	$(STEP) 'laws, with LAWS="$(LAWS)"'
	@$(BIN)/python fuzz/laws.py $(LAWS)
	$(STEP) 'clauses of the laws'
	@$(BIN)/python fuzz/mutate_laws.py
	$(STEP) 'deadlocks, with DEADLOCKS="$(DEADLOCKS)"'
	@$(BIN)/python fuzz/deadlocks.py $(DEADLOCKS)
	$(STEP) 'certificates, with CERTIFICATES="$(CERTIFICATES)"'
	@$(BIN)/python fuzz/certificates.py $(CERTIFICATES)
	$(STEP) 'pages on a server that is slow at random, with SLOW="$(SLOW)"'
	@PUSHBOX_SLOW="$(SLOW)" PYTHONPATH=fuzz $(BIN)/python -m pytest -p slow_server -n 2 \
		--deselect tests/e2e/test_load.py --deselect tests/e2e/test_instant.py tests/e2e
	$(STEP) 'the oldest Rust'
	@sh scripts/minimum_rust.sh
	$(STEP) 'random tests, twenty times as deep as in make test-all'
	@PUSHBOX_DEPTH=nightly cargo test --workspace --locked
	@PUSHBOX_DEPTH=nightly $(BIN)/python -m pytest -n 2 --dist worksteal --timeout 0 \
		$$(grep -rl --include='test_*.py' '^from tests.depth import' tests)

# Fast Downward has an environment of its own.
planner: setup
	@test -x .venv/planner/bin/python || $(BIN)/python -m venv .venv/planner
	@.venv/planner/bin/python -m pip --disable-pip-version-check install --quiet --no-deps up-fast-downward
	@$(BIN)/python scripts/planner.py .venv/planner/lib/python*/site-packages/up_fast_downward/downward/fast-downward.py $(PLANNER)

hostile: setup
	@$(BIN)/python fuzz/hostile.py $(HOSTILE)

peers: setup
	@$(BIN)/python scripts/peers $(ARGS)

soak: setup
	@$(BIN)/python soak/run.py $(SOAK)

# JupyterLab has an environment of its own, with what a board in a notebook and the program that plays it need.
lab: setup
	@test -x .venv/lab/bin/python || $(BIN)/python -m venv .venv/lab
	@.venv/lab/bin/python -m pip --disable-pip-version-check install --quiet jupyterlab anywidget playwright
	@PYTHONPATH=$(CURDIR)/src .venv/lab/bin/python scripts/lab.py

# uv makes the locks (hashes of every published file, for every platform), within the bounds of pyproject.toml.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-config --no-header --no-emit-index-url --no-emit-find-links

lock: deps
	@$(COMPILE) --upgrade --extra all --output-file requirements/dev.txt requirements/dev.in pyproject.toml
	@$(COMPILE) --upgrade --output-file requirements/audit.txt requirements/audit.in
	@$(COMPILE) --constraint requirements/dev.txt --extra postgres --extra web --extra redis \
		--output-file requirements/server.txt pyproject.toml
	@$(COMPILE) --constraint requirements/dev.txt --extra tui --extra web \
		--output-file requirements/run.txt requirements/run.in pyproject.toml
	@echo 'requirements/dev.txt, server.txt and audit.txt are new; make test installs dev.txt.'

# pip-audit has an environment of its own, so that what it needs bends nothing that it judges.
audit: deps
	@test -x .venv/audit/bin/python || $(BIN)/uv venv --quiet --python $(BIN)/python .venv/audit
	@$(BIN)/uv pip install --quiet --require-hashes --python .venv/audit/bin/python \
		-r requirements/audit.txt || echo 'pip-audit cannot be installed here'
	@.venv/audit/bin/python scripts/audit.py $(ARGS)

clean:
	rm -rf .venv node_modules target build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f src/pushbox/_core*.so src/pushbox/_core*.pyd src/pushbox/client/core/pushbox.wasm*
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
