"""Games that break one law each: Sokoban, or versus, with one thing wrong."""

from tests.play.sabotage import levels, positions, search, steering, transitions
from tests.play.sabotage.table import SABOTAGES, Sabotage

__all__ = ["SABOTAGES", "Sabotage", "levels", "positions", "search", "steering", "transitions"]
