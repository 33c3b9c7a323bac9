"""How strong an opponent plays: its levels and their weights, as levels.toml has them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from tomllib import loads
from typing import Any

from rules.foresight.position import PositionWeights


@dataclass(frozen=True, slots=True)
class Level:
    """How an opponent plays: how many places it looks at, and what counts."""

    directions: int
    steps: tuple[float, ...]
    weights: PositionWeights
    # How much more danger counts where all move at once: who has moved stays where he is struck,
    # and whom he means to strike may still go away.
    at_once: float = 1.0
    far: bool = False  # whether it minds that enemies come nearer before they strike
    stances: bool = False  # whether it thinks of getting down and the like in place of a move
    joint: bool = False  # whether it counts what comrades strike, and at whom enemies do


def _level(row: Mapping[str, Any]) -> Level:
    names = ("danger", "press", "coming", "later")
    weights = PositionWeights(**{name: row[name] for name in names if name in row})
    minds = {name: row.get(name, False) for name in ("far", "stances", "joint")}
    at_once = row.get("at_once", 1.0)
    return Level(row["directions"], tuple(row["steps"]), weights, at_once, **minds)


def _levels() -> dict[int, Level]:
    text = files("rules.foresight").joinpath("levels.toml").read_text(encoding="utf-8")
    return {int(word): _level(row) for word, row in loads(text).items() if word.isdigit()}


LEVELS = _levels()
