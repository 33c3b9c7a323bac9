"""`spotter export`: the table for a virtual table top (Universal VTT) or a map (GeoJSON)."""

import argparse
import io
import json
from dataclasses import replace

import pygame

from overlay.marks.drawing import scene_drawing
from overlay.paint.paint_plan import plan_surface
from overlay.plan import plan_of
from spotter.commands.named_scene import scene_named
from spotter.files.table_folder import named_table
from spotter.files.vtt_export import dd2vtt_json, geojson
from table.errors import UserError
from table.scene import Scene
from table.text_file import write_text

FORMATS = ("dd2vtt", "df2vtt", "uvtt", "geojson")
PX_PER_IN = 70  # what virtual table tops take for a square
_WIDEST_PX = 4000  # of the picture; a larger table gets smaller squares


def run(args: argparse.Namespace) -> None:
    """Write the file."""
    form = args.format or args.out.suffix.lower().strip(".")
    if form not in FORMATS:
        raise UserError(f"{args.out}: ends in neither .dd2vtt nor .geojson; say which by --format")
    scene = scene_named(named_table(args, args.what))
    as_map = form == "geojson"
    value = geojson(scene) if as_map else _dd2vtt(scene)
    write_text(args.out, json.dumps(value) + "\n")
    print(f"{args.out}: {len(scene.things)} things, {len(scene.soldiers)} soldiers")


def _dd2vtt(scene: Scene) -> dict[str, object]:
    drawing = scene_drawing(scene, None)
    plan = replace(plan_of(scene, drawing), box=(0.0, 0.0, scene.width, scene.height))
    px_per_in = min(PX_PER_IN, max(1, int(_WIDEST_PX / max(scene.width, scene.height))))
    png = io.BytesIO()
    pygame.image.save(plan_surface(plan, px_per_in=px_per_in), png, "plan.png")
    return dd2vtt_json(scene, png.getvalue(), px_per_in)
