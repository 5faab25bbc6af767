"""Rated puzzles: the visitor's rating, the next puzzle near it, and the puzzles that they have failed."""

from __future__ import annotations

import random
from typing import Annotated, Literal

from pydantic import Field

from ... import store
from ...store import Store
from ...store.puzzles import Attempt
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WRITES
from .access import check_quota, levels_out, one_level_out
from .models import ApiRouter, RequestModel, ResponseModel, described, example
from .schemas import LevelOut

router = ApiRouter(prefix="/api/puzzles", tags=["you"])

_FAILED = 12  # levels that are shown


class OpenPuzzle(ResponseModel):
    """The puzzle that you are at, and its rating."""

    play: int | None
    level: LevelOut
    rating: int


class LastPuzzle(ResponseModel):
    """The puzzle that was rated last, and by how much your rating has changed."""

    level_id: int
    won: bool
    change: int


class Puzzles(ResponseModel):
    """Your rating by puzzles, `provisional` where too few are behind it, and those that you have failed."""

    model_config = example(
        rating=1500, deviation=350, provisional=True, tried=0, won=0, current=None, last=None, failed=[]
    )

    rating: int
    deviation: int
    provisional: bool
    tried: int
    won: int
    current: OpenPuzzle | None
    last: LastPuzzle | None
    failed: list[LevelOut]


class PuzzleIn(RequestModel):
    """What to do: go to the next puzzle, which is the current one while that is open, or give the current one up."""

    do: Annotated[Literal["next", "give-up"], Field(examples=["next"])]


class PuzzlePlay(ResponseModel):
    """The play of the current puzzle; null after giving up, and where you have tried all that there are."""

    model_config = example(play=12)

    play: int | None


@router.get("", **described("Your rating by puzzles", READS))
def get_puzzles(library: Library, visitor: OptionalVisitor) -> Puzzles:
    """Return your rating by puzzles; a puzzle that you have solved since is rated first."""
    ident = visitor.id if visitor is not None else ""
    store.puzzles.settle(library, ident)
    standing = store.puzzles.standing(library, ident)
    last = standing.last
    failed = [store.levels.get(library, level) for level in store.puzzles.failed(library, ident, limit=_FAILED)]
    return Puzzles(
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        provisional=standing.rating.is_provisional,
        tried=standing.tried,
        won=standing.won,
        current=_open_puzzle(library, standing.open, visitor),
        last=last and LastPuzzle(level_id=last.level, won=bool(last.won), change=round(last.change or 0)),
        failed=levels_out(library, failed, visitor),
    )


@router.post("", **described("Play a puzzle", WRITES))
def play_puzzle(
    body: PuzzleIn, library: Library, settings: CurrentSettings, visitor: CurrentVisitor, share: CurrentShare
) -> PuzzlePlay:
    """Begin a puzzle near your rating, or give the current one up, which counts as lost."""
    if body.do == "give-up":
        store.puzzles.give_up(library, visitor.id)
        return PuzzlePlay(play=None)
    store.puzzles.settle(library, visitor.id)
    current = store.puzzles.standing(library, visitor.id).open
    if current is not None:
        return PuzzlePlay(play=current.play)
    level = store.puzzles.choose(library, visitor.id, random.Random())
    if level is None:
        return PuzzlePlay(play=None)
    check_quota(library, settings, visitor, plays=1)
    share.require_own()
    play = store.plays.create(library, visitor.id, level)
    return PuzzlePlay(play=store.puzzles.begin(library, visitor.id, level, play.id).play)


def _open_puzzle(library: Store, attempt: Attempt | None, visitor: Visitor | None) -> OpenPuzzle | None:
    if attempt is None:
        return None
    level = one_level_out(library, store.levels.get(library, attempt.level), visitor)
    return OpenPuzzle(
        play=attempt.play, level=level, rating=round(store.puzzles.level_rating(library, attempt.level).value)
    )
