"""What makes two levels the same: symmetries, ids, the normal form, duplicates."""

from __future__ import annotations

from .duplicates import Group, Ids, Relation, Twin, duplicates, ids
from .ids import canonical_id, exact_id, position_text, unique_id
from .normal import normal_text
from .symmetry import ALL, IDENTITY, MIRROR, UPRIGHT, Symmetry, transform

__all__ = [
    "ALL", "IDENTITY", "MIRROR", "UPRIGHT", "Group", "Ids", "Relation", "Symmetry", "Twin", "canonical_id",
    "duplicates", "exact_id", "ids", "normal_text", "position_text", "transform", "unique_id",
]  # fmt: skip
