"""Measure how certificates grow, and draw it.

    python scripts/certificate_growth.py FILE LEVEL...
    python scripts/certificate_growth.py --plot DOCUMENT PICTURE

The first certifies the fewest moves of levels of a file and checks the certificates, each in a process of its own, and
prints rows of the table in ``docs/insight.md``.  The second draws the rows of that table as an SVG: it has no other
figures.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pushbox import formats
from pushbox.analysis.certificates import certify, check, write
from pushbox.analysis.certificates.claim import MAX_POSITIONS
from pushbox.analysis.certificates.forecast import forecast
from pushbox.solver import Limit

_MEMORY = 8192  # MiB to make and to check, so that the bound on positions is the one that holds
_COUNT, _SECONDS = r"([\d,]+)", r"([\d.,]+) s"
_ROW = re.compile(
    rf"^\| [\w ]+ \| \d+ \| [\d,]+ \| {_COUNT} \| {_COUNT} kB \| {_SECONDS} \| {_SECONDS} \| {_COUNT}, {_COUNT} MiB \|$"
)


def _peak() -> int:
    """Return the most memory that this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def make(file: str, number: str, target: str) -> None:
    """Certify a level; print its boxes, the most positions, the positions, bytes, seconds of the processor, and MiB."""
    level = formats.read_file(Path(file)).levels[int(number) - 1]
    least, began = _peak(), time.process_time()
    certificate, _ = certify(
        level,
        "fewest-moves",
        limit=Limit(seconds=None, memory=_MEMORY),
        positions=MAX_POSITIONS,
        check_memory=_MEMORY,
    )
    seconds = time.process_time() - began
    text = b"".join(write(certificate))
    Path(target).write_bytes(text)
    boxes = len(level.board.of_kind("box"))
    bound = forecast(level, positions=MAX_POSITIONS, check_memory=_MEMORY)
    assert bound is not None
    print(boxes, bound.positions, certificate.proof.positions, len(text), round(seconds, 1), (_peak() - least) >> 10)


def verify(file: str) -> None:
    """Check a certificate; print the seconds of the processor, and MiB."""
    least, began = _peak(), time.process_time()
    check(Path(file).read_bytes(), memory=_MEMORY)
    print(round(time.process_time() - began, 1), (_peak() - least) >> 10)


def _of_a_process(*arguments: str) -> list[str]:
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()  # noqa: S603  # made here


def rows(file: str, numbers: list[str]) -> None:
    """Print a row of the table for each level."""
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder) / "level.cert")
        for number in numbers:
            boxes, most, positions, size, made, memory_made = _of_a_process("--make", file, number, target)
            checked, memory_checked = _of_a_process("--check", target)
            print(
                f"| {Path(file).stem} {number} | {boxes} | {int(most):,} | {int(positions):,} |"
                f" {int(size) / 1000:,.0f} kB | {float(made):,} s | {float(checked):,} s |"
                f" {int(memory_made):,}, {int(memory_checked):,} MiB |",
                flush=True,
            )


def plot(document: str, picture: str) -> None:
    """Draw the rows of the table in a document."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "pushbox"  # the same file for the same table
    from matplotlib import pyplot as plt
    from matplotlib.ticker import NullFormatter

    found = [_ROW.match(line) for line in Path(document).read_text("utf-8").splitlines()]
    table = sorted([float(value.replace(",", "")) for value in row.groups()] for row in found if row is not None)
    positions = [row[0] for row in table]
    figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout="constrained")
    lines = (
        (0, "text", 1, "kB"), (1, "to make", 2, "seconds of a processor"), (1, "to check", 3, ""),
        (2, "to make", 4, "MiB"), (2, "to check", 5, ""),
    )  # fmt: skip
    for panel, label, column, unit in lines:
        axes[panel].loglog(positions, [row[column] for row in table], "o-", label=label)
        if unit:
            axes[panel].set(xlabel="positions of the proof", ylabel=unit)
        axes[panel].legend()
    for axis in [axis for panel in axes for axis in (panel.xaxis, panel.yaxis)]:
        axis.set_minor_formatter(NullFormatter())  # numbers of powers of ten alone
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--make", file, number, target]:
            make(file, number, target)
        case ["--check", file]:
            verify(file)
        case ["--plot", document, picture]:
            plot(document, picture)
        case [file, *numbers]:
            rows(file, numbers)
        case _:
            raise SystemExit(__doc__)
