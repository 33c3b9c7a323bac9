"""The accuracy benchmark's rows: numbers by name, and which of them became worse."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from tests.bench.jobs import Row
from tests.bench.score import KindScore, ManScore, TableScore

# Which way each number is better, and how much it may wander between computers.
BETTER_LOW = {"missed": 0, "wrong": 0, "median_in": 0.004, "p95_in": 0.02, "invented": 0}
BETTER_HIGH = {"named": 0, "right": 0, "overlap": 0.01, "ours %": 1.0}

SURE_BANDS = (0.0, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01)


def table_row(name: str, score: TableScore, times_pyzbar: float) -> Row:
    """One picture's row."""
    return {
        "picture": name,
        "named": len(score.men),
        "missed": len(score.missed),
        "hidden": len(score.hidden_missed),
        "wrong": len(score.wrong),
        **_men_numbers(score.men),
        "unread": score.unread,
        "orders_off": score.orders_missed + score.orders_invented,
        "unknown_off": len(score.unknown_missed) + len(score.unknown_invented),
        "x_pyzbar": round(times_pyzbar, 2),
    }


def men_row(men: Sequence[ManScore]) -> Row:
    """One row over all men of all pictures, those who stand high apart."""
    raised = [man.off_in for man in men if man.raised] or [np.nan]
    return {
        "picture": "all",
        "named": len(men),
        **_men_numbers(men),
        "raised_p95_in": round(float(np.percentile(raised, 95)), 4),
    }


def _men_numbers(men: Sequence[ManScore]) -> Row:
    off = [man.off_in for man in men] or [np.nan]
    turn = [man.facing_off_deg for man in men] or [np.nan]
    honest = [float(man.honest) for man in men if man.honest is not None] or [np.nan]
    return {
        "median_in": round(float(np.median(off)), 4),
        "p95_in": round(float(np.percentile(off, 95)), 4),
        "worst_in": round(float(np.max(off)), 4),
        "facing_deg": round(float(np.median(turn)), 3),
        "honest": round(float(np.mean(honest)), 3),
    }


def kind_row(kind: KindScore) -> Row:
    """One kind's row; for round things also how far centre and radius are off."""
    row: Row = {
        "kind": kind.kind,
        "right": len(kind.overlaps),
        "missed": kind.missed,
        "invented": kind.invented,
        "precision": round(kind.precision, 3),
        "recall": round(kind.recall, 3),
        "overlap": round(kind.mean_overlap, 3),
    }
    if kind.kind in ("mug", "plate", "lid") and kind.centre_off_in:
        row["centre_in"] = round(float(np.median(kind.centre_off_in)), 3)
        row["centre_worst_in"] = round(max(kind.centre_off_in), 3)
        row["radius_in"] = round(float(np.median(kind.radius_off_in)), 3)
        row["radius_worst_in"] = round(max(kind.radius_off_in), 3)
    return row


def sure_rows(kinds: Iterable[KindScore]) -> list[Row]:
    """How often things are really there, by how sure of them the program was."""
    found = np.array([pair for kind in kinds for pair in kind.sure], float).reshape(-1, 2)
    rows: list[Row] = []
    for low, high in pairwise(SURE_BANDS):
        band = found[(found[:, 0] >= low) & (found[:, 0] < high)]
        if len(band):
            sure, there = band.mean(axis=0)
            rows.append(
                {
                    "sure": f"{low:.2f}",
                    "things": len(band),
                    "mean_sure": round(float(sure), 3),
                    "there": round(float(there), 3),
                }
            )
    return rows


def row_text(row: Row) -> str:
    """A row as `name value` pairs, so that rows can be compared line by line."""
    return "  ".join(f"{name} {value}" for name, value in row.items())


def worse_rows(rows: Sequence[Row], stored: Sequence[Row]) -> list[str]:
    """A sentence for every number that is worse than the stored one."""
    before = {_row_name(row): row for row in stored}
    return [sentence for row in rows for sentence in _worse(row, before.get(_row_name(row), {}))]


def _worse(row: Row, old: Mapping[str, float | str]) -> list[str]:
    both = [name for name in (*BETTER_LOW, *BETTER_HIGH) if name in row and name in old]
    # The mean over more things than before may be lower though each of them is outlined as well.
    if "right" in both and float(row["right"]) > float(old["right"]):
        both = [name for name in both if name != "overlap"]
    return [
        f"{_row_name(row)}: {name} {row[name]}, was {old[name]}"
        for name in both
        if _loss(name, float(row[name]), float(old[name])) > 0
    ]


def _loss(name: str, now: float, before: float) -> float:
    """How much worse a number is than it may be."""
    if name in BETTER_LOW:
        return now - before - BETTER_LOW[name]
    return before - now - BETTER_HIGH[name]


def _row_name(row: Row) -> str:
    names = ("picture", "kind", "quality", "px_per_module")
    return " ".join(str(row[name]) for name in names if name in row)
