"""Notebook displays of values: the methods that IPython, JupyterLab, VS Code and marimo look for.

A value is below the rooms that draw, and imports point down only, so its method cannot draw. Formatters registered with
IPython would not work after a plain ``import pushbox``, nor in another kind of notebook. So each value has one of these
methods, which imports `pushbox.notebook.display` by name when a notebook calls it, as the names of `pushbox` are
imported on first use. A value that is never shown in a notebook imports nothing.
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
