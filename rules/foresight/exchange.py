"""What blows a side deals and takes: chances over many places at once, under the terms agreed.

Rows and columns are men and places; all numbers come from the book's own answers.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.chances import at_least_once, chance_on
from rules.book.shots import FireQuestion, ShotOdds, shots_between
from rules.foresight.attacks import arms_asked, bullets_of, with_declared
from rules.foresight.options import MoveOption
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
    """A man in some state, and places where he would stand in it.

    `deed` is what he does for it where he stands.
    """

    man: Soldier
    xy: Floats
    deed: MoveOption | None = None


@dataclass(frozen=True, slots=True)
class EnemyCase:
    """The enemies as they may stand when blows fall; `later`: those of the next turn.

    `first`: whether the side strikes before all of them, `last`: whether they do before the side.
    """

    enemies: tuple[Soldier, ...]
    later: bool = False
    first: bool = False
    last: bool = False


@dataclass(frozen=True, eq=False)
class _Pair:
    """A man at his places and an enemy as he stands in a case."""

    one: Standing
    case: EnemyCase
    enemy: Soldier

    @cached_property
    def man(self) -> Soldier:
        """The man as he is when blows fall."""
        return rested(self.one.man) if self.case.later else self.one.man

    @cached_property
    def key(self) -> Hashable:
        """All that tells the two from others."""
        return self.man.id, _bearing(self.man), self.one.xy.tobytes(), spot(self.enemy)


def _numbered(standing: Iterable[Standing]) -> tuple[dict[int, slice], Floats]:
    """Where each of these has his places among those of all, and these."""
    rows: dict[int, slice] = {}
    found: list[Floats] = []
    for one in standing:
        if id(one) not in rows:
            begin = sum(len(xy) for xy in found)
            rows[id(one)] = slice(begin, begin + len(one.xy))
            found.append(one.xy)
    return rows, np.concatenate(found)


def rested(man: Soldier) -> Soldier:
    """The man when his side's next turn begins: what he has done in this one is over."""
    return replace(man, state={k: v for k, v in man.state.items() if k not in _DONE})


@dataclass
class Ballistics:
    """Chances under one book and the terms of one game; keeps what cannot change.

    `told` are answers to kinds of shots, which hold for all games of the same terms and things.
    """

    book: Book
    agreed: Mapping[str, Any]
    told: dict[Hashable, ShotOdds] = field(default_factory=dict)
    _bullets: dict[object, dict[str, int]] = field(default_factory=dict)
    _pairs: dict[object, float] = field(default_factory=dict)
    _powers: dict[object, tuple[float, float]] = field(default_factory=dict)
    _lay: object = None
    _met: dict[Hashable, Floats] = field(default_factory=dict)

    def blows(
        self, scene: Scene, standing: Sequence["Standing"], cases: Sequence["EnemyCase"]
    ) -> tuple[Floats, Floats]:
        """The best chances to strike and to be struck (cases, places, enemies).

        One man as he would be at all his places, enemies as they stand case by case. What has been
        worked out before, of a man at the same places and an enemy who stands as he stood, is
        known; how the others meet is worked out for all of them together.
        """
        pairs = [
            [[_Pair(one, case, enemy) for enemy in case.enemies] for case in cases]
            for one in standing
        ]
        self._meet(scene, [pair for one in pairs for row in one for pair in row])
        blows = [
            [np.array([self._met[pair.key] for pair in row]).reshape(-1, 2, len(xy)) for row in one]
            for one, xy in zip(pairs, (one.xy for one in standing), strict=True)
        ]
        joined = np.concatenate([np.array(one) for one in blows], axis=3)
        strikes, dangers = joined.transpose(2, 0, 3, 1)
        return strikes, dangers

    def forget(self) -> None:
        """Forget who stood where."""
        self._met.clear()

    def _meet(self, scene: Scene, pairs: Sequence["_Pair"]) -> None:
        """Work out all of these that are not known."""
        field = field_of(scene, self.book.meanings)
        if field.lay is not self._lay:
            self._lay = field.lay
            self.forget()
        new = {pair.key: pair for pair in pairs if pair.key not in self._met}
        if not new:
            return
        rows, xy = _numbered(pair.one for pair in new.values())
        enemies = {spot(pair.enemy): pair.enemy for pair in new.values()}
        columns = {spot: number for number, spot in enumerate(enemies)}
        met = Meetings(
            stands_at(field, xy, next(iter(new.values())).man.radius),
            stands_of(field, [field.stand(enemy) for enemy in enemies.values()]),
        )
        for key, pair in new.items():
            column = columns[spot(pair.enemy)]
            here = rows[id(pair.one)], slice(column, column + 1)
            there = scene.with_soldiers(pair.man, *pair.case.enemies)
            strikes = self._best(there, met.some(*here), pair.man, pair.enemy)
            back = met.back.some(*here[::-1])
            dangers = self._best(there, back, pair.enemy, pair.man, moves=False)
            self._met[key] = np.array([strikes[:, 0], dangers[0]])

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
            fire = FireQuestion(self.book, scene, asked, self.told)
            shots = shots_between(fire, meetings, shooter, target, shooter_moves=moves)
            best = np.maximum(best, shots.hit)
        return best

    def pair(self, scene: Scene, shooter: Soldier, target: Soldier) -> float:
        """The best chance of one at another as they stand."""
        key = (scene.things, *spot(shooter), *spot(target))
        if key not in self._pairs:
            self._pairs[key] = max(
                self._chance(scene, shooter, target.id, arm) for arm in _arms(shooter)
            )
        return self._pairs[key]

    def power(self, scene: Scene, man: Soldier, target: Soldier) -> float:
        """How well a man of his arms strikes on open ground, far and near."""
        return self._in_the_open(scene, replace(man, state={}), target)[0]

    def stance(self, scene: Scene, man: Soldier, enemy: Soldier) -> float:
        """How much better he strikes than he is struck on open ground, as he holds himself."""
        strikes, dangers = self._in_the_open(scene, man, enemy)
        return strikes - dangers

    def _in_the_open(self, scene: Scene, man: Soldier, other: Soldier) -> tuple[float, float]:
        """How well a man strikes another and is struck on open ground, far and near."""
        key = (*(_arms_and_state(one) for one in (man, other)),)
        if key not in self._powers:
            fresh = replace(man, x=0.0, y=0.0, facing=0.0, elevation=0.0, on=None)
            stands = [
                replace(other, x=away_in, y=0.0, facing=180.0, state={}, elevation=0.0, on=None)
                for away_in in _AWAY_IN
            ]
            open_ground = replace(scene, soldiers=(fresh, stands[0]), things=())
            cases = [EnemyCase((there,)) for there in stands]
            there = Ballistics(self.book, self.agreed, self.told)
            blows = there.blows(open_ground, [Standing(fresh, np.zeros((1, 2)))], cases)
            self._powers[key] = (float(blows[0].mean()), float(blows[1].mean()))
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


def _arms_and_state(man: Soldier) -> tuple[object, ...]:
    return man.role, man.weapons, _bearing(man)[-1]


def spot(man: Soldier) -> tuple[object, ...]:
    """All that a chance can hang on of a man."""
    return man.id, man.x, man.y, *_bearing(man)


def _bearing(man: Soldier) -> tuple[object, ...]:
    """The same but for his place."""
    state = tuple(sorted((key, repr(value)) for key, value in man.state.items()))
    return man.facing, man.elevation, man.on, state
