"""Every rulebook is played from set-up to victory: moves seen, throws typed or thrown, undo."""

from dataclasses import replace

import pytest
from shapely import box

from rules.game.common_events import StateSet
from rules.game.engine import phase_now
from rules.game.orders import FightOrder, ShotOrder
from rules.lgam.events import Held
from spotter.game.deed_menu import deeds_now
from spotter.game.deeds import Happens, LetStand, NextStep, Typed, Undo
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.game.order_events import with_digits
from spotter.game.resuming import resumed
from spotter.live.play_table import PlayTable
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing

SIDES = ("red", "blue")


class Played:
    """A table with a journal; what the camera sees is set, what the players do is called."""

    def __init__(self, folder, rules, men, *, things=(), agreed=None) -> None:
        enlisted = tuple(Enlisted(m.id, m.side, m.weapons, role=m.role) for m in men)
        army = Army(TagStyle(), tuple(Side(side) for side in SIDES), enlisted)
        self.journal = Journal(folder / "journal.jsonl", print)
        self.scene = Scene(36.0, 24.0, tuple(men), tuple(things))
        self.now_s = 0.0
        self.known = set()
        self.table = PlayTable(
            army,
            lambda scene, now_s: begun(
                self.journal, rules, scene, SIDES, agreed or {}, began_s=now_s
            ),
        )
        self.look()
        self.next()

    @property
    def game(self):
        """The game as it stands."""
        return self.table.live.game

    @property
    def phase(self):
        """The phase it is in."""
        return phase_now(self.table.live.book, self.game)

    @property
    def now(self) -> str:
        """What the players are told to do."""
        return self.table.hud(self.now_s).now

    def look(self) -> None:
        """The camera sees the scene as it is."""
        self.now_s += 1.0
        bare = self.known - {man.id for man in self.scene.soldiers}
        self.known |= {man.id for man in self.scene.soldiers}
        self.table.see(Observation(self.scene, self.now_s, bare=frozenset(bare)))

    def last(self, word):
        """The last event of that word."""
        events = self.table.live.history.events
        return next(event for event in reversed(events) if event["event"] == word)

    def next(self, typed="") -> None:
        """The key E, with what was typed before."""
        self.table.do(NextStep(typed=typed), self.now_s)

    def undo(self) -> None:
        """Ctrl+Z."""
        self.table.do(Undo(), self.now_s)

    def overrule(self) -> None:
        """The key O."""
        self.table.do(LetStand(), self.now_s)

    def move(self, name, x, y) -> None:
        """A hand sets a man down elsewhere."""
        man = replace(self.scene.soldier(name), x=x, y=y)
        self.scene = self.scene.with_soldiers(man)
        self.look()

    def take_off(self, *names) -> None:
        """The fallen are taken off the table."""
        self.scene = self.scene.without_soldiers(frozenset(names))
        self.look()

    def lay(self, order, x, y, facing=0.0) -> None:
        """A card is laid and taken up again."""
        self.scene = replace(self.scene, orders=(Order(order, x, y, facing),))
        self.look()
        self.scene = replace(self.scene, orders=())
        self.look()

    def until(self, phase, side=None, typed="") -> None:
        """End phases until this one; every step on the way tells what to do."""
        for _ in range(60):
            if (self.phase.name, side) == (phase, side and self.phase.side):
                return
            assert self.now, self.phase
            assert self.table.game is not None
            # One step after the other, as stories go: no phase is passed over.
            self.table.say(*self.table.game.do(NextStep(typed=typed), self.now_s).said)
        pytest.fail(f"never came to {phase}: {self.phase}, {self.table.message}")

    def shoot(self, shooter, target, typed="") -> None:
        """Click, click, type, Enter."""
        order = ShotOrder(shooter, (target,))
        self.table.do(with_digits(self.table.live.book, order, typed), self.now_s)

    def attack(self, attacker, defender, typed) -> None:
        """The key A, with the throws typed before."""
        self.table.do(Typed(FightOrder((attacker,), defender), typed), self.now_s)

    def deeds_of(self, name, chosen):
        """What a man's menu offers."""
        return deeds_now(self.table.live.book, self.game, name, chosen)

    def deed(self, words, name, chosen=None, typed="") -> None:
        """What is picked in a man's menu, with the throw typed before."""
        deeds = {deed.words: deed for deed in self.deeds_of(name, chosen)}
        assert words in deeds, sorted(deeds)
        happens = Happens(deeds[words].event)
        self.table.do(Typed(happens, typed) if typed else happens, self.now_s)


