"""What stands around a table while its battle is told again."""

from overlay.marks.marks import Mark
from overlay.strokes.theme import PAPER
from overlay.window.hud import Hud, KeyWords, LogLine
from rules.game.engine import phase_now
from spotter.game.hits import hit_men
from spotter.game.roster import rosters, standings
from spotter.live.game_desk import log_tone, side_rosters
from spotter.live.past_moment import fallen_dice
from spotter.report.battle import Battle
from spotter.report.page import outcome
from spotter.report.phase_drawing import moment_marks
from spotter.report.telling import Telling
from spotter.report.told_lines import moment_words
from table.army import Army, Enlisted, Side, TagStyle


def battle_hud(
    telling: Telling, army: Army, *, has_pictures: bool, on_picture: bool = False
) -> Hud:
    """Turn, phase, what happened, its dice, both rosters, the log, and the keys of a replay."""
    game, moment = telling.game, telling.moment
    phase = phase_now(telling.battle.book, game)
    men = rosters(army, game, game.scene)
    return Hud(
        turn=game.turn,
        phase=phase.words,
        side=phase.side,
        now=_now(telling),
        verdict=_begins(telling.battle) if moment is None else moment_words(moment) or moment.word,
        rosters=side_rosters(men, standings(telling.battle.book, game, men)),
        log=_log(telling),
        fallen_dice=() if moment is None else fallen_dice(moment.thrown),
        allows=frozenset(),
        out=hit_men(game) - _fallen(telling),
        at=telling.at,
        marks=_battle_marks(telling, on_picture=on_picture),
        buttons=_buttons(telling, has_pictures=has_pictures),
    )


def _battle_marks(telling: Telling, *, on_picture: bool) -> tuple[Mark, ...]:
    """What was done in the phase so far: ways as arrows, shots with their dice."""
    drawn = telling.game.scene
    return tuple(
        mark
        for moment in telling.of_this_phase
        for mark in moment_marks(moment, drawn, on_picture=on_picture)
    )


def _fallen(telling: Telling) -> frozenset[str]:
    """Those whose fall is drawn with what felled them."""
    return frozenset(loss.id for moment in telling.of_this_phase for loss in moment.fallen)


def army_of(battle: Battle) -> Army:
    """The men of a battle whose army file is not at hand."""
    men = battle.first.scene.soldiers
    sides = tuple(Side(side, _colour(side)) for side in battle.first.sides)
    enlisted = (Enlisted(man.id, man.side, man.weapons, role=man.role) for man in men)
    return Army(TagStyle(), sides, tuple(enlisted))


def _colour(side: str) -> str:
    return "#{:02x}{:02x}{:02x}".format(*PAPER.side_rgb(side))


def _begins(battle: Battle) -> str:
    return f"{battle.book.title}: {' against '.join(battle.first.sides)}"


def _now(telling: Telling) -> str:
    if telling.typed:
        return f"turn {telling.typed}? Enter goes there"
    if telling.is_over:
        return f"{outcome(telling.battle)}; Space tells it again"
    speed = f"{telling.speed:g} times"
    number = f"{telling.at} of {len(telling.battle.moments)}"
    words = f"playing, {speed}" if telling.playing else "stopped; Space plays it"
    return f"{number}, {words}; type a turn and Enter to go there"


def _log(telling: Telling) -> tuple[LogLine, ...]:
    """All of the battle; what is still to come stands there quietly."""
    found = []
    for number, moment in enumerate(telling.battle.moments, start=1):
        if moment.in_full:
            dice = tuple(one.number for one in moment.thrown)
            tone = log_tone(overruled=moment.overruled) if number <= telling.at else "quiet"
            found.append(LogLine(number, moment.in_full, dice, tone))
    return tuple(found)


def _buttons(telling: Telling, *, has_pictures: bool) -> tuple[tuple[KeyWords, ...], ...]:
    plays = KeyWords("Stop" if telling.playing else "Play", "space", lit=telling.playing)
    seen = (KeyWords("Plan", "v"),) if has_pictures else ()
    return (
        (plays, *seen),
        (KeyWords("Back", "left"), KeyWords("On", "right")),
        (KeyWords("Phase back", "up"), KeyWords("Phase on", "down")),
        (KeyWords("Turn back", "pageup"), KeyWords("Turn on", "pagedown")),
        (KeyWords("Slower", "-"), KeyWords("Faster", "+")),
        (KeyWords("To start", "home"), KeyWords("To end", "end"), KeyWords("Quit", "q")),
    )
