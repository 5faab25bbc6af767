"""Games that break one law each: Sokoban, or versus, with one thing wrong."""

from tests.conformance.sabotage import claims, levels, positions, search, steering, transitions
from tests.conformance.sabotage.table import SABOTAGES, Sabotage, broken_laws

__all__ = ["SABOTAGES", "Sabotage", "broken_laws", "claims", "levels", "positions", "search", "steering", "transitions"]
