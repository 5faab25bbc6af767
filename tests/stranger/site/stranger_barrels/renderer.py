"""Files that end in ``.barrel``: the cells of barrels, one a line."""

from __future__ import annotations

from pushbox.board import Board
from pushbox.render.registry import Renderer


def draw(board: Board) -> str:
    return "".join(f"{tun.anchor}\n" for tun in board.of_kind("tun"))


RENDERER = Renderer("barrel", draw)
