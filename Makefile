# make demo: the whole job on a recorded table.  make test: the tests.  Both set up .venv first.
# make test ARGS='-m slow': those that take longer.
# make bench: the figures (ARGS=--readme puts them in the docs).  make fuzz: bad input, for ten minutes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint bench fuzz clean

demo: .venv/ready
	$(BIN)/spotter demo

test: .venv/ready
	$(BIN)/python -m pytest -n 2 $(ARGS)

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m tests.bench $(ARGS)

fuzz: .venv/ready
	$(BIN)/python -m tests.fuzz $(ARGS)

# opencv-python (with its Qt) in the same environment needs libGL and hides the headless build:
# where `import cv2` fails, the headless build goes in its place.
.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[test,lint]'
	$(BIN)/python -c 'import cv2' 2>/dev/null || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --force-reinstall \
		--no-deps --constraint constraints.txt opencv-python-headless
	touch $@

clean:
	rm -rf .venv out
