"""The short table is made of the long ones."""

from rules.book.shelf import NAMES
from tests.bench.__main__ import END, README, START, register
from tests.bench.baselines import READERS
from tests.bench.compact import compact
from tests.bench.jobs import JOBS

FRESH = {"size": "1920 x 1080", "tags and things": "1.234 (1.5)"}
LARGE = {"size": "3840 x 2160", "tags and things": "0.5 (0.6)"}
READ = {"ours %": 100.0, "pyzbar %": 0.0, "zxing %": 2.5, "opencv %": 0.0}
FOUND = {
    "incidents": [
        {"what happens": "all", "times": 9, "wrong events": 0, "moves known within 1 s": "3 of 3"}
    ],
    "fresh_pictures": [FRESH, {**FRESH, "tags and things": "2.3 (2.9)"}, LARGE],
    "live_pictures": [{"still": 0.1, "hand over it": 0.3, "a man set down": 0.4}, {"still": 0.2}],
    "tags_beside_decoders": [
        {"men": 20, **dict.fromkeys(("ours", *READERS), "12 (15): 20")},
        {"men": 11, **dict.fromkeys(("ours", *READERS), "20 (25): 3")},
    ],
    "growth_with_tags": [
        {"soldiers": 10, "followed": "0.1 (0.2)"},
        {"soldiers": 160, "followed": "0.9 (1)"},
    ],
    "danger_map": [],
    "step_that_helps": [],
    "sure_rulings": [],
    "thinking": [],
    "start": [
        {"command": "`spotter --help`", "seconds": "0.040 (0.045)"},
        {"command": "`spotter ask`, reach", "seconds": "0.150 (0.190)"},
        {"command": "`spotter play` to its first picture", "seconds": "0.360 (0.400)"},
    ],
    "page": [],
    "growth_with_pixels": [],
    "growth_with_men": [],
    "growth_with_things": [],
    "growth_with_events": [],
    "bulk_answers": [
        {"sights, k/s": 2000, "Shapely 2, k/s": 40, **{f"shots, {n}, k/s": 300 for n in NAMES}}
    ],
    "click": [
        {f"{name}, {what}": "0.4 (0.6)" for name in NAMES for what in ("first", "whole")}
    ],
    "delay": [{"seconds": "0.020 (0.030)"}, {"seconds": "0.080 (0.090)"}, {"seconds": "0.5 (0.5)"}],
    "pictures_per_second": [
        {"size": "1920 x 1080", "table": "at rest", "pictures a second": 31.5},
        {"size": "1920 x 1080", "table": "a man moved to and fro", "pictures a second": 24.0},
    ],
    "light": [{"projector": 0.16, "window": 0.12}, {"projector": 0.32, "window": 0.4}],
    "sight_and_shots": [
        {"soldiers": 60, "things": 40, "times as fast": 27.2, "ms an answer": "0.04 (0.05)"}
    ],
    "reach": [dict.fromkeys(NAMES, "0.3 (0.9)")],
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
    assert "| a fresh 1080p photo, tags and things | 1.2 to 2.3, at worst 2.9 |" in lines[4]
    assert "of 31: ours 23 in 16 ms; zxing-cpp 23 in" in lines[3]
    assert "1920 x 1080: 31.5 at rest, 24.0 a man moved to and fro" in compact(FOUND)
    assert "197 to 350 MB at most" in lines[-1]


def test_the_readme_has_its_rows():
    """What stands in the README is what the next run would write there, row by row."""
    block = README.read_text("utf-8").split(START)[1].split(END)[0]
    shown = [line.split(" | ")[0] for line in block.splitlines() if line.startswith("| ")]
    rows = [line.split(" | ")[0] for line in compact(FOUND).splitlines()]

    assert shown == [row for row in rows if row in shown]


def test_it_knows_every_job():
    """A job that the short table's test does not know would be left out unnoticed."""
    register()

    assert set(JOBS) == set(FOUND)
