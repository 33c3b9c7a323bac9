"""Computer players in whole games: every event is one the rules allow, in every book."""

from random import Random

import pytest

from rules.book.shelf import NAMES, book_named
from rules.foresight.baselines import BASELINES
from rules.foresight.duel import duel
from rules.foresight.levels import LEVELS
from rules.foresight.mirrored_table import HEIGHT_IN, WIDTH_IN, mirrored_table, table_terms
from rules.foresight.opponent import Opponent
from spotter.setup.army_text import army_of, example


def armies(book):
    men = example(book)
    return army_of((("red", men), ("blue", men)), book)


def of_side(scene, side):
    return (man for man in scene.soldiers if man.side == side)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("level", "turns", "most"),
    [
        (3, 1, 3),
        pytest.param(1, 4, 99, marks=pytest.mark.slow),
        pytest.param(2, 4, 99, marks=pytest.mark.slow),
        pytest.param(3, 4, 99, marks=pytest.mark.slow),
    ],
)
def test_an_opponent_does_nothing_that_is_refused(name, level, turns, most):
    """Turns of a level against a plain player: no refused event, and something happens."""
    book, random = book_named(name), Random(7)
    scene = mirrored_table(armies(book), Random(3))
    spare = [m.id for s in ("red", "blue") for m in [*of_side(scene, s)][most:]]
    scene = scene.without_soldiers(frozenset(spare))
    players = (Opponent("red", LEVELS[level]), BASELINES["shot"]("blue", random))

    played = duel(book, scene, players, random, {"turns": turns})

    assert played.refused == ()
    assert played.events > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nobody_hangs_back(name):
    """Two of the best meet: within five turns somebody has struck, whoever must come."""
    book, random = book_named(name), Random(3)
    scene = mirrored_table(armies(book), Random(3))
    players = (Opponent("red", LEVELS[3]), Opponent("blue", LEVELS[3]))

    played = duel(book, scene, players, random, {**table_terms(book), "turns": 5})

    assert played.refused == ()
    assert sum(played.losses.values()) > 0


def test_the_same_seed_plays_the_same_game():
    """A duel can be told again."""
    book = book_named("omniwar")
    scene = mirrored_table(armies(book), Random(5))

    def outcome():
        random = Random(11)
        players = (Opponent("red", LEVELS[2]), BASELINES["random"]("blue", random))
        return duel(book, scene, players, random, {"turns": 2})

    assert outcome() == outcome()


@pytest.mark.parametrize("seed", range(5))
def test_each_half_of_the_table_is_the_others_mirror(seed):
    """Neither side has the better ground."""
    scene = mirrored_table(armies(book_named("omog-advanced")), Random(seed))
    reds, blues = ([*of_side(scene, side)] for side in ("red", "blue"))

    for red, blue in zip(reds, blues, strict=True):
        assert (blue.x, blue.y) == pytest.approx((WIDTH_IN - red.x, HEIGHT_IN - red.y))
    for one, twin in zip(scene.things[::2], scene.things[1::2], strict=True):
        assert one.footprint.area == pytest.approx(twin.footprint.area)
        assert one.footprint.disjoint(twin.footprint)
        middle = one.footprint.centroid
        assert (twin.footprint.centroid.x, twin.footprint.centroid.y) == pytest.approx(
            (WIDTH_IN - middle.x, HEIGHT_IN - middle.y)
        )


def test_a_move_says_why():
    """One sentence for each man: where to, whom he can hit from there, who can hit him."""
    book = book_named("omog-advanced")
    scene = mirrored_table(armies(book), Random(3))
    from rules.game.engine import new_game  # noqa: PLC0415

    game = new_game(book, scene, ("red", "blue")).game
    chosen = Opponent("red", LEVELS[3]).choose(book, game)

    assert chosen is not None
    assert chosen.why.startswith(f"{chosen.man} to (")
