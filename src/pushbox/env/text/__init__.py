"""Sokoban for language models: prompts, the reading of answers, scores; pure functions, without a third-party package.

::

    from pushbox import builtin
    from pushbox.env import text

    level = builtin("campaign-01")[0]
    prompt = text.prompt(level, style="spaced")
    score = text.score(level, answer_of_the_model)
    score.reward, score.status

    for made in text.levels(7, band=4):  # without end, from any seed
        prompt = text.prompt(made.level)

In turns::

    episode = text.begin(level)
    while not episode.ended:
        episode, observation, reward, ended = text.step(episode, answer_of_the_model)

Other tasks are those of `pushbox.env.text.tasks`; `pushbox.env.text.evaluation` asks a model behind a URL.
"""

from ...generator import BANDS, GradedLevel, GradedLevels
from ...generator import graded_levels as levels
from .answers import Answer, parse
from .boards import STYLES, Style, content_parts
from .episodes import Episode, Turn, begin, step
from .prompts import prompt
from .scores import Score, score

__all__ = [
    "BANDS", "STYLES", "Answer", "Episode", "GradedLevel", "GradedLevels", "Score", "Style", "Turn", "begin",
    "content_parts", "levels", "parse", "prompt", "score", "step",
]  # fmt: skip
