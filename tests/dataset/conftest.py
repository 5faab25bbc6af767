"""A small data set, and the files that it is made of."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import dataset

TRAIN = """\
; 0
######
#@ $.#
#  # #
######

; 1
#######
#  $ .#
#@ #  #
#  $ .#
#######
"""
# The first is the first above, mirrored; the second is the second above with the player elsewhere in its area.
VALID = """\
; 0
######
#.$ @#
# #  #
######

; 1
#######
#@ $ .#
#  #  #
#  $ .#
#######
"""
OTHERS = """\
######
#@$$.#
# .  #
######
Title: with no solution

#######
#@ $ .#
#######
Title: alone

#######
#@ $ .#
#######
Title: again

####
#@$#
####
Title: more boxes than goals
"""


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return files of levels: two that are called as Boxoban's are, and one of anybody."""
    folder = tmp_path_factory.mktemp("levels")
    texts = {"medium_train_000.txt": TRAIN, "unfiltered_valid_000.txt": VALID, "others.xsb": OTHERS}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in texts]


@pytest.fixture(scope="session")
def whole(sources: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set of these files, which no test changes."""
    folder = tmp_path_factory.mktemp("dataset") / "whole"
    dataset.make(folder, sources, forms=["jsonl"])
    return folder


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of the data set, to be spoiled."""
    return Path(shutil.copytree(whole, tmp_path / "copy"))


Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
def edit(copied: Path) -> Callable[[str, int, Edit], None]:
    """Return what changes a row of a split, by its number from 1, in the copy."""

    def change(split: str, row: int, edit: Edit) -> None:
        path = copied / "data" / f"{split}.jsonl"
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        edit(rows[row - 1])
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")

    return change
