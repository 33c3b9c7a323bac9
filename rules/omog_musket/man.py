"""What a man is in OMOG Musket: on foot or mounted, light or heavy, how armed, loaded or not."""

from collections.abc import Mapping

from rules.book import Book
from rules.omog.weapon import takes_bayonet
from rules.question import QuestionError, shown, yes_or_no
from rules.state import State
from table.scene import Soldier

CAVALRY = ("light", "heavy", "cuirassier")
BLADES = frozenset({"sabre", "sword", "lance"})
CRUDE = frozenset({"tomahawk", "knife", "club"})


def is_mounted(man: Soldier) -> bool:
    """Whether he sits on a horse."""
    return State(man).flag("mounted")


def is_heavy(man: Soldier) -> bool:
    """Whether he is heavy cavalry, on his horse."""
    return is_mounted(man) and State(man).word("cavalry", CAVALRY, "light") != "light"


def is_armoured(man: Soldier) -> bool:
    """Whether he wears armour."""
    cuirassier = State(man).word("cavalry", CAVALRY, "light") == "cuirassier"
    return cuirassier or State(man).flag("armour")


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


def is_loaded(man: Soldier, weapon: str) -> bool:
    """Whether that weapon of his is loaded; what his state does not say is."""
    loaded = State(man).value("loaded")
    if isinstance(loaded, Mapping):
        loaded = loaded.get(weapon)
    elif loaded is not None and not isinstance(loaded, bool):
        raise QuestionError(
            f"{man.id}.state.loaded is {shown(loaded)}; give true, false or weapon -> true/false"
        )
    return True if loaded is None else yes_or_no(loaded, f"{man.id}.state.loaded")
