"""What stands around the table in the window: rosters, log, verdict, dice, from the game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from overlay.window.hud import Banner, FallenDie, Hud, LogLine, RosterLine, SideRoster
from rules.game.engine import game_rules, phase_now, won_words
from rules.game.game import Game
from rules.game.legs import began_at
from spotter.game.hits import hit_men, off_men
from spotter.game.judging import Refused
from spotter.game.live_game import LiveGame
from spotter.game.log import LogEntry
from spotter.game.roster import RosterRow, Rosters, counted, rosters, standings
from spotter.live.past_moment import fallen_dice
from spotter.report.battle import fallen_between
from table.army import Army
from table.places import TablePoint
from table.scene import Scene

LOG_LINES = 2000  # what can be turned back to on screen: more than an evening has


def with_desk(
    hud: Hud,
    army: Army,
    live: LiveGame | None,
    shown: Scene | None,
    refused: Iterable[Refused],
) -> Hud:
    """The game's line, whose verdict is the last ruling, with all that stands around the table."""
    game, back = None if live is None else live.game, tuple(refused)
    rows = rosters(army, game, shown)
    hud = replace(
        hud,
        rosters=side_rosters(rows, {} if live is None else standings(live.book, game, rows)),
        verdict=_verdict(hud, back, None if is_over(live) else hud.verdict),
        denied=None if back or hud.asked is not None or hud.alarm else hud.denied,
    )
    if live is None or game is None:
        return hud
    entries = live.log(LOG_LINES)
    return replace(
        hud,
        banner=banner(live, back, hud.denied),
        log=tuple(_log_line(entry) for entry in entries),
        fallen_dice=_last_dice(live, entries),
        allows=phase_now(live.book, game).allows,
        hold=game_rules(live.book).hold(game),
        out=hit_men(game) | off_men(game),
        lost=off_men(game),
        gone_from=_gone_from(game),
    )


def side_rosters(rows: Rosters, stand: Mapping[str, str]) -> tuple[SideRoster, ...]:
    """Both sides as the desk lists them; before the game only their men are counted."""
    return tuple(
        SideRoster(side, stand.get(side) or counted(men), tuple(map(_roster_line, men)))
        for side, men in rows.items()
    )


def _gone_from(game: Game) -> dict[str, TablePoint]:
    """Who has moved in this phase, and where he stood before."""
    began = {man.id: began_at(game, man.id) for man in game.scene.soldiers}
    return {name: place for name, place in began.items() if place is not None}


def banner(
    live: LiveGame, refused: Iterable[Refused] = (), denied: str | None = None
) -> Banner | None:
    """The last thing of note: a refusal, who has won, who fell, whose turn it is."""
    back = [one.at.id for one in refused]
    if back:
        return Banner(f"Put {', '.join(back)} back", "refused")
    game = live.game
    if game.winner is not None:
        return Banner(won_words(game.winner), "won")
    if denied is not None:
        return Banner(denied, "refused")
    before = live.history.known_at(live.events - 1) if live.events else game
    if before is None:
        return None
    fell = ", ".join(loss.id for loss in fallen_between(before, game))
    if fell:
        is_off = live.history.events[-1].get("event") == "removed"
        return Banner(f"{fell}: {'off' if is_off else 'hit'}", "hit")
    begins = not live.events or (game.turn, game.phase) != (before.turn, before.phase)
    return Banner(_turn_words(live), "turn") if begins else None


def _turn_words(live: LiveGame) -> str:
    phase = phase_now(live.book, live.game)
    return f"{phase.side}: your turn" if phase.side else f"All: {phase.words}"


def _roster_line(row: RosterRow) -> RosterLine:
    """A man as the desk lists him."""
    carries = ", ".join(filter(None, (row.role, *row.weapons)))
    words = "  ".join(filter(None, (row.id, carries)))
    status = f": {', '.join(row.status)}" if row.status else ""
    return RosterLine(row.id, f"{words}{status}", on=not (row.off or row.missing), off=row.off)


def is_over(live: LiveGame | None) -> bool:
    """Whether somebody has won: then that is all there is to say."""
    return live is not None and live.game.winner is not None


def _verdict(hud: Hud, refused: Iterable[Refused], ruling: str | None) -> str | None:
    """A question first, then what is refused as long as it stands, then the last ruling.

    What else is said, of hands and clocks, does not take the ruling's place; only a camera that
    fails does, since nothing is ruled until it is back.
    """
    if hud.asked is not None:
        return f"{hud.asked.words} (Y or N)"
    back = [f"put {one.at.id} back: {one.ruling.refused}" for one in refused]
    return "; ".join(back) or (None if hud.alarm else ruling) or hud.message


def _log_line(entry: LogEntry) -> LogLine:
    dice = tuple(one.number for one in entry.dice)
    return LogLine(entry.number, entry.told, dice, log_tone(overruled=entry.overruled))


def log_tone(*, overruled: bool) -> Literal["plain", "bad"]:
    """What stands against the rules is not as plain as the rest."""
    return "bad" if overruled else "plain"


def _last_dice(live: LiveGame, entries: tuple[LogEntry, ...]) -> tuple[FallenDie, ...]:
    """The dice of the newest deed, if it threw any; a phase that only begins is none."""
    deeds = (one for one in reversed(entries) if one.dice or not _only_begins(live, one))
    newest = next(deeds, None)
    return () if newest is None else fallen_dice(newest.dice)


def _only_begins(live: LiveGame, entry: LogEntry) -> bool:
    return live.history.events[entry.number - 1].get("event") == "next"
