"""What the players do next, in one sentence: the window always shows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.book.book import Book
from rules.game.changed_things import to_take_off
from rules.game.engine import game_rules, phase_now
from rules.game.game import Game, Phase
from rules.measure.lengths import in_contact

SET_UP = "set up the table, then press E or lay the card NEXT"
_DONE = "E or card NEXT when done"


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """The side that the program plays, and what it asks of the players' hands, if anything."""

    side: str
    wish: str | None = None


def what_now(
    book: Book,
    game: Game,
    refused: Iterable[str],
    lying: Iterable[str],
    played: PlayedSide | None = None,
) -> str:
    """What the players do next; `refused` are to be put back, `lying` to be taken off."""
    if game.winner is not None:
        return "Ctrl+Z takes the last event back, Q ends the game"
    back, off = sorted(refused), sorted({*lying, *_down(game), *to_take_off(game)})
    parts = []
    if back:
        parts.append(f"put back {', '.join(back)}, or O lets it stand")
    if off:
        parts.append(f"take off {', '.join(off)}")
    if played is not None and played.wish is not None:
        parts.append(played.wish)
    if played is None or phase_now(book, game).side != played.side or game_rules(book).due(game):
        parts.append(_phase_words(book, game))
    elif played.wish is None:
        parts.append(f"{played.side} thinks; it ends its phase itself")
    return "; ".join(parts)


def _down(game: Game) -> list[str]:
    """Who was hit and may be taken off already."""
    return [loss.id for loss in game.hit]


def _phase_words(book: Book, game: Game) -> str:
    due = game_rules(book).due(game)
    if due is not None:
        throw = f" (type {due.dice}, or the program throws)" if due.dice else ""
        return f"{due.words}{throw}: E or card NEXT"
    phase = phase_now(book, game)
    whose = f"{phase.side}: " if phase.side else ""
    is_late = phase.clock_s is not None and game.used_s >= phase.clock_s
    words = _fights(game, phase) if phase.hand_to_hand else "" if is_late else phase.todo
    return f"{whose}{words}; {_DONE}" if words else f"{whose}{_DONE}"


def _fights(game: Game, phase: Phase) -> str:
    """The enemies in contact, or that there are none."""
    men = game.scene.soldiers
    pairs = [
        f"{one.id}-{other.id}"
        for i, one in enumerate(men)
        for other in men[i + 1 :]
        if one.side != other.side and in_contact(one, other)
    ]
    if not pairs:
        return "nobody is in contact"
    return f"in contact: {', '.join(pairs)}; {phase.todo}"
