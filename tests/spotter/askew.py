"""A projector that hangs a little askew."""

import cv2
import numpy as np

from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap


def projector_map():
    """A projector that hangs a little askew: the table fills most of its picture."""
    table = np.array([[0, 0], [22, 0], [22, 14], [0, 14]], np.float32)
    pixels = np.array([[90, 60], [1850, 80], [1840, 1010], [100, 1030]], np.float32)
    matrix = cv2.getPerspectiveTransform(table, pixels)
    return PlaneMap(TablePoint, ProjectorPixel, np.asarray(matrix, float))
