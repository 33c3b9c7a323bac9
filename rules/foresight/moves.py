"""Where a side's men go, one after the other, each in a plan of all that is made anew every time.

Where there are many, some are planned before the others are looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rules.book.answer import Units
from rules.book.ask import ask
from rules.foresight.exchange import Standing
from rules.foresight.options import goings_of, happens, held, is_free, limit_in, places_around
from rules.foresight.outlook import EnemyCases, cases_of, choices_of, come_to, ways_of
from rules.foresight.player import NextDeed, PhaseMemory
from rules.foresight.position import Choices, SideChoices, best_places
from rules.foresight.side_view import SideView
from rules.foresight.why import reason_to_go, where
from table.directions import distance_in
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier

_MEETINGS = 100  # of men and enemies that are looked at before the first move is told
_STRAYS = 0.03  # what it costs, beside a man, that one is where his unit should not be
_TRIES = 12  # of a man's best places: then he stays


@dataclass
class Moves:
    """A side's moves: who was thought about is in the memory, what each can choose is kept here.

    Where hands set the men, they may be `spare_in` too far off and still not have gone farther
    than they may.
    """

    memory: PhaseMemory
    spare_in: float = 0.0
    _choices: dict[str, Choices] = field(default_factory=dict)
    _cases: EnemyCases = field(default_factory=lambda: EnemyCases(()))
    _seen: object = None

    def move(self, view: SideView) -> NextDeed | None:
        """The next man's place in the plan, nearest to the enemy first; None once all went."""
        if not view.enemies:
            return None
        while waiting := self._waiting(view):
            self._look_at(view, waiting[: _most_at_once(view)])
            deed = next(self._planned(view), None)
            if deed is not None:
                return deed
        return None

    def look_on(self, view: SideView) -> bool:
        """Look at one man more of those whose move is to come; whether there was one."""
        fresh = [man for man in self._waiting(view) if man.id not in self.memory.ways]
        if not fresh:
            return False
        self._look_at(view, fresh[:1])
        self._looked(view)
        return True

    def forget(self, man: str) -> None:
        """Think about the man again: he did not come to where he was wanted."""
        self.memory.thought.discard(man)
        self._choices.pop(man, None)

    def _planned(self, view: SideView) -> Iterator[NextDeed]:
        """The moves of those who were looked at; who has none stays, and the others know it."""
        side = self._looked(view)
        picked = best_places(side)
        for number, choices in enumerate(side.men):
            if choices.man in self.memory.thought:
                continue
            self.memory.thought.add(choices.man)
            there = self._as_planned(view, side, picked)
            better = _better(view, there, choices, side.values(number, picked))
            deed = self._gone(view, choices, better)
            if deed is not None:
                yield deed
            picked[number] = 0

    def _waiting(self, view: SideView) -> list[Soldier]:
        """Who has not been thought about in this phase, nearest to the enemy first."""
        return [man for man in view.nearest_first if man.id not in self.memory.thought]

    def _look_at(self, view: SideView, men: Sequence[Soldier]) -> None:
        """See where these may go: from now on the plan counts with them."""
        for man in men:
            self._ways_of(view, man)

    def _as_planned(self, view: SideView, side: SideChoices, picked: Sequence[int]) -> Scene:
        """The table once all whose move is to come have gone where they plan to."""
        plans = [(choices, choices.xy[at]) for choices, at in zip(side.men, picked, strict=True)]
        men = (
            replace(view.game.soldier(choices.man), x=float(x), y=float(y))
            for choices, (x, y) in plans
            if choices.man not in self.memory.thought
        )
        return view.game.scene.with_soldiers(*men)

    def _gone(self, view: SideView, choices: Choices, better: Sequence[int]) -> NextDeed | None:
        """The first of these places that the game lets him get to; None where he is to stay."""
        book, game, man = view.book, view.game, view.game.soldier(choices.man)
        ways = self.memory.ways.get(man.id, ())
        for row in better[:_TRIES]:
            why = reason_to_go(game, view.side, choices, self._cases, row)
            deed = ways[1].deed if len(ways) > row == 1 else None
            if deed is not None and happens(book, game, deed.event) is not None:
                self._choices.pop(man.id)
                return NextDeed(deed.event, man.id, f"{man.id} {deed.words}: {why}")
            place = TablePoint(*choices.xy[row].tolist())
            if deed is not None or not is_free(game.scene, man, place):
                continue
            if not self._has_room(view, man, place):
                continue
            going = next(goings_of(book, game, man, [place]), None)
            if going is not None:
                told = f"{man.id} to {where(game.scene, place)}: {why}"
                return NextDeed(going.event, man.id, told, going.place)
        return None

    def _has_room(self, view: SideView, man: Soldier, place: TablePoint) -> bool:
        """Whether a hand may set him down beyond the place by all that is to spare."""
        far_in = distance_in(man.place, place) + self.spare_in
        return not self.spare_in or limit_in(view.book, view.game, man, place) >= far_in

    def _looked(self, view: SideView) -> SideChoices:
        """All men looked at in this phase with what they can choose, who is nearest first."""
        self._look_at_enemies(view)
        cases, weights = self._cases, view.weights
        known = (man for man in view.nearest_first if man.id in self.memory.ways)
        men = [self._choices_of(view, man) for man in known]
        share = cases.shares(weights.coming, weights.later)
        theirs = np.array([view.worths.get(enemy.id, 1.0) for enemy in cases.enemies])
        own = [view.worths.get(man.man, 1.0) for man in men]
        return SideChoices(men, share, weights, own, theirs, view.level.joint)

    def _look_at_enemies(self, view: SideView) -> None:
        """Where enemies may come to is guessed once a phase, not after every own move."""
        seen = (self.memory.phase, view.enemies, view.game.scene.things)
        if seen != self._seen:
            far, later = view.level.far, view.level.weights.later > 0.0
            self._cases = cases_of(view.book, view.game, view.side, far=far, later=later)
            self._seen, self._choices = seen, {}

    def _choices_of(self, view: SideView, man: Soldier) -> Choices:
        known = self._choices.get(man.id)
        found = None if known is None else come_to(known, man)
        if known is not None and found is not None:
            return known if man.id not in self.memory.thought else found
        ways = self._ways_of(view, man)
        self._choices[man.id] = choices_of(view.shots, view.game, ways, self._cases)
        return self._choices[man.id]

    def _ways_of(self, view: SideView, man: Soldier) -> tuple[Standing, ...]:
        """Where he may go in this phase, the same as long as he stands there."""
        if man.id in self.memory.thought:
            return ways_of(view.shots, view.game, man)
        ways, level = self.memory.ways, view.level
        if man.id not in ways or ways[man.id][0].man != man:
            around = places_around(
                view.book,
                view.game,
                man,
                directions=level.directions,
                steps=level.steps,
                spare_in=self.spare_in,
            )
            ways[man.id] = ways_of(view.shots, view.game, man, around, stances=level.stances)
        return ways[man.id]


