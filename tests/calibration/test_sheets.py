"""The printed sheets: rendered back to pixels, measured with a ruler and read by a decoder."""

from itertools import combinations

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import translate
from shapely.geometry import Polygon
from shapely.geometry import box as shapely_box

from calibration.boards import Board
from calibration.corner_markers import corner_markers
from calibration.paper import CHECK_IN, FOOTER_IN, MARGIN_IN, PAPER_WH_IN, page_for
from calibration.sheets.board import board_pages
from calibration.sheets.cards import ArmyCard, card_pages
from calibration.sheets.corners import corner_pages
from calibration.sheets.flow import Cell, packed
from calibration.sheets.marks import Modules, SheetWords, Trace, box
from calibration.sheets.orders import ORDERS, order_pages
from calibration.sheets.stick import stick_pages
from calibration.sheets.tags import marker_pages, tag_pages
from calibration.sheets.templates import template_pages
from rules.book.shelf import FIRST, book_named
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError
from table.paper_shape import PaperShape, disk, sector
from tests.calibration.printed import DPI, dark_span_in, scanned

TIGHT_IN = 0.005


def army_of(*soldiers):
    return Army(TagStyle(), (Side("red", "#c0392b"), Side("blue", "#2040c0")), soldiers)


def squad(count, **tag):
    return army_of(
        *(
            Enlisted(f"R{i:02d}", "red", ("rifle",), tag=TagStyle(**tag))
            for i in range(1, count + 1)
        )
    )


def read(picture):
    """What a decoder finds: text to its four corners in pixels."""
    corners = {}
    for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode):
        p = code.position
        places = (p.top_left, p.top_right, p.bottom_right, p.bottom_left)
        corners[code.text] = np.array([(place.x, place.y) for place in places], float)
    return corners


def code_sides_in(picture, corners):
    """Width and height of a code's black modules, from the two edges with finder patterns."""
    (left, top), (right, bottom) = corners.min(axis=0) - 30, corners.max(axis=0) + 30
    crop = picture[int(top) : int(bottom), int(left) : int(right)]
    finder_row = crop[30 + int(2.5 * (corners[1, 0] - corners[0, 0]) / 21)]
    finder_column = crop[:, 30 + int(2.5 * (corners[1, 0] - corners[0, 0]) / 21)]
    return [_inner_span(line) for line in (finder_row, finder_column)]


def _inner_span(line):
    """The dark span inside the cut lines, which are grey."""
    return dark_span_in(np.where(line < 100, 0, 255))


@pytest.mark.parametrize("paper", sorted(PAPER_WH_IN))
@pytest.mark.parametrize("size", [0.6, 1.0])
def test_tags_measured(paper, size, tmp_path):
    """Every tag decodes to its man's id, and its printed side is right to 0.005 in."""
    picture, _ = scanned(tag_pages(page_for(paper), squad(5, size=size)), page_for(paper), tmp_path)
    found = read(picture)

    assert sorted(found) == ["R01", "R02", "R03", "R04", "R05"]
    for corners in found.values():
        for side in code_sides_in(picture, corners):
            assert side * 25 / 21 == pytest.approx(size, abs=TIGHT_IN)


def test_paper_size(tmp_path):
    """The pages are A4 and Letter to the pixel."""
    a4, _ = scanned(stick_pages(page_for("a4")), page_for("a4"), tmp_path, dpi=100)
    letter, _ = scanned(stick_pages(page_for("letter")), page_for("letter"), tmp_path, dpi=100)

    assert a4.shape == (1170, 827)
    assert letter.shape == (1100, 850)


