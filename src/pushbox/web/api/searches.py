"""Searches that run in the browser: the bytes that the core there takes, and what its answer means by the rules."""

from __future__ import annotations

import math
from base64 import b64encode
from typing import Annotated, Literal

from pydantic import Field

from ...analysis.blocking import blocking_boxes
from ...client import SEARCH_MODULE
from ...errors import IllegalMove, NotationError, PushboxError
from ...games.position import Position
from ...play.validate import require_playable
from ...play.verify import position_after
from ...solver import InvalidSolution, Limit, Objective, Unsolvable
from ...solver.native import verdict_of
from ...solver.portable import solve_request
from ...solver.serialize import verdict_to_json, with_phrase
from ..dependencies import CurrentSettings
from ..errors import ApiError
from ..rate_limits import WORKS
from ..settings import Settings
from ..work_limits import MAX_MOVES, check_moves
from ..works import worked
from .jobs import SolveJob
from .models import ApiRouter, RequestModel, ResponseModel, Values, described, example
from .positions import weigh_replay
from .schemas import LEVEL, SOLUTION, LevelValue, level_in

router = ApiRouter(prefix="/api/searches", tags=["jobs"])

_ORDINAL = 1_000.0  # estimated microseconds to replay a move by its ordinal, as all moves of the position are made
_Moves = Annotated[str, Field(max_length=MAX_MOVES)]


class SearchOut(ResponseModel):
    """The request for the core in Base64; null where the server searches better, or has no core for browsers."""

    model_config = example(request="CnNvbHZl")

    request: str | None


class CoreAnswer(RequestModel):
    """An answer of the core: see `pushbox._core.Answer`."""

    status: Literal["solved", "unsolvable", "gave-up"]
    lurd: _Moves | None = None
    pushers: Annotated[list[int], Field(max_length=MAX_MOVES)] | None = None
    line: Annotated[list[Annotated[int, Field(ge=0)]], Field(max_length=MAX_MOVES)] | None = None
    optimal: Objective | None = None
    limit: Literal["seconds", "nodes", "memory", "stopped"] | None = None
    proof: Annotated[str, Field(max_length=200)] | None = None
    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: Annotated[float, Field(ge=0, le=1e9)]
    bound: Annotated[int, Field(ge=0, le=2**53)] | None = None


class AnswerIn(RequestModel):
    """A level, the moves to the position that was searched, and the answer of the core."""

    model_config = example(
        level=LEVEL, objective="any", answer={"status": "solved", "lurd": SOLUTION, "nodes": 1, "seconds": 0.01}
    )

    level: LevelValue
    moves: _Moves = ""
    objective: Objective = "any"
    answer: CoreAnswer


class AnswerOut(ResponseModel):
    """The result, with the fields of that of a job ``solve``."""

    model_config = example(result={"status": "solved", "moves_text": SOLUTION, "moves": 1, "pushes": 1})

    result: Values


def _weigh_answer(body: AnswerIn) -> float:
    if body.answer.status == "unsolvable":
        return math.inf  # whose boxes are to blame takes searches
    line = _ORDINAL * len(body.answer.line or ())
    return weigh_replay(body.level, body.moves) + weigh_replay({}, body.answer.lurd or "") + line


@router.post("", **described("Write a search for the browser", WORKS))
@worked(lambda body: 2 * weigh_replay(body.level, body.moves))
def begin_search(body: SolveJob, settings: CurrentSettings) -> SearchOut:
    """Return a search as the bytes that the core of the browser takes."""
    position = _position(body.level, body.moves, settings)
    limit = Limit(seconds=body.seconds, nodes=body.nodes, memory=body.memory)
    request = solve_request(position, body.objective, limit) if SEARCH_MODULE.is_file() else None
    return SearchOut(request=None if request is None else b64encode(request).decode())


@router.post("/answer", **described("Check the answer of a search in the browser", WORKS))
@worked(_weigh_answer)
def check_answer(body: AnswerIn, settings: CurrentSettings) -> AnswerOut:
    """Replay the solution of a search by the rules, and return the result in the notation of the game."""
    position, answer = _position(body.level, body.moves, settings), body.answer
    for text in (answer.lurd or "", "r" * len(answer.line or ())):
        check_moves(text, len(position.level.board.terrain), settings.limits)
    try:
        verdict = verdict_of(position, answer)
    except (PushboxError, InvalidSolution, ValueError, LookupError, TypeError):
        raise ApiError.said("bad-input", "search-answer") from None
    result = with_phrase(verdict_to_json(body.objective, verdict))
    if isinstance(verdict, Unsolvable):
        result["blocking"] = list(blocking_boxes(position))
    return AnswerOut(result=result)


def _position(level: Values, moves: str, settings: Settings) -> Position:
    value = level_in(level, settings)
    check_moves(moves, len(value.board.terrain), settings.limits)
    try:
        return position_after(require_playable(value), moves)
    except (IllegalMove, NotationError) as error:
        raise PushboxError.said("named-moves", error=str(error)) from None
