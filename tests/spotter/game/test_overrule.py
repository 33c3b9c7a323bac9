"""Whatever the rules refuse, the players may let stand."""

from dataclasses import replace

import pytest

from rules.book.shelf import NAMES
from rules.game.engine import phase_now
from spotter.belief.belief import Belief
from spotter.game.deeds import LetStand, NextStep
from spotter.game.live_game import begun
from spotter.game.table_game import TableGame
from table.observation import Observation
from table.scene import Scene, Soldier
from tests.spotter.game.kept_lines import Lines

MEN = (
    Soldier("R01", "red", 10.0, 10.0, ("rifle",)),
    Soldier("R02", "red", 10.0, 20.0, ("rifle",)),
    Soldier("B01", "blue", 40.0, 10.0, ("rifle",)),
    Soldier("B02", "blue", 40.0, 20.0, ("rifle",)),
)


def game_of(book, phases):
    """A game of the book after so many steps."""
    scene = Scene(60.0, 40.0, MEN)
    live = begun(Lines(), book, scene, ("red", "blue"), {}, began_s=0.0)
    game = TableGame(live, Belief(scene))
    for _ in range(phases):
        assert game.do(NextStep(), 1.0).error is None
    return game


@pytest.mark.parametrize("phases", range(13))
@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("name", ["R01", "B01"])
def test_a_move_in_any_phase(book, phases, name):
    """Too far, out of turn or in a phase without moves: it is put back, or it stands and counts."""
    game = game_of(book, phases)
    man = replace(game.live.game.soldier(name), x=25.0, y=30.0)
    seen = game.belief.scene.with_soldiers(man)
    game.see(Observation(seen, 2.0))
    if not game.refused:
        assert phase_now(game.live.book, game.live.game).name in {"set-up", "move"}
        return

    assert game.do(LetStand(name), 3.0).error is None

    assert game.refused == {}
    assert game.live.game.soldier(name).place == man.place
    assert game.see(Observation(seen, 4.0)) == ()