@pytest.fixture
def play(tmp_path):
    """A new game; at the end its journal must tell the same game again."""
    games = []

    def start(rules, men, **more):
        games.append(Played(tmp_path, rules, men, **more))
        return games[-1]

    yield start
    for played in games:
        game = played.game
        played.journal.close()
        with Journal(tmp_path / "journal.jsonl", print) as journal:
            assert resumed(journal).game == game


def man(name, x, y, *weapons, **more):
    side = {"R": "red", "B": "blue"}[name[0]]
    return Soldier(name, side, x, y, weapons or ("rifle",), **more)


def test_omog_advanced(play):
    """Moves in turn, a typed and a thrown shot, hand to hand, undo, and red is alone left."""
    table = play("omog-advanced", [man("R1", 10, 10), man("R2", 10, 14), man("B1", 14, 10)])
    assert "red: move men by hand" in table.now
    table.move("R2", 10, 12)
    assert table.game.soldier("R2").state == {"moved": True}
    table.until("fire")
    assert "click a shooter" in table.now
    table.shoot("R1", "B1", "1")
    assert "R1 throws 1 and misses B1" in table.table.message
    table.undo()
    assert table.table.message == "taken back: R1 fired"
    assert not table.game.soldier("R1").state.get("fired")
    table.shoot("R1", "B1")
    assert "throws" in table.table.message
    table.undo()
    table.until("move-1")  # blue goes first now
    table.move("B1", 11.0, 10)
    assert table.game.soldier("B1").x == 11.0, table.table.message
    table.until("hand-to-hand")
    assert "in contact: R1-B1" in table.now
    table.attack("R1", "B1", "61")
    assert "R1 beats B1" in table.table.message

    # Nobody is in contact any more: the turn is over, and the game with it.
    assert table.game.winner == "red"
    assert table.table.hud(0.0).message == "the game is over: red wins"


def test_omog_advanced_by_cards(play):
    """FIRE, BLAST, UNDO and NEXT play without a keyboard; MOVE and SIGHT show a man."""
    men = [man("R1", 10, 10), man("R2", 10, 14, "knife", "hand-grenade"), man("B1", 16, 14)]
    table = play("omog-advanced", men)
    table.lay("NEXT", 30, 20)
    assert table.phase.name == "move-2"
    table.lay("NEXT", 31, 20)
    table.lay("FIRE", 9, 9, 34.0)
    assert table.game.soldier("R1").state["fired"], table.table.message
    table.lay("UNDO", 30, 21)
    assert "fired" not in table.game.soldier("R1").state
    table.lay("BLAST", 9, 14.5, 0.0)
    assert table.game.soldier("R2").state["fired"], table.table.message
    table.lay("MOVE", 9, 9)
    assert table.table.chosen == ("R1", None)
    table.lay("FIRE", 3, 3)
    assert "no soldier within 6 in" in table.table.message


def test_omog_advanced_three_on_one(play):
    """Who touch an enemy fight him together from the menu; the third removes him."""
    men = [man("R1", 10, 10), man("R2", 11, 11), man("R3", 12, 10), man("B1", 11, 10)]
    table = play("omog-advanced", [*men, man("B2", 30, 10)])
    table.until("hand-to-hand")
    table.deed("R1, R2, R3 fight him together", "B1", "R1")

    assert "beats B1" in table.table.message, table.table.message
    assert "passed: hand to hand" in table.table.message
    assert "take off" in table.now


def test_omog_advanced_nobody_serves_a_rifle(play):
    """Whoever carries no gun that is served is offered no crew."""
    table = play("omog-advanced", [man("R1", 5, 12), man("R2", 5, 13), man("B1", 30, 12)])

    labels = [deed.words for deed in table.deeds_of("R2", "R1")]

    assert not [label for label in labels if "serves" in label]


