"""What happens at tables: men moved and lifted, paper and arms, bad pictures, pushed cameras."""

from dataclasses import replace

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.cut import Carried, pasted, without
from tests.virtual.incidents.over import Arm, Sheet
from tests.virtual.incidents.reel import Incident, Reel, truth_of
from tests.virtual.incidents.stage import Man, Stage, free_place

Rng = np.random.Generator
INCIDENTS: dict[str, Incident] = {}


def incident(act):
    """Register an incident by its name."""
    INCIDENTS[act.__name__] = act
    return act


def _begun(stage: Stage, rng: Rng) -> Reel:
    reel = Reel(stage, rng, truth_of(stage))
    reel.rest(0.5)
    return reel


def _man(stage: Stage, rng: Rng) -> Man:
    """One of the men with room around them."""
    men = stage.plain_men()[:4]
    return men[int(rng.integers(len(men)))]


def _hidden(reel: Reel, *men: Man) -> None:
    reel.truth = replace(reel.truth, hidden=reel.truth.hidden | {man.id for man in men})


def _all_hidden(reel: Reel) -> None:
    reel.truth = replace(reel.truth, hidden=frozenset(reel.stage.men), things=False)


def _open(reel: Reel) -> None:
    reel.truth = truth_of(reel.stage)


def _arm(stage: Stage, rng: Rng, tips: TablePoint, sleeve: str | None = None) -> Arm:
    """An arm that comes from the nearest edge to a place."""
    w, h = stage.spec.width, stage.spec.height
    gaps = {90.0: tips.y, 270.0: h - tips.y, 0.0: tips.x, 180.0: w - tips.x}
    way = min(gaps, key=lambda deg: gaps[deg]) + float(rng.normal(0, 12))
    wears = sleeve or str(rng.choice(list(over.SLEEVES)))
    return Arm(tips, way, int(rng.integers(4)), wears, float(rng.uniform(0.8, 2.5)))


def _reaching(reel: Reel, arm: Arm, under: Picture, *, out: bool = False) -> None:
    """The arm comes in from beyond the edge, or goes."""

    def at(share: float) -> Picture:
        away = share if out else 1.0 - share
        tips = step(arm.tips, arm.reach_deg, -away * 12.0)
        return over.with_arm(reel.stage, under, replace(arm, tips=tips))

    reel.play(at, 0.5, hand=True)


@incident
def a_still_table(stage: Stage, rng: Rng) -> Reel:
    """Nothing happens for a while, in a light that flickers a little."""
    reel = _begun(stage, rng)
    gains = rng.normal(1.0, 0.015, 100)
    reel.play(lambda at: over.brighter(stage.picture, [gains[int(99 * at)]] * 3), 4.0)
    return reel


def nothing_happens(stage: Stage, rng: Rng, seconds: float, step_s: float) -> Reel:
    """The table at rest for long, while the day wanes and clouds pass."""
    reel = Reel(stage, rng, truth_of(stage), step_s)
    waning, cloudy, warmer = rng.uniform(0.0, 0.35), rng.uniform(0.0, 0.12), rng.normal(0, 0.05, 3)

    def at(share: float) -> Picture:
        gain = 1 - waning * share + cloudy * np.sin(share * seconds / 9)
        return over.brighter(stage.picture, gain * (1 + warmer * share))

    reel.play(at, seconds)
    return reel


@incident
def a_man_is_moved(stage: Stage, rng: Rng) -> Reel:
    """A hand takes a man and sets him down elsewhere."""
    reel, man, to = _begun(stage, rng), _man(stage, rng), free_place(stage, rng)
    arm, there = _arm(stage, rng, man.place), _arm(stage, rng, to)
    _hidden(reel, man)
    _reaching(reel, arm, stage.picture)
    gone = without(stage, stage.picture, man)
    reel.truth = reel.truth.with_man(man.id, None)
    _reaching(reel, arm, gone, out=True)
    carried = Carried(to, float(rng.uniform(-40, 40)))
    after = pasted(stage, gone, man, carried)
    reel.truth = truth_of(stage).with_man(man.id, to)
    _hidden(reel, man)
    _reaching(reel, there, after)
    _reaching(reel, there, after, out=True)
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(after, 1.6)
    return reel


