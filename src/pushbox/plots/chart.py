"""A plot as a value, drawn by Matplotlib in one look, and equal byte for byte from run to run.

What a machine has set for Matplotlib does not count; dates, random names and the version of Matplotlib are left out of
files.  Lines differ by their dashes as well as by their colours, which are those of Okabe and Ito.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import atomic_file
from ..arguments import refused
from ..errors import naming
from ..extras import requiring
from ..render.elements import escape
from ..sentence import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png", ".pdf")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#2a2a2e")
DASHES = ("solid", "dashed", "dashdot", "dotted")
_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "pushbox",
    "text.parse_math": False,  # a dollar is a box
}
_TIMELESS: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot: a Matplotlib `figure`, and its description in a sentence."""

    figure: Figure
    description: str

    def svg(self) -> str:
        """Return the plot as SVG, with its description as its title."""
        drawn = self._drawn("svg").decode()
        head, inner = drawn[drawn.index("<svg ") :].split(">", 1)
        return f'{head} role="img"><title>{escape(self.description)}</title>{inner}'

    def png(self) -> bytes:
        """Return the plot as a PNG."""
        return self._drawn("png")

    def pdf(self) -> bytes:
        """Return the plot as a PDF."""
        return self._drawn("pdf")

    def save(self, file: str | Path) -> None:
        """Write the plot into a file, as its ending says: .svg, .png or .pdf.

        Raises ArgumentError for another ending, PushboxError where the file cannot be written.
        """
        path = Path(file)
        match path.suffix.lower():
            case ".svg":
                data = self.svg().encode()
            case ".png":
                data = self.png()
            case ".pdf":
                data = self.pdf()
            case _:
                raise refused("file", str(file), say("name-ending", endings=" or ".join(ENDINGS)))
        with naming(str(path), OSError), atomic_file.replacing(path) as out:
            out.write(data)

    def _drawn(self, kind: str) -> bytes:
        out = io.BytesIO()
        with style():
            self.figure.savefig(out, format=kind, metadata=_TIMELESS[kind])
        return out.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Chart: {self.description}>"


@contextmanager
def style() -> Iterator[None]:
    """Set the look of plots while the context lasts.  Raises PushboxError where pushbox[plots] is not installed."""
    require_extra()
    from matplotlib import style as styles

    with styles.context(["default", _STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # in an SVG the reader's fonts have it
        yield


def require_extra() -> None:
    """Raise PushboxError where pushbox[plots] is not installed."""
    with requiring("plots"):
        import matplotlib  # noqa: F401, ICN001


def panels(*heights: float) -> tuple[Figure, list[Axes]]:
    """Return a figure with panels below each other that share their horizontal axis; `heights` are in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, sum(heights) + 0.6))
    axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)
    return figure, list(axes[:, 0])


def whole_ticks(*axes: Axis) -> None:
    """Label axes of counts at whole numbers, with commas between thousands."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    for axis in axes:
        axis.set_major_locator(MaxNLocator(6, integer=True))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
