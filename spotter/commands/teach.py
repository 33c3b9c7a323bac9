"""`spotter teach`: what lies on the table and is on no list, and the entry that lists it."""

import argparse
import json
from dataclasses import asdict
from math import hypot

from calibration.corner_markers import corner_markers, table_pose
from table.army_file import read_army
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN
from table.lens_file import read_lens
from table.places import TablePoint
from table.table_file import add_thing, read_table
from table.table_spec import TableSpec, ThingSpec
from vision.colour_notes import colour_gap
from vision.look import tag_patches
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.unexplained import Stranger, strangers

_NEAR_IN = 1.0  # how far beside a thing a player may point
_SAME_COLOUR = 4.0


def run(args: argparse.Namespace) -> None:
    """List what no entry explains, or write the entry for the one the player points at."""
    spec = read_table(args.table)
    seen = _strangers(args, spec)
    if args.at is None:
        _tell(seen, args)
        return
    if args.kind is None:
        raise UserError(f"--at: say what it is with --kind; the kinds are {_kinds()}")
    thing = _entry(seen, args)
    _refuse_twin(thing, spec, args)
    add_thing(args.table, thing)
    print(f"{args.table}: added {thing.kind} {thing.colour}, {thing.height:g} in high")


def _strangers(args: argparse.Namespace, spec: TableSpec) -> tuple[Stranger, ...]:
    picture, army = read_picture(args.photo), read_army(args.army)
    lens = None if args.camera is None else read_lens(args.camera)
    empty = None if args.empty is None else read_picture(args.empty)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), spec, lens, size_wh, where=str(args.photo))
    tags = read_tags(picture, pose, army, spec)
    return strangers(picture, pose, spec, tag_patches(tags, army), empty)


def _tell(seen: tuple[Stranger, ...], args: argparse.Namespace) -> None:
    if args.json:
        print(json.dumps([asdict(one) for one in seen], indent=1))
        return
    if not seen:
        print("nothing on the table that the list does not explain")
        return
    for number, one in enumerate(seen, 1):
        shape = "round" if one.is_round else "long" if _is_long(one) else "flat or square"
        size = f"{one.length_in:.1f} x {one.width_in:.1f} in"
        print(f"{number}. at ({one.place.x:.1f}, {one.place.y:.1f}): {size}, {shape}, {one.colour}")
    place = seen[0].place
    print(f"to list the first: --at {place.x:.1f},{place.y:.1f} --kind ... (one of {_kinds()})")


def _is_long(one: Stranger) -> bool:
    return one.length_in > 3 * one.width_in


def _entry(seen: tuple[Stranger, ...], args: argparse.Namespace) -> ThingSpec:
    """The entry for the thing the player points at."""
    place = _place(args.at)
    gaps = {one: hypot(one.place.x - place.x, one.place.y - place.y) for one in seen}
    near = [one for one in seen if gaps[one] < max(_NEAR_IN, one.length_in / 2)]
    if not near:
        at = ", ".join(f"({one.place.x:.1f}, {one.place.y:.1f})" for one in seen)
        there = f"there is something at {at}" if seen else "the list explains everything"
        raise UserError(f"--at: nothing unexplained at {args.at}; {there}")
    height = DEFAULT_HEIGHT_IN[args.kind] if args.height is None else args.height
    return ThingSpec(args.kind, min(near, key=lambda one: gaps[one]).colour, height)


def _place(text: str) -> TablePoint:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise UserError(f"--at: {text!r} is no place; write x,y in inches, like 12.5,8") from None
    return TablePoint(x, y)


def _refuse_twin(thing: ThingSpec, spec: TableSpec, args: argparse.Namespace) -> None:
    for other in spec.things:
        if other.kind == thing.kind and colour_gap(other.colour, thing.colour) < _SAME_COLOUR:
            raise UserError(
                f"{args.table}: a {other.kind} of colour {other.colour} is listed already; "
                f"what is seen here is {thing.colour}"
            )


def _kinds() -> str:
    return ", ".join(sorted(DEFAULT_HEIGHT_IN))
