"""A battle's report as one HTML page that needs nothing else: plans, log, losses, luck."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape

from overlay.marks.lines import side_sign_xy
from overlay.marks.words import chance_words, value_words
from overlay.paint.paint_svg import svg_text
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER, Theme
from rules.book.book import Book
from rules.book.dice import needs_words
from rules.book.reason import Reason
from rules.game.dice_tray import Thrown
from rules.game.engine import won_words
from spotter.report.battle import Battle, Moment, PhaseTold, fallen_in, phases_told
from spotter.report.phase_drawing import phase_drawing
from spotter.report.summary import BestShot, Summary, steps, summary_of
from table.scene import Soldier

_STYLE = """
:root { color-scheme: light dark; --ink: #22201c; --paper: #faf6eb; --line: #d8cfba; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7da; --paper: #1b1a18; --line: #45413a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  margin: 0 auto; max-width: 64rem; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.9rem; margin: .6rem 0 0; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; }
.lead { margin: .2rem 0 1rem; opacity: .8; }
table { border-collapse: collapse; margin: .4rem 0; } th, td { text-align: left;
  padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: .6rem 0; } figure > svg, figure > img { width: 100%; height: auto;
  border: 1px solid var(--line); border-radius: 6px; }
ol.log { padding-left: 1.4rem; margin: .4rem 0; } ol.log li { margin: .15rem 0; }
.die { display: inline-block; min-width: 1.5em; text-align: center; border: 1px solid var(--line);
  border-radius: 4px; margin-left: .35em; font-weight: 600; }
.rules { display: block; font-size: .8rem; opacity: .75; }
li.overruled { border-left: 3px double currentColor; padding-left: .5rem; font-style: italic; }
.die.program { border-style: dashed; } .key { display: inline-block; width: .9em; height: .9em;
  margin-right: .4em; vertical-align: -.1em; }
.man { display: inline-block; margin-right: 1.1rem; }
.wide { overflow-x: auto; }
@media (max-width: 30rem) { .wide table { font-size: .9rem; } .wide :is(th, td) {
  padding-right: .5rem; } }
@media print { body { max-width: none; } section { break-inside: avoid; } }
"""


def report_html(
    battle: Battle,
    title: str,
    sections: Iterable[str],
    *,
    theme: Theme = PAPER,
    film: bytes | None = None,
) -> str:
    """The whole page around its phases; `film` is an animated picture of the evening (WebP)."""
    summary = summary_of(battle)
    body = [
        f"<h1>{escape(title)}</h1><p class=lead>{escape(_lead(battle))}</p>",
        _film(film),
        _armies(battle, theme),
        _losses(summary, theme),
        _luck(summary),
        _struck(summary),
        *sections,
    ]
    head = f"<meta charset=utf-8><title>{escape(title)}</title><style>{_STYLE}</style>"
    view = '<meta name=viewport content="width=device-width, initial-scale=1">'
    return (
        f"<!doctype html><html lang=en><head>{head}{view}</head><body>{''.join(body)}</body></html>"
    )


def phase_sections(battle: Battle, theme: Theme = PAPER) -> Iterator[str]:
    """Each phase with its plan and its log."""
    for phase in phases_told(battle):
        yield _phase_section(battle, phase, theme)


def outcome(battle: Battle) -> str:
    """Who has won, in words."""
    winner = battle.last.winner
    if winner is None:
        return f"broken off in turn {battle.last.turn}"
    return f"{won_words(winner)} in turn {battle.last.turn}"


def _lead(battle: Battle) -> str:
    sides = " against ".join(battle.first.sides)
    return f"{battle.book.title}: {sides}; {outcome(battle)}."


def _film(film: bytes | None) -> str:
    if film is None:
        return ""
    data = b64encode(film).decode()
    return (
        f'<figure><img alt="the battle move by move" src="data:image/webp;base64,{data}"></figure>'
    )


def _armies(battle: Battle, theme: Theme) -> str:
    lost = fallen_in(battle.last)
    rows = []
    for side in battle.first.sides:
        men = [man for man in battle.first.scene.soldiers if man.side == side]
        words = "".join(_man(man, fell=man.id in lost) for man in men)
        fell = sum(loss.side == side for loss in lost.values())
        rows.append(
            f"<p><b>{_key(side, theme)}{escape(side)}: {fell} of {len(men)} lost</b><br>{words}</p>"
        )
    return f"<h2>The armies</h2>{''.join(rows)}"


def _man(man: Soldier, *, fell: bool) -> str:
    words = escape(enlisted_words(man))
    return f"<span class=man>{f'<s>{words}</s>' if fell else words}</span>"


def enlisted_words(man: Soldier) -> str:
    """A man and what he carries."""
    carries = ", ".join(filter(None, (man.role, *man.weapons)))
    return f"{man.id} {carries}".rstrip()


def _key(side: str, theme: Theme) -> str:
    """The side's sign as its men have it on the plan: its shape in its colour."""
    ring = " ".join(f"{x:.2f},{y:.2f}" for x, y in side_sign_xy(theme.side_place(side), 5, 5, 4.6))
    return (
        '<svg class=key viewBox="0 0 10 10" aria-hidden="true">'
        f'<polygon points="{ring}" fill="{_hex(theme, side)}"/></svg>'
    )


def _hex(theme: Theme, side: str) -> str:
    return "#{:02x}{:02x}{:02x}".format(*theme.side_rgb(side))


def _losses(summary: Summary, theme: Theme) -> str:
    """Losses over the turns: a step line for each side."""
    turns = max(len(counts) for counts in summary.losses.values()) - 1
    most = max(1, *(max(counts) for counts in summary.losses.values()))
    lines = [
        f'<polyline fill="none" stroke="{_hex(theme, side)}" stroke-width="3" '
        f'{dash} points="{_steps(counts, turns, most)}"/>'
        for (side, counts), dash in zip(
            summary.losses.items(), _dashes(len(summary.losses)), strict=True
        )
    ]
    ticks = "".join(
        f'<text x="{40 + 520 * t / max(turns, 1):.0f}" y="146" text-anchor="middle">{t}</text>'
        for t in range(turns + 1)
    )
    legend = ", ".join(
        f"{_key(side, theme)}{escape(side)} {counts[-1]}" for side, counts in summary.losses.items()
    )
    return (
        "<h2>Losses over the turns</h2>"
        '<figure><svg viewBox="0 0 580 172" font-size="12" fill="currentColor" role="img" '
        f'aria-label="losses of each side by turn">{"".join(lines)}{ticks}'
        f'<text x="32" y="24" text-anchor="end">{most}</text>'
        '<text x="32" y="132" text-anchor="end">0</text><text x="40" y="12">men lost</text>'
        f'<text x="300" y="164" text-anchor="middle">turn</text></svg></figure><p>{legend}</p>'
    )


def _dashes(count: int) -> Sequence[str]:
    """A second sign besides colour: the first side's line is whole."""
    return ['stroke-dasharray="0"', *['stroke-dasharray="8 5"'] * (count - 1)]


def _steps(counts: Sequence[int], turns: int, most: int) -> str:
    return " ".join(
        f"{40 + 520 * turn / max(turns, 1):.1f},{128 - 108 * lost / most:.1f}"
        for turn, lost in steps(counts)
    )


def _luck(summary: Summary) -> str:
    if not summary.luck:
        return ""
    rows = "".join(
        f"<tr><td>{escape(luck.side)}</td><td class=n>{luck.throws}</td>"
        f"<td class=n>{luck.expected:.1f}</td><td class=n>{luck.actual}</td>"
        f"<td class=n>{luck.percentile:.0f}</td></tr>"
        for luck in summary.luck
    )
    best = ""
    if summary.best is not None:
        best = f"<p>{escape(best_words(summary.best))}</p>"
    return (
        "<h2>Luck</h2><div class=wide><table>"
        "<tr><th>side<th>throws<th>expected<th>made<th>percentile</tr>"
        f"{rows}</table></div><p>50 is an even evening; 90 is luckier than nine in ten.</p>{best}"
    )


def best_words(best: BestShot) -> str:
    """The least likely throw that felled somebody."""
    return f"The best throw: {best.words} at {chance_words(best.chance)}."


def _struck(summary: Summary) -> str:
    if not summary.struck:
        return ""
    rows = "".join(
        f"<tr><td>{escape(who)}</td><td>{escape(whom)}</td><td>{escape(why)}</td></tr>"
        for who, whom, why in summary.struck
    )
    table = f"<table><tr><th>who<th>whom<th>how</tr>{rows}</table>"
    return f"<h2>Who struck whom</h2><div class=wide>{table}</div>"


def _phase_section(battle: Battle, told: PhaseTold, theme: Theme) -> str:
    drawing = phase_drawing(battle.book, told)
    svg = svg_text(plan_of(told.end.scene, replace(drawing, title="")), theme)
    plan = svg[svg.index("<svg") :]
    lines = "".join(_log_line(battle.book, moment) for moment in told.moments if moment.is_told)
    return (
        f"<section><h2>{escape(drawing.title)}</h2><figure>{plan}</figure>"
        f"<ol class=log>{lines}</ol></section>"
    )


def _log_line(book: Book, moment: Moment) -> str:
    kind = " class=overruled" if moment.overruled else ""
    words = escape(moment_words(moment))
    return f"<li{kind}>{words}{_dice(moment.thrown)}{_rules(book, moment.reasons)}</li>"


def moment_words(moment: Moment) -> str:
    """Who did what, and what was said of it."""
    return moment.words or moment.word


def rule_words(book: Book, reasons: Iterable[Reason]) -> str:
    """The rules that decided, each with what it says and adds, as an answer tells them."""
    return "; ".join(f"{_reason_words(one, book)} ({one.rule})" for one in reasons)


def _reason_words(reason: Reason, book: Book) -> str:
    value = value_words(reason, book)
    return f"{reason.why}: {value}" if value else reason.why


def _rules(book: Book, reasons: Iterable[Reason]) -> str:
    words = rule_words(book, reasons)
    return f"<span class=rules>{escape(words)}</span>" if words else ""


def _dice(thrown: Iterable[Thrown]) -> str:
    return "".join(_die(one) for one in thrown)


def _die(one: Thrown) -> str:
    """The number in a box, dashed where the program threw it; what it was for on pointing."""
    by = "die program" if one.by_program else "die"
    needs = needs_words(one.die.needs) if one.die.needs else ""
    why = f"{one.die.who}: {one.die.why}, {needs or one.die.dice}"
    number = f'<span class="{by}" title="{escape(why, quote=True)}">{one.number}</span>'
    return f"{number} of {escape(needs)}" if needs else number
