"""What differs between what is believed and the game, ruled; what is refused stands here.

A refusal holds while the man stands where it was made, by the rule that made it. It goes when he
stands right, when his move has become allowed, or when the players let it stand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.game.engine import read_event
from rules.game.game import EventJson, EventRefusedError, Game
from spotter.belief.belief import Belief
from spotter.game.event_words import confirmed, in_doubt
from spotter.game.figures import MOVED_IN
from spotter.game.hits import off_men
from spotter.game.live_game import LiveGame
from spotter.game.referee import ruling_on, taken_off
from spotter.game.riders import is_on_table
from spotter.game.ruling import Ruling
from spotter.game.thing_ruling import Slid, changed_things, slid_things, things_event
from table.directions import distance_in
from table.errors import UserError
from table.scene import Scene, Soldier, Thing

TAKEN_BACK = "it was taken back"
_RETRY_S = 1.0  # how often the journal is tried again that could not be written


@dataclass(frozen=True, slots=True)
class Refused:
    """A ruling that may not stand, and where the man stood when it was made."""

    ruling: Ruling
    at: Soldier
    taken_back: bool = False

    def holds(self, man: Soldier) -> bool:
        """Whether he still stands where it was refused."""
        return distance_in(self.at.place, man.place) <= MOVED_IN


class Judging:
    """Rules one game; `refused` are to be put back, `slid` waits for the players' yes."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self.refused: dict[str, Refused] = {}
        self.slid: dict[str, Slid] = {}
        self._accepted: dict[str, Slid] = {}
        self._told_ahead: dict[str, Soldier] = {}
        self._kept: dict[str, tuple[object, Soldier, Ruling | None]] = {}
        self._retry_s: float | None = None
        self._said: list[str] = []

    def is_due(self, now_s: float) -> bool:
        """Whether what could not be written is to be tried again."""
        return self._retry_s is not None and now_s >= self._retry_s

    def take_back(self, event: EventJson, man: Soldier) -> None:
        """A move has not happened, though the table shows it."""
        told = read_event(self._live.book, event, strict=False)
        ruling = Ruling(told, man.id, TAKEN_BACK)
        self.refused[man.id] = Refused(ruling, man, taken_back=True)

    def told_ahead(self, man: Soldier) -> None:
        """The players have said where he went; his figure still stands where it is seen."""
        self._told_ahead[man.id] = man

    def accept(self, thing: str) -> None:
        """The players let a thing count that was slid under somebody."""
        self._accepted[thing] = self.slid.pop(thing)

    def forget_off(self) -> None:
        """Nobody puts back who is out of a game, or of one that is over, seen or not."""
        if self._live.game.winner is not None:
            self.refused = {}
        for name in off_men(self._live.game) & self.refused.keys():
            del self.refused[name]

    def judge(self, belief: Belief, now_s: float) -> list[str]:
        """Rule what changed on the table; what is said of it."""
        self._retry_s = None
        before, self.refused = self.refused, self._unseen(belief)
        self._told_ahead = self._still_ahead(belief)
        if self._live.game.winner is None:  # else the table is cleared, until the end is undone
            self._judge_things(belief, now_s)
            self._judge_men(belief, before, now_s)
            for ruling in taken_off(self._live.game, belief):
                self._tried(ruling, now_s)
            self.forget_off()
            self._said += self._news(belief, before)
        said, self._said = self._said, []
        return said

    def _judge_things(self, belief: Belief, now_s: float) -> None:
        live = self._live
        changed = changed_things(live.game, belief.scene)
        slid = slid_things(live.book, live.game, belief, changed) | _still(self.slid, changed)
        self._accepted = _still(self._accepted, changed)
        before, self.slid = self.slid, {n: s for n, s in slid.items() if n not in self._accepted}
        asked = _still(before, changed)
        self._said += [one.words for name, one in self.slid.items() if name not in asked]
        if changed.keys() - self.slid.keys():
            self._tried(Ruling(things_event(live.game, belief.scene, self.slid)), now_s)

    def _judge_men(self, belief: Belief, before: dict[str, Refused], now_s: float) -> None:
        """Each man in turn; who is refused is tried again after others have made room."""
        waiting = tuple(man for man in belief.seen if man.id not in self._told_ahead)
        while waiting:
            events = self._live.events
            for man in waiting:
                self._judge_man(self._held(man), belief.scene, before.get(man.id), now_s)
            waiting = tuple(man for man in waiting if man.id in self.refused)
            if self._live.events == events:
                return

    def _unseen(self, belief: Belief) -> dict[str, Refused]:
        """Those covered or lifted where they may not stand: neither puts them where they belong.

        Who does not belong on the table at all is right once he is lifted from it.
        """
        game = self._live.game
        unseen = {
            man.id: man
            for man in belief.scene.soldiers
            if man.hidden or (man.lifted and is_on_table(game, man.id))
        }
        return {n: r for n, r in self.refused.items() if n in unseen and r.holds(unseen[n])}

    def _still_ahead(self, belief: Belief) -> dict[str, Soldier]:
        """Those who stand where they stood when it was said where they went."""
        seen = {man.id: man for man in belief.scene.soldiers}
        return {
            name: man
            for name, man in self._told_ahead.items()
            if name in seen
            and distance_in(man.place, seen[name].place) <= MOVED_IN
            and not stands_right(self._live.game, belief, name)
        }

    def _held(self, man: Soldier) -> Soldier:
        """The man as high as the game has him, while what was slid under him does not count."""
        known = self._live.game.scene.soldier(man.id)
        if known is None or not any(man.id in one.men for one in self.slid.values()):
            return man
        return replace(man, elevation=known.elevation, on=known.on)

    def _judge_man(self, man: Soldier, seen: Scene, before: Refused | None, now_s: float) -> None:
        self.refused.pop(man.id, None)
        ruling = self._ruling_on(man, seen)
        known = before if before is not None and before.holds(man) else None
        if ruling is None:
            return
        if known is not None and known.taken_back:
            stands = ruling.event if ruling.refused is None else ruling.instead
            taken_back = replace(ruling, refused=TAKEN_BACK, rules=(), instead=stands)
            self.refused[man.id] = replace(known, ruling=taken_back)
            return
        if ruling.refused is None:
            ruling = self._tried(ruling, now_s)
        if ruling.refused is not None and ruling.soldier is not None:
            self.refused[man.id] = _refused(ruling, man, known)

    def _ruling_on(self, man: Soldier, seen: Scene) -> Ruling | None:
        """The ruling on a man, worked out once for a game and a place."""
        live, kept = self._live, self._kept.get(man.id)
        if kept is None or kept[0] is not live.game or kept[1] != man:
            ruling = ruling_on(live.book, live.game, man, seen)
            kept = self._kept[man.id] = (live.game, man, ruling)
        return kept[2]

    def _tried(self, ruling: Ruling, now_s: float) -> Ruling:
        """The ruling after its event has happened, refused where it cannot."""
        try:
            lines = self._live.happen(ruling.event, now_s)
        except EventRefusedError as problem:
            return replace(ruling, refused=str(problem), rules=problem.rules)
        except UserError as problem:  # the disk; what was seen is ruled again later
            self._said.append(str(problem))
            self._retry_s = now_s + _RETRY_S
        else:
            self._said += (*lines, *in_doubt(ruling.event)) if lines else confirmed(ruling.event)
        return ruling

    def _news(self, belief: Belief, before: dict[str, Refused]) -> Iterator[str]:
        """Who is to be put back from now on, and who stands right again."""
        for name, refused in self.refused.items():
            known = before.get(name)
            if known is None or not known.holds(refused.at):
                yield f"put {name} back: {refused.ruling.refused}"
        for name in before.keys() - self.refused.keys():
            if stands_right(self._live.game, belief, name):
                yield f"{name} stands right again"


def stands_right(game: Game, belief: Belief, name: str) -> bool:
    """Whether a man is where the game has him."""
    known, man = game.scene.soldier(name), belief.scene.soldier(name)
    if known is None or man is None or belief.is_doubled(man):
        return False
    return distance_in(known.place, man.place) <= MOVED_IN


def _still(slid: Mapping[str, Slid], changed: Mapping[str, Thing | None]) -> dict[str, Slid]:
    """Those things that lie as they did when they were noticed."""
    return {n: one for n, one in slid.items() if n in changed and one.is_still(changed[n])}


def _refused(ruling: Ruling, man: Soldier, known: Refused | None) -> Refused:
    """The refusal; by whatever it was refused first, there he stands."""
    if known is None:
        return Refused(ruling, man)
    kept = known.ruling
    return replace(known, ruling=replace(ruling, refused=kept.refused, rules=kept.rules))