def test_omog_advanced_a_named_crew_frees_the_others(play):
    """A gun binds every comrade beside it until the players say who serves it."""
    gun = man("R1", 10, 10, "machine-gun")
    men = [gun, man("R2", 10, 11.2), man("R3", 10, 8.8), man("B1", 20, 10), man("B2", 20, 14)]
    table = play("omog-advanced", men)
    table.until("fire")
    table.deed("serves R1's gun", "R2", "R1")
    assert table.game.soldier("R1").state["crew"] == ["R2"]
    table.shoot("R1", "B1")
    table.shoot("R2", "B2", "6")
    assert "he serves a machine gun" in table.table.message, table.table.message
    table.shoot("R3", "B2", "1")

    assert "R3 throws 1" in table.table.message, table.table.message


def test_omog_musket(play):
    """Loading, a charge said before the move, hand to hand, and the turns are up."""
    men = [man("R1", 10, 10, "musket"), man("R2", 10, 16, "musket"), man("B1", 14, 16, "musket")]
    table = play("omog-musket", men, agreed={"turns": 2})
    table.deed("R2 charges him", "B1", "R2")
    table.move("R2", 13.0, 16)
    assert table.game.soldier("R2").state["charging"] == "B1", table.table.message
    table.until("fire")
    table.shoot("R1", "B1", "1")
    assert table.game.soldier("R1").state["loaded"] == {"musket": False}
    table.until("hand-to-hand")
    assert "R2-B1" in table.now
    table.attack("R2", "B1", "16")
    assert "B1 beats R2" in table.table.message
    table.take_off("R2")
    table.until("move-2", "red")
    table.until("fire")
    assert table.game.soldier("R1").state["loaded"] is True
    table.until("hand-to-hand")
    table.next()

    assert table.game.winner == "blue"


def test_lgam(play):
    """Jams and initiative are due before their phases end; down, cleared, and blue touches it."""
    men = [man("R1", 10, 10), man("R2", 4, 4), man("B1", 14, 10), man("B2", 30, 20)]
    table = play("lgam", men, agreed={"flags": {"blue": [34.0, 20.0]}})
    assert "right-click a man for what he declares" in table.now
    table.table.do(Happens(StateSet(soldier="R1", state={"jammed": True})), 0.0)
    table.until("clear")
    assert "R1 tries to clear his jam (type 2d6" in table.now
    table.next("11")
    assert "R1 clears his jam" in table.table.message
    table.until("count")
    assert "red throws for the initiative (type 1d6" in table.now
    table.next("1")
    assert table.game.order == ("red", "blue")
    table.until("move-1", "red")
    table.move("R1", 10, 11)
    table.deed("full cover", "R2")
    assert table.game.soldier("R2").state["full_cover"]
    table.until("fire-4b", "red")
    table.shoot("R1", "B1", "11")
    assert "R1 throws 2 at B1: a hit" in table.table.message, table.table.message
    table.until("count")
    assert "B1 is off" in table.table.message
    assert "take off B1" in table.now
    table.take_off("B1")
    table.until("move-1")
    table.until("move-2" if table.phase.side == "red" else "move-1", "blue")
    table.move("B2", 33.4, 20)
    for _ in range(5):
        table.next()

    assert table.game.winner == "blue", table.table.message


def test_a_turn_of_lgam_takes_five_presses(play):
    """Phases in which nobody can do anything pass by themselves, and go back with their cause."""
    table = play("lgam", [man("R1", 10, 10), man("R2", 10, 14), man("B1", 20, 10)])
    table.next()
    assert "passed: clear the fallen away" in table.table.message
    presses = 0
    while table.game.turn == 1:
        assert "passed" not in table.phase.words
        table.next()
        presses += 1
    assert presses == 5, "initiative, two moves, two sides' small arms"
    assert table.phase.name == "move-1", "the initiative is left to the program"
    assert "has the initiative" in table.table.message

    table.undo()

    assert (table.game.turn, table.phase.name) == (1, "fire-4b")


