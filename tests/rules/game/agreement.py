"""What a game let happen, asked once more: `ask` must have allowed it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.book.answer import Mistake, is_refused
from rules.book.ask import ask
from rules.book.shelf import book_named
from rules.game.engine import event_classes, next_state, phase_now, read_event
from rules.game.game import EventRefusedError, Game
from rules.game.legs import Went, WholeWay, way_so_far, where_they_began, whole_way
from table.places import TablePoint
from tests.rules.game.random_play import Played


def disagreements(made: Played) -> Iterator[str]:
    """A sentence for each event that happened though `ask` refuses it."""
    for one in made.happened:
        event = one.event
        for game, asked in _QUESTIONS.get(made.book.name, _nothing)(one.before, event):
            asked["declare"] = {**made.book.holding(game.agreed), **asked.get("declare", {})}
            answer = ask(game.scene, asked, made.book)
            if isinstance(answer, Mistake) or is_refused(answer):
                yield f"{event} happened; {asked} is answered {answer}"


def untold(made: Played) -> Iterator[str]:
    """A sentence for each event that needs more than it says: dice that stand in no journal."""
    typed = {kind.word for kind in event_classes(made.book).values()} - {"next"}
    for one in made.happened:
        if one.event["event"] not in typed:
            continue
        plain = {key: value for key, value in one.event.items() if key != "seed"}
        try:
            again = next_state(made.book, one.before, read_event(made.book, plain, strict=False))
        except EventRefusedError as problem:
            yield f"{one.event} cannot be told again: {problem}"
        else:
            if again.game != one.after:
                yield f"{one.event} told again is another game"


Asked = tuple[Game, dict[str, Any]]


def _nothing(_: Game, __: dict[str, Any]) -> Iterator[Asked]:
    yield from ()


def _of_omog(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """The question that an event of an OMOG game answers to."""
    if event["event"] == "fought":
        plain = {"attackers": event["attackers"], "defender": event["defender"]}
        yield before, {"ask": "fight", **plain}
    if event["event"] == "moved" and not event.get("overruled") and not _is_driven_out(before):
        yield _move(before, event)
    if event["event"] == "fired":
        yield from _fire(before, event)


def _is_driven_out(before: Game) -> bool:
    return any(man.state.get("fled") for man in before.scene.soldiers)


def _move(before: Game, event: dict[str, Any]) -> Asked:
    man = before.soldier(event["soldier"])
    begun, way = _way(before, event)
    stops_left_out = replace(way, path=(way.path[0], *map(_place, event["path"][1:])))
    charging = man.state.get("charging")
    charge = {"charge": charging} if charging else {}
    return begun, stops_left_out.asked(man.id, {**way.declare, "elapsed": before.used_s, **charge})


def _way(before: Game, event: dict[str, Any]) -> tuple[Game, WholeWay]:
    """The game with the man back where he began, and all of his way with this event's."""
    path = tuple(map(_place, event["path"]))
    went = Went(soldier=event["soldier"], path=path, declare=event.get("declare", {}))
    return whole_way(before, before.soldier(went.soldier), went)


def _place(xy: list[float]) -> TablePoint:
    return TablePoint(*xy)


def _fire(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    keys = ("shooter", "weapon", "aim", "target", "declare")
    asked = {key: event[key] for key in keys if key in event}
    if "target" in asked and before.scene.soldier(asked["target"]) is None:
        return  # what is left of a thing is told by the game alone
    in_fire = before.phase == len(before.order)
    game = where_they_began(before) if in_fire else before
    yield game, {"ask": "burst" if "aim" in asked else "shoot", **asked}


def _of_lgam(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """The questions that an event of an L.G.A.M. game answers to."""
    if event["event"] == "moved" and not event.get("overruled"):
        begun, way = _way(before, event)
        # How high a climb goes is measured by the game where nobody says it.
        climbs = {"height": 0.0} if way.declare.get("mode") == "climb" else {}
        yield begun, way.asked(event["soldier"], {**climbs, **way.declare})
    if event["event"] == "fired":
        yield from _of_guns(before, event)


def _of_guns(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """Shots in their sub-phase, or, in the moves, at an opportunity or from overwatch."""
    phase, shooter = phase_now(book_named("lgam"), before), before.soldier(event["shooter"])
    moving, watching = phase.name.startswith("move"), shooter.state.get("overwatch")
    when = {"opportunity": not watching} if moving else {"subphase": phase.name[-2:]}
    who = {"shooter": shooter.id, "weapon": event["weapon"]}
    for aimed in event.get("targets") or [event.get("aim", event.get("target"))]:
        bursts = "aim" in event or isinstance(aimed, list)
        at = {"ask": "burst", "aim": aimed} if bursts else {"ask": "shoot", "target": aimed}
        yield before, {**at, **who, "declare": {**event.get("declare", {}), **when}}


def _of_omniwar(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """The questions that an event of an OmniWar game answers to."""
    if event["event"] == "moved" and not event.get("overruled"):
        begun, way = _way(before, event)
        yield begun, way.asked(event["soldier"], way.declare)
    if event["event"] == "attacked":
        yield from _of_attackers(before, event)


def _of_attackers(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """Each attack on a unit, or that on a hex; who fires outside his turn reacts."""
    side = phase_now(book_named("omniwar"), before).side
    for name in event.get("attackers") or [event["shooter"]]:
        react = {"reaction": True} if before.soldier(name).side != side else {}
        who = {"shooter": name, "weapon": event.get("weapon"), "declare": react}
        if "aim" in event:
            yield before, {"ask": "burst", "aim": event["aim"], **who}
        else:
            for target in event.get("targets") or [event["target"]]:
                yield before, {"ask": "shoot", "target": target, **who}


def _of_combat(before: Game, event: dict[str, Any]) -> Iterator[Asked]:
    """The questions that an event of a COMBAT game answers to: fire named, a first leg gone."""
    if event["event"] == "named":
        who = {key: event[key] for key in ("shooter", "target", "weapon") if key in event}
        declare = {**event.get("declare", {}), "shots": event.get("bullets", 1)}
        yield before, {"ask": "shoot", **who, "declare": declare}
    if event["event"] == "moved" and not event.get("overruled"):
        man = before.soldier(event["soldier"])
        if way_so_far(before, man.id) is None and man.state.get("in") is None:
            path, declare = event["path"], event.get("declare", {})
            yield before, {"ask": "move", "soldier": man.id, "path": path, "declare": declare}


_QUESTIONS = {
    "omog-advanced": _of_omog,
    "omog-musket": _of_omog,
    "lgam": _of_lgam,
    "omniwar": _of_omniwar,
    "combat": _of_combat,
}
