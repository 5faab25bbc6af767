"""Studies as JSON values: a list of nodes, cells by their numbers."""

from __future__ import annotations

from typing import Any

from ..errors import ArgumentError, FormatError
from ..formats.json import level_from_json, level_to_json
from .values import MAX_NODES, Study, StudyNode


def study_to_json(study: Study) -> dict[str, Any]:
    """Return a study as JSON values; `study_from_json` is the inverse."""
    nodes = [
        {
            "parent": node.parent,
            "moves": node.moves,
            "comment": node.comment,
            "question": node.question,
            "marks": {name: list(cells) for name, cells in node.marks},
            "arrows": [list(arrow) for arrow in node.arrows],
        }
        for node in study.nodes
    ]
    return {"title": study.title, "author": study.author, "level": level_to_json(study.level), "nodes": nodes}


def study_from_json(value: Any) -> Study:
    """Read the result of `study_to_json`. Raises FormatError for any other value."""
    try:
        nodes = value["nodes"]
        if len(nodes) > MAX_NODES:
            raise FormatError.said("many-nodes", count=len(nodes), most=MAX_NODES)
        level = level_from_json(value["level"])
        return Study(level, value.get("title", ""), value.get("author", ""), tuple(map(_node, nodes)))
    except ArgumentError as error:
        raise FormatError(str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError.said("no-study-object", error=str(error)) from None


def _node(value: Any) -> StudyNode:
    arrows = tuple((start, end) for start, end in value.get("arrows", ()))
    marks = tuple((name, tuple(cells)) for name, cells in value.get("marks", {}).items())
    said = {name: value.get(name, "") for name in ("moves", "comment", "question")}
    return StudyNode(value["parent"], **said, marks=marks, arrows=arrows)
