"""The words of the commands that ask a rulebook: ask, compare, draw, rules."""

import argparse
from pathlib import Path

from spotter.options.shared import json_options, rules_options, table_options

SEEN = "scene.json, a photo, a camera, or a table's folder; left out, the folder you are in"
ASKED = 'words like "R01 shoots B01 with the rifle", or a JSON file of questions, - for stdin'


def ask_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter ask` is told."""
    parser.add_argument("what", metavar="WHAT", help=SEEN)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help=ASKED)
    rules_options(parser)
    table_options(parser)
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the plan: plan.png")
    json_options(parser)


def compare_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter compare` is told."""
    parser.add_argument("what", metavar="WHAT", help=SEEN)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help=ASKED)
    parser.add_argument(
        "--rules", dest="books", metavar="A,B,...", help="rulebooks to compare, default all"
    )
    table_options(parser)
    json_options(parser)


def draw_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter draw` is told."""
    parser.add_argument("what", metavar="WHAT", nargs="?", help=SEEN)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help=ASKED)
    rules_options(parser)
    table_options(parser)
    parser.add_argument("--threat", metavar="MAN", help="shade where he may be hit, and how likely")
    parser.add_argument("-o", "--out", type=Path, required=True, help="plan.png or plan.svg")


def rules_command_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter rules` is told."""
    parser.add_argument(
        "what",
        nargs="?",
        metavar="BOOK",
        help="rulebook, a house-rules file, a folder of your own; or the id of a rule",
    )
    parser.add_argument("rule", nargs="?", help="the id of one rule, or a word of those wanted")
    json_options(parser)
