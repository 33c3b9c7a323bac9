"""What is drawn of a game besides the table: its line, and the table with what the game keeps."""

from collections.abc import Iterable
from dataclasses import replace

from overlay.window.hud import Hud, PlayerQuestion
from rules.book.book import Book
from rules.book.shown import state_shown
from rules.game.changed_things import as_changed
from rules.game.engine import game_rules, phase_now, won_words
from rules.game.game import Game
from spotter.belief.belief import Belief
from spotter.game.advice import PlayedSide, what_now
from spotter.game.hits import off_men
from spotter.game.live_game import LiveGame
from spotter.game.move_clock import left_s
from spotter.game.questions import YesNoQuestion
from spotter.game.referee import still_lying
from spotter.game.riders import rides
from table.places import TablePoint
from table.scene import Scene


def with_kept(game: Game, scene: Scene) -> Scene:
    """The table with each man's state, and all that the game did to things.

    Who is off or rides, and whose figure was taken up, is not drawn where it stood.
    """
    off = off_men(game)
    men = tuple(
        man if (of := game.scene.soldier(man.id)) is None else replace(man, state=of.state)
        for man in scene.soldiers
        if not (man.lifted and (man.id in off or rides(game, man.id)))
    )
    return as_changed(game, replace(scene, soldiers=men))


def game_line(
    live: LiveGame,
    belief: Belief,
    refused: Iterable[str],
    now_s: float,
    played: PlayedSide | None = None,
) -> Hud:
    """Turn, phase, side, clock, and what is to be done now."""
    game, back = live.game, list(refused)
    phase = phase_now(live.book, game)
    return Hud(
        turn=game.turn,
        phase=phase.words,
        side=phase.side,
        left_s=left_s(phase, live.used_s(now_s)),
        ammo=_ammo(live.book, with_kept(game, belief.scene)),
        message=None if game.winner is None else f"the game is over: {won_words(game.winner)}",
        now=what_now(live.book, game, back, still_lying(game, belief), played),
        fights=phase.hand_to_hand,
        back=_places(game, back),
    )


def asked_of(question: YesNoQuestion | None) -> PlayerQuestion | None:
    """The question as the window shows it."""
    return None if question is None else PlayerQuestion(question.key, question.words)


def _places(game: Game, names: Iterable[str]) -> dict[str, TablePoint]:
    """Where those belong who are to be put back, as far as they were on the table."""
    known = {name: game.scene.soldier(name) for name in names}
    return {name: man.place for name, man in known.items() if man is not None}


def _ammo(book: Book, scene: Scene) -> dict[str, str]:
    """Whose weapons have shots counted, and how many are left."""
    counted = game_rules(book).ammo
    return {
        f"{man.id} {weapon}": str(left)
        for man in scene.soldiers
        for weapon, left in (state_shown(man, counted) or {}).items()
    }