def test_check_ruler(tmp_path):
    """The check ruler's bar is four inches long, and its last millimetre tick is at 100."""
    page = page_for("a4")
    picture, _ = scanned(stick_pages(page), page, tmp_path)
    bar_y = page.height_in - MARGIN_IN - FOOTER_IN + 0.34
    half = picture[:, : int((MARGIN_IN + CHECK_IN + 0.15) * DPI)]
    bar = half[int((bar_y + 0.1) * DPI) - 1]
    ticks = half[int((bar_y + 0.1 + 0.075) * DPI)]

    assert dark_span_in(bar) == pytest.approx(CHECK_IN, abs=TIGHT_IN)
    assert dark_span_in(ticks) == pytest.approx(100 / 25.4, abs=TIGHT_IN)


@pytest.mark.parametrize("measured", [3.94, 4.05])
def test_measured(measured, tmp_path):
    """A printer that scales its pages prints true tags once it is told what the bar measured."""
    page = page_for("letter", measured)
    picture, _ = scanned(tag_pages(page, squad(3)), page, tmp_path)
    (side, _) = code_sides_in(picture, read(picture)["R01"])

    assert side * 25 / 21 * measured / CHECK_IN == pytest.approx(1.0, abs=TIGHT_IN)


@pytest.mark.parametrize("measured", [0.0, 39.4, -4.0, 101.6, float("nan")])
def test_measured_nonsense(measured):
    """A length that no printer makes of four inches is refused, not believed."""
    with pytest.raises(UserError, match="inches"):
        page_for("a4", measured)


def test_paper_unknown():
    """An unknown paper is refused with the papers there are."""
    with pytest.raises(UserError, match="a4, letter"):
        page_for("foolscap")


def test_many_pages():
    """A large army runs over several pages and no man is lost."""
    page = page_for("letter")
    pages = tag_pages(page, squad(40))
    codes = [mark for marks in pages for mark in marks if isinstance(mark, Modules)]

    assert len(pages) > 1
    assert len(codes) == 40
    assert len({code.rows for code in codes}) == 40


@pytest.mark.parametrize("paper", sorted(PAPER_WH_IN))
def test_nothing_off_the_page(paper):
    """No mark of any sheet leaves the room between margins and footer."""
    page = page_for(paper)
    sheets = [
        tag_pages(page, squad(30)),
        marker_pages(page, range(4, 30), 1.0),
        corner_pages(page, 1.5),
        board_pages(page, Board()),
        stick_pages(page),
        order_pages(page, 1.0),
        card_pages(page, [ArmyCard("R01", "red", "#c0392b", "rifleman", (("rifle", True),))] * 12),
        template_pages(
            page, [PaperShape("disk", disk(3)), PaperShape("kite", ((0, 0), (24, 1), (9, 3)))]
        ),
    ]
    for pages in sheets:
        for x, y in (place for marks in pages for mark in marks for place in places(mark)):
            assert MARGIN_IN - 0.1 <= x <= page.width_in - MARGIN_IN + 0.1
            assert MARGIN_IN - 0.1 <= y <= page.height_in - MARGIN_IN - FOOTER_IN + 0.1


def places(mark):
    match mark:
        case Trace(points=points):
            return points
        case Modules(x=x, y=y, side=side):
            return ((x, y), (x + side, y + side))
        case SheetWords(x=x, y=y):
            return ((x, y),)


def test_tab_puts_the_man_behind_his_tag():
    """The cross where he stands is 0.75 in below the tag's centre, as the army file says."""
    (marks,) = tag_pages(page_for("letter"), squad(1))
    code = next(mark for mark in marks if isinstance(mark, Modules))
    level, upright = [
        mark
        for mark in marks
        if isinstance(mark, Trace) and len(mark.points) == 2 and not mark.dashed
    ]
    centre = (code.x + code.side / 2, code.y + code.side / 2)

    assert (upright.points[0][0] - centre[0], level.points[0][1] - centre[1]) == pytest.approx(
        (0, 0.75)
    )


