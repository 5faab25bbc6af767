"""Boards as people see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..board import Board
from ..render import raster, svg, text

if TYPE_CHECKING:
    from numpy.typing import NDArray


def ansi(board: Board) -> str:
    """Return a board in the signs of XSB."""
    return text.text(board, charset="ascii")


def rgb_array(board: Board) -> NDArray[Any]:
    """Return a board as a picture of shape (height, width, 3).  Raises PushboxError without pushbox[render]."""
    return np.asarray(raster.rasterize(svg.draw(board)).convert("RGB"))
