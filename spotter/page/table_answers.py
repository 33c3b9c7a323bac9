"""What the page asks about the newest scene, answered in worker threads from a frozen value."""

import gzip
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import cv2
import numpy as np
from shapely import Point

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.drawing import answer_cards, scene_drawing
from overlay.marks.marks import Drawing
from overlay.marks.scene_version import scene_version
from overlay.marks.threat_marks import threat_at_card, threat_card
from overlay.marks.words import sentence
from overlay.paint.paint_svg import svg_text
from overlay.plan import marks_over, plan_of
from overlay.strokes.theme import GLASS, PAPER
from overlay.window.attacks_now import RefusedNow
from overlay.window.hud import Hud
from overlay.window.window_marks import asked_of, table_drawing
from overlay.window.window_state import Layer, WindowState, window_of
from rules.book.answer import Mistake, Shot
from rules.book.book import Book
from rules.game.deed import Deed
from rules.game.engine import phase_now
from rules.game.event import event_json
from rules.game.game import Game
from rules.game.orders import Aimed, FightOrder, ShotOrder
from spotter.game.deed_menu import deeds_now
from spotter.live.live_view import PictureView
from spotter.live.owed_dice import (
    owed_for_event,
    owed_for_order,
    refused_now,
    strike_refused,
)
from spotter.page.kept_keys import WATCH, Guest
from spotter.page.large_words import large_worded
from spotter.page.owed_numbers import owed_words
from spotter.page.phone_words import on_a_phone
from spotter.page.photos import Photos
from spotter.page.snapshot import PlanOf
from spotter.page.whose import is_his
from table.army import Army
from table.picture import Picture
from table.places import TablePoint
from table.scene import Scene, Soldier
from table.scene_file import scene_json

_MOST_PX = 1280  # of a picture's longer side
_MOST_DRAWN = 60  # plans that are kept


@dataclass(frozen=True, eq=False)
class TableMoment:
    """The table at one moment: all that answers may look at."""

    scene: Scene
    hud: Hud  # who may do what, who is to be put back, who is wanted where
    plans: Mapping[str, Mapping[str, TablePoint]]  # by side, shown to that side alone
    game: Game | None = None
    view: PictureView | None = None
    then: Mapping[str, Game | None] = field(default_factory=dict)  # by side: once it says yes

    @property
    def ruled(self) -> Scene:
        """The table as shots are ruled on it: who is to be put back stands where he belongs."""
        if self.game is None:
            return self.scene
        kept = {man.id: man for man in self.game.scene.soldiers if man.id in self.hud.back}
        there = [man.id for man in self.scene.soldiers if man.id in kept]
        return self.scene.with_soldiers(*(kept[name] for name in there))