@pytest.mark.parametrize(
    ("figure", "there"),
    [
        pytest.param((-0.8, 0.1), (0.1, 0.8), id="behind: below on paper"),
        pytest.param((0.8, 0.1), (0.1, -0.8), id="in front: above on paper"),
        pytest.param((0.1, 0.8), (0.8, -0.1), id="to his right: right on paper"),
        pytest.param((0.1, -0.8), (-0.8, -0.1), id="to his left: left on paper"),
    ],
)
def test_tab_directions(figure, there):
    """The tab runs to wherever the figure's centre is from the tag's."""
    (marks,) = tag_pages(page_for("letter"), squad(1, figure=figure))
    code = next(mark for mark in marks if isinstance(mark, Modules))
    strokes = [m for m in marks if isinstance(m, Trace) and len(m.points) == 2 and not m.dashed]
    ends = np.array([point for stroke in strokes for point in stroke.points])
    middle = ends.mean(axis=0) - (code.x + code.side / 2, code.y + code.side / 2)

    assert tuple(middle) == pytest.approx(there)


def test_helmet_tag_has_no_tab():
    """A tag worn on the helmet is a plain square."""
    (marks,) = tag_pages(page_for("letter"), squad(1, height=2.25, figure=(0.0, 0.0)))

    assert not any(isinstance(mark, Trace) and mark.dashed for mark in marks)


def test_name_and_weapon_beside_the_tag():
    """A player knows whose tag he cuts out."""
    (marks,) = tag_pages(page_for("letter"), squad(1))
    words = {mark.text for mark in marks if isinstance(mark, SheetWords)}

    assert {"R01", "rifle"} <= words


def test_aruco_tags(tmp_path):
    """An army of ArUco tags prints the markers it names, black squares of the stated side."""
    style = TagStyle(size=0.8, family="aruco")
    army = army_of(*(Enlisted(f"B{m}", "blue", tag=style, marker=m) for m in (7, 101, 249)))
    picture, _ = scanned(tag_pages(page_for("a4"), army), page_for("a4"), tmp_path, dpi=300)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250))
    quads, ids, _ = detector.detectMarkers(picture)

    assert sorted(ids.ravel()) == [7, 101, 249]
    for quad in quads:
        sides = np.linalg.norm(np.diff(quad.reshape(4, 2), axis=0), axis=1) + 1
        assert sides / 300 == pytest.approx(0.8, abs=0.01)


def test_aruco_without_number():
    """A man without a marker number is named in the refusal."""
    army = army_of(Enlisted("B1", "blue", tag=TagStyle(family="aruco")))
    with pytest.raises(UserError, match='"B1"'):
        tag_pages(page_for("a4"), army)


def test_too_large():
    """A tag larger than the paper is refused with the room there is."""
    with pytest.raises(UserError, match="do not fit on letter"):
        tag_pages(page_for("letter"), squad(1, size=9.0))


def test_corners(tmp_path):
    """The four corner markers are found as our own detector finds them, 1.5 in each."""
    page = page_for("letter")
    picture, _ = scanned(corner_pages(page, 1.5), page, tmp_path, dpi=100)
    found = corner_markers(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))

    assert found.found == (0, 1, 2, 3)
    for quad in found.corners.values():
        sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        assert sides / 100 == pytest.approx(1.5, abs=TIGHT_IN)


def test_board(tmp_path):
    """Every inner corner of the printed board is found, one square apart."""
    board = Board()
    picture, _ = scanned(board_pages(page_for("a4"), board), page_for("a4"), tmp_path, dpi=200)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board.charuco).detectBoard(picture)
    grid = corners.reshape(-1, 2)[np.argsort(ids.ravel())].reshape(
        board.rows - 1, board.columns - 1, 2
    )

    assert len(ids) == (board.rows - 1) * (board.columns - 1)
    assert np.diff(grid[..., 0], axis=1) / 200 == pytest.approx(board.square_in, abs=TIGHT_IN)
    assert np.diff(grid[..., 1], axis=0) / 200 == pytest.approx(board.square_in, abs=TIGHT_IN)


def test_orders(tmp_path):
    """Order cards read as a colon and their word, top edge up."""
    picture, _ = scanned(order_pages(page_for("a4"), 1.0), page_for("a4"), tmp_path, dpi=200)
    found = read(picture)

    assert set(found) == {f":{order}" for order, _ in ORDERS}
    assert all(corners[0, 1] < corners[3, 1] for corners in found.values())


