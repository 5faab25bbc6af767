"""The tasks that a worker knows: functions from a payload of JSON values to a result of JSON values.

Each gets `emit`, which takes an event and returns whether to stop; a task that stops returns its best result so far.
Progress is emitted four times a second at most.
"""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .. import formats
from ..analysis.certificates import Claim, InvalidCertificate, OutOfTime, UncertifiedError, certify, write
from ..analysis.certificates import check as check_certificate
from ..analysis.certificates.claim import CLAIMS, MAX_POSITIONS
from ..analysis.certificates.serialize import certificate_to_json
from ..analysis.difficulty.serialize import difficulty_to_json
from ..analysis.explanation import explain_line, explanation_to_json, positions_of
from ..analysis.hint_ladder import RUNGS, hint_ladder
from ..analysis.rate import difficulty_within, rate, rating_to_json
from ..analysis.review import SECONDS, review, review_to_json
from ..arguments import check_choice
from ..errors import IllegalMove, NotationError, PushboxError
from ..extras import requiring
from ..formats import bounds, json
from ..generator import LevelSpec, generate
from ..generator.serialize import generated_to_json
from ..level import Collection, Level, Problem
from ..metrics import measure
from ..optimizer import optimize
from ..optimizer.serialize import optimized_to_json
from ..play.validate import require_playable
from ..play.verify import position_after, verify
from ..sentence import LANGUAGES, Language, counted, located, say
from ..solver import OBJECTIVES, Limit, Progress, Unsolvable, solve
from ..solver.serialize import verdict_to_json
from .api import Event, Failed, Fields

if TYPE_CHECKING:
    from ..store.collections import Added

Payload = Mapping[str, Any]
Emit = Callable[[Event], bool]
_T = TypeVar("_T")

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
        position = position_after(require_playable(_level(payload)), _value(payload, "moves", str, ""))
    except (IllegalMove, NotationError) as error:
        raise PushboxError.said("named-moves", error=str(error)) from None
    objective = _value(payload, "objective", str, "any")
    if objective not in OBJECTIVES:
        raise PushboxError.said("named-objective", value=objective, known=", ".join(OBJECTIVES))

    def report(now: Progress) -> bool:
        best = now.best and dict(zip(("moves", "pushes"), now.best, strict=True))
        return output.progress(now._asdict() | {"best": best})

    seed = _value(payload, "seed", int, 0)
    verdict = solve(position, objective=objective, limit=_limit(payload), seed=seed, progress=report)
    answer = verdict_to_json(objective, verdict)
    if isinstance(verdict, Unsolvable):
        from ..analysis.blocking import blocking_boxes  # wanted here alone

        answer["blocking"] = list(blocking_boxes(position))
    return answer


def _explain(payload: Payload, output: _Output) -> Fields:
    """Say whether a ``level`` can be won after ``moves``, since which of them not, and why, in a ``language``.

    ``seconds``, ``nodes`` and ``memory`` are for the verdict; the reasons may take as many seconds again, and so may
    their checks.  With ``hint``, from 1 to 5, what can be won comes with so much of a hint.
    """
    language, rung = _language(payload), _value(payload, "hint", int, 0)
    try:
        position = require_playable(_level(payload))
        line = positions_of(position, position.parse(_value(payload, "moves", str, "")))
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
    claim = _value(payload, "claim", str, "best")
    check_choice("claim", claim, ("best", *CLAIMS))
    try:
        certificate, note = certify(
            _level(payload),
            None if claim == "best" else cast(Claim, claim),
            limit=_limit(payload),
            positions=_value(payload, "positions", int, MAX_POSITIONS),
            progress=output.search,
        )
    except UncertifiedError as error:
        return {"status": "uncertified", "message": str(error)}
    text = b"".join(write(certificate)).decode()
    return {"status": "certified", **certificate_to_json(certificate), "certificate": text, "message": note}


def _check_certificate(payload: Payload, output: _Output) -> Fields:
    """Check the text of a ``certificate``, for at most so many ``seconds``."""
    text, seconds = _value(payload, "certificate", str), _value(payload, "seconds", float, 60.0)

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
    texts = _value(payload, "solutions", list, []) or [_value(payload, "solution", str)]
    best = ""

    def report(now: Any) -> bool:
        nonlocal best
        if now.text != best:
            best = now.text
            output.emit(Event("best", {"status": "solved", "moves_text": now.text} | now.metrics._asdict()))
        return output.progress({"seconds": now.seconds, "nodes": now.nodes} | now.metrics._asdict())

    objective = _value(payload, "objective", str, "pushes-moves")
    return optimized_to_json(optimize(level, texts, objective=objective, limit=_limit(payload), progress=report))


def _generate(payload: Payload, output: _Output) -> Fields:
    """Generate ``count`` levels to the specification ``wish``, from a ``seed``; each is an event."""
    fields_given = _value(payload, "wish", dict, {})
    field_names = {field.name for field in fields(LevelSpec)}
    if unknown := sorted(set(fields_given) - field_names):
        raise PushboxError(located("wish", say("found-one-of", found=unknown[0], known=", ".join(sorted(field_names)))))
    count = 0
    for generated in generate(
        LevelSpec(**fields_given),
        count=_value(payload, "count", int, 1),
        seed=_value(payload, "seed", int, 0),
        attempts=_value(payload, "attempts", int, 100_000),
        seconds=_value(payload, "seconds", float, 60.0),
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
        seconds=_value(payload, "seconds", float, SECONDS),
        progress=lambda now: output.progress(now._asdict()),
    )
    best = found.solutions[0] if found.solutions else ""
    difficulty = difficulty_within(require_playable(level), best, _RATING_SECONDS) if best else None
    rated = {} if difficulty is None else difficulty_to_json(difficulty, language)
    return {"status": "done"} | review_to_json(found, level.board, language) | rated


