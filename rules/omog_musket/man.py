"""A man's state in OMOG Musket as typed values, read here and nowhere else.

On foot or mounted, light or heavy, how armed, loaded or not, whom he charges.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, Unpack

from rules.book.book import Book
from rules.book.question import QuestionError, place_of, shown, yes_or_no
from rules.game.game import Game
from rules.omog.man_state import OmogMan
from rules.omog.weapon import takes_bayonet
from table.places import TablePoint
from table.scene import Soldier

CAVALRY = ("light", "heavy", "cuirassier")
BLADES = frozenset({"sabre", "sword", "lance"})
CRUDE = frozenset({"tomahawk", "knife", "club"})
REPEL_PARTS = ("bayonet", "shoot")


@dataclass(frozen=True, slots=True)
class Rider(OmogMan):
    """What OMOG Musket keeps of a soldier, on a horse or not, beside what both books do."""

    @property
    def mounted(self) -> bool:
        """Whether he sits on a horse."""
        return self.flag("mounted")

    @property
    def cavalry(self) -> str:
        """Light, heavy or cuirassier."""
        return self.state.word("cavalry", CAVALRY, "light")

    @property
    def has_horse(self) -> bool:
        """Whether it is said what cavalry he is, on his horse or beside it."""
        return self.state.value("cavalry") is not None

    @property
    def armour(self) -> bool:
        """Whether he wears armour though he is no cuirassier."""
        return self.flag("armour")

    @property
    def charging(self) -> str | None:
        """The enemy he charges in this turn."""
        return self.state.text("charging")

    @property
    def charge_from(self) -> TablePoint | None:
        """Where he stood when he declared his charge."""
        start = self.state.value("charge_from")
        if start is None:
            return None
        return place_of(list(start) if isinstance(start, tuple) else start, "charge_from")

    @property
    def charged(self) -> bool:
        """Whether he has charged in an earlier turn."""
        return self.flag("charged")

    @property
    def repel(self) -> str | None:
        """His part in repelling horses in this turn."""
        if self.state.value("repel") is None:
            return None
        return self.state.word("repel", REPEL_PARTS, "shoot")

    def loaded(self, weapon: str) -> bool:
        """Whether that weapon of his is loaded; what his state does not say is."""
        loaded = self.state.value("loaded")
        name = f"{self.soldier.id}.state.loaded"
        if isinstance(loaded, Mapping):
            loaded = loaded.get(weapon)
        elif loaded is not None and not isinstance(loaded, bool):
            raise QuestionError(
                f"{name} is {shown(loaded)}; give true, false or weapon -> true/false"
            )
        return True if loaded is None else yes_or_no(loaded, name)

    def read(self) -> None:
        """Read all of it once; QuestionError where something cannot be read."""
        OmogMan.read(self)
        _ = (self.mounted, self.cavalry, self.armour, self.charging, self.charge_from)
        _ = (self.charged, self.repel, self.loaded(""))


STATE_KEYS = (
    *("mounted", "cavalry", "armour", "elite", "bayonet", "loaded", "moved", "fired"),
    *("charging", "charge_from", "charged", "repel"),
)


class RiderMarks(TypedDict, total=False):
    """What the game may write of a man; None takes it away."""

    mounted: bool | None
    moved: bool | None
    fired: bool | None
    loaded: bool | dict[str, bool] | None
    charging: str | None
    charge_from: list[float] | None
    charged: bool | None
    repel: str | None


def marked(game: Game, soldier_id: str, **marks: Unpack[RiderMarks]) -> Game:
    """The game with these marks on a man."""
    return game.with_state(soldier_id, **marks)


def is_mounted(man: Soldier) -> bool:
    """Whether he sits on a horse."""
    return Rider(man).mounted


def is_heavy(man: Soldier) -> bool:
    """Whether he is heavy cavalry, on his horse."""
    return is_mounted(man) and Rider(man).cavalry != "light"


def is_armoured(man: Soldier) -> bool:
    """Whether he wears armour."""
    return Rider(man).cavalry == "cuirassier" or Rider(man).armour


def is_lancer(man: Soldier) -> bool:
    """Whether he is mounted and has a lance."""
    return is_mounted(man) and "lance" in man.weapons


def is_bayonet_man(book: Book, man: Soldier) -> bool:
    """Whether he is on foot with a musket that takes a bayonet."""
    return not is_mounted(man) and takes_bayonet(book, man)


def is_badly_armed(book: Book, man: Soldier) -> bool:
    """Whether he is a rifleman, or has a tomahawk, knife or club and nothing better."""
    armed = set(man.weapons)
    better = bool(armed & BLADES) or takes_bayonet(book, man)
    return "rifle" in armed or (bool(armed & CRUDE) and not better)
