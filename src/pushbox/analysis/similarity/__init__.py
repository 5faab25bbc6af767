"""Find nearly equal levels and describe the difference: "Microban 12, mirrored, one wall moved"."""

from __future__ import annotations

from .comparison import Comparison, compare
from .difference import Change, Difference, find_difference
from .index import Near, NearIndex
from .layout import Layout, layout_of
from .sentences import describe
from .sketch import sketch

__all__ = [
    "Change", "Comparison", "Difference", "Layout", "Near", "NearIndex", "compare", "describe", "find_difference",
    "layout_of", "sketch",
]  # fmt: skip
