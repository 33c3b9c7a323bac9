"""Tags are witnesses to a picture: in their places, sharp, and themselves."""

import cv2
import numpy as np

from table.places import CameraXY
from vision.live.witnesses import tag_witnesses

RNG = np.random.default_rng(3)
QUAD = CameraXY(np.array([(20.0, 20.0), (70.0, 20.0), (70.0, 70.0), (20.0, 70.0)]))
OWN, OTHERS = (np.kron(RNG.normal(0, 40, (25, 25)), np.ones((2, 2))) for _ in range(2))


def picture(look, noise):
    """A tag on a desk, with the camera's noise."""
    grey = np.full((90, 90), 120.0)
    grey[20:70, 20:70] += look
    grey += RNG.normal(0, noise, grey.shape)
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def rested(noise, pictures=6):
    """A witness that has been seen at rest."""
    witnesses = tag_witnesses(picture(OWN, noise), [QUAD])
    for _ in range(pictures):
        witnesses = witnesses.rested(witnesses.heard(picture(OWN, noise)))
    return witnesses


def test_a_tag_much_like_another_is_not_taken_for_it():
    """Blurred and small two tags may differ little: that is seen where one is used to less."""
    much_alike = OWN * 0.9 + OTHERS * 0.4

    said = rested(noise=2).heard(picture(much_alike, 2))

    assert said.intact.all()
    assert not said.as_usual.any()
    assert rested(noise=2).heard(picture(OWN, 2)).as_usual.all()


def test_a_noisy_tag_is_used_to_its_noise():
    """In poor light a tag never looks quite as it did, and nothing has changed."""
    said = rested(noise=12).heard(picture(OWN, 12))

    assert float(said.alike[0]) < 0.93
    assert said.as_usual.all()


def test_what_is_usual_must_first_be_known():
    """Two pictures are no habit."""
    said = rested(noise=2, pictures=2).heard(picture(OWN * 0.9 + OTHERS * 0.4, 2))

    assert said.as_usual.all()


def test_a_witness_does_not_follow_what_creeps_away():
    """However often its contrast is taken anew: what is a module off is not in its place."""
    large = cv2.GaussianBlur(np.kron(RNG.normal(0, 80, (5, 5)), np.ones((10, 10))), (0, 0), 3)
    witnesses = tag_witnesses(picture(large, 1), [QUAD])
    for aside in range(9):
        crept = np.roll(picture(large * 0.9, 1), aside, axis=1)
        witnesses = witnesses.with_contrast_of(crept)

    assert witnesses.heard(picture(large * 0.9, 1)).sharp.all()
    assert not witnesses.heard(crept).intact.any()
