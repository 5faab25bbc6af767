"""Decide whether two levels are the same: symmetries, ids, the normal form, duplicates."""

from __future__ import annotations

from ..tiling import IDENTITY, MIRROR, UPRIGHT, Symmetry
from .duplicates import Duplicate, Group, Ids, Relation, group, ids
from .ids import canonical_id, exact_id, unique_id
from .normalize import normal_text
from .symmetry import ALL, transform
from .texts import position_text

__all__ = [
    "ALL", "IDENTITY", "MIRROR", "UPRIGHT", "Duplicate", "Group", "Ids", "Relation", "Symmetry", "canonical_id",
    "exact_id", "group", "ids", "normal_text", "position_text", "transform", "unique_id",
]  # fmt: skip
