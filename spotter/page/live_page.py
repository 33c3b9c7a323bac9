"""The page of a game being played: wishes of phones are carried out, its newest state shown.

`step` runs in the loop that owns the game, and is cheap while nothing changed.
"""

import json
import time
from collections.abc import Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from overlay.window.hud import Hud
from rules.book.book import Book
from rules.game.engine import game_rules, phase_now
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from spotter.game.deeds import (
    Happens,
    LetStand,
    PlayerDeed,
    SetThing,
    Undo,
    WithThrows,
    YesNoAnswer,
)
from spotter.game.opened_phases import asked_for, side_ended
from spotter.game.questions import ENDS, YesNoQuestion
from spotter.game.story_steps import deed_of, throws_of
from spotter.live.live_view import PictureView
from spotter.live.owed_dice import owed_now
from spotter.live.play_table import PlayTable
from spotter.page.app import ServedTable, page_app
from spotter.page.desk import Reply, Wish, Wishes
from spotter.page.hub import Hub
from spotter.page.join_code import join_modules
from spotter.page.kept_keys import WATCH, Guest
from spotter.page.keys import Keys
from spotter.page.limits import Rate
from spotter.page.owed_numbers import owed_words
from spotter.page.photos import Photos
from spotter.page.proposal import ASKED, Open, Proposal, read_open, write_open
from spotter.page.server import PageServer
from spotter.page.side_plans import SidePlans
from spotter.page.snapshot import ShownBesides, snapshot
from spotter.page.table_answers import TableAnswers, TableMoment
from spotter.page.whose import ANYBODY, goes_on, refuse_others_men, whose_yes
from spotter.page.yes_by_acting import YesByActing
from table.army import Army
from table.entry import Entry
from table.errors import UserError

_MOST_WORDS = 120
_ATTACKS = frozenset({"shoot", "fight"})
_SHOWN_S = 0.1  # no phone needs more states a second


