"""What a camera gives us: rows of pixels, blue, green and red, 0 to 255."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # (height, width, 3)
Grey = NDArray[np.uint8]  # (height, width)
