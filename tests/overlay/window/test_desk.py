"""The desk around the table: everything that matters is on it, and no word lies on another."""

import pytest

from overlay.marks.marks import Card
from overlay.window.desk import desk_of
from overlay.window.desk_answer import Answered
from overlay.window.desk_help import with_help
from overlay.window.desk_parts import HANG
from overlay.window.hud import (
    FallenDie,
    Hud,
    LogLine,
    OwedDice,
    PlayerQuestion,
    RosterLine,
    SideRoster,
)
from overlay.window.key_presses import CTRL_PRESSES, PRESSES
from overlay.window.keys import KEYS
from table.places import TablePoint
from tests.overlay.desk_layout import check_layout

SIZES = [
    (1280, 720), (1920, 1080), (3840, 2160), (960, 1080), (640, 720), (1024, 768), (1264, 640),
]  # fmt: skip
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
    check_layout(desk, size)


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
    """Every key in its own line or lines, no word cut, none on another; H still closes it."""
    alone = desk_of(size, crowded())
    desk = with_help(alone, KEYS)
    added = [line for line in desk.lines if line not in alone.lines]
    told = " ".join(line.words for line in added)
    assert all(word in told for _, does in KEYS for word in does.split())
    assert not any(line.words.endswith("..") for line in added)
    check_layout(desk, size)
    assert "h" in {button.key for button in desk.buttons}


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
    newest = [number for _, number in desk_of((1280, 720), crowded()).log_rows]
    older = [number for _, number in desk_of((1280, 720), crowded(), scroll=30).log_rows]
    oldest = [number for _, number in desk_of((1280, 720), crowded(), scroll=10_000).log_rows]

    assert newest[-1] == 59
    assert older[-1] < 59
    assert oldest[0] == 1
    assert oldest == sorted(oldest)


def test_every_button_does_what_its_key_does():
    """A button without a key would do nothing."""
    for button in desk_of((1280, 720), crowded(asked=PlayerQuestion("q", "?"))).buttons:
        assert button.key in (CTRL_PRESSES if button.ctrl else PRESSES), button
        assert desk_of((1280, 720), Hud()).button_at(-5, -5) is None


def test_what_is_refused_can_be_let_stand_with_one_click():
    """The button lights up while somebody is to be put back."""
    desk = desk_of((1280, 720), crowded(back={"G-E4": TablePoint(1.0, 2.0)}))

    assert [button.words for button in desk.buttons if button.lit] == ["Let it stand  O"]


@pytest.mark.parametrize("size", SIZES)
def test_the_table_has_most_of_the_window(size):
    """The desk is beside the table, not on it."""
    left, top, right, bottom = desk_of(size, Hud()).table

    assert (right - left) * (bottom - top) > 0.5 * size[0] * size[1]


@pytest.mark.parametrize("table_wh", [(37.6, 25.6), (25.6, 19.6), (61.6, 25.6)])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (3440, 1440)])
def test_what_the_table_cannot_use_the_desk_has(size, table_wh):
    """In a wide window the table is as high as it goes, and no black lies beside it."""
    left, top, right, bottom = desk_of(size, Hud(), table_wh=table_wh).table
    wide, high = table_wh

    if table_wh == (61.6, 25.6):  # a long table is as wide as the desk beside it allows
        assert right == pytest.approx(size[0] - 30 * desk_of(size, Hud()).capital_px, abs=1.0)
    else:
        assert bottom == size[1]
        assert (right - left) / (bottom - top) == pytest.approx(wide / high)


ASKED = Answered(
    "R01 at B01: hits on 4 or more (50 %); 7.1 in (medium)",
    (
        Card(
            "R01 at B01, bazooka: 4+ (50 %)",
            (
                ("the bazooka's number at this range", "OA-ROCKET-02", "4+"),
                ("the target is under partial cover behind a wall", "OA-COVER-01", "-1"),
                ("so he needs", "", "5+"),
                ("3.2 in nearer: short, 3+ (67 %); but B01 hits him more easily there",),
            ),
            "note",
        ),
    ),
)


@pytest.mark.parametrize("size", SIZES)
def test_an_answer_stands_on_the_desk(size):
    """A sum with its rules lies beside the table, where it covers nobody; all of it is there."""
    desk = desk_of(size, crowded(owed=(OwedDice(1, 6, "R01", "bazooka at B01"),)), answered=ASKED)

    check_layout(desk, size)
    told = " ".join(line.words for line in desk.lines)
    cells = [cell for row in ASKED.cards[0].rows for cell in row]
    assert all(word in told for cell in (ASKED.title, *cells) for word in cell.split())
    left, top, right, bottom = desk.table
    for line in desk.lines:
        on_table = left <= line.x < right and top < line.y < bottom
        assert not on_table, line