def test_stick():
    """The stick's bold marks stand at 2, 3, 4 and 6 inches."""
    (marks, *_) = stick_pages(page_for("letter"))
    bold = [m.points[0][0] - MARGIN_IN for m in marks if isinstance(m, Trace) and m.width_pt > 1]

    assert bold[:4] == pytest.approx([2, 3, 4, 6])


def test_small_template(tmp_path):
    """A disk of radius 1.25 prints 2.5 in across."""
    page = page_for("letter")
    picture, _ = scanned(template_pages(page, [PaperShape("disk", disk(1.25))]), page, tmp_path)
    middle = picture[int((MARGIN_IN + 1.2) * DPI)]

    assert dark_span_in(middle) == pytest.approx(2.5, abs=0.02)


def test_large_template_joins():
    """A kite longer than the page comes in parts whose outlines add up to the whole."""
    kite = PaperShape("kite", ((0, 0), (16, -1.5), (24, 0), (16, 1.5)))
    pages = template_pages(page_for("letter"), [kite])
    outline = [m for marks in pages for m in marks if isinstance(m, Trace) and m.width_pt == 0.8]
    length = sum(np.linalg.norm(np.diff(np.array(m.points), axis=0), axis=1).sum() for m in outline)
    parts = [m.text for marks in pages for m in marks if isinstance(m, SheetWords)]
    whole = Polygon(kite.ring).length

    assert {f"part {n} of 3" for n in (1, 2, 3)} <= set(parts)
    assert whole <= length <= whole + 2 * 2 * 0.45


@pytest.mark.parametrize("paper", sorted(PAPER_WH_IN))
def test_templates_share_pages(paper):
    """The templates of the book of examples take three pages, not one for each part."""
    assert len(template_pages(page_for(paper), book_named(FIRST).templates)) == 3


@given(
    sizes=st.lists(st.tuples(st.floats(0.2, 7), st.floats(0.2, 8)), min_size=1, max_size=12),
    gap=st.floats(0, 0.5),
)
def test_packed_cells_lie_apart(sizes, gap):
    """Every cell is on a page once, inside its margins, a gap from all others there."""
    page = page_for("letter")
    cells = [Cell(w, h, (box(0, 0, w, h),), f"{w} x {h}") for w, h in sizes]
    pages = packed(page, cells, gap)
    room_w, room_h = page.room_wh_in

    laid = [[Polygon(mark.points) for mark in marks] for marks in pages]
    assert sum(map(len, laid)) == len(cells)
    for shapes in laid:
        room = shapely_box(0, 0, room_w, room_h).buffer(1e-5)
        assert all(translate(s, -MARGIN_IN, -MARGIN_IN).within(room) for s in shapes)
        for one, other in combinations(shapes, 2):
            (a, b, c, d), (e, f, g, h) = one.bounds, other.bounds
            assert max(e - c, a - g, f - d, b - h) >= gap - 1e-5


def test_sector():
    """A wedge of 60 degrees and radius 6 has a sixth of the disk's area."""
    assert Polygon(sector(6, 60)).area == pytest.approx(np.pi * 36 / 6, rel=0.001)


def test_long_card_is_cut_short():
    """A card with too many lines says that there is more."""
    card = ArmyCard("R01", "red", "#c0392b", "", tuple((f"line {i}", False) for i in range(50)))
    (marks,) = card_pages(page_for("a4"), [card])

    assert "... more in the rulebook" in [m.text for m in marks if isinstance(m, SheetWords)]


def test_names_beyond_latin(tmp_path):
    """A name in letters the PDF's own fonts lack still prints a sheet."""
    army = army_of(Enlisted("R01", "red", role="中士"))

    assert scanned(tag_pages(page_for("a4"), army), page_for("a4"), tmp_path, dpi=50)[1] == 1