@incident
def a_man_is_moved_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel = Reel(stage, rng, truth_of(stage), step_s=1.0)
    reel.rest(1.0)
    man, to = _man(stage, rng), free_place(stage, rng)
    reel.show(over.with_arm(stage, stage.picture, _arm(stage, rng, man.place)), 1.0, hand=True)
    after = pasted(stage, without(stage, stage.picture, man), man, Carried(to, 20.0))
    reel.truth = truth_of(stage).with_man(man.id, to)
    reel.show(over.with_arm(stage, after, _arm(stage, rng, to)), 1.0, hand=True)
    reel.show(after, 3.0)
    return reel


@incident
def a_man_is_lifted_and_put_back(stage: Stage, rng: Rng) -> Reel:
    """Taken up, the table shown without him, and set down where he stood."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    gone = without(stage, stage.picture, man)
    reel.truth = reel.truth.with_man(man.id, None)
    reel.show(gone, 2.5)
    reel.truth = truth_of(stage)
    reel.rest(2.5)
    return reel


@incident
def a_man_is_lifted_by_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand takes a man away."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    arm, gone = _arm(stage, rng, man.place), without(stage, stage.picture, man)
    _hidden(reel, man)
    _reaching(reel, arm, stage.picture)
    reel.truth = reel.truth.with_man(man.id, None)
    _reaching(reel, arm, gone, out=True)
    reel.show(gone, 1.6)
    return reel


@incident
def a_hand_rests(stage: Stage, rng: Rng) -> Reel:
    """An arm lies over a man for long, quite still."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    tips = step(man.tag, float(rng.uniform(0, 360)), 0.5)
    arm = _arm(stage, rng, tips)
    _all_hidden(reel)
    _reaching(reel, arm, stage.picture)
    reel.show(over.with_arm(stage, stage.picture, arm), 7.0, hand=True)
    _reaching(reel, arm, stage.picture, out=True)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def a_hand_rests_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel, man = Reel(stage, rng, truth_of(stage), step_s=1.0), _man(stage, rng)
    reel.rest(1.0)
    under_it = over.with_arm(stage, stage.picture, _arm(stage, rng, step(man.tag, 45, 0.5)))
    _all_hidden(reel)
    reel.show(under_it, 5.0, hand=True)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def a_sleeve_of_the_desks_colour_rests(stage: Stage, rng: Rng) -> Reel:
    """The sleeve cannot be told from the desk: a hand lies there by itself."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    arm = replace(_arm(stage, rng, step(man.tag, 45, 0.5)), sleeve="bare")
    desk = np.median(stage.empty.reshape(-1, 3)[::97], axis=0)
    arm = replace(arm, sleeve=(int(desk[0]), int(desk[1]), int(desk[2])))
    _all_hidden(reel)
    _reaching(reel, arm, stage.picture)
    reel.show(over.with_arm(stage, stage.picture, arm), 5.0, hand=True)
    _reaching(reel, arm, stage.picture, out=True)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def a_man_rests_in_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand holds a man over the table for long and puts him back."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    gone = without(stage, stage.picture, man)
    to = free_place(stage, rng)
    arm = _arm(stage, rng, step(to, 0, 0.6))
    held = pasted(stage, gone, man, Carried(to, 10.0, float(rng.uniform(1.0, 1.08))))
    reel.truth = reel.truth.with_man(man.id, None)
    over_it = over.with_arm(stage, held, arm)
    # The tag lies open to view in front of the fingers.
    reel.show(pasted(stage, over_it, man, Carried(to, 10.0, 1.03)), 6.0, hand=True)
    reel.truth = truth_of(stage)
    reel.rest(2.0)
    return reel


@incident
def paper_slides_over_men(stage: Stage, rng: Rng) -> Reel:
    """A sheet slides in from the edge over some men, lies there, and slides away."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    sheet = Sheet(man.tag.x, man.tag.y, float(rng.uniform(5, 9)), float(rng.uniform(4, 7)),
                  float(rng.uniform(0, 90)), colour)  # fmt: skip
    way = float(rng.uniform(0, 360))

    def at(away: float) -> Picture:
        middle = step(TablePoint(sheet.x, sheet.y), way, away * 14)
        return over.with_sheet(stage, stage.picture, replace(sheet, x=middle.x, y=middle.y))

    _all_hidden(reel)
    reel.play(lambda share: at(1 - share), 0.8)
    reel.show(at(0.0), 3.0)
    reel.play(at, 0.8)
    _open(reel)
    reel.rest(2.5)
    return reel


