"""Shots in bulk: at a man who may stand at many places, or by a man from many places.

In go men and places; out come arrays of what `shoot` answers to each pair. A book sorts the pairs
into kinds by all that its rules may know of them; of each kind one pair is asked about as any
question is asked, so that the book's own answer decides, and the others of the kind have the same.
"""

from collections.abc import Hashable, Mapping, Sequence
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
from rules.measure.ragged import Flags, Ints
from rules.measure.sight import foresee
from rules.measure.stands import Stands, stands_at, stands_of
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


_MOST_CODES = 1 << 62  # more kinds than this have no whole number each

ShotOdds = tuple[
    bool, float, int
]  # whether a shot is allowed, its chance, how many there are of it


@dataclass(frozen=True)
class FireQuestion:
    """Under which book, in which scene, and what a question holds besides: weapon, declare.

    `known` is for who searches: there the answer to each kind is kept, and serves for all men of
    the same arms and state, whatever the others have done meanwhile.
    """

    book: Book
    scene: Scene
    asked: Mapping[str, Any] = field(default_factory=dict)
    known: dict[Hashable, ShotOdds] | None = None

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
        shots_between(fire, meetings.row(number), man, moved, shooter_moves=False)
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
        shots_between(fire, meetings.column(number), moved, man, shooter_moves=True)
        for number, man in enumerate(men)
    ]
    return _joined(columns, 1, (len(meetings.first), 0))


def shots_between(
    fire: FireQuestion,
    meetings: Meetings,
    shooter: Soldier,
    target: Soldier,
    *,
    shooter_moves: bool,
) -> Shots:
    """The shots between two men of the scene, of whom one is moved about to where they meet."""
    question = fire.of(shooter, target)
    pairing = TwoMenQuestion(fire.book, question, meetings, shooter, target, shooter_moves)
    kinds = _kinds(pairing)
    first, kind = _sorted_out(kinds, meetings.shape)
    told = _all_told(fire, pairing, kinds, first)
    facts = np.array(told, dtype=np.float64).reshape(-1, 3)[kind].reshape(*meetings.shape, 3)
    return Shots(facts[..., 0] > 0.0, facts[..., 1], meetings.distance_in(), facts[..., 2])


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


def _all_told(
    fire: FireQuestion, pairing: TwoMenQuestion, kinds: Kinds | None, pairs: Ints
) -> list[ShotOdds]:
    """The answers about these pairs, one of each kind; what is known is not asked again."""
    if fire.known is None or kinds is None:
        return _asked(fire, pairing, pairs)
    known, alike = fire.known, _alike(fire, pairing)
    facts = (np.broadcast_to(fact, pairing.meetings.shape).reshape(-1)[pairs] for fact in kinds)
    keys = [(alike, *row) for row in np.array(list(facts), dtype=np.int64).T.tolist()]
    keys = keys or [(alike,)] * len(pairs)
    new = [number for number, key in enumerate(keys) if key not in known]
    for number, told in zip(new, _asked(fire, pairing, pairs[new]), strict=True):
        known[keys[number]] = told
    return [known[key] for key in keys]


def _alike(fire: FireQuestion, pairing: TwoMenQuestion) -> Hashable:
    """All that tells the question about these two from others, but for what their kind tells."""
    one, other = pairing.shooter, pairing.target
    states = _state_words(one), _state_words(other)
    return (
        repr(fire.asked),
        *states,
        *(other.id in states[0], one.id in states[1]),
        *(one.side == other.side, one.team == other.team),
        *((man.role, man.weapons, man.radius) for man in (one, other)),
    )


def _state_words(man: Soldier) -> str:
    """A man's state; lengths in it as far as anybody could measure them."""
    return repr([(k, round(v, 2) if isinstance(v, float) else v) for k, v in man.state.items()])


def _asked(fire: FireQuestion, pairing: TwoMenQuestion, pairs: Ints) -> list[ShotOdds]:
    """The book's own answers about these pairs."""
    _foresee(pairing, pairs)
    told = []
    for pair in pairs.tolist():
        moved = pairing.moved(*divmod(pair, pairing.meetings.shape[1]))
        scene = fire.scene.with_soldiers(moved)
        told.append(_told(ask(scene, pairing.question.fields, fire.book), pairing.target.id))
    return told


def _foresee(pairing: TwoMenQuestion, pairs: Ints) -> None:
    """Work out together what the men of these pairs see of each other, before each is asked."""
    meetings = pairing.meetings
    rows, columns = (places.tolist() for places in divmod(pairs, meetings.shape[1]))
    here = [meetings.first.stand(row) for row in rows]
    there = [meetings.second.stand(column) for column in columns]
    for rule in meetings.seen:
        foresee(meetings.field, rule, zip(here, there, strict=True))
    for rule in meetings.back.seen:
        foresee(meetings.field, rule, zip(there, here, strict=True))


def _told(answer: Answer, target: str) -> ShotOdds:
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
    code, most = np.zeros(shape, dtype=np.int64), 1
    for fact in kinds:
        values = int(fact.max(initial=0)) + 1
        if values == 1:
            continue
        if most * values > _MOST_CODES:
            code, most = np.unique(code, return_inverse=True)[1].reshape(shape), count
        code, most = code * values + fact, most * values
    _, first, kind = np.unique(code.reshape(-1), return_index=True, return_inverse=True)
    return first, kind