MIXED = (("R1", 10, "submachine-gun"), ("R2", 14, "rifle"), ("R3", 18, "lmg"))


def mixed(play):
    """Two armies of which each has a weapon for every fire of the turn."""
    red = [man(name, 10, y, weapon) for name, y, weapon in MIXED]
    blue = [man(f"B{name[1]}", 16, y, weapon, facing=180.0) for name, y, weapon in MIXED]
    return play("lgam", [*red, *blue])


def hold_by_card(table):
    """The card HOLD, anywhere on the table."""
    table.lay("HOLD", 3, 3 if table.phase.side == "red" else 20)


def hold_by_menu(table):
    """The menu of any man of the side, in the window and on the page."""
    name = "R1" if table.phase.side == "red" else "B1"
    table.deed(f"all of {table.phase.side} hold their fire for this turn", name)


def words_of(table, name):
    """What the menu of a man offers."""
    return [one.words for one in table.deeds_of(name, None)]


@pytest.mark.parametrize("hold", [hold_by_card, hold_by_menu])
def test_mixed_armies_that_hold_their_fire_take_five_presses(play, hold):
    """Initiative, two moves, and one word for each side in place of six phases."""
    table = mixed(play)
    table.next()
    presses = 0
    while table.game.turn == 1 and presses < 20:
        hold(table) if table.phase.name.startswith("fire") else table.next()
        presses += 1
    assert presses == 5

    table.undo()

    assert (table.game.turn, table.phase.name) == (1, "fire-4a")
    assert table.phase.side == table.game.order[1]


def test_who_holds_his_fire_does_so_for_this_turn_and_this_side_alone(play):
    """The other side fires on, and in the next turn all may fire again."""
    table = mixed(play)
    table.until("fire-4a")
    first, other = table.game.order
    hold_by_card(table)
    assert (table.phase.name, table.phase.side) == ("fire-4a", other)
    for phase in ("fire-4b", "fire-4c"):
        table.next()
        assert (table.phase.name, table.phase.side) == (phase, other)
    table.next()
    assert table.game.turn == 2
    table.until("fire-4a", first)

    held = f"all of {first} hold their fire for this turn"
    assert held in words_of(table, f"{first[0].upper()}1")


def test_nobody_holds_the_others_fire(play):
    """Nor his own in the moves."""
    table = mixed(play)
    table.until("fire-4a", "red")
    done = table.table.do(Happens(Held(side="blue")), table.now_s)

    assert done.error == "red fires now, blue waits (LG-TURN-07)"
    assert not any("hold their fire" in words for words in words_of(table, "B1"))


def test_a_phase_ends_when_the_last_who_could_has_fired(play):
    """The only rifleman of a side has fired: his sub-phase is over without a word."""
    table = play("lgam", [man("R1", 10, 10), man("B1", 20, 10, "lmg", facing=180.0)])
    table.until("fire-4b", "red")
    table.shoot("R1", "B1", "66")
    assert (table.phase.name, table.phase.side) == ("fire-4c", "blue"), table.table.message
    table.undo()

    assert (table.phase.name, table.phase.side) == ("fire-4b", "red")
    assert "fired" not in table.game.soldier("R1").state


def test_lgam_by_cards(play):
    """Who fires at an opportunity lays FIRE beside his own man; BLAST takes what bursts now."""
    lobber = man("R1", 10, 10, "rifle", "grenade", "bazooka", team="a")
    men = [lobber, man("R2", 10, 11.5, role="assistant", team="a"), man("R3", 3, 20, "rifle")]
    table = play("lgam", [*men, man("B1", 20, 10, "rifle", facing=180.0)])
    table.until("move-1", "red")
    table.lay("FIRE", 20, 11, 180.0)
    assert "no red soldier within 6 in" in table.table.message
    table.move("R3", 8, 12)
    table.lay("FIRE", 21, 11, 170.0)
    assert table.last("fired")["shooter"] == "B1", table.table.message
    table.undo()
    for phase, x, weapon in (("fire-4b", 8, "grenade"), ("fire-4c", 9, "bazooka")):
        table.until(phase, "red")
        table.lay("BLAST", x, 9, 0.0)
        assert table.last("fired")["weapon"] == weapon, table.table.message
        table.undo()


