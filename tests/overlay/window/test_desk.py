"""The desk around the table: everything that matters is on it, and no word lies on another."""

from itertools import combinations

import pytest

from overlay.marks.text_size import width_in
from overlay.window.desk import desk_of
from overlay.window.desk_help import with_help
from overlay.window.hud import FallenDie, Hud, LogLine, PlayerQuestion, RosterLine, SideRoster
from overlay.window.keys import KEYS
from overlay.window.window_state import _CTRL_KEYS, _KEYS
from table.places import TablePoint

SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (960, 1080), (1024, 768)]
LONG = "put G-E4 back: further than one move goes, and it crosses a Line of Fire (OA-MOVE-11)"


def crowded(**more) -> Hud:
    """A hud with more to say than there is room for."""
    rosters = tuple(
        SideRoster(
            side,
            "3 of 15 lost",
            tuple(
                RosterLine(
                    f"{side[0].upper()}{n:02d}",
                    f"{side[0].upper()}{n:02d}  machine-gun, hand-grenade: moved, fired, ammo: "
                    "machine-gun 3",
                    on=n > 3,
                    off=n <= 3,
                )
                for n in range(1, 16)
            ),
        )
        for side in ("green", "tan")
    )
    log = tuple(
        LogLine(n, f"G-{n:02d} throws 4 at T-{n:02d}: a hit, as the rulebook has it", (4, 2))
        for n in range(1, 60)
    )
    base = Hud(
        3, "fire: automatic weapons", "green", 7.0, message="a hit", now=LONG, verdict=LONG,
        rosters=rosters, log=log,
        fallen_dice=tuple(FallenDie(n, "G-01", "to hit T-01", "4+", n > 3) for n in range(1, 7)),
    )  # fmt: skip
    return Hud(**{**{name: getattr(base, name) for name in base.__slots__}, **more})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "hud",
    [
        pytest.param(Hud(), id="before anything is known"),
        pytest.param(crowded(), id="a crowded evening"),
        pytest.param(crowded(asked=PlayerQuestion("q", "is G-F5 gone?")), id="a question"),
    ],
)
def test_no_word_is_cut_or_lies_on_another(size, hud):
    """Measured from the layout: every line in its room, no two lines or buttons on each other."""
    desk = desk_of(size, hud, "45")
    boxes = [
        (line.x - (wide if line.align == "right" else 0.0), line.y - line.capital_px,
         line.x + (0.0 if line.align == "right" else wide), line.y)
        for line in desk.lines
        for wide in [width_in(line.words, line.capital_px)]
    ]  # fmt: skip
    boxes += [button.rect for button in desk.buttons] + [die.rect for die in desk.dice]

    for line in desk.lines:
        assert width_in(line.words, line.capital_px) <= line.room_px + 1e-6, line
    for one, other in combinations(boxes, 2):
        apart = (
            one[2] <= other[0] + 1e-6 or other[2] <= one[0] + 1e-6
            or one[3] <= other[1] + 1e-6 or other[3] <= one[1] + 1e-6
        )  # fmt: skip
        assert apart, (one, other)
    assert all(b[0] >= 0 and b[2] <= size[0] + 1e-6 and b[3] <= size[1] + 1e-6 for b in boxes)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("verdict", ["a hit", LONG, "; ".join([LONG] * 2), "; ".join([LONG] * 9)])
def test_the_head_keeps_to_its_room(size, verdict):
    """A ruling of any length stands above the table, its first part whole; a short one is large."""
    desk = desk_of(size, crowded(verdict=verdict, now="; ".join([LONG] * 3)))
    head = [line for line in desk.lines if line.y <= desk.table[1]]
    lowest = max(line.y for line in desk.lines if line.x < desk.table[2] and line.y < desk.table[3])
    assert lowest <= desk.table[1]
    told = " ".join(line.words for line in head)
    assert all(word in told for word in verdict.split("; ")[0].split())
    if verdict == "a hit":
        assert max(line.capital_px for line in head) >= 2 * desk.capital_px


@pytest.mark.parametrize("size", SIZES)
def test_the_help_has_room(size):
    """Every key in its own line or lines, above the window's lower edge, no word cut."""
    desk = with_help(desk_of(size, crowded()), KEYS)
    added = desk.lines[len(desk_of(size, crowded()).lines) :]
    assert max(line.y for line in added) < size[1]
    assert max(line.x + width_in(line.words, line.capital_px) for line in added) < desk.table[2]
    told = " ".join(line.words for line in added)
    assert all(word in told for _, does in KEYS for word in does.split())
    assert not any(line.words.endswith("..") for line in added)


@pytest.mark.parametrize("size", SIZES)
def test_words_are_large_enough_to_read(size):
    """A font of 12 pixels at 720 lines, and in proportion on larger screens."""
    desk = desk_of(size, crowded())

    least = 9.0 * min(size[1] / 720, size[0] / 1280)
    assert all(line.capital_px >= min(9.0, least) - 1e-6 for line in desk.lines)
    if size == (3840, 2160):
        assert desk.capital_px == pytest.approx(27.0)


def test_the_verdict_the_clock_and_the_dice_are_there():
    """What was ruled last, how long there is, and every die that fell."""
    desk = desk_of((1280, 720), crowded())
    words = " ".join(line.words for line in desk.lines)

    assert "put G-E4 back" in words
    assert "0:07" in words
    assert [die.number for die in desk.dice] == ["1", "2", "3", "4", "5", "6"]
    assert [die.by_program for die in desk.dice] == [False] * 3 + [True] * 3


def test_typed_digits_show_as_dice():
    """What was typed is seen before it is used."""
    desk = desk_of((1280, 720), crowded(), "62")

    assert [die.number for die in desk.dice] == ["6", "2"]


def test_the_newest_of_the_log_is_at_the_bottom_and_it_turns_back():
    """Turned back it shows older lines, never beyond its beginning."""
    newest = [line.words for line in desk_of((1280, 720), crowded()).lines]
    older = [line.words for line in desk_of((1280, 720), crowded(), scroll=30).lines]
    oldest = [line.words for line in desk_of((1280, 720), crowded(), scroll=10_000).lines]

    assert any(words.startswith("59") for words in newest)
    assert not any(words.startswith("59") for words in older)
    assert any(words.startswith("1 ") for words in oldest)


def test_every_button_does_what_its_key_does():
    """A button without a key would do nothing."""
    for button in desk_of((1280, 720), crowded(asked=PlayerQuestion("q", "?"))).buttons:
        assert button.key in (_CTRL_KEYS if button.ctrl else _KEYS), button
        assert desk_of((1280, 720), Hud()).button_at(-5, -5) is None


def test_what_is_refused_can_be_let_stand_with_one_click():
    """The button lights up while somebody is to be put back."""
    desk = desk_of((1280, 720), crowded(back={"G-E4": TablePoint(1.0, 2.0)}))

    assert [button.words for button in desk.buttons if button.lit] == ["Let it stand  O"]


@pytest.mark.parametrize("size", SIZES)
def test_the_table_has_most_of_the_window(size):
    """The desk is beside the table, not on it."""
    left, top, right, bottom = desk_of(size, Hud()).table

    assert (right - left) * (bottom - top) > 0.55 * size[0] * size[1]