def _most_at_once(view: SideView) -> int:
    """How many men are looked at before one of them moves."""
    return max(_MEETINGS // max(len(view.enemies), 1), 1)


def _better(view: SideView, there: Scene, choices: Choices, worth: Floats) -> list[int]:
    """The rows of a man's places that are better than to stay, the best first.

    Who strays from his team, or leaves one behind, does so only where it is worth it.
    """
    question = {"ask": "units", **held(view.book, "units", view.game.agreed)}
    man = view.game.soldier(choices.man)
    broken = np.array([_broken(view, there, question, man, at) for at in choices.xy])
    net = worth - _STRAYS * broken
    order = np.argsort(-net, kind="stable")
    better: list[int] = order[net[order] > net[0] + 1e-9].tolist()
    return better


def _broken(
    view: SideView, there: Scene, question: Mapping[str, Any], man: Soldier, xy: Floats
) -> int:
    """How much is wrong with the side's units where the man stands at the place."""
    moved = there.with_soldiers(replace(man, x=float(xy[0]), y=float(xy[1])))
    answer = ask(moved, question, view.book)
    own = {one.id for one in moved.soldiers if one.side == view.side}
    problems = answer.problems if isinstance(answer, Units) else ()
    return sum(bool(own & {*problem.soldiers}) for problem in problems)