@incident
def paper_slides_over_men_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel, man = Reel(stage, rng, truth_of(stage), step_s=1.0), _man(stage, rng)
    reel.rest(1.0)
    sheet = Sheet(man.tag.x, man.tag.y, 7.0, 5.0, float(rng.uniform(0, 90)),
                  str(rng.choice(list(over.PAPERS))))  # fmt: skip
    _all_hidden(reel)
    for away_in, seconds in ((5.0, 1.0), (0.0, 3.0)):
        slid = replace(sheet, x=sheet.x + away_in)
        reel.show(over.with_sheet(stage, stage.picture, slid), seconds)
    _open(reel)
    reel.rest(3.0)
    return reel


@incident
def paper_is_laid_by_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand lays a sheet over men and leaves; later it takes the sheet away."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    sheet = Sheet(man.tag.x, man.tag.y, 6.0, 4.5, float(rng.uniform(0, 90)),
                  str(rng.choice(list(over.PAPERS))))  # fmt: skip
    covered = over.with_sheet(stage, stage.picture, sheet)
    arm = _arm(stage, rng, step(man.tag, 20, 1.0))
    _all_hidden(reel)
    _reaching(reel, arm, covered)
    _reaching(reel, arm, covered, out=True)
    reel.show(covered, 2.0)
    _reaching(reel, arm, covered)
    _reaching(reel, arm, stage.picture, out=True)
    _open(reel)
    reel.rest(2.5)
    return reel


@incident
def a_book_is_laid_over_the_edge(stage: Stage, rng: Rng) -> Reel:
    """A large sheet lies over the table's edge and some men, and stays."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    w = stage.spec.width
    x = 1.0 if man.x < w / 2 else w - 1.0
    sheet = Sheet(x, man.tag.y, 2 * abs(man.tag.x - x) + 3, 6.0, 0.0, "blue")
    covered = over.with_sheet(stage, stage.picture, sheet)
    arm = _arm(stage, rng, step(man.tag, 20, 1.0))
    _all_hidden(reel)
    _reaching(reel, arm, covered)
    _reaching(reel, arm, covered, out=True)
    reel.show(covered, 4.0)
    reel.rest(2.5)
    _open(reel)
    reel.rest(2.5)
    return reel


@incident
def a_scrap_over_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A scrap of paper covers a part of a tag."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    _hidden(reel, man)
    share = float(rng.uniform(0.35, 1.0))
    reel.show(over.with_scrap(stage, stage.picture, man, share, colour), 3.0)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def glare_on_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A lamp shines on a tag; its round glare may be taken for a lid."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    _hidden(reel, man)
    reel.truth = replace(reel.truth, things=False)
    reel.show(over.with_glare(stage, stage.picture, man), 3.0)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def a_mug_on_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A mug that nobody listed is set down on a tag."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    _all_hidden(reel)
    colour = (int(rng.integers(40, 220)), int(rng.integers(40, 220)), int(rng.integers(40, 220)))
    reel.show(over.with_mug_on(stage, stage.picture, man, colour), 3.0)
    reel.rest(2.5)
    _open(reel)
    reel.rest(1.0)
    return reel


@incident
def a_man_is_knocked_over(stage: Stage, rng: Rng) -> Reel:
    """A hand knocks a man over: he lies on his tag."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    side = stage.army.soldier(man.id).side
    colour = (60, 100, 70) if side == "green" else (110, 160, 190)
    fallen = over.with_fallen(stage, stage.picture, man, colour)
    arm = _arm(stage, rng, step(man.place, 90, 0.5))
    _hidden(reel, man)
    _reaching(reel, arm, stage.picture)
    _reaching(reel, arm, fallen, out=True)
    reel.show(fallen, 2.5)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def two_men_are_swapped(stage: Stage, rng: Rng) -> Reel:
    """A hand swaps two men in place."""
    men = stage.plain_men()[:6]
    reel = _begun(stage, rng)
    one, other = (men[int(i)] for i in rng.permutation(len(men))[:2])
    bare = without(stage, without(stage, stage.picture, one), other)
    after = pasted(stage, bare, one, Carried(other.place, other.facing - one.facing))
    after = pasted(stage, after, other, Carried(one.place, one.facing - other.facing))
    arm = _arm(stage, rng, one.place)
    reel.truth = reel.truth.with_man(one.id, None).with_man(other.id, None)
    reel.show(over.with_arm(stage, stage.picture, arm), 0.5, hand=True)
    reel.truth = truth_of(stage).with_man(one.id, other.place).with_man(other.id, one.place)
    reel.show(over.with_arm(stage, after, arm), 0.5, hand=True)
    reel.show(after, 1.6)
    return reel


