"""A map of danger: for every place a man could stand who may hit him there, and whom he may hit.

Each number is the book's own answer with the man standing there, all others where they stand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.book.book import Book
from rules.book.question import Question
from rules.book.shots import FireQuestion, Shots, shots_at, shots_from
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier

CELL_IN = 0.5

Chances = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class ThreatAt:
    """One place: the chance that somebody hits the man there, by whom, and whom he may hit."""

    place: TablePoint
    danger: float
    by: Chances
    hits: Chances


@dataclass(frozen=True, eq=False)
class Threat:
    """The map: chances of each enemy (rows) over all cells (columns), cells row by row."""

    man: str
    cell_in: float
    shape: tuple[int, int]
    xy: Floats
    enemies: tuple[str, ...]
    dangers: Floats
    strikes: Floats

    @property
    def danger(self) -> Floats:
        """The chance that somebody hits him, for every cell."""
        total: Floats = 1.0 - np.prod(1.0 - self.dangers, axis=0)
        return total.reshape(self.shape)

    def at(self, place: TablePoint) -> ThreatAt:
        """What the map says of the cell that holds the place."""
        row, column = (
            min(max(int(along / self.cell_in), 0), most - 1)
            for along, most in zip((place.y, place.x), self.shape, strict=True)
        )
        cell = row * self.shape[1] + column
        x, y = self.xy[cell].tolist()
        by, hits = self._told(self.dangers[:, cell]), self._told(self.strikes[:, cell])
        return ThreatAt(TablePoint(x, y), float(self.danger[row, column]), by, hits)

    def _told(self, chances: Floats) -> Chances:
        """Who has a chance, the best first."""
        found = [
            (name, chance)
            for name, chance in zip(self.enemies, chances.tolist(), strict=True)
            if chance > 0.0
        ]
        return tuple(sorted(found, key=lambda one: (-one[1], one[0])))


def threat_map(
    book: Book,
    scene: Scene,
    soldier_id: str,
    declare: Mapping[str, Any] | None = None,
    cell_in: float = CELL_IN,
) -> Threat:
    """The map for one man; `declare` is what holds for all questions."""
    man = Question(scene, {}).known_soldier(soldier_id)
    shape, xy = _cells(scene, cell_in)
    enemies = tuple(other for other in scene.soldiers if other.side != man.side)
    dangers = np.zeros((len(enemies), len(xy)))
    strikes = np.zeros((len(enemies), len(xy)))
    for number, enemy in enumerate(enemies):
        for fire in _fires(book, scene, enemy, declare):
            shots = shots_at(fire, [enemy.id], man.id, xy)
            np.maximum(dangers[number], _chances(shots)[0], out=dangers[number])
    for fire in _fires(book, scene, man, declare):
        shots = shots_from(fire, man.id, xy, [enemy.id for enemy in enemies])
        np.maximum(strikes, _chances(shots).T, out=strikes)
    return Threat(man.id, cell_in, shape, xy, tuple(e.id for e in enemies), dangers, strikes)


def _cells(scene: Scene, cell_in: float) -> tuple[tuple[int, int], Floats]:
    """The middles of all cells, row by row."""
    shape = (round(scene.height / cell_in) or 1, round(scene.width / cell_in) or 1)
    y, x = np.mgrid[: shape[0], : shape[1]]
    return shape, np.column_stack([(x.ravel() + 0.5) * cell_in, (y.ravel() + 0.5) * cell_in])


def _fires(
    book: Book, scene: Scene, man: Soldier, declare: Mapping[str, Any] | None
) -> list[FireQuestion]:
    """The man's fire with each of his weapons."""
    said = {"declare": dict(declare)} if declare else {}
    arms: list[dict[str, Any]] = [{"weapon": weapon} for weapon in man.weapons] or [{}]
    return [FireQuestion(book, scene, {**said, **arm}) for arm in arms]


def _chances(shots: Shots) -> Floats:
    return np.where(shots.allowed, shots.chance, 0.0)
