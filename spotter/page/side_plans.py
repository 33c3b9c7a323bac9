"""Where each side means to set its men: no other side is shown it, and the rules warn of it.

A friend far away has his men set on the real desk by them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from spotter.game.move_ruling import refused_plan
from spotter.live.play_table import PlayTable
from spotter.page.desk import Reply
from spotter.page.proposal import Plans
from table.entry import Entry
from table.errors import UserError
from table.places import TablePoint
from table.scene import Soldier

ManPlaces = dict[str, TablePoint]  # where each man is to stand, by his name


class SidePlans:
    """The plans of every side."""

    def __init__(
        self,
        table: PlayTable,
        sides: Iterable[str],
        kept: Plans,
    ) -> None:
        self._table = table
        self._plans: dict[str, ManPlaces] = {side: dict(kept.get(side, {})) for side in sides}

    @property
    def all(self) -> dict[str, ManPlaces]:
        """Each side's plans as they are now."""
        return {side: dict(of) for side, of in self._plans.items()}

    def planned(self, side: str, wish: Mapping[str, Any]) -> Reply:
        """A player's own plan for a man, or none any more."""
        entry = Entry("wish", "", dict(wish))
        name = entry.need("soldier", '"R01"').text()
        if wish.get("place") is None:
            self._plans[side].pop(name, None)
            return Reply((f"no plan for {name}",))
        at = entry.need("place", "[10, 12]")
        wanted, scene = TablePoint(*at.pair()), self._table.seen
        if scene is None or scene.soldier(name) is None:
            raise UserError(f"{name} is not on the table")
        if not (0.0 <= wanted.x <= scene.width and 0.0 <= wanted.y <= scene.height):
            at.wrong(f"name a place on the table, {scene.width:g} x {scene.height:g} in")
        self._plans[side][name] = wanted
        return Reply((f"planned for {name}", *self._warnings({name: wanted})))

    def carried(self, side: str) -> Reply:
        """The plans of a side are to be set on the real desk."""
        plans = self._plans[side]
        if not plans:
            raise UserError("nothing is planned; drag a man to where he is to go")
        warnings = self._warnings(plans)
        self._table.want(plans)
        self._plans[side] = {}
        return Reply(("the desk is shown where to set them", *warnings))

    def _warnings(self, plans: ManPlaces) -> list[str]:
        """What the rules forbid of the plans."""
        live, scene = self._table.live, self._table.seen
        if live is None or scene is None:
            return []
        there = [_set_at(scene.soldier(name), place) for name, place in plans.items()]
        told = [refused_plan(live.book, live.game, man) for man in there if man is not None]
        return [f"it will be refused: {why}" for why in told if why is not None]


def _set_at(man: Soldier | None, place: TablePoint) -> Soldier | None:
    """The man where he is planned to stand; how high that is, what lies there says."""
    return None if man is None else replace(man, x=place.x, y=place.y, on=None, elevation=0.0)