class TableAnswers:
    """Answers from the newest moment; the game's loop sets it, worker threads read it."""

    def __init__(self, book: Book, army: Army, agreed: Mapping[str, Any], photos: Photos) -> None:
        self._asking = AnswerCache(book, agreed)
        self._army = army
        self._photos = photos
        colours = {side.name: side.colour for side in army.sides}
        self._theme, self._over = PAPER.with_sides(colours), GLASS.with_sides(colours)
        self._viewed: tuple[PictureView | None, bytes | None] = (None, None)
        self._lock = Lock()
        self._moment: TableMoment | None = None
        self._viewing = Lock()
        self._drawing = Lock()  # twenty phones ask for one drawing: it is made once
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()

    @property
    def photo_uses(self) -> list[str]:
        """What a photo from a phone may be for; the likeliest first."""
        return list(self._photos.uses)

    def now(self, moment: TableMoment) -> None:
        """From here on this is the table."""
        with self._lock:
            self._moment = moment

    def _newest(self) -> TableMoment | None:
        with self._lock:
            return self._moment

    def scene(self) -> Mapping[str, Any]:
        """The table as scene files have it."""
        moment = self._newest()
        return {"spotter": 1} if moment is None else scene_json(moment.scene)

    def shows(self, moment: TableMoment) -> Hashable:
        """All on which the plans of the table depend: another value once one may look different."""
        return asked_of(self._window(moment, PlanOf(WATCH))), _told(moment.plans)

    def plan(self, wanted: PlanOf) -> bytes:
        """The plan as gzipped SVG: the chosen man's reach and shots, what this side alone plans."""
        moment = self._newest()
        if moment is None:
            scene = Scene(36.0, 24.0)
            return _packed(svg_text(plan_of(scene, scene_drawing(scene)), self._theme))
        of = _as_drawn(wanted, moment)
        if of.chosen is not None and of.danger:
            self._asking.threat(moment.scene, of.chosen)  # nobody else waits for it
        state = self._window(moment, of)
        key = _depends_on(state), of
        with self._drawing:
            if key not in self._drawn:
                self._drawn[key] = _packed(self._svg(moment, state, of))
                while len(self._drawn) > _MOST_DRAWN:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    def _window(self, moment: TableMoment, of: PlanOf) -> WindowState:
        """The table as a window shows it to that role."""
        wanted = {**moment.hud.wanted, **moment.plans.get(of.role, {})}
        state = window_of(moment.scene, self._army)
        shaded: frozenset[Layer] = frozenset({"threat"} if of.danger else ())
        hud = replace(moment.hud, wanted=wanted)
        return replace(state, hud=hud, chosen=of.chosen, layers=state.layers | shaded)

    def _svg(self, moment: TableMoment, state: WindowState, of: PlanOf) -> str:
        scene, refused = moment.scene, self._refused_in(moment.game)
        drawing = table_drawing(
            state, self._asking, on_picture=of.over_picture, refused_now=refused
        )
        counted = scene_drawing(scene).title  # nobody need be told how to choose
        # Cards beside the table would make it smaller: the page says what they say in words.
        marks = large_worded(drawing.marks) if of.large_words else drawing.marks
        shown = Drawing(marks, on_a_phone(drawing.title) if of.chosen else counted)
        if of.over_picture:
            return svg_text(marks_over(scene, shown), self._over, over_picture=True)
        return svg_text(plan_of(scene, shown), self._theme)

    def _refused_in(self, game: Game | None) -> RefusedNow | None:
        if game is None:
            return None
        return lambda man, enemy, weapon: strike_refused(
            self._asking.book, game, man, enemy, weapon
        )

    def man(self, role: str, soldier: str, at: Aimed | None = None) -> Mapping[str, Any]:
        """His weapons, whom he can hit at what number, and what else he can do.

        With another man, or a place that was tapped: what he can do with, to or at it.
        """
        moment = self._newest()
        man = None if moment is None else moment.scene.soldier(soldier)
        if moment is None or man is None:
            return {"words": f"{soldier} is not on the table", **_NOBODY}
        game = moment.game if man.side == role else None
        there = () if game is None or at is None else self._at(game, man, at)
        return {
            "words": f"{man.id}, {man.side}" + (f", {man.role}" if man.role else ""),
            "side": man.side,
            "weapons": list(man.weapons),
            "shots": self._shots(moment.ruled, man),
            "deeds": self._of_his(role, game, deeds_now(self._asking.book, game, man.id, None)),
            "there": self._of_his(role, game, there),
        }

    def _at(self, game: Game, man: Soldier, at: Aimed) -> Iterator[Deed]:
        """What he can do with another man, or at a place and at what lies there."""
        book = self._asking.book
        if isinstance(at, str):
            alone = deeds_now(book, game, at, None)
            yield from (one for one in deeds_now(book, game, at, man.id) if one not in alone)
            return
        here = Point(at.x, at.y)
        things = (thing.id for thing in game.scene.things if thing.footprint.covers(here))
        aims: tuple[Aimed, ...] = (at, *things)
        for aim in aims:
            yield from deeds_now(book, game, aim, man.id)

    def _of_his(self, role: str, game: Game | None, deeds: Iterable[Deed]) -> list[dict[str, Any]]:
        """Those of the deeds that this side may do, each with the dice it takes."""
        if game is None:
            return []
        book = self._asking.book
        return [
            {
                "words": one.words,
                "event": event_json(one.event),
                "owed": owed_words(owed_for_event(book, game, one.event)),
            }
            for one in deeds
            if is_his(role, one.event, self._army, book, game)
        ]

    def _shots(self, scene: Scene, man: Soldier) -> list[dict[str, Any]]:
        enemies = [other for other in scene.soldiers if other.side != man.side]
        found = []
        for weapon in man.weapons:
            for enemy in enemies:
                asked = {"ask": "shoot", "shooter": man.id, "target": enemy.id, "weapon": weapon}
                answer = self._asking.ask(scene, asked)
                if isinstance(answer, Shot) and answer.allowed:
                    words = sentence(asked, answer)
                    found.append({"weapon": weapon, "target": enemy.id, "words": words})
        return found

    def shot(self, role: str, shooter: str, target: str, weapon: str | None) -> Mapping[str, Any]:
        """One shot with its sum, which everybody may know, and whether it happens now."""
        moment = self._newest()
        if moment is None:
            return {"words": "the camera has seen no table yet", "rows": [], **_NO_STRIKE}
        scene = moment.ruled
        if (why := _unknown(scene, shooter, target, weapon)) is not None:
            return {"words": why, "rows": [], **_NO_STRIKE}
        arms = {} if not weapon else {"weapon": weapon}
        asked = {"ask": "shoot", "shooter": shooter, "target": target, **arms}
        answer = self._asking.ask(scene, asked)
        if isinstance(answer, Mistake):
            return {"words": answer.error, "rows": [], **_NO_STRIKE}
        cards = answer_cards(scene, asked, answer, self._asking)
        rows = [list(row) for card in cards for row in card.rows]
        told = {"words": sentence(asked, answer), "rows": rows}
        strikes = self._strikes(moment.game, shooter, target, weapon)
        if not strikes["does"] and (then := moment.then.get(role)) is not None:
            later = self._strikes(then, shooter, target, weapon)
            strikes = later if later["does"] else strikes
        if isinstance(answer, Shot) and not answer.allowed:
            return {**told, **strikes, "refused": None}  # the sum says why
        return {**told, **strikes}

    def _strikes(
        self, game: Game | None, man: str, enemy: str, weapon: str | None
    ) -> Mapping[str, Any]:
        """Whether he may shoot or fight him now and with which dice; where neither, why not."""
        if game is None:
            return {**_NO_STRIKE, "refused": "the game has not begun"}
        book = self._asking.book
        orders: dict[str, ShotOrder | FightOrder] = {
            "shoot": ShotOrder(man, (enemy,), weapon or None),
            "fight": FightOrder((man,), enemy),
        }
        no = {word: refused_now(book, game, order) for word, order in orders.items()}
        does = [word for word, why in no.items() if why is None]
        owed = {word: owed_words(owed_for_order(book, game, orders[word])) for word in does}
        why = no["fight" if phase_now(book, game).hand_to_hand else "shoot"]
        return {"does": does, "owed": owed, "refused": None if does else why}

    def danger(self, soldier: str, place: TablePoint | None) -> Mapping[str, Any]:
        """How likely a man would be hit at a place and by whom, and whom he would hit from it.

        Without a place: what the shades of the plan mean.
        """
        moment = self._newest()
        if moment is None or moment.scene.soldier(soldier) is None:
            return {"words": f"{soldier} is not on the table", "rows": []}
        threat = self._asking.threat(moment.scene, soldier)
        card = threat_card(threat) if place is None else threat_at_card(soldier, threat.at(place))
        return {"words": card.title, "rows": [list(row) for row in card.rows]}

    def picture(self) -> bytes | None:
        """The camera's newest picture from above, made once for all who look; None without one."""
        moment = self._newest()
        view = None if moment is None else moment.view
        with self._viewing:
            if view is not self._viewed[0]:
                self._viewed = (view, None if view is None else _jpeg(view()))
            return self._viewed[1]

    def photo(self, guest: Guest, content: bytes, use: str) -> Mapping[str, Any]:
        """What became of a photo."""
        del guest
        moment = self._newest()
        known = None if moment is None else moment.scene
        return {"words": self._photos.taken(content, use, known)}


