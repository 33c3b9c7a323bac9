"""How many wrong events an incident makes: what is believed beside what is true."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spotter.belief.belief import Belief, folded
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.virtual.incidents.reel import Reel, Shot, Truth
from vision.live.evidence import LIVE, STILLS
from vision.live.merge import overlap
from vision.live.track import track
from vision.live.tracked import Tracked, Watching

NEAR_IN = 0.25
RECENT_S = 2.5  # what was true so long ago may be believed only now
AT_ONCE_S = 1.0  # a move is believed so soon after the hand is gone


@dataclass(slots=True)
class Score:
    """What went wrong, in words; and of moves how many there were and how many came in time."""

    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    moves: int = 0
    in_time: int = 0
    hands: int = 0  # pictures without a hand in which one was seen


@dataclass(frozen=True, eq=False)
class Told:
    """What is believed after a picture."""

    shot: Shot
    belief: Belief | None


def told(reel: Reel, *, empty: bool) -> list[Told]:
    """What is believed after each picture of an incident."""
    stage = reel.stage
    patience = STILLS if reel.step_s >= 1.0 else LIVE
    watching = Watching(stage.spec, stage.army, stage.lens, stage.empty if empty else None,
                        patience=patience)  # fmt: skip
    tracked: Tracked | None = None
    belief: Belief | None = None
    story = []
    for shot in reel.shots:
        tracked = track(tracked, shot.take(), watching, shot.at_s)
        seen = tracked.observation(shot.at_s)
        belief = belief if seen is None else folded(belief, seen)
        story.append(Told(shot, belief))
    return story


def scored(reel: Reel, *, empty: bool = False) -> Score:
    """An incident played and scored."""
    story, score = told(reel, empty=empty), Score()
    story = [one for one in story if one.belief is not None]
    if not story:
        return Score(missed=["nothing is known"])
    for before, now in pairwise(story):
        assert before.belief is not None
        assert now.belief is not None
        recent = _recent(reel.shots, now.shot.at_s)
        score.wrong += [
            f"{now.shot.at_s:.1f} s: {word}" for word in _wrong(before.belief, now.belief, recent)
        ]
        score.hands += now.belief.hand and not any(
            s.hand for s in _last(reel.shots, now.shot.at_s, 0.3)
        )
    _ended(story, score)
    _moves(reel, story, score)
    return score


def _recent(shots: Sequence[Shot], at_s: float) -> list[Truth]:
    return [shot.truth for shot in _last(shots, at_s, RECENT_S)]


def _last(shots: Sequence[Shot], at_s: float, seconds: float) -> list[Shot]:
    return [shot for shot in shots if at_s - seconds <= shot.at_s <= at_s]


def _wrong(before: Belief, now: Belief, recent: Sequence[Truth]) -> list[str]:
    """What is newly believed and was never true of late."""
    known = {man.id: man for man in before.scene.soldiers}
    words = []
    for man in now.scene.soldiers:
        was = known.get(man.id)
        if was != man:
            words += _wrong_man(was, man, recent)
    names = [name for name in now.doubled if not any(name in truth.twice for truth in recent)]
    words += [f"{name} is there twice" for name in names if name not in before.doubled]
    if any(truth.things is False for truth in recent):
        return words
    return [*words, *_wrong_things(before.scene, now.scene)]


def _wrong_man(was: Soldier | None, man: Soldier, recent: Sequence[Truth]) -> list[str]:
    places = [truth.places.get(man.id) for truth in recent]
    if man.lifted and not (was is not None and was.lifted):
        return [] if None in places else [f"{man.id} is lifted"]
    if man.hidden and not (was is not None and was.hidden):
        hidden = any(man.id in truth.hidden or man.id in truth.twice for truth in recent)
        return [] if hidden or None in places else [f"{man.id} is hidden"]
    true = [place for place in places if place is not None]
    if any(distance_in(man.place, place) < NEAR_IN for place in true):
        return []
    if was is not None and was.place == man.place:
        return []  # nothing new is said of him
    if any(man.id in truth.twice for truth in recent):
        return []
    return [f"{man.id} is moved to {man.x:.1f}, {man.y:.1f}"]


def _wrong_things(before: Scene, now: Scene) -> list[str]:
    gone = [one for one in before.things if not any(overlap(one, t) > 0.5 for t in now.things)]
    came = [one for one in now.things if not any(overlap(one, t) > 0.5 for t in before.things)]
    cards = sorted(card.order for card in before.orders) != sorted(c.order for c in now.orders)
    return [
        *(f"{thing.id} is gone" for thing in gone),
        *(f"{thing.id} came" for thing in came),
        *(["cards differ"] if cards else []),
    ]


def _ended(story: Sequence[Told], score: Score) -> None:
    """Who is not seen at last where he stands in plain view."""
    first, last = story[0], story[-1]
    assert first.belief is not None
    assert last.belief is not None
    truth = last.shot.truth
    for name, place in truth.places.items():
        man = last.belief.scene.soldier(name)
        plain = name not in truth.hidden and name not in truth.twice
        if first.belief.scene.soldier(name) is None or not plain:
            continue
        if place is None and man is not None and not (man.lifted or man.hidden):
            score.missed.append(f"{name} is not seen to be lifted")
        if place is not None and not _stands(man, place):
            score.missed.append(f"{name} is not where he stands")
    if last.belief.hand:
        score.missed.append("a hand is still there")


def _stands(man: Soldier | None, place: TablePoint) -> bool:
    return (
        man is not None
        and not man.hidden
        and not man.lifted
        and distance_in(man.place, place) < NEAR_IN
    )


def _moves(reel: Reel, story: Sequence[Told], score: Score) -> None:
    """How soon moves are believed after the hand has gone."""
    first, last = story[0].shot.truth, story[-1].shot.truth
    assert story[0].belief is not None
    known = {man.id for man in story[0].belief.scene.soldiers}
    gone_s = max((shot.at_s for shot in reel.shots if shot.hand), default=0.0)
    for name, place in last.places.items():
        if place is None or name not in known or name in last.hidden:
            continue
        if place == first.places[name]:
            continue
        score.moves += 1
        since = [t for t in story if t.shot.at_s > gone_s]
        seen = [t for t in since if t.belief and _stands(t.belief.scene.soldier(name), place)]
        slow = reel.step_s >= 1.0
        score.in_time += bool(seen) and (slow or seen[0].shot.at_s - gone_s <= AT_ONCE_S)
