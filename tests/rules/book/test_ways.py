"""The cheapest way to a place: as cheap as can be, and judged by `move` as it is told."""

from math import hypot, inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon, box

from rules.book.ask import ask
from rules.book.shelf import NAMES, book_named
from rules.book.ways import cheapest_way
from table.places import TablePoint
from table.scene import Scene, Soldier
from tests.rules.geometry_scenes import thing
from tests.strategies import scenes

OMOG = book_named("omog-advanced")
MAN = Soldier("R1", "red", 12.0, 12.0, weapons=("rifle",))


def table(*things):
    named = tuple(thing(*described, number=i) for i, described in enumerate(things))
    return Scene(36.0, 24.0, (MAN,), named)


def test_over_open_ground_it_is_straight():
    """Nothing in the way, no bend."""
    way = cheapest_way(OMOG, table(), "R1", TablePoint(15.0, 12.0))

    assert way.path == (TablePoint(12.0, 12.0), TablePoint(15.0, 12.0))
    assert way.fraction == pytest.approx(3 / 4)


def test_round_a_lake_it_touches_its_corners():
    """The way round what cannot be entered bends at its corners, however far that is."""
    way = cheapest_way(OMOG, table(("plate", box(13, 10, 14, 15))), "R1", TablePoint(15.0, 12.0))

    assert [(at.x, at.y) for at in way.path] == [(12, 12), (13, 10), (14, 10), (15, 12)]
    assert way.fraction == pytest.approx((hypot(1, 2) + 1 + hypot(1, 2)) / 4)


def test_along_a_road_it_runs_on_the_road():
    """The legs along a road's edge are laid inside it, where the road counts."""
    scene = table(("road", box(0, 12.5, 36, 13.5)))
    way = cheapest_way(OMOG, scene, "R1", TablePoint(24.0, 12.0))
    move = ask(scene, {"ask": "move", "soldier": "R1", "path": way.path_json}, OMOG)

    assert move.fraction == pytest.approx(way.fraction, abs=1e-6)
    assert way.fraction < 12 / 4 - 0.4
    assert {"OA-MOVE-02", "OA-MOVE-03"} <= {reason.rule for reason in move.reasons}


def test_into_a_lake_leads_no_way():
    """A place that cannot be entered has no way, nor has one that is cut off."""
    moat = Polygon(box(18, 6, 30, 18).exterior.coords, [box(20, 8, 28, 16).exterior.coords])
    scene = table(("plate", moat))

    assert cheapest_way(OMOG, scene, "R1", TablePoint(19.0, 12.0)) is None
    assert cheapest_way(OMOG, scene, "R1", TablePoint(24.0, 12.0)) is None


def test_a_wall_is_climbed_or_gone_round():
    """In COMBAT a wall costs its climb, and he goes round it where that is cheaper."""
    book = book_named("combat")
    long, short = (("wall", box(14, y, 14.3, 24), 1.0) for y in (0, 11))
    over = cheapest_way(book, table(long), "R1", TablePoint(16.0, 12.0))
    around = cheapest_way(book, table(short), "R1", TablePoint(16.0, 12.0))

    assert over.path[1:-1] == ()
    assert [round(at.y, 3) for at in around.path[1:-1]] == [11.0, 11.0]
    assert around.fraction < over.fraction


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(
    scene=scenes(most_things=6),
    to=st.tuples(st.floats(0.5, 35.5), st.floats(0.5, 23.5)),
    by=st.tuples(st.floats(0.5, 35.5), st.floats(0.5, 23.5)),
)
def test_move_counts_it_alike_and_no_other_is_cheaper(name, scene, to, by):
    """Its share of a move is what `move` says, and neither the straight nor a bent way beats it."""
    book, man = book_named(name), scene.soldiers[0]
    way = cheapest_way(book, scene, man.id, TablePoint(*to))
    told = inf
    if way is not None:
        told = _move(book, scene, man, way.path_json).fraction
        assert told == pytest.approx(way.fraction, abs=1e-6)
    for path in ([to], [by, to]):
        move = _move(book, scene, man, [[man.x, man.y], *map(list, path)])
        if move.fraction is not None and _could_go(move):
            assert told <= move.fraction + 2e-3


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(scene=scenes(most_things=6), dx=st.floats(-6, 6), dy=st.floats(-6, 6))
def test_reach_holds_what_a_move_is_enough_for(name, scene, dx, dy):
    """A place lies in the reach exactly where the cheapest way takes at most a move."""
    book, man = book_named(name), scene.soldiers[0]
    area = ask(scene, {"ask": "reach", "soldier": man.id}, book).area
    place = Point(man.x + dx, man.y + dy)
    polygon = Polygon(area[0], area[1:]) if area else Polygon()
    way = cheapest_way(book, scene, man.id, TablePoint(place.x, place.y))
    if area and polygon.boundary.distance(place) > 0.03:
        assert polygon.contains(place) == (way is not None and way.fraction <= 1.0 + 1e-6)


def _move(book, scene, man, path):
    return ask(scene, {"ask": "move", "soldier": man.id, "path": path}, book)


TOO_FAR = {"OA-MOVE-11", "OM-MOVE-11", "OW-MOVE-01", "CO-MOVE-01", "CO-MOVE-02"}


def _could_go(move):
    """Whether nothing but the length is against a path."""
    return all(refusal.rule in TOO_FAR for refusal in move.refusals)
