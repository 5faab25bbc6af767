"""Review the design of a level; each statement names its evidence.

>>> from pushbox import builtin
>>> from pushbox.analysis.review import review, say
>>> level = builtin("lessons")[9]
>>> say(review(level).findings[0], level.board)
'Your solution of 18 pushes is the shortest that is known.'
"""

from .review import EACH, SECONDS, review
from .sentences import marks, overview, review_to_json, say, say_complete, say_folded, say_tried
from .values import Finding, Kind, Review, ReviewProgress, Tried

__all__ = [
    "EACH", "SECONDS", "Finding", "Kind", "Review", "ReviewProgress", "Tried", "marks", "overview", "review",
    "review_to_json", "say", "say_complete", "say_folded", "say_tried",
]  # fmt: skip
