"""`spotter phones`: how to join a game's page, who has joined, and whose key is withdrawn."""

import argparse
from pathlib import Path

from spotter.page.join_code import join_words, save_join_code
from spotter.page.kept_keys import KEYS, WATCH, Guest, read_keys
from spotter.page.keys import Keys
from table.errors import UserError
from table.text_file import is_folder, no_such


def run(args: argparse.Namespace) -> None:
    """Do what was asked, then show the code and who is here; a running game heeds it at once."""
    path = _kept_in(Path(args.folder))
    kept = read_keys(path)
    if kept is None:
        raise UserError(f"{path}: cannot be read; start the page anew with spotter play --serve")
    keys = Keys(kept.sides, path)
    if args.new_code:
        keys.renew()
        print("every phone was sent away; the old code is worth nothing")
    for name in args.withdraw or ():
        _withdraw(keys, name)
    if args.out is not None:
        save_join_code(keys.kept.url, args.out)
        print(args.out)
    else:
        print(join_words(keys.kept.url))
    for guest in keys.guests:
        print(_line(guest))


def _kept_in(folder: Path) -> Path:
    """The keys of the game that was served last in a game's or a table's folder."""
    if not is_folder(folder):
        raise UserError(no_such(folder, "folder"))
    found = [path for path in (folder / KEYS, *folder.glob(f"*/{KEYS}")) if path.is_file()]
    if not found:
        raise UserError(f"{folder}: no page was served here yet; begin with spotter play --serve")
    return max(found, key=lambda path: path.stat().st_mtime)


def _withdraw(keys: Keys, name: str) -> None:
    gone = keys.withdraw(lambda guest: name in {guest.name, guest.role, guest.badge})
    if not gone:
        names = ", ".join(guest.name or guest.badge for guest in keys.guests) or "nobody"
        raise UserError(f"--withdraw {name}: nobody of that name, side or badge; here: {names}")
    for guest in gone:
        print(f"withdrawn: {_line(guest)}")


def _line(guest: Guest) -> str:
    does = "watches" if guest.role == WATCH else f"plays {guest.role}"
    return f"{guest.badge}  {guest.name or 'somebody'} {does}"
