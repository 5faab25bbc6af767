"""The tasks that a worker knows: functions from a payload of JSON values to a result of JSON values.

Each gets `emit`, which takes an event and returns whether to stop; a task that stops returns its best result so far.
Progress is emitted four times a second at most.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast

from ..analysis.certificates import Claim, InvalidCertificate, OutOfTime, UncertifiedError, certify, write
from ..analysis.certificates import check as check_certificate
from ..analysis.certificates.claim import CLAIMS, MOST_POSITIONS
from ..analysis.certificates.serialize import certificate_to_json
from ..analysis.difficulty.serialize import difficulty_to_json
from ..analysis.explanation import explain_line, explanation_to_json, positions_of
from ..analysis.hint_ladder import RUNGS, hint_ladder
from ..analysis.rate import difficulty_within, rate, rating_to_json
from ..analysis.review import SECONDS, review, review_to_json
from ..arguments import check_choice
from ..errors import IllegalMove, NotationError, PushboxError
from ..formats import json
from ..generator import LevelSpec, generate
from ..generator.serialize import generated_to_json
from ..level import Level
from ..metrics import measure
from ..optimizer import optimize
from ..optimizer.serialize import optimized_to_json
from ..play.validate import require_playable
from ..play.verify import position_after, verify
from ..sentence import LANGUAGES, Language, located, say
from ..solver import OBJECTIVES, Limit, Progress, Unsolvable, solve
from ..solver.serialize import verdict_to_json, with_phrase
from . import imports
from .api import Event, Fields
from .payload import Payload, value_of
from .progress import import_progress

Emit = Callable[[Event], bool]

_PROGRESS_INTERVAL = 0.25  # seconds
_RATING_SECONDS = 3.0  # beyond those of a review


def run(task: str, payload: Payload, emit: Emit) -> Fields:
    """Run a task.  Raises PushboxError for an unknown task, and for a payload that it cannot use."""
    if task not in TASKS:
        raise PushboxError(located("task", say("found-one-of", found=task, known=", ".join(TASKS))))
    return TASKS[task](payload, _Output(emit))


def _solve(payload: Payload, output: _Output) -> Fields:
    """Solve a ``level`` for an ``objective`` within ``seconds``, ``nodes`` and ``memory``, from after ``moves`` on.

    Where there is no solution, ``blocking`` are the cells of the boxes because of which.
    """
    try:
        position = position_after(require_playable(_level(payload)), value_of(payload, "moves", str, ""))
    except (IllegalMove, NotationError) as error:
        raise PushboxError.said("named-moves", error=str(error)) from None
    objective = value_of(payload, "objective", str, "any")
    if objective not in OBJECTIVES:
        raise PushboxError.said("named-objective", value=objective, known=", ".join(OBJECTIVES))

    def report(now: Progress) -> bool:
        best = now.best and dict(zip(("moves", "pushes"), now.best, strict=True))
        return output.progress(now._asdict() | {"best": best})

    seed = value_of(payload, "seed", int, 0)
    verdict = solve(position, objective=objective, limit=_limit(payload), seed=seed, progress=report)
    answer = with_phrase(verdict_to_json(objective, verdict))
    if isinstance(verdict, Unsolvable):
        from ..analysis.blocking import blocking_boxes  # wanted here alone

        answer["blocking"] = list(blocking_boxes(position))
    return answer


def _explain(payload: Payload, output: _Output) -> Fields:
    """Say whether a ``level`` can be won after ``moves``, since which of them not, and why, in a ``language``.

    ``seconds``, ``nodes`` and ``memory`` are for the verdict; the reasons may take as many seconds again, and so may
    their checks.  With ``hint``, from 1 to 5, what can be won comes with so much of a hint.
    """
    language, rung = _language(payload), value_of(payload, "hint", int, 0)
    try:
        position = require_playable(_level(payload))
        line = positions_of(position, position.parse(value_of(payload, "moves", str, "")))
    except (IllegalMove, NotationError) as error:
        raise PushboxError.said("named-moves", error=str(error)) from None
    explanation = explain_line(line, limit=_limit(payload), progress=output.search, solutions=position.level)
    fields_given = explanation_to_json(explanation, language)
    ladder = hint_ladder(line[-1], explanation.verdict.verdict) if 1 <= rung <= RUNGS else None
    hint = ladder.sentence(rung, line[-1].board, language) if ladder else None
    return {name: value for name, value in (fields_given | {"hint": hint}).items() if value is not None}


def _rate(payload: Payload, output: _Output) -> Fields:
    """Rate how hard a ``level`` is, with the reasons in a ``language``, by its best solution or one that is found.

    ``seconds`` are for both, of which the search has three quarters, and ``nodes`` and ``memory``.
    """
    level = _level(payload)
    language = _language(payload)
    return rating_to_json(level, rate(level, limit=_limit(payload), progress=output.search), language)


def _certify(payload: Payload, output: _Output) -> Fields:
    """Certify a ``claim`` about a ``level``, or the ``best`` one, by a proof of at most ``positions``.

    The search for an answer has ``seconds``, ``nodes`` and ``memory``, and so have two for its proof.
    """
    claim = value_of(payload, "claim", str, "best")
    check_choice("claim", claim, ("best", *CLAIMS))
    try:
        certificate, note = certify(
            _level(payload),
            None if claim == "best" else cast(Claim, claim),
            limit=_limit(payload),
            positions=value_of(payload, "positions", int, MOST_POSITIONS),
            progress=output.search,
        )
    except UncertifiedError as error:
        return {"status": "uncertified", "message": str(error)}
    text = b"".join(write(certificate)).decode()
    return {"status": "certified", **certificate_to_json(certificate), "certificate": text, "message": note}


def _check_certificate(payload: Payload, output: _Output) -> Fields:
    """Check the text of a ``certificate``, for at most so many ``seconds``."""
    text, seconds = value_of(payload, "certificate", str), value_of(payload, "seconds", float, 60.0)

    def report(done: int, _all: int) -> None:
        if output.progress({"positions": done}):
            raise OutOfTime

    try:
        certificate = check_certificate(text.encode("utf-8", "replace"), report, seconds=seconds)
    except InvalidCertificate as error:
        return {"status": "refused", "message": str(error)}
    except OutOfTime:  # or stopped
        return {"status": "gave-up", "message": say("check-long")}
    return {"status": "holds", **certificate_to_json(certificate)}


def _optimize(payload: Payload, output: _Output) -> Fields:
    """Make a ``solution`` of a ``level``, or the best of its ``solutions``, better by an ``objective``."""
    level = _level(payload)
    texts = value_of(payload, "solutions", list, []) or [value_of(payload, "solution", str)]
    best = ""

    def report(now: Any) -> bool:
        nonlocal best
        if now.text != best:
            best = now.text
            output.emit(Event("best", {"status": "solved", "moves_text": now.text} | now.metrics._asdict()))
        return output.progress({"seconds": now.seconds, "nodes": now.nodes} | now.metrics._asdict())

    objective = value_of(payload, "objective", str, "pushes-moves")
    return optimized_to_json(optimize(level, texts, objective=objective, limit=_limit(payload), progress=report))


def _generate(payload: Payload, output: _Output) -> Fields:
    """Generate ``count`` levels to the specification ``wish``, from a ``seed``; each is an event."""
    fields_given = value_of(payload, "wish", dict, {})
    field_names = {field.name for field in fields(LevelSpec)}
    if unknown := sorted(set(fields_given) - field_names):
        raise PushboxError(located("wish", say("found-one-of", found=unknown[0], known=", ".join(sorted(field_names)))))
    count = 0
    for generated in generate(
        LevelSpec(**fields_given),
        count=value_of(payload, "count", int, 1),
        seed=value_of(payload, "seed", int, 0),
        attempts=value_of(payload, "attempts", int, 100_000),
        seconds=value_of(payload, "seconds", float, 60.0),
        progress=lambda now: output.progress(now._asdict()),
    ):
        count += 1
        output.emit(
            Event("found", generated_to_json(count, generated) | {"value": json.level_to_json(generated.level)})
        )
    return {"status": "done", "count": count}


def _review(payload: Payload, output: _Output) -> Fields:
    """Review a ``level`` within ``seconds``, its sentences in a ``language``; its saved moves are its designer's.

    Of levels of one pusher, boxes and goals it is also said how hard they are, unless that takes some seconds more.
    """
    level = _level(payload)
    language = _language(payload)
    found = review(
        level,
        seconds=value_of(payload, "seconds", float, SECONDS),
        progress=lambda now: output.progress(now._asdict()),
    )
    best = found.solutions[0] if found.solutions else ""
    difficulty = difficulty_within(require_playable(level), best, _RATING_SECONDS) if best else None
    rated = {} if difficulty is None else difficulty_to_json(difficulty, language)
    return {"status": "done"} | review_to_json(found, level.board, language) | rated


def _verify(payload: Payload, _output: _Output) -> Fields:
    """Replay a ``solution`` on a ``level``."""
    replay = verify(_level(payload), value_of(payload, "solution", str))
    counts = replay.metrics._asdict() if replay.metrics is not None else {}
    return {"status": replay.status.value, "step": replay.step, "message": replay.message} | counts


def _metrics(payload: Payload, _output: _Output) -> Fields:
    """Count the moves, pushes ... of a ``text``."""
    return measure(value_of(payload, "text", str))._asdict()


def _import(payload: Payload, output: _Output) -> Fields:
    return imports.import_file(payload, output.progress)


def _import_files(payload: Payload, output: _Output) -> Fields:
    return imports.import_files(payload, output.progress)


def _import_progress(payload: Payload, output: _Output) -> Fields:
    return import_progress(payload, output.progress)


# Tasks that look by themselves whether to stop.
_SEARCHES = ("solve", "explain", "rate", "certify", "check", "optimize", "generate", "review")
STOPPABLE = frozenset((*_SEARCHES, "import", "import-files", "import-progress"))

TASKS: dict[str, Callable[[Payload, _Output], Fields]] = {
    "solve": _solve,
    "explain": _explain,
    "rate": _rate,
    "certify": _certify,
    "check": _check_certificate,
    "optimize": _optimize,
    "generate": _generate,
    "review": _review,
    "import": _import,
    "import-files": _import_files,
    "import-progress": _import_progress,
    "verify": _verify,
    "metrics": _metrics,
}


class _Output:
    """What a task says while it works: events, and progress at most every `_PROGRESS_INTERVAL`."""

    def __init__(self, emit: Emit) -> None:
        self.emit = emit
        self._next = 0.0
        self._stopped = False

    def progress(self, fields: Fields) -> bool:
        """Emit progress if it is due, and return whether to stop."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _PROGRESS_INTERVAL
            self._stopped = self.emit(Event("progress", fields))
        return self._stopped or self.emit(Event("", {}))

    def search(self, now: Progress) -> bool:
        """Emit the progress of a search, and return whether to stop."""
        return self.progress({"nodes": now.nodes, "seconds": now.seconds})


def _level(payload: Payload) -> Level:
    return json.level_from_json(value_of(payload, "level", dict))


def _language(payload: Payload) -> Language:
    language = value_of(payload, "language", str, "en")
    check_choice("language", language, LANGUAGES)
    return cast(Language, language)


def _limit(payload: Payload) -> Limit:
    default = Limit()
    return Limit(
        seconds=value_of(payload, "seconds", float, default.seconds),
        nodes=value_of(payload, "nodes", int, 0) or default.nodes,
        memory=value_of(payload, "memory", int, default.memory),
    )
