"""What speed is compared with answers the same question."""

import numpy as np

from rules.measure.exposures import exposures
from rules.measure.field import field_of
from rules.measure.stands import stands_at
from tests.bench.baselines import NEEDED, missing
from tests.bench.curves import curve
from tests.bench.sight_bench import _RULE, BOOK, crowded_scene
from tests.bench.vector_shapely import vector_exposures


def test_vectorised_shapely_sees_what_we_see():
    """On flat ground, but for woods, in which too much depth hides."""
    scene = crowded_scene(12, 20)
    rng = np.random.default_rng(3)
    here, there = (rng.uniform((0.0, 0.0), (60.0, 40.0), (n, 2)) for n in (8, 60))
    field = field_of(scene, BOOK.meanings)
    targets = stands_at(field, there)
    ours = exposures(_RULE, stands_at(field, here), targets)
    theirs = vector_exposures(scene, here, there)
    deep = targets.within("woods") | (targets.elevation_in > 0.0)

    assert np.abs(ours - theirs)[:, ~deep].max() < 5e-3


def test_what_is_missing_is_named(monkeypatch):
    """A decoder that is not there is told of, with how to get it; none stands in for it."""
    assert set(missing()) <= set(NEEDED.values())
    monkeypatch.setitem(NEEDED, "no_such_decoder", "no such decoder (pip install it)")

    assert "no such decoder (pip install it)" in missing()


def test_a_curve_is_a_picture():
    """Each column has its line, each row its place."""
    rows = [{"men": 10, "ms": "1 (2)"}, {"men": 100, "ms": "20 (30)"}]
    drawn = curve(rows, "men", ("ms",), "ms")

    assert drawn.count("<circle") == 2
    assert drawn.startswith("<svg")
