"""Things of the recorded tables, taken off the list and learnt again."""

import json
from dataclasses import dataclass, replace

import pytest
from shapely import Point, Polygon

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers, table_pose
from fixtures.recorded import PHOTOS, recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec, ThingSpec
from vision.evidence import TagPatch
from vision.look import tag_patches
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.things import things_on_table
from vision.unexplained import Stranger, strangers