RIVER = Thing("river-1", "river", box(12, 0, 14, 24), 0.0)
CLIFF = Thing("book-1", "book", box(12, 8, 16, 12), 2.0, meant_as="cliff")


def lgam_move(play, things, *men):
    """A game of L.G.A.M. in red's movement phase."""
    table = play("lgam", [*men, man("B1", 30, 20)], things=things)
    table.until("count")
    table.next("1")
    table.until("move-1", "red")
    return table


def test_lgam_swims(play):
    """Set into the water he is to be put back; with the throw from his menu he may stay."""
    table = lgam_move(play, (RIVER,), man("R1", 11, 10))
    table.move("R1", 15, 10)
    assert "water in the way (LG-OBST-09)" in table.table.message
    assert "he throws to swim" in table.table.message
    assert table.game.soldier("R1").x == 11

    table.deed("throws to swim", "R1", typed="5")

    assert "R1 throws 5: he may swim 6 in (LG-SWIM-01)" in table.table.message
    assert table.game.soldier("R1").x == 15, table.table.message
    assert table.table.refused == {}
    assert "throws to swim" not in {deed.words for deed in table.deeds_of("R1", None)}
    table.until("count")
    assert "dare" not in table.game.soldier("R1").state


@pytest.mark.parametrize(
    ("die", "told"),
    [("3", "does not swim this turn (LG-SWIM-01)"), ("1", "he drowns (LG-SWIM-01)")],
)
def test_lgam_water_is_not_kind_to_all(play, die, told):
    """A throw that moves nobody leaves him on the bank, a bad one drowns him."""
    table = lgam_move(play, (RIVER,), man("R1", 11, 10), man("R2", 3, 3))
    table.deed("throws to swim", "R1", typed=die)
    assert told in table.table.message
    table.move("R1", 15, 10)

    assert table.game.soldier("R1").x == 11
    assert "put R1 back" in table.table.message
    assert ("he gets 0 in" in table.table.message) == (die == "3")


def test_lgam_walks_though_he_threw(play):
    """Who threw to swim and thinks better of it may still walk."""
    table = lgam_move(play, (RIVER,), man("R1", 11, 10))
    table.deed("throws to swim", "R1", typed="3")
    table.move("R1", 5, 10)

    assert table.game.soldier("R1").x == 5, table.table.message


def test_lgam_climbs(play):
    """A cliff of two inches needs a throw of two inches or more; its height is what is climbed."""
    table = lgam_move(play, (CLIFF,), man("R1", 11, 10), man("R2", 11, 9, role="commando"))
    table.move("R1", 13, 10)
    assert "he throws to climb" in table.table.message, table.table.message
    table.deed("throws to climb", "R1", typed="4")
    assert table.game.soldier("R1").x == 13, table.table.message
    table.deed("throws to climb", "R2", typed="2")
    table.move("R2", 13, 9)

    assert table.game.soldier("R2").x == 11
    assert "2: he gets 0 in (LG-CLIMB-02)" in table.table.message


def test_lgam_two_moves_are_not_more_than_one(play):
    """Who was set down on his way and taken up again still has twelve inches in all."""
    table = lgam_move(play, (), man("R1", 5, 10))
    table.move("R1", 13, 10)
    assert table.game.soldier("R1").state["moved"] == pytest.approx(8)
    table.move("R1", 17, 10)
    assert table.game.soldier("R1").state["moved"] == pytest.approx(12)
    table.move("R1", 19, 10)

    assert "put R1 back: too far" in table.table.message
    assert table.game.soldier("R1").x == 17


