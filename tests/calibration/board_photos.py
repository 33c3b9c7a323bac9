"""Photographs of a calibration board as a known camera takes them."""

from functools import cache

import cv2
import numpy as np

from calibration.boards import Board
from calibration.lens_rays import flat_directions, seen_pixels
from table.lens import Lens

SIZE_WH = (960, 720)
LENS = Lens(
    SIZE_WH,
    np.array([[830.0, 0, 490], [0, 828.0, 352], [0, 0, 1]]),
    np.array([-0.08, 0.03, 0.0005, -0.0004, 0.0]),
)
DOTS = 120  # of the drawn board to the inch
FINE = 2  # rays to a pixel, across and down


def board_picture(board: Board):
    """The board as printed, on white paper with half an inch around it."""
    inner = board.charuco.generateImage(
        (round(board.columns * board.square_in * DOTS), round(board.rows * board.square_in * DOTS)),
        marginSize=0,
    )
    return cv2.copyMakeBorder(inner, *[DOTS // 2] * 4, cv2.BORDER_CONSTANT, value=255)


def chessboard_picture(board: Board):
    """The same board without its markers, as a plain chessboard."""
    squares = np.indices((board.rows, board.columns)).sum(axis=0) % 2 * 255
    dots = round(board.square_in * DOTS)
    inner = np.kron(squares, np.ones((dots, dots))).astype(np.uint8)
    return cv2.copyMakeBorder(inner, *[DOTS // 2] * 4, cv2.BORDER_CONSTANT, value=255)


def true_pixels(board: Board, rotation, translation, lens=LENS):
    """Where the board's corners are in the picture."""
    turn, _ = cv2.Rodrigues(rotation)
    return np.asarray(seen_pixels(lens, board.corners_in, turn, translation))


def held(board: Board, turn_deg, away_in, right_in=0.0, down_in=0.0):
    """Rotation and translation of a board held in front of the camera."""
    rotation, _ = cv2.Rodrigues(np.radians(np.array(turn_deg, float)))
    middle = np.array([board.columns, board.rows, 0]) * board.square_in / 2
    return rotation, np.array([right_in, down_in, away_in]) - rotation @ middle


@cache
def _flat_directions(lens):
    """The direction of each ray as x and y at one inch away, the lens undone."""
    width, height = (FINE * side for side in lens.size_wh)
    across, down = ((np.arange(side) + 0.5) / FINE - 0.5 for side in (width, height))
    flat = flat_directions(lens, np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
    return flat.reshape(height, width, 2).astype(np.float32)


def photo(paper, rotation, translation, *, lens=LENS, blur_px=0.7, noise=2.0, seed=1):
    """What the camera sees of a board's paper: on grey, distorted, blurred, noisy."""
    flat_from_board = np.column_stack([rotation[:, 0], rotation[:, 1], translation])
    dots_from_board = np.array([[DOTS, 0, DOTS / 2 - 0.5], [0, DOTS, DOTS / 2 - 0.5], [0, 0, 1]])
    dots_from_flat = dots_from_board @ np.linalg.inv(flat_from_board)
    dots = cv2.perspectiveTransform(_flat_directions(lens), dots_from_flat)
    picture = cv2.remap(
        paper,
        dots,
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=120,
    )
    picture = cv2.resize(picture, lens.size_wh, interpolation=cv2.INTER_AREA)
    picture = cv2.GaussianBlur(picture, (0, 0), blur_px).astype(np.float32)
    noise_levels = np.random.default_rng(seed).standard_normal(picture.shape, np.float32)
    picture = 20 + 0.8 * picture + noise * noise_levels
    return cv2.cvtColor(picture.clip(0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


# Turned about x, y and z in degrees, inches away, right and down: all of the picture, all tilts.
HOLDS = (
    ((0, 0, 0), 12, 0, 0),
    ((25, 0, 5), 14, -3, -2),
    ((-25, 5, 0), 14, 3, -2),
    ((0, 28, 0), 14, -3, 2),
    ((5, -28, 90), 13, 2, 1.5),
    ((20, 20, 80), 15, 4, 2),
    ((-20, 20, 10), 16, -4, -2),
    ((20, -20, -15), 16, 4, -3),
    ((-20, -20, 95), 15, -4, 2.5),
    ((30, 0, 90), 14, 0, -2),
    ((-30, 0, 85), 14, 0, 2),
    ((10, 10, 45), 12, 0, 0),
)


def hold_photos(board: Board, lens=LENS):
    """A good set of photos, and where the board was in each."""
    paper = board_picture(board)
    return [photo(paper, *held(board, *hold), lens=lens, seed=i) for i, hold in enumerate(HOLDS)]
