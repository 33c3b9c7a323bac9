"""The short table is made of the long ones."""

from tests.bench.__main__ import register
from tests.bench.compact import compact
from tests.bench.jobs import JOBS

FRESH = {"size": "1920 x 1080", "tags and things": 1.234}
LARGE = {"size": "3840 x 2160", "tags and things": 0.5}
READ = {"ours %": 100.0, "pyzbar %": 0.0, "zxing %": 2.5, "opencv %": 0.0}
FOUND = {
    "fresh_pictures": [FRESH, {**FRESH, "tags and things": 2.3}, LARGE],
    "live_pictures": [{"still": 0.1, "hand over it": 0.3, "a man set down": 0.4}, {"still": 0.2}],
    "growth_with_soldiers": [
        {"soldiers": 10, "followed": 0.1},
        {"soldiers": 160, "followed": 0.9},
    ],
    "growth_with_pixels": [],
    "delay": [{"seconds": 0.02}, {"seconds": 0.08}, {"seconds": 0.5}],
    "pictures_per_second": [{"pictures a second": 31.5}, {"pictures a second": 24.0}],
    "light": [{"projector": 0.16, "window": 0.12}, {"projector": 0.32, "window": 0.4}],
    "sight_and_shots": [
        {"soldiers": 60, "things": 40, "times as fast": 27.2, "ms an answer": 0.04}
    ],
    "reach": [{"ms": 11.2}, {"ms": 368.0}],
    "recall": [{"px_per_module": 1.0, **READ}, {"px_per_module": 2.0, **READ, "zxing %": 75.0}],
    "accuracy": [
        {
            "pictures": "all, with lens and empty picture", "men named": "76 of 76", "wrong": 0,
            "median_in": 0.0187, "p95_in": 0.039, "things found": "48 of 48", "invented": 0,
            "overlap": 0.971,
        }
    ],
    "memory": [{"MB": 197}, {"MB": 350}],
}  # fmt: skip


def test_the_short_table():
    """Every line has a figure of the run, from the least to the most where there are several."""
    lines = compact(FOUND).splitlines()

    assert all(line.count("|") == 4 for line in lines)
    assert "| a fresh 1080p photo, tags and things | 1.2 to 2.3 |" in lines[3]
    assert "31.5 at rest, 24.0 while men are moved" in compact(FOUND)
    assert "ours 100 %, pyzbar 0 %, zxing 75 %, opencv 0 %" in compact(FOUND)
    assert "197 to 350 MB at most" in lines[-1]


def test_it_knows_every_job():
    """A job that the short table's test does not know would be left out unnoticed."""
    register()

    assert set(JOBS) == set(FOUND)
