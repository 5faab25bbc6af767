"""Levels that need be in no library, by the rules of their games: checked, replayed, analysed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from ...analysis.static import analyze
from ...formats.json import board_to_json, level_from_json, level_to_json
from ...games.position import game_for
from ...play.validate import require_playable
from ...play.verify import position_after, verify
from ...sentence import to_json
from ..dependencies import CurrentSettings, Library
from ..errors import ApiError, PhraseOut
from ..identity_cookie import OptionalVisitor
from ..play import serialize
from ..rate_limits import WORKS
from ..work_limits import cells_of_level, check_moves, weigh_moves
from ..works import worked
from .access import visible_level
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example, examples
from .schemas import (
    LEVEL,
    SOLUTION,
    Counts,
    LevelChoice,
    LevelValue,
    Moves,
    ProblemOut,
    check_board,
    example_counts,
    level_in,
)

_ANALYSIS_SECONDS = 5.0  # a board of the largest size takes one

router = ApiRouter(prefix="/api", tags=["positions"])


class CheckIn(RequestModel):
    """A level as it is being drawn."""

    level: LevelValue


class CheckOut(ResponseModel):
    """The problems of a level; `deadlocks` are the cells of boxes that can never come to a goal."""

    model_config = example(problems=[], playable=True, deadlocks=[])

    problems: list[ProblemOut]
    playable: bool
    deadlocks: list[int]


class VerifyIn(LevelChoice):
    """A level as it is, or one of the library by its id, and moves that may solve it."""

    model_config = examples({"level": LEVEL, "solution": SOLUTION}, {"level_id": 7, "solution": SOLUTION})

    solution: Moves


class VerifyOut(ResponseModel):
    """The result of a replay: `step` is the first illegal move, from 1, or 0; `solved_at` when it was solved first."""

    model_config = example(
        status="solved",
        message="",
        step=0,
        solved_at=1,
        moves_text=SOLUTION,
        metrics=example_counts(),
    )

    status: Literal["solved", "unsolved", "illegal", "error"]
    message: str
    step: int
    solved_at: int | None
    moves_text: str
    metrics: Counts | None


class AnalyseIn(RequestModel):
    """A level, and the moves from its start to the position to be analysed."""

    level: LevelValue
    moves: Moves = ""


class AnalyseOut(ResponseModel):
    """The analysis of a position without a search; `bound` is null where `proof` says that it has no solution.

    `phrase` is that sentence for clients that say it in a language of their own.
    """

    model_config = example(dead=[6], bound=1, proof="", phrase=None)

    dead: list[int]
    bound: int | None
    proof: str
    phrase: PhraseOut | None = None


MAX_TRACED = 2_000  # moves


class TraceIn(RequestModel):
    """A level, and a line from its start in parts: the moves of each, in the game's notation."""

    model_config = examples({"level": LEVEL, "line": [SOLUTION]})

    level: LevelValue
    line: Annotated[list[Moves], Field(max_length=3_000)]


class TracedMove(ResponseModel):
    """A move in the game's notation, and its changes on the board."""

    text: str
    changes: list[Values]


class TraceOut(ResponseModel):
    """The board at the start, and the moves of each part of a line."""

    model_config = example(board={}, line=[[{"text": SOLUTION, "changes": []}]])

    board: Values
    line: list[list[TracedMove]]


_CELL, _MOVE = 10, 60  # estimated microseconds of work, of a cell that is analysed and of a move that is replayed


def weigh_replay(level: Values, moves: str) -> float:
    """Estimate the microseconds to replay moves on a level, or to analyse the result."""
    return _CELL * cells_of_level(level) + _MOVE * weigh_moves(moves)


@router.post("/check", **described("Check a level", WORKS))
@worked(lambda body: weigh_replay(body.level, ""))
def check(body: CheckIn, settings: CurrentSettings) -> CheckOut:
    """Return every problem of a level by the rules of its game, with the cells."""
    level = level_in(body.level, settings)
    rules = game_for(level).rules
    problems = rules.problems(level)
    playable = all(problem.severity != "error" for problem in problems)
    dead = rules.dead_squares(rules.initial_state(level)) if playable else frozenset()
    return CheckOut(
        problems=[ProblemOut.model_validate(problem) for problem in problems],
        playable=playable,
        deadlocks=sorted(box.anchor for box in level.board.of_kind("box") if box.anchor in dead),
    )


@worked(lambda body: weigh_replay(body.level, body.solution))
def verify_solution(body: VerifyIn, settings: CurrentSettings) -> VerifyOut:
    """Replay moves on the level that a body has, and return whether they solve it."""
    level = level_from_json(body.level or {})
    check_moves(body.solution, len(level.board.terrain), settings.limits)
    verification = verify(require_playable(level), body.solution)
    return VerifyOut.from_value(verification, status=verification.status.value, moves_text=verification.text)


@router.post("/verify", response_model=VerifyOut, operation_id="verify", **described("Replay a solution", WORKS, 404))
async def replay(
    body: VerifyIn, request: Request, library: Library, settings: CurrentSettings, visitor: OptionalVisitor
) -> Any:
    """Replay moves by the rules and return whether they solve the level, and if not, why."""
    if body.level_id is None:
        check_board(body.level or {}, settings)
        return await verify_solution(request=request, body=body, settings=settings)
    entry = await run_in_threadpool(visible_level, library, body.level_id, visitor)
    body = VerifyIn(level=level_to_json(entry.level), solution=body.solution)
    rewritten = body.model_dump_json(exclude_unset=True).encode()
    return await verify_solution(request=request, rewritten=rewritten, body=body, settings=settings)


@router.post("/analyse", **described("Analyse a position", WORKS))
@worked(lambda body: weigh_replay(body.level, body.moves))
def analyse(body: AnalyseIn, settings: CurrentSettings) -> AnalyseOut:
    """Return the dead squares of a position and how many pushes are needed at least."""
    level = level_in(body.level, settings)
    check_moves(body.moves, len(level.board.terrain), settings.limits)
    analysis = analyze(position_after(require_playable(level), body.moves), seconds=_ANALYSIS_SECONDS)
    proof = analysis.proof
    dead, bound, phrase = list(analysis.dead_squares), analysis.lower_bound, to_json(proof)
    return AnalyseOut(dead=dead, bound=bound, proof=proof, phrase=PhraseOut(**phrase) if phrase else None)


@router.post("/trace", **described("What moves change", WORKS))
@worked(lambda body: weigh_replay(body.level, "".join(body.line)))
def trace(body: TraceIn, settings: CurrentSettings) -> TraceOut:
    """Play a line from the start of a level, and return the changes of each move, for a replay step by step."""
    level = level_in(body.level, settings)
    check_moves("".join(body.line), len(level.board.terrain), settings.limits)
    start = position = require_playable(level)
    parts: list[list[TracedMove]] = []
    for text in body.line:
        moves = position.parse(text)
        if sum(map(len, parts)) + len(moves) > MAX_TRACED:
            raise ApiError.said("bad-input", "trace-many", count=MAX_TRACED)
        traced = []
        for move in moves:
            (transition,) = position.transitions([move])
            changes = serialize.changes_to_json(transition.changes)
            traced.append(TracedMove(text=position.format([move]), changes=changes))
            position = position.apply(move)
        parts.append(traced)
    return TraceOut(board=board_to_json(start.board), line=parts)
