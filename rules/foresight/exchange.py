"""What blows a side deals and takes: chances over many places at once, under the terms agreed.

Rows and columns are men and places; all numbers come from the book's own answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.chances import at_least_once, chance_on
from rules.book.shots import FireQuestion, shots_at, shots_from
from rules.foresight.attacks import arms_asked, bullets_of, with_declared
from table.places import Floats
from table.scene import Scene, Soldier

_AWAY_IN = (3.0, 6.0, 9.0, 12.0, 16.0)  # what a table has of far and near


@dataclass
class Ballistics:
    """Chances under one book and the terms of one game; keeps what cannot change."""

    book: Book
    agreed: Mapping[str, Any]
    _bullets: dict[object, dict[str, int]] = field(default_factory=dict)
    _pairs: dict[object, float] = field(default_factory=dict)
    _powers: dict[object, float] = field(default_factory=dict)

    def strikes(self, scene: Scene, man: Soldier, xy: Floats, targets: Sequence[str]) -> Floats:
        """The man's best chance from each place (rows) at each of the targets (columns)."""
        best = np.zeros((len(xy), len(targets)))
        for weapon in _arms(man) if targets else ():
            asked = self._asked(scene, man, weapon, targets[0])
            shots = shots_from(FireQuestion(self.book, scene, asked), man.id, xy, targets)
            best = np.maximum(best, shots.hit)
        return best

    def dangers(self, scene: Scene, enemies: Sequence[Soldier], man: str, xy: Floats) -> Floats:
        """Each enemy's best chance from where he stands (rows) at the man there (columns)."""
        best = np.zeros((len(enemies), len(xy)))
        for asked, rows in self._alike(scene, enemies, man):
            fire = FireQuestion(self.book, scene, asked)
            shots = shots_at(fire, [enemies[row].id for row in rows], man, xy)
            best[rows] = np.maximum(best[rows], shots.hit)
        return best

    def _alike(
        self, scene: Scene, men: Sequence[Soldier], target: str
    ) -> list[tuple[dict[str, Any], list[int]]]:
        """The questions of all their weapons, each with the men who ask it."""
        found: list[tuple[dict[str, Any], list[int]]] = []
        for row, man in enumerate(men):
            for weapon in _arms(man):
                asked = self._asked(scene, man, weapon, target)
                known = next((rows for one, rows in found if one == asked), None)
                if known is None:
                    found.append((asked, [row]))
                else:
                    known.append(row)
        return found

    def pair(self, scene: Scene, shooter: Soldier, target: Soldier) -> float:
        """The best chance of one at another as they stand."""
        key = (scene.things, *_spot(shooter), *_spot(target))
        if key not in self._pairs:
            self._pairs[key] = max(
                self._chance(scene, shooter, target.id, arm) for arm in _arms(shooter)
            )
        return self._pairs[key]

    def power(self, scene: Scene, man: Soldier, target: Soldier) -> float:
        """How well a man of his arms strikes on open ground, far and near."""
        key = (man.role, man.weapons)
        if key not in self._powers:
            fresh = replace(man, x=0.0, y=0.0, facing=0.0, state={}, elevation=0.0, on=None)
            stands = replace(target, x=1.0, y=0.0, state={}, elevation=0.0, on=None)
            open_ground = replace(scene, soldiers=(fresh, stands), things=())
            away = np.array([[away_in, 0.0] for away_in in _AWAY_IN])
            self._powers[key] = float(self.dangers(open_ground, [fresh], stands.id, away).mean())
        return self._powers[key]

    def _chance(self, scene: Scene, man: Soldier, target: str, weapon: str | None) -> float:
        """The chance that one attack with the weapon hits him, all its shots together."""
        asked = self._asked(scene, man, weapon, target)
        question = {"ask": "shoot", "shooter": man.id, "target": target, **asked}
        answer = ask(scene, question, self.book)
        times = answer.shots if isinstance(answer, Shot) else 1
        return at_least_once(chance_on(answer, target), times)

    def _asked(self, scene: Scene, man: Soldier, weapon: str | None, target: str) -> dict[str, Any]:
        """A shot with the weapon, all its bullets declared where the book counts them."""
        key = (man.role, man.weapons, weapon)
        if key not in self._bullets:
            self._bullets[key] = bullets_of(self.book, scene, man, weapon, target)
        return with_declared(arms_asked(self.book, self.agreed, weapon), self._bullets[key])


def _arms(man: Soldier) -> tuple[str | None, ...]:
    return man.weapons or (None,)


def _spot(man: Soldier) -> tuple[object, ...]:
    """All that a chance can hang on of a man."""
    state = tuple(sorted((key, repr(value)) for key, value in man.state.items()))
    return man.id, man.x, man.y, man.facing, man.elevation, man.on, state