def test_omniwar(play):
    """Each side arrives, moves, attacks and drops; an attack destroys; red has won."""
    men = [man("R1", 5, 12), man("R2", 5, 16), man("B1", 9, 12)]
    table = play("omniwar", men)
    table.until("move", "red")
    table.move("R1", 6.0, 12)
    assert table.game.soldier("R1").state["moved"], table.table.message
    table.until("attack", "red")
    assert "click an attacker" in table.now
    table.shoot("R1", "B1", "6")
    assert "B1 is missed" in table.table.message, table.table.message
    table.attack("R2", "B1", "1")
    assert table.game.winner == "red", table.table.message
    assert "take off B1" in table.now or "the game is over" in table.table.hud(0.0).message


def test_omniwar_arrives_as_agreed(play):
    """Who has teleport or drop troops by agreement is set down in his phase, and nobody's else."""
    agreed = {"scale": 2, "state": {"R2": {"mods": ["teleport"]}, "R3": {"mods": ["drop-troops"]}}}
    table = play("omniwar", [man("R1", 5, 12), man("B1", 30, 12)], agreed=agreed)
    table.scene = replace(table.scene, soldiers=(*table.scene.soldiers, man("R2", 5, 16)))
    table.look()
    assert "R2 arrives" in table.table.message, table.table.message
    assert table.game.soldier("R2").state["mods"] == ["teleport"]
    table.until("drop", "red")
    table.scene = replace(table.scene, soldiers=(*table.scene.soldiers, man("R3", 9, 16)))
    table.look()

    assert table.game.soldier("R3").state["dropped"], table.table.message


def test_omniwar_rides_and_gets_out(play):
    """In a transport, figure off the table or beside it, he goes along; set down, he is out."""
    men = [man("R1", 5, 12), man("R2", 6.2, 12, role="transport"), man("B1", 30, 12)]
    table = play("omniwar", men, agreed={"scale": 4})
    table.until("move", "red")
    table.deed("R1 gets in", "R2", "R1")
    assert table.game.soldier("R1").state["in"] == "R2"
    table.take_off("R1")
    table.move("R2", 9.0, 12)
    assert table.game.soldier("R1").x == 9.0, table.table.message
    assert table.game.losses == ()
    table.until("move", "blue")
    table.until("move", "red")
    out = man("R1", 9.0, 14.5)
    table.scene = replace(table.scene, soldiers=(*table.scene.soldiers, out))
    table.look()

    assert "in" not in table.game.soldier("R1").state, table.table.message
    assert table.game.soldier("R1").y == 14.5


def test_omniwar_attacks_together_and_a_whole_hex(play):
    """Attacks are declared together before a die falls; an area attack strikes all in its hex."""
    mortar = man("R3", 12, 14, role="mortar-crew")
    men = [man("R1", 12, 12), man("R2", 12, 16), mortar, man("B1", 14.5, 14), man("B2", 15, 15)]
    table = play("omniwar", [*men, man("B3", 34, 2)], agreed={"scale": 2})
    table.until("attack", "red")
    words = {deed.words for deed in table.deeds_of("B1", "R1")}
    assert "R1, R2, R3 attack him together" in words, words
    table.deed("R3 strikes the whole hex he is in", "B1", "R3")
    assert "destroyed" in table.table.message
    table.undo()
    table.deed("R1, R2, R3 attack him together", "B1", "R1")

    assert table.game.soldier("R2").state["attacks"] == 1
    table.deed("a die settles two readings", "R1")
    assert "settled for this game: the" in table.table.message


def test_lgam_smoke_and_turrets(play):
    """A mortar fires smoke, a tank's turret turns to a man behind it, armour goes hull-down."""
    tank = man("R1", 10, 10, "tank-gun", role="tank", facing=180.0)
    men = [tank, man("R2", 4, 4, "light-mortar"), man("B1", 30, 10), man("B2", 34, 20)]
    table = play("lgam", men)
    table.until("count")
    table.next("1")
    table.until("move-1", "red")
    table.deed("hull-down", "R1")
    assert table.game.soldier("R1").state["posture"] == "hull-down"
    table.deed("in the open again", "R1")
    table.until("fire-4c", "red")
    behind = deeds_now(table.table.live.book, table.game, TablePoint(30.0, 12.0), "R1")
    table.deed("R1 turns his turret and fires at him", "B1", "R1")
    assert "R1 throws" in table.table.message, table.table.message
    smoke = {deed.words for deed in table.deeds_of("B1", "R2")}

    assert any("smoke" in words for words in smoke), smoke
    assert [deed.words for deed in behind] == ["R1 turns and fires tank-gun here"]


