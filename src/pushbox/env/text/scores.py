"""What an answer is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ...arguments import check_optional, check_type, check_whole
from ...games.position import Position, position_of
from ...level import Level
from ...sentence import say
from ...solver import Limit, Solved, Unsolvable, Verdict, solve
from .answers import parse

Status = Literal["solved", "winnable", "lost", "unknown", "illegal", "no answer"]

LIMIT = Limit(seconds=5.0, nodes=500_000)
_UNSOLVED = 0.4  # the most that a position is worth in which nothing is left but the last push


@dataclass(frozen=True)
class Score:
    """The worth of an answer.

    `reward` is 1 for a solution with the fewest pushes, and 0.5 and more for any other: 0.5 + 0.5 * fewest / pushes.  A
    line that does not solve the level is worth 0 to 0.4, by the share of the pushes that are saved: 0.4 * (1 - left /
    fewest) where the position can still be won; nothing where it is lost or not known to be won, and where a move is
    not legal.  So nothing is won by moves that lead nowhere, by boxes that are home but must leave again, or by length.

    `status` says why, `message` in a sentence.  `moves` are those that were read, `pushes` those that were played.
    `fewest` and `left` are proven numbers of pushes from the start and from the end of the line, None where there is
    none or it is not known.
    """

    reward: float
    status: Status
    message: str
    moves: str = ""
    pushes: int = 0
    fewest: int | None = None
    left: int | None = None


def score(level: Level | Position, answer: str, *, fewest: int | None = None, limit: Limit = LIMIT) -> Score:
    """Return what an answer to `prompt` is worth; it is played by the rules of the game.

    `fewest` are the fewest pushes of a solution if they are known; else the solver looks for them within the `limit`,
    and so for the pushes that are left.  Raises LevelError for a level that its game does not take.
    """
    check_type("answer", answer, str, "the answer as a text")
    check_optional(check_whole, "fewest", fewest)
    start = position_of(level)
    found = parse(answer)
    if found.fault:
        return Score(0.0, "no answer", say("score-no-answer", fault=found.fault), fewest=fewest)
    return score_moves(start, found.moves, fewest=fewest, limit=limit)


def score_moves(start: Position, letters: str, *, fewest: int | None = None, limit: Limit = LIMIT) -> Score:
    """Return what a line of letters is worth, as `score` does for an answer that has it."""
    moves = start.parse(letters)
    line = start.play_line(moves)
    end = Position(start.game, line.state)
    pushes = line.metrics.pushes
    if line.played < len(moves):
        message = str(start.illegal_move(moves, line))
        return Score(0.0, "illegal", message, letters, pushes, fewest)
    fewest = fewest_pushes(start, limit) if fewest is None else fewest
    if end.outcome.solved:
        share = 1.0 if not pushes else 0.0 if fewest is None else min(1.0, fewest / pushes)
        message = say("score-solved", count=pushes)
        if fewest is not None:
            message = say("score-solved-of", count=pushes, fewest=fewest)
        return Score(0.5 + 0.5 * share, "solved", message, letters, pushes, fewest, 0)
    return _unsolved(end, Score(0.0, "unknown", say("score-unknown"), letters, pushes, fewest), limit)


def _unsolved(end: Position, so_far: Score, limit: Limit) -> Score:
    """Return the worth of a line that ends before a solution."""
    answer = _solved(end, limit)
    if isinstance(answer, Unsolvable):
        return replace(so_far, status="lost", message=say("score-lost"))
    if not isinstance(answer, Solved) or not answer.optimal:
        return replace(so_far, message=say("score-unknown"))
    left, fewest = answer.metrics.pushes, so_far.fewest
    worth = _UNSOLVED * max(0.0, 1.0 - left / fewest) if fewest else 0.0
    return replace(so_far, reward=worth, status="winnable", message=say("score-winnable", count=left), left=left)


def fewest_pushes(position: Position, limit: Limit = LIMIT) -> int | None:
    """Return the proven fewest pushes of a solution, None where there is none or it is not known within a limit."""
    answer = _solved(position, limit)
    return answer.metrics.pushes if isinstance(answer, Solved) and answer.optimal else None


def _solved(position: Position, limit: Limit) -> Verdict:
    return solve(position, objective="pushes", limit=limit)
