"""Verdicts as JSON fields, for ``pushbox solve --json``, the web and other machines, and back."""

from __future__ import annotations

from typing import Any

from ..errors import PushboxError
from ..metrics import Metrics
from ..sentence import say, to_json
from .api import GaveUp, Objective, Solved, Unsolvable, Verdict

Fields = dict[str, Any]


def verdict_to_json(objective: Objective, answer: Verdict | PushboxError) -> Fields:
    """Return the fields of an answer, or of the error instead, without those that do not apply."""
    fields: Fields
    match answer:
        case Solved(text, metrics, optimal, nodes, seconds, limit, bound, note):
            needed = _bound_message(objective, bound) if limit is not None else ""
            message = f"{needed}; {note}" if needed and note else needed or note
            fields = {"status": "solved", "moves_text": text}
            fields |= metrics._asdict() | {"optimal": optimal, "limit": limit, "bound": bound, "note": note}
            fields |= {"nodes": nodes, "seconds": round(seconds, 4), "message": message}
        case Unsolvable(proof, nodes, seconds):
            fields = {"status": "unsolvable", "nodes": nodes, "seconds": round(seconds, 4), "message": proof}
        case GaveUp(limit, nodes, seconds, bound):
            fields = {"status": "gave-up", "limit": limit, "nodes": nodes, "seconds": round(seconds, 4)}
            fields |= {"bound": bound, "message": _bound_message(objective, bound)}
        case PushboxError():
            fields = {"status": "error", "message": str(answer)}
    return {name: value for name, value in fields.items() if value not in {None, ""}}


def verdict_from_json(fields: Fields) -> Verdict:
    """Read the fields of `verdict_to_json`. Raises PushboxError for those of an error."""
    match fields["status"]:
        case "solved":
            metrics = Metrics(*(fields[name] for name in Metrics._fields))
            cost, end = (fields["nodes"], fields["seconds"]), (fields.get("limit"), fields.get("bound"))
            return Solved(fields["moves_text"], metrics, fields.get("optimal"), *cost, *end, fields.get("note", ""))
        case "unsolvable":
            return Unsolvable(fields["message"], fields["nodes"], fields["seconds"])
        case "gave-up":
            return GaveUp(fields["limit"], fields["nodes"], fields["seconds"], fields.get("bound"))
        case _:
            raise PushboxError(fields["message"])


def with_phrase(fields: Fields) -> Fields:
    """Return the fields of a verdict, with its message for programs that say it in a language of their own."""
    phrase = to_json(fields.get("message"))
    return fields | {"phrase": phrase} if phrase else fields


def bound_unit(objective: Objective) -> str:
    """Return the unit of a bound for an objective."""
    return "moves" if objective.startswith("moves") else "pushes"


def _bound_message(objective: Objective, bound: int | None) -> str:
    if not bound:
        return ""
    if bound_unit(objective) == "moves":
        return say("at-least-moves", count=bound)
    return say("at-least-pushes", count=bound)
