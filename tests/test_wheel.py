"""The built wheel is the whole program: it works in a folder that has nothing of the source."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rules.book.shelf import FIRST

ROOT = Path(__file__).parents[1]
WHERE = "import spotter, fixtures; print(spotter.__file__); print(fixtures.__file__)"


def python(*words, cwd, site=None):
    """A run of Python in a folder, with the wheel's packages before all others."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    if site is not None:
        env["PYTHONPATH"] = str(site)
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with what the wheel holds, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
    built = python(*pip, "wheel", "--no-deps", "-w", folder, ROOT, cwd=folder)
    if built.returncode != 0:
        pytest.skip(f"no wheel can be built here: {built.stderr.splitlines()[-1:]}")
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    done = python(*pip, "install", "--no-deps", "--no-index", "--target", site, wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    return site


@pytest.mark.slow
def test_it_is_the_whole_program(site, tmp_path):
    """Demo, answers, sheets and a game's help work from the wheel alone, in an empty folder."""

    def spotter(*words):
        done = python("-m", "spotter", *words, cwd=tmp_path, site=site)
        assert done.returncode == 0, done.stderr
        return done.stdout

    places = python("-c", WHERE, cwd=tmp_path, site=site).stdout.splitlines()
    assert all(Path(place).is_relative_to(site) for place in places)
    told = spotter("demo", "--no-window")
    assert (tmp_path / "out" / "2-shot.png").exists()
    command = next(line for line in told.splitlines() if line.startswith("  spotter ask "))
    photo = command.split()[2]
    assert "hits on" in spotter("ask", photo, "43 shoots 2", "--rules", FIRST)
    assert "--serve" in spotter("play", "--help")
    spotter("print", "kit", photo, "-o", "kit.pdf")
    assert spotter("--version").split()[-1] == project()["version"]


@pytest.mark.slow
def test_it_holds_no_more(site):
    """Its packages are the program's seven: no tests, no pages."""
    there = {path.name for path in site.iterdir() if not path.name.endswith(".dist-info")} - {"bin"}
    pages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]
    assert there == set(pages["build"]["targets"]["wheel"]["packages"])


def project():
    """What pyproject.toml says of the program."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
