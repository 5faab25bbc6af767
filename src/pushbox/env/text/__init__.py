"""Sokoban for language models: prompts, the reading of answers, scores; pure functions, without a third-party package.

::

    from pushbox import builtin
    from pushbox.env import text

    level = builtin("campaign-01")[0]
    prompt = text.prompt(level, style="spaced")
    score = text.score(level, answer_of_the_model)
    score.reward, score.status
"""

from .answers import Answer, parse
from .boards import STYLES, Style
from .prompts import prompt
from .scores import Score, score

__all__ = ["STYLES", "Answer", "Score", "Style", "parse", "prompt", "score"]
