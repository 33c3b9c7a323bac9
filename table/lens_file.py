"""camera.yaml: the lens as a ROS camera_info file; OpenCV FileStorage (YAML, XML) is read too."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from table.entry import Entry
from table.errors import UserError
from table.lens import Lens
from table.lens_check import refuse_absurd
from table.places import Floats
from table.text_file import read_text, write_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# The names other programs give the same fields in OpenCV FileStorage files.
ALIASES = {
    "image_width": ("image_width", "image_Width", "width", "imageWidth"),
    "image_height": ("image_height", "image_Height", "height", "imageHeight"),
    "camera_matrix": ("camera_matrix", "Camera_Matrix", "cameraMatrix", "K", "mtx"),
    "distortion_coefficients": (
        "distortion_coefficients",
        "Distortion_Coefficients",
        "distCoeffs",
        "dist_coeffs",
        "D",
        "dist",
    ),
}
MODELS = {"plumb_bob", "rational_polynomial"}
FISHEYE = {"equidistant", "fisheye"}  # as ROS names it, and as others do
MOST_BYTES = 500_000  # with all the points of a calibration; more takes the reader seconds
MOST_ALIASES = 8  # each may double what the file unfolds to
MOST_NUMBERS = 100  # of a matrix
COUNTS = {4, 5, 8, 12, 14}  # the lengths of distortion that OpenCV knows


class _Loader(yaml.SafeLoader):
    """Plain data, and OpenCV's matrices as the mappings they are."""

    aliases = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next part of the file; a few names for parts before it, no pile of them."""
        if self.check_event(yaml.AliasEvent):
            self.aliases += 1
            if self.aliases > MOST_ALIASES:
                raise yaml.YAMLError("too many aliases")
        return super().compose_node(parent, index)


def _opencv_matrix(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    if not isinstance(node, yaml.MappingNode):
        raise yaml.YAMLError("a matrix has rows, cols and data")
    return loader.construct_mapping(node, deep=True)


for _tag in ("opencv-matrix", "opencv-nd-matrix"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _opencv_matrix)


def read_lens(path: Path) -> Lens:
    """The lens in a file."""
    text = read_text(path, MOST_BYTES)
    whole = Entry(str(path), "", _parsed(text, path))
    lens = Lens(
        size_wh=(_pixels(whole, "image_width"), _pixels(whole, "image_height")),
        matrix=_camera_matrix(whole),
        distortion=_distortion(whole),
        name=_name(whole),
        is_fisheye=_is_fisheye(whole),
    )
    refuse_absurd(lens, str(path))
    return lens


def write_lens(lens: Lens, path: Path) -> None:
    """Write the lens as a ROS camera_info file."""
    projection = np.hstack([lens.matrix, np.zeros((3, 1))])
    write_text(
        path,
        f"image_width: {lens.size_wh[0]}\n"
        f"image_height: {lens.size_wh[1]}\n"
        f"camera_name: {lens.name}\n"
        + _matrix_text("camera_matrix", lens.matrix)
        + f"distortion_model: {lens.model}\n"
        + _matrix_text("distortion_coefficients", lens.distortion[None, :])
        + _matrix_text("rectification_matrix", np.eye(3))
        + _matrix_text("projection_matrix", projection),
    )


def _matrix_text(name: str, matrix: Floats) -> str:
    numbers = ", ".join(f"{value:.8g}" for value in matrix.ravel())
    rows, cols = matrix.shape
    return f"{name}:\n  rows: {rows}\n  cols: {cols}\n  data: [{numbers}]\n"


# What the reader raises where a tag like !!int stands before something else.
_RUBBISH = (ValueError, KeyError, IndexError, AttributeError, TypeError)


def _parsed(text: str, path: Path) -> Any:
    if text.lstrip().startswith("<"):
        return _parsed_xml(text, path)
    # OpenCV's "%YAML:1.0" is no directive that a YAML reader knows.
    lines = [line for line in text.splitlines() if not line.startswith("%YAML:")]
    try:
        return yaml.load("\n".join(lines), _Loader)  # noqa: S506  (a SafeLoader)
    except (yaml.YAMLError, RecursionError, *_RUBBISH) as problem:
        where = getattr(problem, "problem_mark", None)
        line = f" at line {where.line + 1}" if where else ""
        raise UserError(f"{path}: is not YAML{line}; it should be a camera_info file") from None


def _parsed_xml(text: str, path: Path) -> Any:
    if "<!" in text.replace("<!--", ""):
        raise UserError(f"{path}: declares XML entities; OpenCV's files have none")
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - few lenses come as XML

    try:
        root = ET.fromstring(text)  # noqa: S314  (declarations are refused above)
    except ET.ParseError as problem:
        raise UserError(f"{path}: is not XML: {problem}") from None
    return {child.tag: _xml_value(child) for child in root}


def _xml_value(node: "Element") -> Any:
    words = (node.findtext("data") or node.text or "").split()
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        return " ".join(words)
    if node.find("data") is None:
        return numbers[0] if len(numbers) == 1 else " ".join(words)
    return {"data": numbers}


def _find(whole: Entry, name: str) -> Entry:
    for alias in ALIASES[name]:
        if (found := whole.get(alias)) is not None:
            return found
    return whole.need(name, "a camera_info file has it")


def _pixels(whole: Entry, name: str) -> int:
    entry = _find(whole, name)
    value = entry.number(16, 65536)
    if value != int(value):
        entry.wrong("write a whole number of pixels")
    return int(value)


def _numbers(entry: Entry) -> list[float]:
    data = entry.get("data") if isinstance(entry.value, dict) else entry
    if data is None or not isinstance(data.value, list):
        entry.wrong("write rows, cols and data")
    flat = [number for row in data.value for number in (row if isinstance(row, list) else [row])]
    if len(flat) > MOST_NUMBERS:
        entry.fail(f"has {len(flat)} numbers; no lens has so many")
    return [
        Entry(entry.file, f"{data.path}[{index}]", _plain(value)).number(-1e9, 1e9)
        for index, value in enumerate(flat)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, str):  # YAML 1.1 takes 1e-05, which other programs write, for a text
        with suppress(ValueError):
            return float(value)
    return value


def _camera_matrix(whole: Entry) -> Floats:
    entry = _find(whole, "camera_matrix")
    numbers = _numbers(entry)
    if len(numbers) != 9:
        entry.fail(f"has {len(numbers)} numbers; it needs 3 x 3")
    return np.array(numbers, dtype=np.float64).reshape(3, 3)


def _distortion(whole: Entry) -> Floats:
    entry = _find(whole, "distortion_coefficients")
    numbers = _numbers(entry)
    if _is_fisheye(whole):
        if len(numbers) not in {0, 4}:
            entry.fail(f"has {len(numbers)} numbers; equidistant has 4")
        return np.array(numbers or [0.0] * 4, dtype=np.float64)
    if not numbers:
        numbers = [0.0] * 5
    if len(numbers) not in COUNTS:
        entry.fail(f"has {len(numbers)} numbers; plumb_bob has 5")
    return np.array(numbers, dtype=np.float64)


def _is_fisheye(whole: Entry) -> bool:
    model = whole.get("distortion_model")
    if model is None:
        return False
    if not isinstance(model.value, str) or model.value not in MODELS | FISHEYE:
        model.wrong("this program knows plumb_bob, rational_polynomial and equidistant")
    return model.value in FISHEYE


def _name(whole: Entry) -> str:
    name = whole.get("camera_name")
    return name.value[:80] if name is not None and isinstance(name.value, str) else "camera"
