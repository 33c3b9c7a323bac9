"""What a game let happen, asked once more: `ask` must have allowed it."""

from collections.abc import Iterator
from typing import Any

from rules.book.answer import Mistake
from rules.book.ask import ask
from rules.book.shelf import book_named
from rules.game.engine import event_classes, next_state, phase_now, read_event
from rules.game.game import EventRefusedError, Game
from rules.game.legs import where_they_began, whole_way
from tests.rules.game.random_play import Played


def disagreements(made: Played) -> Iterator[str]:
    """A sentence for each event that happened though `ask` refuses it."""
    for one in made.happened:
        event = one.event
        question = _QUESTIONS.get(made.book.name, _nothing)(one.before, event)
        if question is None:
            continue
        game, asked = question
        asked["declare"] = {**made.book.holding(game.agreed), **asked.get("declare", {})}
        answer = ask(game.scene, asked, made.book)
        if isinstance(answer, Mistake) or not getattr(answer, "allowed", True):
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


Asked = tuple[Game, dict[str, Any]] | None


def _nothing(_: Game, __: dict[str, Any]) -> Asked:
    return None


def _of_omog(before: Game, event: dict[str, Any]) -> Asked:
    """The question that an event of an OMOG game answers to."""
    if event["event"] == "fought":
        plain = {"attackers": event["attackers"], "defender": event["defender"]}
        return before, {"ask": "fight", **plain}
    if event["event"] == "moved" and not event.get("overruled") and not _is_driven_out(before):
        return _move(before, event)
    if event["event"] == "fired":
        return _fire(before, event)
    return None


def _is_driven_out(before: Game) -> bool:
    return any(man.state.get("fled") for man in before.scene.soldiers)


def _move(before: Game, event: dict[str, Any]) -> Asked:
    man = before.soldier(event["soldier"])
    begun, whole = whole_way(before, man, event)
    path = [whole["path"][0], *event["path"][1:]]
    declare = {**whole["declare"], "elapsed": before.used_s}
    charging = man.state.get("charging")
    declare |= {"charge": charging} if charging else {}
    return begun, {"ask": "move", "soldier": man.id, "path": path, "declare": declare}


def _fire(before: Game, event: dict[str, Any]) -> Asked:
    keys = ("shooter", "weapon", "aim", "target", "declare")
    asked = {key: event[key] for key in keys if key in event}
    if "target" in asked and before.scene.soldier(asked["target"]) is None:
        return None  # what is left of a thing is told by the game alone
    in_fire = before.phase == len(before.order)
    game = where_they_began(before) if in_fire else before
    return game, {"ask": "burst" if "aim" in asked else "shoot", **asked}


def _of_lgam(before: Game, event: dict[str, Any]) -> Asked:
    """The question that an event of an L.G.A.M. game answers to."""
    if event["event"] == "moved" and not event.get("overruled"):
        begun, whole = whole_way(before, before.soldier(event["soldier"]), event)
        # How high a climb goes is measured by the game where nobody says it.
        climbs = {"height": 0.0} if whole["declare"].get("mode") == "climb" else {}
        declare = {**climbs, **whole["declare"]}
        return begun, {"ask": "move", **whole, "soldier": event["soldier"], "declare": declare}
    return _of_guns(before, event) if event["event"] == "fired" else None


def _of_guns(before: Game, event: dict[str, Any]) -> Asked:
    """A shot in its sub-phase, or, in the moves, at an opportunity or from overwatch."""
    phase, shooter = phase_now(book_named("lgam"), before), before.soldier(event["shooter"])
    moving, watching = phase.name.startswith("move"), shooter.state.get("overwatch")
    when = {"opportunity": not watching} if moving else {"subphase": phase.name[-2:]}
    aimed = event.get("aim", event.get("target", (event.get("targets") or [None])[0]))
    at = {"ask": "burst", "aim": aimed} if "aim" in event else {"ask": "shoot", "target": aimed}
    at = {"ask": "burst", "aim": aimed} if isinstance(aimed, list) else at
    who = {"shooter": shooter.id, "weapon": event["weapon"]}
    return before, {**at, **who, "declare": {**event.get("declare", {}), **when}}


_QUESTIONS = {"omog-advanced": _of_omog, "omog-musket": _of_omog, "lgam": _of_lgam}
