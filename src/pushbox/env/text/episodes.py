"""Play a level in turns: an episode is a value, and each answer makes the next one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ...arguments import check_choice, check_optional, check_type, check_whole, refused
from ...errors import ArgumentError
from ...games.position import Position, position_of
from ...level import Level
from ...sentence import counted, say
from ...solver import Limit
from .actions import play
from .boards import STYLES
from .prompts import prompt_of_turns
from .scores import LIMIT, Score, fewest_pushes, score_moves

TURNS = 20
_MOST_TURNS = 10_000
Message = dict[str, str]  # of a chat: "role" and "content"


class Exchange(NamedTuple):
    """An answer of the model, and the observation that it got."""

    answer: str
    observation: str


@dataclass(frozen=True)
class Episode:
    """A level that is being played, as a value.

    `line` are the moves so far, without those taken back, pushes as capitals; `position` is where they lead.  `score`
    is what `score` says of this line, so that the rewards of all turns add up to that of one answer.  `exchanges` is
    what was said.
    """

    start: Position
    position: Position
    line: str
    turns_left: int
    score: Score
    prompt: str
    style: str = "spaced"
    limit: Limit = LIMIT
    exchanges: tuple[Exchange, ...] = field(default=(), repr=False)

    @property
    def ended(self) -> bool:
        """Whether the level is solved, or no turn is left."""
        return self.score.status == "solved" or not self.turns_left

    @property
    def messages(self) -> list[Message]:
        """The chat so far, which a model has to answer: prompt, answers, observations."""
        chat = [{"role": "user", "content": self.prompt}]
        for answer, observation in self.exchanges:
            chat += [{"role": "assistant", "content": answer}, {"role": "user", "content": observation}]
        return chat


class Turn(NamedTuple):
    """The episode after an answer, what the model is shown, its reward, and whether the episode has ended."""

    episode: Episode
    observation: str
    reward: float
    ended: bool


def begin(
    level: Level | Position,
    *,
    style: str = "spaced",
    turns: int = TURNS,
    fewest: int | None = None,
    limit: Limit = LIMIT,
) -> Episode:
    """Return the episode of a level, whose `prompt` is the first message to the model.

    `fewest` are the fewest pushes of a solution if they are known.  Raises ArgumentError for a level that is not plain
    Sokoban with one player or that is solved already, and for other arguments.
    """
    check_whole("turns", turns, 1, _MOST_TURNS)
    check_choice("style", style, [*STYLES])
    check_optional(check_whole, "fewest", fewest)
    prompt = prompt_of_turns(level, style=style, turns=turns)
    start = position_of(level)
    if start.outcome.solved:
        raise refused("level", level, say("level-unsolved"))
    fewest = fewest_pushes(start, limit) if fewest is None else fewest
    worth = score_moves(start, "", fewest=fewest, limit=limit)
    return Episode(start, start, "", turns, worth, prompt, style, limit)


def step(episode: Episode, answer: str) -> Turn:
    """Return the turn of an answer: moves in any notation, pushes such as ``C4 right``, or ``undo``.

    They are played up to the first that is not legal, which the observation names; an answer that is none of these
    costs its turn too.  The reward is the change of `Episode.score`: what is taken back, or was home and leaves, gives
    back what it brought.  Raises ArgumentError for an episode that has ended.
    """
    check_type("episode", episode, Episode, "an Episode, see begin")
    check_type("answer", answer, str, "the answer as a text")
    if episode.ended:
        raise ArgumentError.said("episode-ended")
    played = play(episode.start, episode.position, episode.line, answer)
    worth = episode.score
    if played.line != episode.line:
        worth = score_moves(episode.start, played.line, fewest=worth.fewest, limit=episode.limit)
    after = replace(episode, position=played.position, line=played.line, turns_left=episode.turns_left - 1, score=worth)
    observation = f"{played.sentence}\n\n{STYLES[episode.style].show(played.position.board)}\n\n{_standing(after)}"
    after = replace(after, exchanges=(*episode.exchanges, Exchange(answer, observation)))
    return Turn(after, observation, worth.reward - episode.score.reward, after.ended)


def _standing(episode: Episode) -> str:
    """Return how the episode stands; whether it can still be won is not said."""
    if episode.score.status == "solved":
        return say("turn-solved", pushes=counted(episode.score.pushes, "push"))
    board = episode.position.board
    boxes = board.of_kind("box")
    home = sum(board.terrain[box.anchor].kind == "goal" for box in boxes)
    left = counted(episode.turns_left, "turn")
    return say("turn-standing", home=home, boxes=len(boxes), turns=left)