def test_a_long_sum_is_whole_in_half_a_small_screen():
    """Ten factors need two columns: the last lines, with what he needs, are there too."""
    factors = [(f"factor {n} of a percentage", f"CO-HIT-{n:02d}", f"+{n}") for n in range(1, 11)]
    card = Card("R01 at B01: 41- (41 %)", (*factors, ("so he needs", "", "41-")), "note")
    desk = desk_of((640, 720), crowded(), answered=Answered("R01 at B01", (card,)))

    check_layout(desk, (640, 720))
    told = {line.words for line in desk.lines}
    assert {cell for row in card.rows for cell in row if cell} <= told


def test_sides_stand_side_by_side_where_there_is_room():
    """So that all men are listed and the log has room."""
    rosters = tuple(
        SideRoster(side, "0 of 8 lost", tuple(RosterLine(f"{side}{n}", f"{side}{n}  rifle")
                   for n in range(8)))
        for side in "RB"
    )  # fmt: skip
    desk = desk_of((1280, 720), Hud(1, rosters=rosters))

    first, second = (next(li for li in desk.lines if li.words == f"{side}0 rifle") for side in "RB")
    assert first.y == second.y
    assert not any("more" in line.words for line in desk.lines)


def test_men_without_room_are_counted():
    """Nobody is left out without a word: how many there are, how many of them are lost."""
    words = " ".join(line.words for line in desk_of((640, 720), crowded()).lines)

    assert "more, 3 lost" in words


def test_a_longer_sum_than_there_is_room_for_keeps_its_end():
    """How many lines are missing is said, and what he may not stands below it; none is lost."""
    factors = [(f"factor {n} of a percentage", f"CO-HIT-{n:02d}", f"+{n}") for n in range(1, 31)]
    sums = Card("R01 at B01: 41- (41 %)", tuple(factors), "note")
    cards = (sums, Card("", (("not now: it is blue's move",),), "blocked"))
    seen, turned, pages = set(), 0, 0
    while not pages or turned:
        answered = Answered("R01 at B01", cards, turned)
        desk = desk_of((640, 720), crowded(), answered=answered)
        check_layout(desk, (640, 720))
        told = [line.words for line in desk.lines]
        shown = {words for words in told if words.startswith("factor")}
        assert 8 < len(shown) < 30
        assert f"({31 - desk.long.page} more lines: click here)" in told
        assert "not now: it is blue's move" in told
        seen |= shown
        pages += 1
        turned = min(turned + desk.long.next_page(turned), desk.long.most_turned)

    assert seen == {row[0] for row in factors}
    assert desk_of((1920, 1080), crowded(), answered=ASKED).long is None


@pytest.mark.parametrize("count", range(1, 9))
def test_who_is_left_out_is_told_above_the_buttons(count):
    """Even where the words for it take two lines."""
    men = [RosterLine(f"R{n}", f"R{n}  rifle", on=n > 1) for n in range(count)]
    rosters = tuple(SideRoster(side, "2 of 8 not on the table", tuple(men)) for side in "RB")

    check_layout(desk_of((640, 720), Hud(1, rosters=rosters)), (640, 720))


def test_where_a_phase_begins_what_to_do_is_large():
    """Turn and phase stand in the first line; the largest words do not say them again."""
    hud = Hud(1, "fire", now="click a shooter, then his target", verdict="turn 1: fire")
    desk = desk_of((1280, 720), hud)

    line = next(line for line in desk.lines if line.words == hud.now)
    assert line.capital_px > 1.4 * desk.capital_px
    assert not any("turn 1: fire" in line.words for line in desk.lines)
    passed = "turn 1: fire; nothing to do, passed: fire"
    quiet = desk_of((1280, 720), Hud(1, "fire", now=hud.now, message=passed, verdict=passed))
    (line,) = [line for line in quiet.lines if line.words == "nothing to do, passed: fire"]
    assert line.tone == "quiet"
    hit = desk_of((1280, 720), Hud(1, "fire", now=hud.now, verdict="B1 is hit; turn 1: fire"))
    assert next(line for line in hit.lines if line.words == "B1 is hit").capital_px > 18.0


def test_while_something_is_asked_no_button_but_no_has_its_key():
    """N says no then: a button that says Light must not."""
    for asked in (None, PlayerQuestion("gone", "Is B01 off?")):
        buttons = desk_of((1280, 720), crowded(asked=asked)).buttons
        keys = [(button.key, button.ctrl) for button in buttons]
        assert len(keys) == len(set(keys))
        said = next(button.words for button in buttons if button.key == "n")
        assert said.startswith("Light" if asked is None else "No")


def test_lines_that_go_on_are_set_in():
    """A man's or an event's second line stands further in than its first."""
    hud = crowded(log=(LogLine(1, "R01 throws 6 and hits B01 " * 6, (6,)),))
    desk = desk_of((1280, 720), hud)
    log = [line for line in desk.lines if "hits B01" in line.words]

    assert len(log) > 1
    assert {line.x for line in log[1:]} == {log[0].x + HANG * desk.capital_px}