@incident
def a_tag_lies_there_twice(stage: Stage, rng: Rng) -> Reel:
    """A second tag of a man who stands there is laid down."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    after = pasted(stage, stage.picture, man, Carried(free_place(stage, rng), 30.0))
    reel.truth = replace(reel.truth, twice=frozenset({man.id}))
    reel.show(over.with_arm(stage, after, _arm(stage, rng, man.place)), 0.5, hand=True)
    reel.show(after, 2.0)
    reel.truth = replace(truth_of(stage), twice=frozenset({man.id}))
    reel.rest(2.5)
    return reel


@incident
def a_man_is_set_half_under_another(stage: Stage, rng: Rng) -> Reel:
    """A man is set down so that another's tag lies over half of his."""
    men = stage.plain_men()[:6]
    reel = _begun(stage, rng)
    one, other = (men[int(i)] for i in rng.permutation(len(men))[:2])
    bare = without(stage, stage.picture, one)
    half = step(other.place, other.facing, 0.45, 0.5)
    after = pasted(stage, bare, one, Carried(half, other.facing - one.facing))
    after = pasted(stage, after, other, Carried(other.place))
    reel.truth = reel.truth.with_man(one.id, None)
    reel.show(over.with_arm(stage, after, _arm(stage, rng, one.place)), 0.6, hand=True)
    reel.truth = truth_of(stage).with_man(one.id, half)
    _hidden(reel, one, other)
    reel.show(after, 2.5)
    return reel


@incident
def a_person_leans_in(stage: Stage, rng: Rng) -> Reel:
    """Somebody's head and shoulders come over a part of the table, stay, and go."""
    reel = _begun(stage, rng)
    depth, top = float(rng.uniform(0.3, 0.9)), bool(rng.random() < 0.5)
    _all_hidden(reel)
    reel.play(lambda share: over.with_person(stage.picture, depth * share + 0.05, top), 0.6,
              hand=True)  # fmt: skip
    reel.show(over.with_person(stage.picture, depth, top), 3.0, hand=True)
    reel.play(lambda share: over.with_person(stage.picture, depth * (1 - share), top), 0.6,
              hand=True)  # fmt: skip
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def the_camera_is_pushed(stage: Stage, rng: Rng) -> Reel:
    """The camera is pushed by a few to many pixels and stays there."""
    reel = _begun(stage, rng)
    far, way = float(np.exp(rng.uniform(np.log(5), np.log(150)))), float(rng.uniform(0, 2 * np.pi))
    dx, dy, turn = far * np.cos(way), far * np.sin(way), float(rng.normal(0, 0.6))

    def at(share: float) -> Picture:
        return over.pushed(stage.picture, share * dx, share * dy, share * turn)

    reel.play(at, 0.4)
    reel.show(at(1.0), 2.5)
    reel.play(lambda share: at(1 - share), 0.4)
    reel.rest(2.0)
    return reel


@incident
def the_camera_is_pushed_so_that_markers_are_lost(stage: Stage, rng: Rng) -> Reel:
    """Two markers leave the picture; later the camera is set back."""
    reel = _begun(stage, rng)
    ends = stage.pixels([(0, 0), (stage.spec.width, stage.spec.height)])
    left = bool(rng.random() < 0.5)
    size_wh = stage.picture.shape[1::-1]
    away = -(ends[0, 0] + 90) if left else size_wh[0] - ends[1, 0] + 90
    _all_hidden(reel)

    def at(share: float) -> Picture:
        picture = over.pushed(stage.picture, share * away, 0.0)
        # Nothing is mirrored at the edge of a real picture.
        blank = picture.copy()
        columns = (
            slice(size_wh[0] + int(share * away), None) if left else slice(0, int(share * away))
        )
        if share > 0:
            blank[:, columns] = np.median(stage.empty.reshape(-1, 3)[::97], axis=0)
        return blank

    reel.play(at, 0.4)
    reel.show(at(1.0), 3.0)
    reel.play(lambda share: at(1 - share), 0.4)
    _open(reel)
    reel.rest(2.0)
    return reel


