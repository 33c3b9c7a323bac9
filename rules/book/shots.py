"""Shots in bulk: at a man who may stand at many places, or by a man from many places.

In go men and places; out come arrays of what `shoot` answers to each pair. A book sorts the pairs
into kinds by all that its rules may know of them; of each kind one pair is asked about as any
question is asked, so that the book's own answer decides, and the others of the kind have the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from rules.book.answer import Answer, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.chances import chance_on
from rules.book.question import Question, QuestionError
from rules.book.shot_kinds import Kinds, TwoMenQuestion
from rules.measure.field import Field, field_of
from rules.measure.meetings import Meetings
from rules.measure.ragged import Ints
from rules.measure.sight import SightFacts, SightRule, foresee, sights
from rules.measure.stands import Flags, Stands, stands_at, stands_of
from table.errors import UserError
from table.places import Floats
from table.scene import Scene, Soldier


@dataclass(frozen=True, eq=False)
class Shots:
    """Whether each shot may be fired, and the chance that it hits, 0 where it may not.

    `times` is how many such shots an attack has.
    """

    allowed: Flags
    chance: Floats
    distance_in: Floats
    times: Floats

    @property
    def hit(self) -> Floats:
        """The chance that at least one shot of an attack hits."""
        missed: Floats = (1.0 - self.chance) ** self.times
        return 1.0 - missed


@dataclass(frozen=True)
class FireQuestion:
    """Under which book, in which scene, and what a question holds besides: weapon, declare."""

    book: Book
    scene: Scene
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def field(self) -> Field:
        """The scene as the book sees it."""
        return field_of(self.scene, self.book.meanings)

    def soldier(self, soldier_id: str) -> Soldier:
        """The scene's soldier of that id."""
        return Question(self.scene, {}).known_soldier(soldier_id)

    def of(self, shooter: Soldier, target: Soldier) -> Question:
        """The question about these two."""
        men = {"shooter": shooter.id, "target": target.id}
        return Question(self.scene, {"ask": "shoot", **self.asked, **men})


def shots_at(fire: FireQuestion, shooters: Sequence[str], target: str, places_xy: Floats) -> Shots:
    """The shots of soldiers (rows) where they stand at one who stands at each place (columns)."""
    men, moved = [fire.soldier(shooter) for shooter in shooters], fire.soldier(target)
    meetings = Meetings(_still(fire, men), stands_at(fire.field, places_xy, moved.radius))
    rows = [
        _block(
            fire,
            TwoMenQuestion(fire.book, fire.of(man, moved), meetings.row(number), man, moved, False),
        )
        for number, man in enumerate(men)
    ]
    return _joined(rows, 0, (0, len(meetings.second)))


def shots_from(
    fire: FireQuestion, shooter: str, places_xy: Floats, targets: Sequence[str]
) -> Shots:
    """The shots of a soldier from each place (rows) at others (columns) where they stand."""
    moved, men = fire.soldier(shooter), [fire.soldier(target) for target in targets]
    meetings = Meetings(stands_at(fire.field, places_xy, moved.radius), _still(fire, men))
    columns = [
        _block(
            fire,
            TwoMenQuestion(
                fire.book, fire.of(moved, man), meetings.column(number), moved, man, True
            ),
        )
        for number, man in enumerate(men)
    ]
    return _joined(columns, 1, (len(meetings.first), 0))


def _still(fire: FireQuestion, men: Sequence[Soldier]) -> Stands:
    return stands_of(fire.field, [fire.field.stand(man) for man in men])


def _joined(blocks: list[Shots], axis: int, none: tuple[int, int]) -> Shots:
    if not blocks:
        return Shots(np.zeros(none, dtype=bool), *(np.zeros(none) for _ in range(3)))
    return Shots(
        np.concatenate([block.allowed for block in blocks], axis),
        np.concatenate([block.chance for block in blocks], axis),
        np.concatenate([block.distance_in for block in blocks], axis),
        np.concatenate([block.times for block in blocks], axis),
    )


def _block(fire: FireQuestion, pairing: TwoMenQuestion) -> Shots:
    """The shots between two men, of whom one is moved about."""
    shape = pairing.meetings.shape
    first, kind = _sorted_out(_kinds(pairing), shape)
    sights_of = _foreseen(pairing, first)
    told = []
    for number, pair in enumerate(first.tolist()):
        scene = fire.scene.with_soldiers(pairing.moved(*divmod(pair, shape[1])))
        for look in sights_of:
            look.keep(field_of(scene, fire.book.meanings), number)
        told.append(_told(ask(scene, pairing.question.fields, fire.book), pairing.target.id))
    facts = np.array(told, dtype=np.float64).reshape(-1, 3)[kind].reshape(*shape, 3)
    distance_in = pairing.meetings.distance_in()
    return Shots(facts[..., 0] > 0.0, facts[..., 1], distance_in, facts[..., 2])


@dataclass(frozen=True)
class PairSights:
    """What one man sees of another under a rule, for some pairs of their places."""

    rule: SightRule
    viewer: str
    target: str
    seen: Sequence[SightFacts]

    def keep(self, field: Field, number: int) -> None:
        """Tell a field in which they stand as in that pair."""
        viewer, target = (field.scene.soldier(who) for who in (self.viewer, self.target))
        assert viewer is not None
        assert target is not None
        foresee(field, self.rule, (viewer, target), self.seen[number])


def _foreseen(pairing: TwoMenQuestion, pairs: Ints) -> list[PairSights]:
    """What the men of these pairs see of each other, worked out together."""
    meetings = pairing.meetings
    rows, columns = (places.tolist() for places in divmod(pairs, meetings.shape[1]))
    here = [meetings.first.stand(row) for row in rows]
    there = [meetings.second.stand(column) for column in columns]
    one, other = pairing.shooter.id, pairing.target.id
    looks = [
        PairSights(
            rule, one, other, sights(meetings.field, rule, list(zip(here, there, strict=True)))
        )
        for rule in meetings.seen
    ]
    return looks + [
        PairSights(
            rule, other, one, sights(meetings.field, rule, list(zip(there, here, strict=True)))
        )
        for rule in meetings.back.seen
    ]


def _told(answer: Answer, target: str) -> tuple[bool, float, int]:
    """Whether a shot is allowed, its chance, and how many there are of it.

    A question without an answer allows nothing.
    """
    if not isinstance(answer, Shot) or not answer.allowed:
        return False, 0.0, 1
    return True, chance_on(answer, target), max(answer.shots, 1)


def _kinds(pairing: TwoMenQuestion) -> Kinds | None:
    """What the book tells the kinds by; None where every pair must be asked about."""
    if pairing.book.shot_kinds is None:
        return None
    try:
        kinds: Kinds | None = import_module(pairing.book.shot_kinds).shot_kinds(pairing)
    except (QuestionError, UserError):
        return ()  # one pair tells it all: the question itself is at fault
    return kinds


def _sorted_out(kinds: Kinds | None, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """A pair of each kind, and the kind of each pair."""
    count = shape[0] * shape[1]
    if kinds is None:
        return np.arange(count), np.arange(count)
    code = np.zeros(shape, dtype=np.int64)
    for fact in kinds:
        code = code * (int(fact.max(initial=0)) + 1) + fact
    _, first, kind = np.unique(code.reshape(-1), return_index=True, return_inverse=True)
    return first, kind