def _as_drawn(wanted: PlanOf, moment: TableMoment) -> PlanOf:
    """The plan that is wanted, the same for all to whom it looks the same."""
    chosen = wanted.chosen if moment.scene.soldier(wanted.chosen or "") else None
    role = wanted.role if moment.plans.get(wanted.role) else WATCH
    return replace(wanted, role=role, chosen=chosen, danger=wanted.danger and chosen is not None)


def _depends_on(state: WindowState) -> Hashable:
    """All on which this drawing depends: with nobody chosen, nothing of whose turn it is."""
    if state.chosen is not None:
        return asked_of(state)
    hud = state.hud
    return scene_version(state.scene), *hud.back.items(), *hud.wanted.items(), hud.out, hud.lost


def _told(plans: Mapping[str, Mapping[str, TablePoint]]) -> Hashable:
    return tuple((side, *of.items()) for side, of in plans.items())


def _unknown(scene: Scene, shooter: str, target: str, weapon: str | None) -> str | None:
    """Which of them is not there; None where all are, and there is something to be asked."""
    man = scene.soldier(shooter)
    if man is None:
        return f"{shooter} is not on the table"
    if scene.soldier(target) is None and scene.thing(target) is None:
        return f"{target} is not on the table"
    return f"{shooter} has no {weapon}" if weapon and weapon not in man.weapons else None


def _packed(svg: str) -> bytes:
    return gzip.compress(svg.encode(), 5)


def _jpeg(picture: Picture | None) -> bytes | None:
    """The picture as a phone is sent it, no larger than a phone can show."""
    if picture is None:
        return None
    height, width = picture.shape[:2]
    times = min(1.0, _MOST_PX / max(width, height))
    if times < 1.0:
        size_wh = (round(width * times), round(height * times))
        picture = np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    made, content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return content.tobytes() if made else None


_NO_STRIKE: dict[str, Any] = {"does": [], "owed": {}, "refused": None}
_NOBODY: dict[str, Any] = {"side": None, "weapons": [], "shots": [], "deeds": [], "there": []}
