"""What is truly on a virtual table, in the shape of `scene.json` with more fields."""

from typing import Any

import numpy as np

from table.places import Floats
from table.scene import Soldier
from table.scene_file import scene_json
from tests.virtual.canvas import Canvas
from tests.virtual.virtual_table import TagPose, VirtualTable

GRID = 13  # points each way at which a tag's square is asked whether it shows


def truth_json(virtual: VirtualTable, canvas: Canvas) -> dict[str, Any]:
    """The truth about a table, and how much of each tag its painted canvas shows."""
    truth = scene_json(virtual.scene)
    for i, row in enumerate(truth["soldiers"]):
        row["tag"] = _tag_json(virtual, canvas, virtual.scene.soldiers[i], i)
    for row, thing in zip(truth["things"], virtual.scene.things, strict=True):
        row["colour"] = virtual.looks[thing.id].colour
    return truth | {
        "decoys": [
            {"id": d.id, "x": round(d.pose.x, 3), "y": round(d.pose.y, 3)} for d in virtual.decoys
        ],
        "held": [virtual.lifted.id] if virtual.lifted else [],
        "camera": _camera_json(virtual),
        "about": {
            "tier": virtual.tier,
            "table": virtual.desk.surface,
            "light": virtual.lighting.name,
            "helmets": virtual.helmets,
        },
    }


def _camera_json(virtual: VirtualTable) -> dict[str, Any]:
    camera = virtual.camera
    return {
        "position": [round(float(v), 4) for v in camera.position],
        "axes": [[round(float(v), 6) for v in row] for row in camera.axes],
        "note": "axes: the camera's right, down and forward directions in the table frame (z up); "
        "a point p is at axes @ (p - position) in the camera's frame",
        "tilt": round(camera.tilt_deg, 2),
        "hfov": round(camera.hfov_deg, 2),
    }


def _tag_json(
    virtual: VirtualTable, canvas: Canvas, soldier: Soldier, owner: int
) -> dict[str, Any]:
    enlisted = virtual.army.soldier(soldier.id)
    assert enlisted is not None, soldier.id
    pose = virtual.tags[soldier.id]
    size = enlisted.tag.size
    return {
        "x": round(pose.x, 3),
        "y": round(pose.y, 3),
        "z": round(pose.z, 3),
        "visible": round(_visible(canvas, pose, size, owner), 3),
        "px_per_module": round(px_per_module(virtual, pose, size), 2),
    }


def tag_points(pose: TagPose, size_in: float, shares: Floats) -> Floats:
    """Points of a tag's square in the table frame; shares run 0 to 1 right and down."""
    a = np.radians(pose.facing)
    up = np.array([np.cos(a), np.sin(a)])
    right = np.array([-np.sin(a), np.cos(a)])
    off = (shares - 0.5) * size_in
    xy = np.array([pose.x, pose.y]) + off[:, :1] * right - off[:, 1:] * up
    return np.column_stack([xy, np.full(len(xy), pose.z)])


CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def px_per_module(virtual: VirtualTable, pose: TagPose, size_in: float) -> float:
    """The mean side of the tag in the picture, a 25th of it."""
    ring = virtual.camera.pixels(tag_points(pose, size_in, CORNERS))
    sides = np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1)
    return float(sides.mean()) / 25


def _visible(canvas: Canvas, pose: TagPose, size_in: float, owner: int) -> float:
    """The share of the tag's square that nothing hides and the picture holds."""
    steps = (np.arange(GRID) + 0.5) / GRID
    shares = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    points = tag_points(pose, size_in, shares)
    dots = np.round(canvas.dots_of(points)).astype(int)
    w, h = canvas.size_wh
    inside = (dots >= 0).all(axis=1) & (dots[:, 0] < w) & (dots[:, 1] < h)
    px = canvas.camera.pixels(points)
    inside &= (px >= 0).all(axis=1) & (px < np.array(canvas.camera.lens.size_wh)).all(axis=1)
    kept = np.clip(dots, 0, [w - 1, h - 1])
    return float((inside & (canvas.owner[kept[:, 1], kept[:, 0]] == owner)).mean())
