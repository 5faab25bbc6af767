"""Results of the optimizer as JSON fields, for ``pushbox optimize --json`` and the web."""

from __future__ import annotations

from ..errors import PushboxError
from ..sentence import counted
from ..solver.serialize import Fields
from .api import Optimized


def optimized_to_json(answer: Optimized | PushboxError) -> Fields:
    """Return the fields of an answer, or of the error instead, without those that do not apply."""
    if isinstance(answer, PushboxError):
        return {"status": "error", "message": str(answer)}
    fields: Fields = {"status": "solved", "moves_text": answer.text} | answer.metrics._asdict()
    fields |= {"optimal": answer.optimal, "limit": answer.limit}
    fields |= {"nodes": answer.nodes, "seconds": round(answer.seconds, 4)}
    fields |= {"message": f"{counted(answer.before.moves, 'move')}, {counted(answer.before.pushes, 'push')} before"}
    return {name: value for name, value in fields.items() if value is not None}
