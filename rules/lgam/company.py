"""Who stands near whom: weapon teams, snipers and their spotters, leaders and the radio net."""

from collections.abc import Iterable

from rules.book.book import Book
from rules.lgam.roles import has_radio, is_leader, is_sniper, is_standing, is_vehicle, role_of
from rules.measure.lengths import apart_in, within
from table.scene import Scene, Soldier


def team_weapons(book: Book) -> frozenset[str]:
    """The weapons that a team serves."""
    return frozenset(book.rows.tables["team_rule"])


def is_bearer(book: Book, man: Soldier) -> bool:
    """Whether he carries a team's weapon on foot."""
    return not is_vehicle(man) and not team_weapons(book).isdisjoint(man.weapons)


def assistants(book: Book, scene: Scene, bearer: Soldier) -> tuple[Soldier, ...]:
    """The men of his team who stand close enough to serve his weapon."""
    return tuple(
        man
        for man in scene.soldiers
        if _assists(man, bearer) and within(apart_in(man, bearer), _reach_in(book, "team"))
    )


def bearers(book: Book, scene: Scene, assistant: Soldier) -> tuple[Soldier, ...]:
    """The bearers whose weapon he helps to serve."""
    return tuple(
        man
        for man in scene.soldiers
        if _assists(assistant, man)
        and is_bearer(book, man)
        and within(apart_in(assistant, man), _reach_in(book, "team"))
    )


def in_weapon_team(book: Book, scene: Scene, man: Soldier) -> bool:
    """Whether he is a bearer with an assistant, or such an assistant."""
    if is_bearer(book, man) and assistants(book, scene, man):
        return True
    return bool(bearers(book, scene, man))


def spotter(book: Book, scene: Scene, sniper: Soldier) -> Soldier | None:
    """The nearest man with binoculars of his side beside a sniper."""
    found = [
        (apart_in(man, sniper), man.id, man)
        for man in _others(scene, sniper)
        if man.side == sniper.side
        and "binoculars" in man.weapons
        and within(apart_in(man, sniper), _reach_in(book, "spotter"))
    ]
    return min(found, key=lambda entry: entry[:2])[2] if found else None


def in_sniper_team(book: Book, scene: Scene, man: Soldier) -> bool:
    """Whether he is a sniper with a spotter, or that spotter."""
    if is_sniper(man) and spotter(book, scene, man) is not None:
        return True
    if "binoculars" not in man.weapons:
        return False
    return any(is_sniper(other) and spotter(book, scene, other) is man for other in scene.soldiers)


def is_alone(book: Book, scene: Scene, sniper: Soldier) -> bool:
    """Whether nobody but his spotter is near (LG-ROLE-14)."""
    near_in = book.rows["LG-ROLE-14"].number
    mate = spotter(book, scene, sniper)
    return not any(
        within(apart_in(man, sniper), near_in) for man in _others(scene, sniper) if man is not mate
    )


def leader_near(book: Book, scene: Scene, man: Soldier) -> bool:
    """Whether a standing leader of his side, not himself, is near (LG-ROLE-02)."""
    leaders = _leaders(scene, man.side)
    return _one_within(book, man, (leader for leader in leaders if leader is not man))


def on_the_net(book: Book, scene: Scene, man: Soldier) -> bool:
    """Whether a radio near him, or his own, passes him a leader's bonus (LG-ROLE-04)."""
    radios = standing_radios(scene, man.side)
    leaders = _leaders(scene, man.side)
    on_air = any(_one_within(book, radio, leaders) for radio in radios)
    return on_air and _one_within(book, man, radios)


def standing_radios(scene: Scene, side: str) -> tuple[Soldier, ...]:
    """All standing radios of a side."""
    return tuple(
        man for man in scene.soldiers if man.side == side and has_radio(man) and is_standing(man)
    )


def _leaders(scene: Scene, side: str) -> tuple[Soldier, ...]:
    return tuple(
        man for man in scene.soldiers if man.side == side and is_leader(man) and is_standing(man)
    )


def _one_within(book: Book, man: Soldier, others: Iterable[Soldier]) -> bool:
    return any(within(apart_in(man, other), _reach_in(book, "leader")) for other in others)


def _assists(man: Soldier, bearer: Soldier) -> bool:
    """Whether he is an assistant of the bearer's own team."""
    if role_of(man) != "assistant" or man is bearer:
        return False
    return man.team is not None and (man.team, man.side) == (bearer.team, bearer.side)


def _others(scene: Scene, man: Soldier) -> Iterable[Soldier]:
    return (other for other in scene.soldiers if other is not man)


def _reach_in(book: Book, name: str) -> float:
    return float(book.rows.tables["reach_in"][name])
