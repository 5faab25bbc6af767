"""Generated levels as JSON fields, for ``pushbox generate --json`` and the web."""

from __future__ import annotations

from ..solver.serialize import Fields
from .api import Generated
from .graded import GradedLevel


def generated_to_json(number: int, generated: Generated) -> Fields:
    """Return the fields of level `number`, from 1, without those that do not apply."""
    level = generated.level
    fields: Fields = {"level": number, "title": level.title, "game": level.game}
    fields |= {"board": str(level.board).splitlines(), "moves_text": generated.text} | generated.metrics._asdict()
    fields |= {"shape": generated.shape, "difficulty": generated.difficulty, "nodes": generated.effort}
    fields["rating"] = None if generated.rating is None else round(generated.rating, 1)
    return {name: value for name, value in fields.items() if value is not None}


def graded_to_json(number: int, graded: GradedLevel) -> Fields:
    """Return the fields of level `number`, from 1, of a band."""
    level = graded.level
    fields: Fields = {"level": number, "title": level.title, "game": level.game}
    fields |= {"board": str(level.board).splitlines(), "moves_text": graded.solution}
    return fields | {"moves": graded.moves, "pushes": graded.pushes, "band": graded.band, "id": graded.id}
