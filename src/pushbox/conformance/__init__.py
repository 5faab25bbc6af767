"""The laws that every game obeys, looked at on random walks over crowded boards and on all positions of tiny ones.

Anybody who writes a game runs this: ``check(game)``.  The boards come from `GameInfo.palette` alone, the same ones for
the same seed.  A law is a method of a case of the modules here, by whose name `LAWS` knows it and `LawBroken` begins.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..games.api import Game
from .boards import random_level, random_levels
from .law import LAWS, Law, LawBroken
from .run import Report, Run

__all__ = ["LAWS", "Law", "LawBroken", "Report", "Run", "check", "random_level", "random_levels"]


def check(
    game: Game,
    *,
    boards: int = 200,
    steps: int = 30,
    tiny_boards: int = 200,
    seed: int = 0,
    laws: Iterable[Law] | None = None,
) -> Report:
    """Check every law, or these, of a game.

    There is a random walk of at most `steps` moves on each of `boards` crowded boards, and a look at all positions of
    `tiny_boards` small ones, as far as these are not too many.  Raises LawBroken with the first law that does not hold.

    A game keeps what it claims: it is solved on some tiny board, and so is what `GameInfo` says of native searches.
    Where the boards have shown nothing of that, up to 500 more are looked at, before the law is called broken.  Laws
    that found nothing to look at, as the game has nothing that they are about, are `Report.unseen`.
    """
    run = Run(game, seed, laws)
    for broken in run.faults(boards, steps, tiny_boards):
        raise broken
    return run.report
