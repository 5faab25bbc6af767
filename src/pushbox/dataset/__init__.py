"""Data sets of Sokoban levels: made with proofs, checked by the rules, read row by row.

::

    from pushbox import dataset

    dataset.make("levels", ["builtin:campaign", "band:1-3", "boxoban-levels"])
    assert not [*dataset.check("levels")]
    for row in dataset.load("levels", "train"):
        print(row.level, row.pushes, row.moves, row.solution)

The format of the folder is that of `pushbox.dataset.folder`, a row that of `pushbox.dataset.rows`. Parquet needs
``pushbox[dataset]``; JSON lines need nothing.
"""

from __future__ import annotations

from .checking import Fault, check
from .folder import load, summary
from .making import Made, make
from .near_duplicates import NearDuplicateGroup, NearDuplicates, PairCount, find_near_duplicates
from .rows import SPLITS, Row
from .sources import LeftOut

__all__ = [
    "SPLITS", "Fault", "LeftOut", "Made", "NearDuplicateGroup", "NearDuplicates", "PairCount", "Row", "check",
    "find_near_duplicates", "load", "make", "summary",
]  # fmt: skip
