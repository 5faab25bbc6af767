"""A notebook with its outputs as a page of the site; a test runs the notebook and compares what comes with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_HTML, _SVG = "text/html", "image/svg+xml"


def notebook_page(file: Path, folder: Path) -> Iterator[str]:
    """Yield the page of a notebook, line by line; its pictures become files in a folder, which the page is in."""
    cells = json.loads(file.read_text("utf-8"))["cells"]
    for number, cell in enumerate(cells, start=1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield from (source, "")
            continue
        yield from ("```python", source, "```", "")
        for output in cell["outputs"]:
            yield from _output(output, folder / f"{file.stem}-{number}.svg")


def _output(output: dict[str, Any], picture: Path) -> Iterator[str]:
    """Yield what a cell shows, in the best form that it has; a picture becomes a file."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    plain = "".join(data.get("text/plain", ""))
    if _SVG in data:
        picture.write_text("".join(data[_SVG]), "utf-8")
        yield from (f"```{{image}} {picture.name}", f":alt: {' '.join(plain.split()) or 'a picture'}", "```", "")
    elif _HTML in data:
        yield from ("```{raw} html", "".join(data[_HTML]), "```", "")
    else:
        yield from ("```text", plain.rstrip("\n"), "```", "")
