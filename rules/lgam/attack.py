"""What the rules may know about one attack, as values.

An attack is a shot at a soldier, or a blast aimed at a soldier or a place. Measured in
attack_facts.py, judged in refusals.py and throw.py.
"""

from dataclasses import dataclass

from rules.lgam.declared import Declarations
from rules.lgam.line_in_use import LineInUse
from rules.lgam.state import TurnState
from rules.lgam.weapons import AttackRow
from rules.measure.lengths import beyond, closer, within


@dataclass(frozen=True, slots=True)
class Shooter:
    """The man or vehicle that attacks.

    `moved_far` is farther than a flame thrower may go and fire. `men` serve his weapon, himself
    counted; `team_rule` is the row that asks for them.
    """

    role: str
    state: TurnState
    moved_far: bool
    mounted: bool
    armoured: bool
    crew_short: bool
    in_smoke: bool
    under_full_cover: bool
    in_team: bool
    team_has_fired: bool
    men: int
    team_rule: str | None

    @property
    def moved(self) -> bool:
        """Whether he moved this turn."""
        return beyond(self.state.moved, 0.0)


@dataclass(frozen=True, slots=True)
class Aim:
    """The place aimed at, as the shooter has it before him."""

    distance_in: float
    in_arc: bool
    visible: bool
    in_smoke: bool
    in_field: bool


@dataclass(frozen=True, slots=True)
class Help:
    """Who and what helps the shooter, smoke not yet looked at."""

    leader: bool
    net: bool
    spotter: bool
    binoculars: bool
    radio_sees: bool


@dataclass(frozen=True, slots=True)
class Target:
    """The soldier who is shot at; `dug_in_armour` is an armoured one hull-down or hidden."""

    own_side: bool
    down: bool
    full_cover: bool
    partial_cover: bool
    dug_in_armour: bool
    armoured: bool
    plane: bool


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack; `target` is None for a blast, which asks nothing of whom it is aimed at."""

    weapon: str
    use: LineInUse
    declared: Declarations
    shooter: Shooter
    aim: Aim
    help: Help
    target: Target | None

    @property
    def line(self) -> AttackRow:
        """The line of the attack table in use."""
        return self.use.line

    @property
    def band(self) -> str:
        """The range's word."""
        if closer(self.aim.distance_in, self.line.min_in):
            return "too-close"
        if within(self.aim.distance_in, self.line.effective_in):
            return "effective"
        return "extreme" if within(self.aim.distance_in, self.line.max_in) else "out"

    @property
    def must_stay_put(self) -> bool:
        """Whether the weapon may not move and fire (LG-CONV-09); mounted ones always may."""
        on_bipod = self.line.name == "lmg" and self.shooter.state.bipod
        return not self.shooter.mounted and ("stationary" in self.line.flags or on_bipod)