def test_omniwar_by_cards(play):
    """FIRE is one attack on one unit, BLAST strikes its whole hex; who waited answers by FIRE."""
    men = [man("R1", 5, 12, "mortar"), man("R2", 5, 16), man("B1", 12, 12), man("B2", 12, 13)]
    table = play("omniwar", [*men, man("B3", 12, 16, facing=180.0)], agreed={"scale": 4})
    table.until("attack", "red")
    table.lay("BLAST", 4, 12, 0.0)
    assert table.last("attacked")["aim"] == "B1"
    table.undo()
    table.lay("FIRE", 4, 13, 0.0)
    assert table.last("attacked")["target"] == "B1"
    table.until("move", "red")
    table.until("move", "blue")
    table.lay("FIRE", 4, 17, 0.0)
    assert table.last("attacked")["attackers"] == ["R2"], table.table.message


def test_omniwar_newcomers_need_the_rule_that_brings_them(play):
    """Who is set down without teleport is refused, unless the players let it stand."""
    table = play("omniwar", [man("R1", 5, 12), man("B1", 30, 12)])
    table.scene = replace(table.scene, soldiers=(*table.scene.soldiers, man("R2", 5, 16)))
    table.look()
    assert "put R2 back: R2 has no teleport (OW-ABL-01)" in table.table.message
    assert "put back R2, or O lets it stand" in table.now

    table.overrule()

    assert table.game.soldier("R2").x == 5.0
    assert table.table.refused == {}


def test_combat(play):
    """Aim, run, fire named by all, the volley bullet by bullet, hits by the players' word."""
    men = [man("R1", 10, 10), man("R2", 4, 4), man("B1", 14, 10, facing=180.0), man("B2", 30, 20)]
    table = play("combat", men)
    table.deed("R1 aims at him", "B1", "R1")
    assert table.game.soldier("R1").state["aimed_at"] == "B1"
    table.until("move")
    table.move("R2", 7.5, 4)
    assert table.game.soldier("R2").state["motion"] in {"walking", "running"}, table.table.message
    table.until("fire")
    assert "he will fire" in table.now
    table.shoot("B1", "R1")
    assert "B1 will fire at R1" in table.table.message, table.table.message
    table.shoot("R2", "B1")
    assert "B1, R2 fire" in table.now
    table.next("0101")
    assert table.table.message.count("hits") == 2, table.table.message
    assert "R1 was hit: take him off if he is out" in table.now
    table.next()
    assert table.game.soldier("R1").state["wounded"]
    assert "B1 was hit: take him off if he is out" in table.now
    table.take_off("B1")
    table.until("plan")
    table.deed("is out", "B2")
    table.take_off("B1", "B2")
    table.until("fire")
    table.next()

    assert table.game.winner == "red"


def test_a_move_taken_back_does_not_count_again_until_he_moves(play):
    """After undo the man is to be put back; standing where he was put is no new move."""
    table = play("omog-advanced", [man("R1", 10, 10), man("B1", 20, 10)])
    table.move("R1", 10, 13)
    table.undo()
    assert "put R1 back: it was taken back" in table.table.message
    assert table.game.soldier("R1").y == 10
    table.move("R1", 10, 10)
    assert "R1 stands right again" in table.table.message
    table.move("R1", 10, 13)

    assert table.game.soldier("R1").y == 13


def test_the_fallen_do_not_come_back_to_life(play):
    """Until they are taken off they lie there and are no newcomers; who is lifted is no loss."""
    table = play("omog-advanced", [man("R1", 10, 10), man("R2", 5, 5), man("B1", 14, 10)])
    table.until("fire")
    table.shoot("B1", "R1", "6")
    table.until("hand-to-hand")
    table.move("R2", 5.1, 5)
    assert table.game.scene.soldier("R1") is None
    assert "take off R1" in table.now
    table.take_off("R1", "R2")
    table.scene = replace(table.scene, soldiers=(*table.scene.soldiers, man("R2", 5.1, 5)))
    table.look()

    assert [loss.id for loss in table.game.losses] == ["R1"]