def _verify(payload: Payload, _output: _Output) -> Fields:
    """Replay a ``solution`` on a ``level``."""
    replay = verify(_level(payload), _value(payload, "solution", str))
    counts = replay.metrics._asdict() if replay.metrics is not None else {}
    return {"status": replay.status.value, "step": replay.step, "message": replay.message} | counts


def _metrics(payload: Payload, _output: _Output) -> Fields:
    """Count the moves, pushes ... of a ``text``."""
    return measure(_value(payload, "text", str))._asdict()


def _import(payload: Payload, output: _Output) -> Fields:
    """Keep the levels of a ``text`` as the collection ``name`` of an ``owner`` in the library at a ``database`` URL.

    In place of a text there may be ``data``, the bytes of a file in Base64. It is in a ``format`` and an ``encoding``,
    with ``symbols``, or else in those that are found.  Levels of more than ``side`` columns or rows, or with longer
    texts than ``texts`` allow, are left out; more than ``most`` levels are refused, and longer texts of the file.
    Another writer is waited for up to ``busy_timeout`` seconds.  All of it is kept, or nothing where it fails or is
    stopped.
    """
    with requiring("library"):
        from .. import store  # and with it packages that no other task has a use for
        from ..store.database import BUSY_TIMEOUT
    name = _value(payload, "name", str)
    content = file_content(_value(payload, "text", str), _value(payload, "data", str, ""))
    everything = formats.read(
        content,
        format=_value(payload, "format", str, "") or None,
        name=name,
        encoding=_value(payload, "encoding", str, "") or None,
        symbols=_value(payload, "symbols", str, "") or None,
    )
    texts = bounds.TextBounds(*_value(payload, "texts", list, [sys.maxsize] * 3))
    if (fault := texts.fault(everything)) is not None:
        raise Failed(fault, "texts")
    collection = bounds.within(everything, _value(payload, "side", int, 0) or None, texts)
    total = len(collection.levels)
    if not total:
        raise _no_level_kept(collection.problems)
    most = _value(payload, "most", int, total)
    if total > most:
        raise Failed(say("levels-at-most", levels=counted(total, "level"), most=most), "levels")

    def report(ready: int) -> None:
        if output.progress({"levels": total, "ready": ready}):
            raise PushboxError.said("stopped-kept")

    report(0)
    patience = _value(payload, "busy_timeout", float, BUSY_TIMEOUT)
    with store.open(_value(payload, "database", str, "") or None, busy_timeout=patience) as library:
        owner = _value(payload, "owner", str, "") or None
        added = store.collections.add(library, collection, name=name, owner=owner, on_progress=report)
    return {"status": "done"} | import_result(collection, added)


def file_content(text: str, data: str) -> str | bytes:
    """Return a text, or the bytes that `data` is in Base64 where there is any.  Raises PushboxError for other data."""
    if not data:
        return text
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        raise PushboxError.said("not-base64") from None


def import_result(collection: Collection, added: Added) -> Fields:
    """Return the result of an import as JSON fields: added levels, and problems of the text."""
    return {
        "collection": added.id,
        "levels": added.levels,
        "solutions": added.solutions,
        "problems": [problem._asdict() for problem in collection.problems[:_MAX_REPORTED]],
        "notes": list(added.problems[:_MAX_REPORTED]),
        "duplicates": [[level, of, relation.value] for level, of, relation in added.duplicates[:_MAX_REPORTED]],
    }


_MAX_REPORTED = 200  # problems, and duplicates, of an import


# Tasks that look by themselves whether to stop.
STOPPABLE = frozenset({"solve", "explain", "rate", "certify", "check", "optimize", "generate", "review", "import"})

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
    return json.level_from_json(_value(payload, "level", dict))


def _language(payload: Payload) -> Language:
    language = _value(payload, "language", str, "en")
    check_choice("language", language, LANGUAGES)
    return cast(Language, language)


def _limit(payload: Payload) -> Limit:
    default = Limit()
    return Limit(
        seconds=_value(payload, "seconds", float, default.seconds),
        nodes=_value(payload, "nodes", int, 0) or default.nodes,
        memory=_value(payload, "memory", int, default.memory),
    )


_MISSING: Any = object()


def _value(payload: Payload, name: str, kind: type[_T], default: Any = _MISSING) -> _T:
    value = payload.get(name, default)
    if value is _MISSING or value is None:
        if default is _MISSING:
            raise PushboxError(located(name, say("nothing-expecting", expected=_KINDS[kind])))
        value = default
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PushboxError(located(name, say("found-expected", found=str(value)[:40], expected=_KINDS[kind])))
    return value


def _no_level_kept(problems: Sequence[Problem]) -> PushboxError:
    if problems:
        return PushboxError.said("no-level-kept-as", problem=str(problems[0]))
    return PushboxError.said("no-level-kept")


_KINDS: dict[type, str] = {
    str: say("a-text"), int: say("whole-number"), float: say("a-number"), dict: say("an-object"), list: say("a-list"),
}  # fmt: skip
