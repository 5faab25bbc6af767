"""Deadlocks that explain themselves: kind, boxes, cells, a witness that a checker recomputes, and a sentence.

`find_deadlocks` returns every one of a position that can be shown, `check_witness` verifies each by itself, and
`sentences.explain` says it in one sentence.
"""

from .checker import InvalidWitness, check_witness
from .find import Coverage, DeadlockReport, coverage_of, find_deadlocks, find_quick_deadlocks
from .witnesses import Kind, Witness

__all__ = [
    "Coverage", "DeadlockReport", "InvalidWitness", "Kind", "Witness", "check_witness", "coverage_of",
    "find_deadlocks", "find_quick_deadlocks",
]  # fmt: skip
