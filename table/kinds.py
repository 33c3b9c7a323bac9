"""The everyday objects that Spotter knows, and how high each stands unless somebody says so."""

DEFAULT_HEIGHT_IN = {
    "mug": 3.75,
    "plate": 0.5,
    "napkin": 0.0,
    "road": 0.0,
    "river": 0.0,
    "bridge": 0.0,
    "book": 1.0,
    "wall": 0.5,
    "mat": 0.0,
    "lid": 0.25,
}

KINDS = tuple(DEFAULT_HEIGHT_IN)
