"""Libraries for the terminal game, filled once for all tests of a process."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with the levels that pushbox brings along."""
    from pushbox.tui.shelf import Shelf

    file = tmp_path_factory.mktemp("library") / "seeded.sqlite"
    Shelf.open(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def database(seeded: Path, tmp_path: Path) -> str:
    """The URL of a library of its own."""
    return f"sqlite:///{shutil.copy(seeded, tmp_path / 'library.sqlite')}"