class LivePage:
    """Server, keys and the players' plans of one evening."""

    def __init__(  # noqa: PLR0913 - the optional ones are named at every call
        self,
        table: PlayTable,
        book: Book,
        army: Army,
        photos: Photos,
        *,
        agreed: Mapping[str, Any] | None = None,
        lan: bool = False,
        port: int,
        kept: Path | None = None,
    ) -> None:
        self._table, self._book, self._army = table, book, army
        self.keys = Keys((side.name for side in army.sides), kept)
        self._wishes, self._hub = Wishes(), Hub()
        self._answers = TableAnswers(book, army, agreed or {}, photos)
        self._open_path = None if kept is None else kept.with_name(ASKED)
        self._kept = Open() if self._open_path is None else read_open(self._open_path)
        self._plans = SidePlans(table, self.keys.sides, self._kept.plans)
        self._proposal = self._kept.proposal
        self._proposals = 0 if self._proposal is None else self._proposal.number
        self._yes = YesByActing()
        self._plan: int = 0
        self._drawn: Hashable = object()
        self._owing: tuple[Game | None, str] = (None, "")
        self._shown_s = float("-inf")
        now = time.monotonic
        rate, joins = Rate(20.0, 60.0, now), Rate(0.2, 20.0, now)
        desk = ServedTable(self.keys, self._hub, self._wishes, self._answers, rate, joins)
        self._server = PageServer(page_app(desk), self._hub, lan=lan, port=port)
        self.keys.serve_at(self._server.url)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.port

    @property
    def url(self) -> str:
        """What a phone opens: the address and the join code."""
        return self.keys.kept.url

    def join_code(self) -> tuple[tuple[bool, ...], ...]:
        """The same as a QR code, dark modules true."""
        return join_modules(self.url)

    def step(self, now_s: float, view: PictureView | None = None) -> None:
        """Carry out what was wished and show what changed."""
        wishes = self._wishes.taken()
        replies = [self._done(wish, now_s) for wish in wishes]
        if wishes:
            self._keep_open()
        if wishes or time.monotonic() - self._shown_s >= _SHOWN_S:
            self._shown_s = time.monotonic()
            self._show(now_s, view)
        # Who hears that something was done finds it in the newest state.
        for wish, reply in zip(wishes, replies, strict=True):
            wish.answer.set_result(reply)

    def close(self) -> None:
        """Nothing listens any more."""
        self._server.close()

    def _keep_open(self) -> None:
        """Write down what is open now, where it is something else than before."""
        now = Open(self._asked(), {side: of for side, of in self._plans.all.items() if of})
        if self._open_path is not None and now != self._kept:
            self._kept = now
            write_open(self._open_path, now)

    # -- wishes

    def _done(self, wish: Wish, now_s: float) -> Reply:
        try:
            return self._carried_out(wish.guest, wish.value, now_s)
        except (UserError, EventRefusedError) as problem:
            return Reply(error=str(problem))
        except Exception as problem:  # noqa: BLE001 - whatever a phone sends, the game stays up
            return Reply(error=f"the program stumbled over this ({type(problem).__name__})")

    def _carried_out(self, guest: Guest, value: Mapping[str, Any], now_s: float) -> Reply:
        word = Entry("wish", "", dict(value)).need("do", '"next"').text()
        refuse_others_men(guest.role, value, self._army, self._table.live)
        by_himself = {
            "plan": lambda: self._plans.planned(guest.role, value),
            "carry": lambda: self._plans.carried(guest.role),
            "send away": lambda: self._sent_away(guest, value),
        }
        if word in by_himself:
            return by_himself[word]()
        if word == "answer":
            return self._answered(guest, value, now_s)
        if self._yes.is_said(self._table.live, self._asked(), guest.role, value):
            return self._gone_on(guest, value, now_s)
        of = whose_yes(guest.role, value, self._table.live, self._army)
        of = self._ended_by(value) if of is None else of
        if of is not None and self._is_here(of, guest):
            return self._proposed(guest, value, of, now_s)
        return self._do(value, now_s)

    def _gone_on(self, guest: Guest, value: Mapping[str, Any], now_s: float) -> Reply:
        """What was asked happens, for he who was asked goes on; then what he wishes."""
        asked, self._proposal = self._asked(), None
        assert asked is not None, value
        done = self._do(asked.value, now_s, agreed=True)
        if done.error is not None:
            return done
        own = self._carried_out(guest, value, now_s)
        return Reply((*done.said, *own.said), own.error)

    def _proposed(self, guest: Guest, value: Mapping[str, Any], of: str, now_s: float) -> Reply:
        """Ask the other side; where it has asked for the same, both have said yes."""
        asked = self._asked()
        if asked is not None and asked.may_answer(guest.role):
            if asked.value != value:
                raise UserError(f"{asked.words} Answer that first")
            self._proposal = None
            return self._do(value, now_s, agreed=True)
        self._proposals += 1
        self._proposal = Proposal(
            self._proposals, guest.role, of, dict(value), self._what(value), self._newest()
        )
        return Reply((self._proposal.waits,))

    def _ended_by(self, value: Mapping[str, Any]) -> str | None:
        """The other side whose phase a shot or fight would end; None where it ends none."""
        live = self._table.live
        if live is None or value.get("do") not in _ATTACKS:
            return None
        return side_ended(live.book, live.game, _ordered(value, live.book))

    def _what(self, value: Mapping[str, Any]) -> str:
        """What is asked for, in as many words as a phone has room for."""
        live, word = self._table.live, str(value["do"])
        if word == "undo":
            return "take the last thing back"
        if word == "overrule":
            names = [value["soldier"]] if "soldier" in value else sorted(self._table.refused)
            return f"let {', '.join(map(str, names)) or 'the move'} stand there"[:_MOST_WORDS]
        if word == "set":
            deed = _deed_of(value, self._book)
            assert isinstance(deed, SetThing), deed
            meant = deed.meant_as or f"what {deed.state} says"
            return f"take {deed.thing} for {meant}"[:_MOST_WORDS]
        if goes_on(value) and live is not None:
            phase = phase_now(live.book, live.game)
            due = game_rules(live.book).due(live.game)
            whose = f"{phase.side}'s phase" if phase.side else "the phase"
            return f"end {whose} ({phase.words})" if due is None else due.words
        if word in _ATTACKS and live is not None:
            phase = phase_now(live.book, live.game)
            unused = asked_for(live.book, live.game, _ordered(value, live.book)).unused
            names = [f"{one.side}'s phase ({one.words})" for one in unused or (phase,)]
            return f"end {', '.join(names)} by the attack of {_attackers(value)}"
        return f"shall this hold: {json.dumps(value.get('event'))[:_MOST_WORDS]}"

    def _do(self, value: Mapping[str, Any], now_s: float, *, agreed: bool = False) -> Reply:
        """A wish in the words of stories, done as the window does it; `agreed` by who is asked."""
        outcome = self._table.do(_deed_of(value, self._book), now_s, agreed=agreed)
        return Reply(outcome.said, outcome.error)

    def _newest(self) -> int:
        """The number of the newest line in the log."""
        log = () if self._table.live is None else self._table.live.log(1)
        return log[-1].number if log else 0

    def _asked(self) -> Proposal | None:
        """What a side asks for; once something else has happened, it asked for another game."""
        asked = self._proposal
        return asked if asked is not None and asked.after == self._newest() else None

    def _is_here(self, side: str, guest: Guest) -> bool:
        """Whether that side has joined, or any other one than the guest's, and can be asked."""
        others = {g.role for g in self.keys.guests if g.is_player} - {guest.role}
        return bool(others) if side == ANYBODY else side in others

    def _answered(self, guest: Guest, value: Mapping[str, Any], now_s: float) -> Reply:
        asked, yes = self._asked(), value.get("answer") == "yes"
        if isinstance(value.get("question"), str):  # the referee's own
            open_ = self._table.question(now_s)
            if open_ is not None and not self._is_asked(open_, guest.role):
                raise UserError(f"{open_.about}'s side says yes or no")
            outcome = self._table.do(YesNoAnswer(str(value["question"]), yes=yes), now_s)
            return Reply(outcome.said, outcome.error)
        if asked is None or value.get("question") != asked.number:
            raise UserError("that question is settled already")
        if guest.role != asked.by and not asked.may_answer(guest.role):
            raise UserError(f"{asked.of} says yes or no")
        if guest.role == asked.by and yes:
            raise UserError("the other side says yes or no")
        if not yes and guest.role != asked.by:
            self._proposal = replace(asked, refused_by=guest.role)  # until he has read it
            return Reply((f"{guest.role} says no",))
        self._proposal = None
        if not yes:
            return Reply(() if asked.refused_by else (f"{guest.role} no longer asks",))
        return self._do(asked.value, now_s, agreed=True)

    def _sent_away(self, guest: Guest, value: Mapping[str, Any]) -> Reply:
        """A side withdraws the keys of who watches and of its own phones, never the other's."""
        badge = Entry("wish", "", dict(value)).need("badge", '"4f1c22ab"').text()
        found = next((one for one in self.keys.guests if one.badge == badge), None)
        if found is None:
            raise UserError("nobody here has that badge any more")
        if found.role not in {guest.role, WATCH}:
            raise UserError(f"{found.role}'s phones are its own; the host can withdraw them")
        self.keys.withdraw(lambda one: one.badge == badge)
        return Reply((f"{found.name or found.role} was sent away",))

    # -- what is shown

    def _show(self, now_s: float, view: PictureView | None) -> None:
        hud = replace(self._table.hud(now_s), wanted=dict(self._table.wanted))
        if self._table.seen is not None:
            self._answers.now(self._moment(hud, view))
        shown = ShownBesides(hud, self._plan, self._question(now_s, WATCH))
        state = snapshot(self._table, self._book, self._army, shown, now_s)
        state["photos"] = self._answers.photo_uses
        state["owed"] = self._owed()
        own = {
            side: {
                "role": side,
                "may_act": True,
                "question": self._question(now_s, side),
                "next_words": self._next_words(side),
                "plans": {name: [at.x, at.y] for name, at in self._plans.all[side].items()},
            }
            for side in self.keys.sides
        }
        here = [
            {"badge": one.badge, "role": one.role, "name": one.name} for one in self.keys.guests
        ]
        self._hub.publish({**state, "may_act": False, "role": WATCH, "here": here}, own)

    def _owed(self) -> str:
        """The dice of what is due, told once for a game."""
        live = self._table.live
        if live is not None and live.game is not self._owing[0]:
            self._owing = (live.game, owed_words(owed_now(live.book, live.game)))
        return self._owing[1]

    def _moment(self, hud: Hud, view: PictureView | None) -> TableMoment:
        """The table now; its plan has another number whenever it is to be fetched anew."""
        live = self._table.live
        game = None if live is None else live.game
        then = {side: self._yes.after(live, self._asked(), side) for side in self.keys.sides}
        moment = TableMoment(self._table.shown, hud, self._plans.all, game, view, then)
        if (shows := self._answers.shows(moment)) != self._drawn:
            self._drawn = shows
            self._plan += 1
        return moment

    def _next_words(self, side: str) -> str:
        """What the next step is called for a side: not its own phase it can only ask to end."""
        if self._table.live is None:
            return "Begin"
        of = whose_yes(side, {"do": "next"}, self._table.live, self._army)
        is_here = any(guest.role == of for guest in self.keys.guests)
        return f"Ask {of} to go on" if of and is_here else "Next"

    def _question(self, now_s: float, role: str) -> dict[str, Any] | None:
        """What one side asks the other, else what the referee asks of both."""
        asked, open_ = self._asked(), self._table.question(now_s)
        if asked is not None and (told := asked.shown_to(role)) is not None:
            return told
        if open_ is None:
            return None
        answers = ["yes", "no"] if self._is_asked(open_, role) else []
        return {"id": open_.key, "words": open_.words, "answers": answers}

    def _is_asked(self, question: YesNoQuestion, role: str) -> bool:
        """Whether the referee asks this side: both, but for what an attack of one would end."""
        live = self._table.live
        man = None if live is None else live.game.scene.soldier(question.about)
        return man is None or man.side == role or not question.key.startswith(ENDS)


