# make demo: the whole job on a recorded table.  make test: the tests.  Both set up .venv first;
# the demo installs what the program itself needs and nothing more.
# make test ARGS='-m slow': those that take longer.
# make bench: the figures (ARGS=--readme puts them in the docs); it needs the decoders it measures beside.  make fuzz: bad input, for ten minutes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test browser-test lint bench fuzz clean

demo: .venv/program
	$(BIN)/spotter demo

test: .venv/ready
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

# The page in a real browser: playwright from the package index, Chromium from the system.
browser-test: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[browser]'
	$(BIN)/python -m pytest -m slow -rs tests/spotter/page

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m tests.bench $(ARGS)

fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz $(ARGS)

PIP := $(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt

# opencv-python (with its Qt) in the same environment needs libGL and hides the headless build:
# where `import cv2` fails, the headless build goes in its place.
.venv/program: pyproject.toml constraints.txt
	@echo 'Setting up .venv, once: about 110 MB to download (OpenCV, numpy, pygame and some more)'
	$(PYTHON) -m venv .venv
	@$(PIP) --editable .
	@$(BIN)/python -c 'import cv2' 2>/dev/null || \
		$(PIP) --quiet --force-reinstall --no-deps opencv-python-headless
	@touch $@

.venv/ready: .venv/program
	@echo 'Adding to .venv, once: about 40 MB of what the tests need (pytest, ruff, mypy and some more)'
	@$(PIP) --editable '.[test,lint]'
	@touch $@

clean:
	rm -rf .venv out
