"""Levels that need be in no library, by the rules of their games: checked, replayed, looked at."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field, model_validator

from ... import games
from ...analysis.static import analyze
from ...level import Level
from ...play.verify import position_after, verify
from ...store import Store
from ..identity_cookie import Guest, Visitor
from ..rate_limits import WORKS
from ..replay_limits import check_line
from ..settings import Settings
from ..threadpool import work
from .access import seen_level, store_of
from .schemas import (
    LEVEL,
    SOLUTION,
    Asked,
    Counts,
    LevelValue,
    Moves,
    ProblemOut,
    Told,
    counts_out,
    example_counts,
    level_in,
    problem_out,
    refusals,
    settings_of,
)

router = APIRouter(prefix="/api", tags=["positions"], dependencies=[WORKS])


class CheckIn(Asked):
    """A level as it is being drawn."""

    level: LevelValue


class CheckOut(Told):
    """What is wrong with a level; `deadlocks` are the cells of boxes that can never get home."""

    model_config = ConfigDict(json_schema_extra={"example": {"problems": [], "playable": True, "deadlocks": []}})

    problems: list[ProblemOut]
    playable: bool
    deadlocks: list[int]


class VerifyIn(Asked):
    """A level as it is, or one of the library by its id, and moves that may solve it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"level": LEVEL, "solution": SOLUTION}, {"level_id": 7, "solution": SOLUTION}]}
    )

    level: LevelValue | None = None
    level_id: Annotated[int | None, Field(ge=1, le=2**53)] = None
    solution: Moves

    @model_validator(mode="after")
    def _has_one(self) -> VerifyIn:
        if (self.level_id is None) == (self.level is None):
            message = "found neither or both of level_id and level, expected one of them"
            raise ValueError(message)
        return self


class VerifyOut(Told):
    """What a replay found: `step` is the first illegal one from 1 or 0, `solved_at` when the level was solved first."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "status": "solved",
                "message": "",
                "step": 0,
                "solved_at": 1,
                "moves_text": SOLUTION,
                "metrics": example_counts(),
            }
        }
    )

    status: Literal["solved", "unsolved", "illegal", "error"]
    message: str
    step: int
    solved_at: int | None
    moves_text: str
    metrics: Counts | None


class AnalyseIn(Asked):
    """A level, and moves from its start on to the position that is meant."""

    level: LevelValue
    moves: Moves = ""


class AnalyseOut(Told):
    """What is known of a position without a search; `bound` is null where `proof` says that there is no solution."""

    model_config = ConfigDict(json_schema_extra={"example": {"dead": [6], "bound": 1, "proof": ""}})

    dead: list[int]
    bound: int | None
    proof: str


@router.post("/check", operation_id="check", summary="Check a level", responses=refusals(403, 413, 422))
async def check(asked: CheckIn, request: Request) -> CheckOut:
    """Return every fault of a level as its game sees it, with the cells."""
    return await work(request, _check, level_in(asked.level, settings_of(request)))


@router.post("/verify", operation_id="verify", summary="Replay a solution", responses=refusals(403, 404, 413, 422))
async def replay(asked: VerifyIn, request: Request, visitor: Guest) -> VerifyOut:
    """Replay moves by the rules and tell whether they solve the level, and if not, why."""
    return await work(request, _verify, store_of(request), settings_of(request), asked, visitor)


@router.post("/analyse", operation_id="analyse", summary="Look at a position", responses=refusals(403, 413, 422))
async def analyse(asked: AnalyseIn, request: Request) -> AnalyseOut:
    """Return the dead squares of a position and how many pushes are needed at least."""
    return await work(request, _analyse, level_in(asked.level, settings_of(request)), asked.moves)


def _check(level: Level) -> CheckOut:
    game = games.find(level.game)
    problems = game.problems(level)
    playable = all(problem.severity != "error" for problem in problems)
    dead = game.dead_squares(game.initial_state(level)) if playable else frozenset()
    return CheckOut(
        problems=[problem_out(problem) for problem in problems],
        playable=playable,
        deadlocks=sorted(box.anchor for box in level.board.of_kind("box") if box.anchor in dead),
    )


def _verify(library: Store, settings: Settings, asked: VerifyIn, visitor: Visitor | None) -> VerifyOut:
    if asked.level_id is not None:
        level = seen_level(library, asked.level_id, visitor).level
    else:
        level = level_in(asked.level or {}, settings)
    check_line(level, asked.solution)
    found = verify(level, asked.solution)
    return VerifyOut(
        status=found.status.value,
        message=found.message,
        step=found.step,
        solved_at=found.solved_at,
        moves_text=found.text,
        metrics=counts_out(found.metrics) if found.metrics else None,
    )


def _analyse(level: Level, moves: str) -> AnalyseOut:
    check_line(level, moves)
    analysis = analyze(position_after(level, moves))
    return AnalyseOut(dead=list(analysis.dead_squares), bound=analysis.lower_bound, proof=analysis.proof)
