"""`spotter replay`: a game's battle again, or any folder of pictures as the live loop sees it."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from overlay.window.setup_window import has_screen
from spotter.camera.sources import game_pictures
from spotter.files.table_files import Setup, read_setup
from spotter.files.table_folder import NamedTable, has_pictures, is_table, named_table
from spotter.game.journal import read_journal
from spotter.game.kept_games import games_in, has_begun, journal_in, no_game
from spotter.live.replaying import Replayed, differing, replayed
from spotter.progress import waited_for
from spotter.report.battle import Battle, battle_of
from spotter.report.page import outcome
from spotter.report.told_lines import battle_json, battle_lines
from table.army_file import read_army
from table.errors import UserError
from table.scene_file import scene_json

_SAVED = "spotter-"  # how pictures of the window begin that players kept


def run(args: argparse.Namespace) -> None:
    """Tell a game's battle; of pictures without a game print, or show, what each shows."""
    if args.folder.is_file() or has_begun(args.folder) or _is_table_with_games(args.folder):
        if _is_told(args):
            _tell(args)
            return
    elif not has_pictures(args.folder):
        raise UserError(f"{no_game(args.folder)}; a folder of pictures can be told too")
    named = named_table(args, args.folder, finds_all=True)
    files = named.files()
    setup = read_setup(files)
    empty = None if files.empty is None else files.empty.resolve()
    pictures = [
        path
        for path in game_pictures(args.folder)
        if path.resolve() != empty and not path.name.startswith(_SAVED)
    ]
    if not args.json and not args.no_window and _shown(args, setup, pictures, named.rules):
        return
    _print(replayed(pictures, setup), setup, as_json=args.json)


def _is_told(args: argparse.Namespace) -> bool:
    """Whether the battle is told, and not picture by picture what a recording shows."""
    from spotter.live.battle_pictures import recorded  # noqa: PLC0415 - needs vision's libraries

    in_words = args.json or args.no_window or not has_screen()
    return args.battle or args.folder.is_file() or not in_words or not recorded(args.folder)


def _is_table_with_games(folder: Path) -> bool:
    """Whether no pictures are meant but the game played last on this table."""
    return is_table(folder) and not has_pictures(folder) and bool(games_in(folder))


def _tell(args: argparse.Namespace) -> None:
    journal = journal_in(args.folder)
    battle = battle_of(read_journal(journal), str(journal))
    if args.json:
        for line in battle_json(battle):
            print(json.dumps(line), flush=True)
    elif args.no_window or not has_screen():
        print("\n".join((*battle_lines(battle), outcome(battle))), flush=True)
    else:
        _show(args, battle, journal.parent)


def _show(args: argparse.Namespace, battle: Battle, folder: Path) -> None:
    from spotter.live.battle_pictures import pictures_of  # noqa: PLC0415
    from spotter.live.battle_window import BattleWindow, show_battle  # noqa: PLC0415

    named = named_table(args, folder, finds_all=True)
    army = None if named.path("army") is None else read_army(named.need("army"))
    setup = _setup(named)
    pictures = () if setup is None else pictures_of(folder, battle)
    show_battle(BattleWindow(battle, army, pictures, setup, speed=args.speed))


def _setup(named: NamedTable) -> Setup | None:
    """The table's files, None where they are not at hand: the plan is shown then."""
    there = named.path("table") is not None and named.path("army") is not None
    return read_setup(named.files()) if there else None


def _print(moments: Iterator[Replayed], setup: Setup, *, as_json: bool) -> None:
    last: Replayed | None = None
    for last in waited_for(moments, "looking at the next picture"):
        print(_json_line(last, setup) if as_json else _told(last, setup), flush=True)
    if last is not None and last.tracked is None:
        raise UserError(str(last.trouble))


def _json_line(moment: Replayed, setup: Setup) -> str:
    line: dict[str, Any] = {**scene_json(moment.scene(setup)), "picture": moment.path.name}
    line["hand"] = moment.hand
    if moment.notice:
        line["notice"] = moment.notice
    return json.dumps(line)


def _told(moment: Replayed, setup: Setup) -> str:
    scene = moment.scene(setup)
    words = f"{moment.path.name}: {len(scene.soldiers)} soldiers, {len(scene.things)} things"
    words += ", a hand over the table" if moment.hand else ""
    words += f"; {moment.notice}" if moment.notice else ""
    return "\n".join([words, *(f"  differs: {line}" for line in differing(moment.path, scene))])


def _shown(args: argparse.Namespace, setup: Setup, pictures: list[Path], rules: str | None) -> bool:
    """Whether the window showed the recording; False where there is no screen."""
    from spotter.live.replay_window import show_replay  # noqa: PLC0415 - needs a screen's libraries

    return show_replay(pictures, setup, rules=rules, speed=args.speed)
