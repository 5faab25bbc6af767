"""A generated level as JSON fields: what ``pushbox generate --json`` and the web are told."""

from __future__ import annotations

from ..solver.fields import Fields
from .api import Generated


def generated_to_json(number: int, made: Generated) -> Fields:
    """Return the fields of the level that came as `number`, from 1; those that do not apply are left out."""
    level = made.level
    fields: Fields = {"level": number, "title": level.title, "game": level.game}
    fields |= {"board": str(level.board).splitlines(), "moves_text": made.text} | made.metrics._asdict()
    fields |= {"shape": made.shape, "difficulty": made.difficulty, "nodes": made.effort}
    return {name: value for name, value in fields.items() if value is not None}
