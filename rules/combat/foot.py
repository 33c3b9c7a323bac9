"""A man on foot: his gait, his load, and the ground under him (CO-MOVE, CO-ENC)."""

from dataclasses import dataclass

from rules.book.book import Book
from rules.book.reason import Reason
from rules.combat.declared import HALF_TURN_ACTIONS, Declarations
from rules.combat.footing import Footing, chest_high_walls, words_over
from rules.combat.man import Man
from rules.measure.field import Field

GAIT_RULE = {
    "run": "CO-MOVE-01",
    "walk": "CO-MOVE-02",
    "crawl": "CO-MOVE-03",
    "jump": "CO-MOVE-04",
    "wade": "CO-MOVE-08",
    "swim": "CO-MOVE-10",
    "climb": "CO-MOVE-11",
}
OVER_ANYTHING = frozenset({"jump", "climb"})  # their limit is the same on every surface
UPRIGHT = frozenset({"walk", "run", "wade", "jump"})
RIGHT_ANGLE_DEG = 90.0


@dataclass(frozen=True)
class OnFoot:
    """A man who is to move on his feet, whatever his path."""

    book: Book
    field: Field
    man: Man
    said: Declarations

    @property
    def rule(self) -> str:
        """The row of his gait."""
        return GAIT_RULE[self.said.gait]

    @property
    def burdened(self) -> float:
        """CO-ENC-03: what his load leaves of every limit."""
        return max(0.0, 1.0 - self.man.fives_over * self._number("CO-ENC-03"))

    @property
    def climbs_walls(self) -> bool:
        """Whether a chest-high wall on his way is climbed at a cost of its own."""
        return self.said.gait not in OVER_ANYTHING

    @property
    def own_houses(self) -> frozenset[int]:
        """The houses he stands on or in, which he does not leave."""
        return frozenset(self.field.inside(self.man.soldier, "house"))

    def rate_in(self, rule: str) -> float:
        """A row's source inches as table inches under his load."""
        return self._number(rule) * self.said.scale * self.burdened

    def footing(self, over: frozenset[int]) -> Footing:
        """What the inside of these things is to him."""
        rule = self._rule_on(words_over(self.field, over))
        return Footing(rule, self.rate_in(rule), self._barred_by(over))

    def _rule_on(self, words: frozenset[str]) -> str:
        if self.said.gait in OVER_ANYTHING:
            return self.rule
        if "deep-water" in words:
            return "CO-MOVE-09" if self.said.gait == "wade" else "CO-MOVE-10"
        slowed = self._number("CO-MOVE-08") < self._number(self.rule)
        return "CO-MOVE-08" if "shallow-water" in words and slowed else self.rule

    def _barred_by(self, over: frozenset[int]) -> str | None:
        """CO-MOVE-12: another house, out of his own, a cliff, a wall he would have to jump."""
        houses = frozenset(i for i in over if self.field.words[i] == "house")
        cliff = any(self.field.words[i] == "cliff" for i in over) and self.said.gait != "climb"
        wall = bool(chest_high_walls(self.field, over))
        if houses != self.own_houses or cliff or (wall and self.said.gait == "jump"):
            return "CO-MOVE-12"
        return "CO-MOVE-11" if wall and self.climbs_walls and self.man.hands_full else None

    def wall_share(self, number: int) -> float:
        """CO-MOVE-11: what of a turn it takes to climb over a wall."""
        rate_in = self.rate_in("CO-MOVE-11")
        return self.field.thing(number).height / rate_in if rate_in > 0.0 else float("inf")

    def extras(self) -> tuple[Reason, ...]:
        """The actions and turns that take part of his turn; a reason's value is its share."""
        found = []
        for action, rule in HALF_TURN_ACTIONS.items():
            times = self.said.actions.count(action)
            if times:
                found.append(self.book.rows[rule].reason(times * self._number(rule)))
        if self.said.turn_deg > 0.0:
            share = self._number("CO-MOVE-07") * self.said.turn_deg / RIGHT_ANGLE_DEG
            found.append(self.book.rows["CO-MOVE-07"].reason(share))
        return tuple(found)

    def must_get_up(self) -> bool:
        """CO-MOVE-06: whether his gait needs him on his feet and he is not."""
        down = self.man.posture != "standing" and "get-up" not in self.said.actions
        return down and self.said.gait in UPRIGHT

    def _number(self, rule: str) -> float:
        return self.book.rows[rule].number
