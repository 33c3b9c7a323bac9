"""How the sides stand, as rosters, the page and the list of games tell it."""

from rules.book.shelf import book_named
from rules.game.game import Game
from spotter.game.roster import rosters, standings
from table.army import Army, Enlisted, Side, TagStyle
from table.scene import Scene, Soldier

RED, BLUE = Soldier("R1", "red", 10.0, 10.0), Soldier("B1", "blue", 20.0, 10.0)
ARMY = Army(
    TagStyle(), (Side("red"), Side("blue")), tuple(Enlisted(m.id, m.side) for m in (RED, BLUE))
)
GAME = Game(Scene(36.0, 24.0, (RED, BLUE)), ("red", "blue"), ("red", "blue"))


def test_points_stand_with_the_losses():
    """OmniWar counts what a side has destroyed; where a book counts nothing, losses stand alone."""
    game = GAME.with_record(credit={"red": 7, "blue": 0})
    rows = rosters(ARMY, game, game.scene)

    assert standings(book_named("omniwar"), game, rows)["red"] == "0 of 1 lost, 7 points"
    assert standings(book_named("lgam"), game, rows)["red"] == "0 of 1 lost"
    assert standings(book_named("omniwar"), None, rows)["red"] == "0 of 1 lost"