def _attackers(value: Mapping[str, Any]) -> str:
    """Who would shoot or fight, in words."""
    names = value["attackers"] if value["do"] == "fight" else [value["shooter"]]
    return ", ".join(map(str, names))[:_MOST_WORDS]


def _ordered(value: Mapping[str, Any], book: Book) -> ShotOrder | FightOrder:
    """The shot or fight that is wished."""
    deed = _deed_of(value, book)
    order = deed.deed if isinstance(deed, WithThrows) else deed
    assert isinstance(order, ShotOrder | FightOrder), order
    return order


def _deed_of(value: Mapping[str, Any], book: Book) -> PlayerDeed:
    """What a wish is about; phones give the dice of fights and events in the order they fell."""
    word, throws = value.get("do"), value.get("throws")
    if word == "undo":
        return Undo()
    if word == "overrule" and "soldier" not in value:
        return LetStand(None)
    if word == "event":
        plain = {"event": value.get("event")}
    elif word == "fight" and isinstance(throws, list):
        plain = {key: said for key, said in value.items() if key != "throws"}
    else:
        return deed_of(Entry("wish", "", dict(value)), book)
    deed = deed_of(Entry("wish", "", plain), book)
    if throws is None or not isinstance(deed, FightOrder | Happens):
        return deed
    return WithThrows(deed, throws_of(Entry("wish", "", dict(value))))
