"""What a table, a scene and a question are, for properties that hold of all of them."""

from math import cos, pi, sin
from typing import Any

from hypothesis import strategies as st
from shapely import Polygon

from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.scene import Scene, Soldier, Thing

WIDTH_IN, HEIGHT_IN = 36.0, 24.0

# Quarter inches, so that men stand exactly on limits and things exactly touch now and then.
quarter_x = st.integers(4, 140).map(lambda n: n / 4)
quarter_y = st.integers(4, 92).map(lambda n: n / 4)

WEAPONS = (
    "rifle", "assault-rifle", "submachine-gun", "pistol", "hand-grenade", "bazooka", "mortar",
    "flamethrower", "machine-gun", "automatic-rifle", "grenade-launcher", "musket", "sabre",
)  # fmt: skip


@st.composite
def footprints(draw: st.DrawFn) -> Polygon:
    """A box on the quarter-inch grid, or a concave star round a place."""
    x, y = draw(quarter_x), draw(quarter_y)
    if draw(st.booleans()):
        width, height = (draw(st.integers(1, 16)) / 4 for _ in range(2))
        return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    count = draw(st.integers(3, 8))
    radii = [draw(st.integers(2, 12)) / 4 for _ in range(count)]
    turns = [2 * pi * i / count for i in range(count)]
    return Polygon([(x + r * cos(a), y + r * sin(a)) for r, a in zip(radii, turns, strict=True)])


@st.composite
def things(draw: st.DrawFn, number: int = 0) -> Thing:
    """A thing of any kind."""
    kind = draw(st.sampled_from(KINDS))
    height = draw(st.sampled_from([DEFAULT_HEIGHT_IN[kind], 0.5, 1.0, 4.0]))
    inverted = kind == "mug" and draw(st.booleans())
    return Thing(f"{kind}-{number}", kind, draw(footprints()), height, inverted=inverted)


@st.composite
def soldiers(draw: st.DrawFn, number: int = 0) -> Soldier:
    """A soldier of one of two sides, armed with something."""
    return Soldier(
        f"{'RB'[number % 2]}{number}",
        ("red", "blue")[number % 2],
        draw(quarter_x),
        draw(quarter_y),
        weapons=(draw(st.sampled_from(WEAPONS)),),
        base=draw(st.sampled_from([1.0, 1.0, 0.75, 2.0])),
        elevation=draw(st.sampled_from([0.0, 0.0, 0.0, 1.0, 3.0])),
    )


@st.composite
def scenes(draw: st.DrawFn, most_things: int = 5, most_soldiers: int = 4) -> Scene:
    """A table with two to some soldiers among things that may overlap."""
    men = [draw(soldiers(i)) for i in range(draw(st.integers(2, most_soldiers)))]
    lying = [draw(things(i)) for i in range(draw(st.integers(0, most_things)))]
    return Scene(WIDTH_IN, HEIGHT_IN, tuple(men), tuple(lying))


anything: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["R0", "B1", "R2", "rifle", "mortar", "mug-0"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)

ASK_WORDS = ("sight", "shoot", "burst", "move", "reach", "fight", "units", "dance")
FIELDS = (
    "from", "to", "shooter", "target", "weapon", "aim", "roll", "soldier", "path", "attackers",
    "defender", "declare",
)  # fmt: skip

# A question whose fields hold anything at all, now and then something sensible.
questions: st.SearchStrategy[Any] = st.one_of(
    anything,
    st.builds(
        lambda word, fields: {"ask": word, **fields},
        st.sampled_from(ASK_WORDS) | anything,
        st.dictionaries(st.sampled_from(FIELDS), anything, max_size=6),
    ),
    st.builds(
        lambda word, one, other: {
            "ask": word, "from": one, "to": other, "shooter": one, "target": other, "aim": other,
            "soldier": one, "attackers": [one], "defender": other, "path": [[5, 5], [6, 6]],
        },
        st.sampled_from(ASK_WORDS),
        st.sampled_from(["R0", "B1"]),
        st.sampled_from(["R0", "B1", "R2"]),
    ),
)  # fmt: skip
