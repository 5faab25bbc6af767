"""Run the notebooks of the docs: write their outputs, or, with ``--check``, compare those with what comes.

Times and the names of widgets differ from run to run, and are not compared.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
_VARYING = re.compile(r"\b\d+\.\d+\b|[0-9a-f]{32}")


def executed(file: Path) -> Any:
    """Return a notebook as it is after all its cells have run.  Raises CellExecutionError for one that fails."""
    notebook = nbformat.read(file, as_version=4)
    own_sockets = Config(AsyncKernelManager={"transport": "ipc"})  # which nobody else reaches
    NotebookClient(notebook, timeout=60, store_widget_state=False, config=own_sockets).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times
    notebook.metadata.get("language_info", {}).pop("version", None)
    return notebook


def outputs(notebook: Any) -> list[tuple[str, str]]:
    """Return what each cell of code shows: its source, and its outputs without what varies."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(cell.source, _VARYING.sub("", json.dumps(cell.outputs, sort_keys=True))) for cell in cells]


def main() -> None:
    """Run all; end with 1 where one shows something else than it did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    only_check = parser.parse_args().check
    changed = []
    for file in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = executed(file)
        stored = outputs(nbformat.read(file, as_version=4))
        changed += [f"{file.name}: {source}" for source, shown in outputs(notebook) if (source, shown) not in stored]
        if not only_check:
            file.write_text(nbformat.writes(notebook, indent=1) + "\n", encoding="utf-8")
    if only_check and changed:
        sys.exit("these cells show something else than what is stored:\n" + "\n".join(changed))


if __name__ == "__main__":
    main()
