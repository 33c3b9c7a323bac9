"""`spotter report`: a game that was played, as one page to keep and send."""

import argparse
from datetime import datetime
from pathlib import Path

from overlay.strokes.theme import PAPER, Theme
from spotter.game.journal import read_journal
from spotter.game.kept_games import journal_in
from spotter.progress import progress
from spotter.report.battle import battle_of
from spotter.report.film import film_of
from spotter.report.page import outcome, phase_sections, report_html
from spotter.report.pdf import report_pdf
from table.army_file import read_army
from table.text_file import write_text, write_whole


def run(args: argparse.Namespace) -> int:
    """Write report.html, and report.pdf where it is wanted, beside the journal."""
    journal = journal_in(args.game)
    battle = battle_of(read_journal(journal), str(journal))
    title = args.title or f"{battle.book.title}, {_day(journal)}"
    theme, out = (
        _theme(journal.parent, battle.first.sides),
        args.out or journal.parent / "report.html",
    )
    sections = list(progress(phase_sections(battle, theme), "phases drawn"))
    film = None if args.no_film else film_of(battle, theme)
    write_text(out, report_html(battle, title, sections, theme=theme, film=film))
    print(f"{out}: {outcome(battle)}")
    if args.pdf:
        write_whole(out.with_suffix(".pdf"), report_pdf(battle, title, theme))
        print(out.with_suffix(".pdf"))
    return 0


def _day(journal: Path) -> str:
    """The day on which the game was played last, as the list of games has it."""
    played = datetime.fromtimestamp(journal.stat().st_mtime).astimezone()
    return f"{played.day} {played:%B %Y}"


def _theme(folder: Path, names: tuple[str, ...]) -> Theme:
    """Each side in its own shape, and in its own colour where the army lies by the game."""
    for place in (folder, folder.parent):
        if (place / "army.toml").is_file():
            sides = read_army(place / "army.toml").sides
            return PAPER.with_sides({side.name: side.colour for side in sides})
    plain = {name: "#{:02x}{:02x}{:02x}".format(*PAPER.side_rgb(name)) for name in names}
    return PAPER.with_sides(plain)
