"""What blows a side deals and takes: chances over many places at once, under the terms agreed.

Rows and columns are men and places; all numbers come from the book's own answers.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.chances import at_least_once, chance_on
from rules.book.shots import FireQuestion, Told, shots_between
from rules.foresight.attacks import arms_asked, bullets_of, with_declared
from rules.measure.field import field_of
from rules.measure.meetings import Meetings
from rules.measure.stands import stands_at, stands_of
from table.places import Floats
from table.scene import Scene, Soldier

# What a man has done in a turn; it is over when the next begins.
_DONE = frozenset({"moved", "fired", "attacks", "acted", "fired_now", "motion", "entered"})
_AWAY_IN = (3.0, 6.0, 9.0, 12.0, 16.0)  # what a table has of far and near


@dataclass(frozen=True, eq=False)
class Standing:
    """A man in some state, and places where he would stand in it."""

    man: Soldier
    xy: Floats


@dataclass(frozen=True, slots=True)
class EnemyCase:
    """The enemies as they may stand when blows fall; `later`: those of the next turn.

    `first`: whether the side strikes before all of them, `last`: whether they do before the side.
    """

    enemies: tuple[Soldier, ...]
    later: bool = False
    first: bool = False
    last: bool = False


def rested(man: Soldier) -> Soldier:
    """The man when his side's next turn begins: what he has done in this one is over."""
    return replace(man, state={k: v for k, v in man.state.items() if k not in _DONE})


@dataclass
class Ballistics:
    """Chances under one book and the terms of one game; keeps what cannot change."""

    book: Book
    agreed: Mapping[str, Any]
    _bullets: dict[object, dict[str, int]] = field(default_factory=dict)
    _pairs: dict[object, float] = field(default_factory=dict)
    _powers: dict[object, float] = field(default_factory=dict)
    _known: dict[Hashable, Told] = field(default_factory=dict)

    def blows(
        self, scene: Scene, standing: Sequence["Standing"], cases: Sequence["EnemyCase"]
    ) -> tuple[Floats, Floats]:
        """The best chances to strike and to be struck (cases, places, enemies).

        One man as he would be at all his places, enemies as they stand case by case: how they
        meet is worked out for all of them together.
        """
        field = field_of(scene, self.book.meanings)
        xy = np.concatenate([one.xy for one in standing])
        enemies = [enemy for case in cases for enemy in case.enemies]
        met = Meetings(
            stands_at(field, xy, standing[0].man.radius),
            stands_of(field, [field.stand(enemy) for enemy in enemies]),
        )
        blows = np.zeros((2, len(xy), len(enemies)))
        begin, column = 0, 0
        for one in standing:
            rows = slice(begin, begin + len(one.xy))
            begin, column = rows.stop, 0
            for case in cases:
                man = rested(one.man) if case.later else one.man
                there = scene.with_soldiers(man, *case.enemies)
                for enemy in case.enemies:
                    columns = slice(column, column + 1)
                    here = blows[:, rows, columns]
                    here[0] = self._best(there, met.some(rows, columns), man, enemy)
                    back = met.back.some(columns, rows)
                    here[1] = self._best(there, back, enemy, man, moves=False).T
                    column += 1
        strikes, dangers = blows.reshape(2, len(xy), len(cases), -1).swapaxes(1, 2)
        return strikes, dangers

    def _best(
        self,
        scene: Scene,
        meetings: Meetings,
        shooter: Soldier,
        target: Soldier,
        *,
        moves: bool = True,
    ) -> Floats:
        """The shooter's best chance at the target wherever they meet."""
        best = np.zeros(meetings.shape)
        for weapon in _arms(shooter):
            asked = self._asked(scene, shooter, weapon, target.id)
            fire = FireQuestion(self.book, scene, asked, self._known)
            shots = shots_between(fire, meetings, shooter, target, shooter_moves=moves)
            best = np.maximum(best, shots.hit)
        return best

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
            _, dangers = self.blows(open_ground, [Standing(stands, away)], [EnemyCase((fresh,))])
            self._powers[key] = float(dangers.mean())
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