@incident
def the_camera_is_pushed_under_a_hand(stage: Stage, rng: Rng) -> Reel:
    """The camera is nudged while a hand is over the table."""
    reel, man = _begun(stage, rng), _man(stage, rng)
    arm = _arm(stage, rng, man.place)
    _all_hidden(reel)
    _reaching(reel, arm, stage.picture)
    dx, dy = rng.uniform(-40, 40, 2)
    under = over.with_arm(stage, stage.picture, arm)
    reel.show(over.pushed(under, dx, dy, 0.4), 1.0, hand=True)
    _open(reel)
    reel.show(over.pushed(stage.picture, dx, dy, 0.4), 2.5)
    return reel


@incident
def the_light_changes(stage: Stage, rng: Rng) -> Reel:
    """A lamp goes off and on, the light gets warmer, the exposure pumps."""
    reel = _begun(stage, rng)
    gain, slope, turn = (
        float(rng.uniform(0.35, 1.5)),
        float(rng.normal(0, 0.7)),
        float(rng.uniform(0, 360)),
    )
    warm = float(rng.uniform(0.8, 1.15))
    other = over.lit_otherwise(stage.picture, [gain / warm, gain, gain * warm], slope, turn)
    reel.show(other, 2.0)
    reel.rest(1.0)
    reel.play(lambda share: over.lit_otherwise(
        stage.picture, [1 + 0.5 * np.sin(9 * share)] * 3, 0.0, 0.0), 2.0)  # fmt: skip
    reel.rest(1.0)
    return reel


@incident
def a_shadow_falls(stage: Stage, rng: Rng) -> Reel:
    """Somebody's shadow lies over a part of the table."""
    reel = _begun(stage, rng)
    h, w = stage.picture.shape[:2]
    ring = np.array(
        [(0, 0), (rng.uniform(0.2, 0.7) * w, 0), (rng.uniform(0.2, 0.7) * w, h), (0, h)]
    )
    depth, soft = float(rng.uniform(0.35, 0.8)), float(rng.uniform(4, 60))
    reel.show(over.shaded(stage.picture, ring, depth, soft), 3.0)
    reel.rest(2.0)
    return reel


@incident
def the_focus_hunts(stage: Stage, rng: Rng) -> Reel:
    """Six seconds of a hunting autofocus."""
    reel = _begun(stage, rng)
    most = float(rng.uniform(1.5, 5.0))

    def at(share: float) -> Picture:
        sigma = most * abs(np.sin(9 * share))
        return cv2.GaussianBlur(stage.picture, (0, 0), sigma) if sigma > 0.3 else stage.picture

    reel.play(at, 6.0)
    reel.rest(2.0)
    return reel


@incident
def the_focus_is_lost_for_long(stage: Stage, rng: Rng) -> Reel:
    """All is blurred for seconds, and sharp again."""
    reel = _begun(stage, rng)
    reel.show(cv2.GaussianBlur(stage.picture, (0, 0), float(rng.uniform(1.2, 4.0))), 3.0)
    reel.rest(2.0)
    return reel


@incident
def pictures_are_spoilt(stage: Stage, rng: Rng) -> Reel:
    """Single pictures are torn, grey, noisy, shaken, dark or washed out, among good ones."""
    reel = _begun(stage, rng)
    picture = stage.picture
    h = picture.shape[0]
    cut, aside = int(rng.uniform(0.2, 0.8) * h), int(rng.integers(-150, 150))
    size = int(rng.integers(9, 31))
    shaken = np.zeros((size, size), np.float32)
    shaken[size // 2] = 1.0
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 180)), 1.0)
    shaken = cv2.warpAffine(shaken, turn, (size, size))
    for bad in (
        np.vstack([picture[:cut], np.roll(picture, aside, 1)[cut:]]),
        np.vstack([picture[:cut], np.roll(picture, 30, 0)[cut:]]),
        np.full_like(picture, 128),
        cv2.filter2D(picture, -1, shaken / shaken.sum()),
        (picture * 0.06).astype(np.uint8),
        np.clip(picture.astype(np.int32) * 3 + 60, 0, 255).astype(np.uint8),
        np.clip(picture + rng.normal(0, 45, picture.shape), 0, 255).astype(np.uint8),
    ):
        reel.show(bad, 0.3)
        reel.rest(0.4)
    reel.rest(1.0)
    return reel
