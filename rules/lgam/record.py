"""What a game of L.G.A.M. remembers beside its men and things, read and written here alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.game.game import Game
from table.scene import Scene, Soldier
from table.scene_file import scene_from_json, scene_json


@dataclass(frozen=True, slots=True)
class SettingUp:
    """One part of the set-up: whose it is, None for all, and its clock, None without one."""

    side: str | None = None
    clock_s: float | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """An engineer at work: `thing` is an obstacle's id, a vehicle's, or "mines"."""

    soldier: str
    thing: str


@dataclass(frozen=True)
class Record:
    """The game's own memory.

    `initiative` is the turn in which it was thrown last; `tried_jams` are those who have thrown
    in this clear phase; `cups` are the riders of each vehicle; `burst_smoke` are the smoke
    screens in which something burst this turn, `smoke` the turns of those that the camera sees
    (see smoke.py); `shot_at` has shooter and target of each shot in this phase; `held` the turn
    in which a side last held its fire.
    """

    set_up: tuple[SettingUp, ...] = (SettingUp(),)
    clocks_s: Mapping[str, float] = field(default_factory=dict)
    initiative: int = 0
    tried_jams: frozenset[str] = frozenset()
    jobs: tuple[Job, ...] = ()
    cups: Mapping[str, tuple[Soldier, ...]] = field(default_factory=dict)
    burst_smoke: frozenset[str] = frozenset()
    smoke: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    shot_at: tuple[tuple[str, str], ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)

    @property
    def riders(self) -> dict[str, Soldier]:
        """Everybody who is in a cup, by id."""
        return {man.id: man for men in self.cups.values() for man in men}

    def of_cup(self, vehicle: str) -> tuple[Soldier, ...]:
        """Who rides in this vehicle."""
        return self.cups.get(vehicle, ())

    def with_cup(self, vehicle: str, men: Iterable[Soldier]) -> "Record":
        """The record with these men in that vehicle's cup."""
        return replace(self, cups={**self.cups, vehicle: tuple(men)})


def record_of(game: Game) -> Record:
    """The game's memory; keys that a game of long ago lacks have their defaults."""
    found = game.record
    plan = found.get("set_up")
    return Record(
        set_up=(SettingUp(),) if plan is None else tuple(SettingUp(*entry) for entry in plan),
        clocks_s=dict(found.get("clock_s", {})),
        initiative=int(found.get("initiative", 0)),
        tried_jams=frozenset(found.get("unjam_thrown", ())),
        jobs=tuple(Job(**entry) for entry in found.get("jobs", ())),
        cups={cup: _men(entries) for cup, entries in found.get("cups", {}).items()},
        burst_smoke=frozenset(found.get("burst_smoke", ())),
        smoke=dict(found.get("smoke", {})),
        shot_at=tuple((shooter, target) for shooter, target in found.get("shot_at", ())),
        held=dict(found.get("held", {})),
    )


def recorded(game: Game, record: Record) -> Game:
    """The game with this memory."""
    return game.with_record(
        set_up=[[part.side, part.clock_s] for part in record.set_up],
        clock_s=dict(record.clocks_s),
        initiative=record.initiative,
        unjam_thrown=sorted(record.tried_jams),
        jobs=[{"soldier": job.soldier, "thing": job.thing} for job in record.jobs],
        cups={cup: _entries(men) for cup, men in record.cups.items()},
        burst_smoke=sorted(record.burst_smoke),
        smoke={name: dict(notes) for name, notes in record.smoke.items()},
        shot_at=[list(pair) for pair in record.shot_at],
        held=dict(record.held),
    )


def _men(entries: Iterable[Mapping[str, Any]]) -> tuple[Soldier, ...]:
    whole = {"table": {"width": 1, "height": 1}, "soldiers": list(entries)}
    return scene_from_json(whole, "cup").soldiers


def _entries(men: Iterable[Soldier]) -> list[Any]:
    entries: list[Any] = scene_json(Scene(1.0, 1.0, soldiers=tuple(men)))["soldiers"]
    return entries
