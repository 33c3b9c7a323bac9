"""What the page asks about the newest scene, answered in worker threads from a frozen value."""

import gzip
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import cv2
import numpy as np
from shapely import Point

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.back_marks import back_marks
from overlay.marks.drawing import answer_cards, scene_drawing
from overlay.marks.marks import Drawing
from overlay.marks.threat_marks import threat_at_card, threat_card
from overlay.marks.wanted_marks import wanted_marks
from overlay.marks.words import sentence
from overlay.paint.paint_svg import svg_text
from overlay.plan import marks_over, plan_of
from overlay.strokes.theme import GLASS, PAPER
from overlay.window.window_marks import table_drawing
from overlay.window.window_state import window_of
from rules.book.answer import Mistake, Shot
from rules.book.book import Book
from rules.game.deed import Deed
from rules.game.engine import phase_now
from rules.game.game import Game
from rules.game.orders import Aimed, FightOrder, ShotOrder
from spotter.game.deed_menu import deeds_now
from spotter.live.live_view import PictureView
from spotter.live.owed_dice import owed_for_event, owed_for_order, refused_now
from spotter.page.kept_keys import Guest
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


@dataclass(frozen=True, eq=False)
class TableMoment:
    """The table at one moment: all that answers may look at."""

    scene: Scene
    back: Mapping[str, TablePoint]
    wanted: Mapping[str, TablePoint]
    plans: Mapping[str, Mapping[str, TablePoint]]  # by side, shown to that side alone
    game: Game | None = None
    view: PictureView | None = None
    plan: int = 0  # which drawing of the table this is


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
        self._drawn: tuple[int, dict[PlanOf, bytes]] = (-1, {})

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

    def plan(self, wanted: PlanOf) -> bytes:
        """The plan as gzipped SVG: the chosen man's reach and shots, what this side alone plans."""
        moment = self._newest()
        number = 0 if moment is None else moment.plan
        if moment is not None and wanted.danger and moment.scene.soldier(wanted.chosen or ""):
            self._asking.threat(moment.scene, wanted.chosen or "")  # nobody else waits for it
        with self._drawing:
            if self._drawn[0] != number:
                self._drawn = (number, {})
            drawn = self._drawn[1]
            if wanted not in drawn:
                drawn[wanted] = gzip.compress(self._svg(moment, wanted).encode(), 5)
            return drawn[wanted]

    def _svg(self, moment: TableMoment | None, of: PlanOf) -> str:
        scene = Scene(36.0, 24.0) if moment is None else moment.scene
        man = None if of.chosen is None else scene.soldier(of.chosen)
        drawing = (
            scene_drawing(scene, self._asking)
            if man is None and not of.over_picture
            else self._of(scene, man, of)
        )
        if moment is None:
            return svg_text(plan_of(scene, drawing), self._theme)
        wanted = {**moment.wanted, **moment.plans.get(of.role, {})}
        extra = (*back_marks(scene, moment.back), *wanted_marks(scene, wanted))
        title = on_a_phone(drawing.title)
        # Cards beside the table would make it smaller: the page says what they say in words.
        shown = Drawing((*drawing.marks, *extra), title)
        if of.large_words:
            shown = replace(shown, marks=large_worded(shown.marks))
        if of.over_picture:
            return svg_text(marks_over(scene, shown), self._over, over_picture=True)
        return svg_text(plan_of(scene, shown), self._theme)

    def _of(self, scene: Scene, man: Soldier | None, of: PlanOf) -> Drawing:
        state = replace(window_of(scene, self._army), chosen=None if man is None else man.id)
        if of.danger:
            state = replace(state, layers=state.layers | {"threat"})
        return table_drawing(state, self._asking, on_picture=of.over_picture)

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
            "shots": self._shots(moment.scene, man),
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
                "event": dict(one.event),
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
        """One shot with its sum."""
        del role  # everybody may know what the rules say
        moment = self._newest()
        if moment is None:
            return {"words": "the camera has seen no table yet", "rows": [], **_NO_STRIKE}
        arms = {} if not weapon else {"weapon": weapon}
        asked = {"ask": "shoot", "shooter": shooter, "target": target, **arms}
        answer = self._asking.ask(moment.scene, asked)
        if isinstance(answer, Mistake):
            return {"words": answer.error, "rows": [], **_NO_STRIKE}
        cards = answer_cards(moment.scene, asked, answer, self._asking)
        rows = [list(row) for card in cards for row in card.rows]
        told = {"words": sentence(asked, answer), "rows": rows}
        strikes = self._strikes(moment.game, shooter, target, weapon)
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
        return {"words": self._photos.taken(content, use)}


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
