"""`spotter referee`: a story of a game, without camera and screen, ruled as `play` rules it."""

import argparse
import json
from typing import Any

from spotter.game.story import story_from_json, told
from table.json_text import parse_json
from table.text_file import read_text


def run(args: argparse.Namespace) -> None:
    """Tell the story to its end, whatever is refused in it; nothing is told of a malformed one."""
    story = story_from_json(parse_json(read_text(args.story), str(args.story)), str(args.story))
    for line in list(told(story)):
        print(json.dumps(line) if args.json else _words(line))


def _words(line: dict[str, Any]) -> str:
    whose = f", {line['side']}" if line["side"] else ""
    head = f"{line['step']}: turn {line['turn']}, {line['phase']}{whose}"
    refused = [f"refused: {line['error']}"] if line["error"] else []
    return "\n  ".join([head, *line["said"], *refused])
