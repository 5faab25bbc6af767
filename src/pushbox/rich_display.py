"""How values show themselves in a notebook: the methods that IPython, JupyterLab, VS Code and marimo look for.

A value stands below the rooms that draw, and imports point down only, so that its method cannot draw.  Formatters that
IPython had to be given first would show nothing to who merely writes ``import pushbox``, and nothing in a notebook of
another kind.  So each value has one of these methods, which takes the drawing from the top, `pushbox.notebook.display`,
by its name and when a notebook calls it, as the names of `pushbox` are imported when they are first used.  A value that
is never shown in a notebook imports nothing by it.
"""

from __future__ import annotations

from importlib import import_module

_DISPLAY = "pushbox.notebook.display"


def repr_svg(value: object) -> str | None:
    """Return the picture of a value as SVG, None where it is too large to be drawn."""
    picture: str | None = import_module(_DISPLAY).svg(value)
    return picture


def repr_html(value: object) -> str | None:
    """Return a value as HTML."""
    html: str = import_module(_DISPLAY).html(value)
    return html