def test_the_clock_warns_and_ends_the_moves(play):
    """Warnings are said once each; after the end nothing moves any more."""
    table = play("omog-advanced", [man("R1", 10, 10), man("B1", 20, 10)])
    table.table.tick(table.now_s)
    assert table.table.hud(table.now_s + 30).left_s == pytest.approx(90, abs=1)
    for at_s, words in ((61, "60 seconds left"), (91, "30 seconds"), (125, "time is up")):
        table.table.tick(table.now_s + at_s)
        assert words in table.table.message
    assert table.now == "red: E or card NEXT when done"
    table.now_s += 126
    table.move("R1", 10, 12)

    assert "put R1 back" in table.table.message
    assert table.game.soldier("R1").y == 10


def test_a_hand_over_the_table_at_the_start(tmp_path):
    """No game begins under it; once it is gone it does."""
    enlisted = (Enlisted("R1", "red", ("rifle",)), Enlisted("B1", "blue", ("rifle",)))
    army = Army(TagStyle(), tuple(Side(side) for side in SIDES), enlisted)
    scene = Scene(36.0, 24.0, (man("R1", 10, 10), man("B1", 20, 10)))
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        table = PlayTable(
            army, lambda seen, now_s: begun(journal, "combat", seen, SIDES, {}, began_s=now_s)
        )
        table.see(Observation(scene, 0.0, hand=True))
        table.do(NextStep(), 1.0)
        assert "a hand is over the table" in table.message
        assert table.live is None

        table.see(Observation(scene, 2.0))
        table.do(NextStep(), 3.0)
        assert table.live is not None


def test_a_hand_over_the_table_when_a_game_goes_on(tmp_path):
    """What it covers is where it was; nothing is ruled until it is gone."""
    first = Played(tmp_path, "omog-advanced", [man("R1", 10, 10), man("B1", 20, 10)])
    first.journal.close()
    moved = first.scene.with_soldiers(man("R1", 18, 10))
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        again = PlayTable(first.table._army, None, resumed(journal))
        again.see(Observation(moved, 0.0, hand=True))
        assert again.refused == {}
        assert again.seen.soldier("R1").x == 10

        again.see(Observation(moved, 1.0))
        assert list(again.refused) == ["R1"]


def test_what_became_of_the_camera_is_said_once(tmp_path):
    """Not by the table and by its game, one after the other."""
    played = Played(tmp_path, "omog-advanced", [man("R1", 10, 10), man("B1", 20, 10)])

    played.table.see(Observation(played.scene, 1.0, notice="the camera was moved"))

    assert played.table.message == "the camera was moved"


def test_a_card_that_lay_there_before_a_break_does_not_act_again(tmp_path):
    """A game that goes on with NEXT still on the table stays in its phase."""
    first = Played(tmp_path, "omog-advanced", [man("R1", 10, 10), man("B1", 20, 10)])
    first.scene = replace(first.scene, orders=(Order("NEXT", 30, 20),))
    first.look()
    assert first.phase.name == "move-2"
    first.journal.close()
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        again = PlayTable(first.table._army, None, resumed(journal))
        again.see(Observation(first.scene, 0.0))
        assert phase_now(again.live.book, again.live.game).name == "move-2"


@pytest.mark.parametrize(
    ("book", "words"),
    [("omog-musket", "OMOG Musket has no machine-gun: R2, R10 cannot shoot;"), ("omniwar", "")],
)
def test_an_army_of_another_book(book, words, play):
    """Who has only weapons that the book lacks is named when the game begins."""
    men = [
        man("R10", 5, 12, "machine-gun"),
        man("R2", 5, 14, "machine-gun"),
        man("R3", 5, 16, "machine-gun", "pistol"),
        man("B1", 30, 12, "musket"),
        man("B2", 30, 14, "radio"),
    ]

    message = play(book, men).table.message

    assert message.startswith(words)
    assert message.count("cannot shoot") == bool(words)
