"""Renderers: kinds of files that a board is drawn into, which packages bring by the group ``pushbox.renderers``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..board import Board
from ..registry import Registry

# What `pushbox render` writes itself.
_OWN = ("svg", "png", "gif", "webp", "apng", "pdf", "txt")


@dataclass(frozen=True, slots=True)
class Renderer:
    """A kind of file by its ending, with the function that draws a board as the content of such a file."""

    ending: str
    draw: Callable[[Board], bytes | str]


RENDERERS: Registry[Renderer] = Registry(
    "renderer", "svg", Renderer, dict.fromkeys(_OWN, ""), "pushbox.renderers", lambda renderer: renderer.ending
)


def render(board: Board, ending: str) -> bytes:
    """Draw a board by the renderer of a package.  Raises UnsupportedError if there is none for this ending."""
    content = RENDERERS.find(ending).draw(board)
    return content.encode() if isinstance(content, str) else content
