"""The notebook of the docs runs, and shows what it showed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebooks" / "first-steps.ipynb"
SCRIPT = ROOT / "scripts" / "run_notebook.py"


def script() -> ModuleType:
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("run_notebook", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_notebook_shows_what_it_showed() -> None:
    """All cells run in a real kernel, and every output, times aside, is the one that is stored."""
    run = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]


def test_another_output_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook whose stored output is not what comes ends the check with 1, and names the cell."""
    module = script()
    stored = {
        "cells": [
            {
                "cell_type": "code",
                "id": "a",
                "metadata": {},
                "execution_count": 1,
                "source": "1 + 1",
                "outputs": [
                    {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": "3"}}
                ],
            }
        ]
    }
    (tmp_path / "x.ipynb").write_text(json.dumps(stored | {"metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    monkeypatch.setattr(module, "NOTEBOOKS", tmp_path)
    monkeypatch.setattr(
        module, "executed", lambda file: module.nbformat.from_dict(json.loads(file.read_text().replace('"3"', '"2"')))
    )
    monkeypatch.setattr(sys, "argv", ["run_notebook.py", "--check"])
    with pytest.raises(SystemExit, match=r"x.ipynb: 1 \+ 1"):
        module.main()
    monkeypatch.setattr(module, "executed", lambda file: module.nbformat.read(file, 4))
    module.main()


def test_it_has_something_of_everything() -> None:
    """Levels, drawings, answers, animations, plots and a board to play, each with an output that needs no kernel."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    source = "\n".join("".join(cell["source"]) for cell in cells)
    for name in ("draw(", "animate(", "solve(", "verify(", "Session(", "push_map(", "solution_profile(", "PlayWidget("):
        assert name in source
    shown = [set(output["data"]) for cell in cells for output in cell["outputs"] if "data" in output]
    assert sum(bool(kinds & {"image/svg+xml", "text/html"}) for kinds in shown) >= 9
    assert all(kinds != {"application/vnd.jupyter.widget-view+json"} for kinds in shown)
