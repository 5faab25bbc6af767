"""The native reader, search and replay of a whole file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, cast

from ... import core
from ...level import DEFAULT_GAME
from ...metrics import Metrics
from ..api import GaveUp, Limit, LimitKind, Objective, Solved, Unsolvable, Verdict
from ..proofs import proof_sentence
from ..replay import InvalidSolution

_ENDINGS = (".txt", ".xsb")
_LARGEST = 64 * 1024 * 1024  # bytes of a file that is held in memory


class NamedLevel(NamedTuple):
    """The displayed data of a level."""

    title: str
    game: str = DEFAULT_GAME


Answers = Generator[tuple[int, NamedLevel, Verdict], None, None]


def solve_file(
    path: Path, *, objective: Objective, limit: Limit, seed: int, threads: int, at_least: int
) -> Answers | None:
    """Return the answers on the levels of a file with numbers from 1, in order, each as soon as it is there.

    They are those of `pushbox.solve` with one thread for each level, replayed by native code that shares nothing with
    the search.  None for a file that has anything but `at_least` so many plain levels of Sokoban, or cannot be read:
    that is for `pushbox.formats`, which knows what else there may be.
    """
    if path.suffix not in _ENDINGS:
        return None
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError:
        return None
    if len(data) > _LARGEST or not data.isascii():
        return None
    answers = core.solve_levels(data.decode("ascii"), objective, limit, seed, threads, at_least)
    return None if answers is None else _verdicts(answers)


def _verdicts(answers: core.LevelAnswers) -> Answers:
    with closing(answers):
        try:
            for number, (title, answer, counts) in enumerate(answers, start=1):
                yield number, NamedLevel(title), _verdict(answer, counts)
        except RuntimeError as error:
            raise InvalidSolution(str(error)) from None


def _verdict(answer: core.Answer, counts: tuple[int, int, int, int, int, int] | None) -> Verdict:
    if answer.lurd is not None and counts is not None:
        metrics = Metrics(*counts)
        return Solved(answer.lurd, metrics, answer.optimal, answer.nodes, answer.seconds, answer.limit, answer.bound)
    if answer.status == "unsolvable":
        return Unsolvable(proof_sentence(answer.proof or ""), answer.nodes, answer.seconds)
    return GaveUp(cast(LimitKind, answer.limit), answer.nodes, answer.seconds, answer.bound)
