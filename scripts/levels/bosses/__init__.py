"""Bosses, one for each pack of the road: 12 to 16 boxes in a building that is drawn by hand.

The drawing fixes walls and goals.  Boxes are pulled off the goals into the rooms, which gives a solution; then the
boxes are pulled on and walls are moved, always with their mirror images, as long as the level becomes better.
"""

from .choice import TITLE, levels_of, noted
from .search import accumulate, read

__all__ = ["TITLE", "accumulate", "levels_of", "noted", "read"]
