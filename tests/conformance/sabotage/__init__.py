"""Games that break one law each: Sokoban, or versus, with one thing wrong."""

from tests.conformance.sabotage import levels, positions, search, steering, transitions
from tests.conformance.sabotage.table import SABOTAGES, Sabotage

__all__ = ["SABOTAGES", "Sabotage", "levels", "positions", "search", "steering", "transitions"]
