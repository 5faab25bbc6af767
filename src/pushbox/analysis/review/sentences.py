"""Reviews as sentences for people, as JSON, and as marks on the board."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...board import Board
from ...grid import Cell
from ...render.annotations import Annotations, Arrow
from ...sentence import Language
from ..texts import fill, listed, texts
from .values import Finding, Kind, Review

_MAX_SOLUTIONS = 20  # of a review as JSON: the best
_MAX_NAMED = 12  # cells; of more the rest is counted

# What is drawn of all statements together.
_OVERVIEW: dict[Kind, str] = {
    "unused_floor": "area",
    "unused_cells": "area",
    "spare_walls": "dead",
    "still_boxes": "selected",
    "spare_boxes": "selected",
    "unused_goals": "selected",
    "key_walls": "problem",
}


def say(finding: Finding, board: Board, language: Language = "en") -> str:
    """Return a statement in one sentence."""
    key = f"review.{finding.kind}"
    values: dict[str, str | int] = {
        "count": 0 if finding.kind == "unsolvable" else len(finding.cells),
        **finding.numbers,
    }
    if finding.symmetry:
        values["symmetry"] = fill(language, f"review.symmetry.{finding.symmetry}")
    if finding.kind == "branch":
        values |= {"own": board.cell_name(finding.cells[0]), "other": board.cell_name(finding.cells[1])}
        if finding.cells[0] == finding.cells[1]:
            key += ".same"
            own, other = (board.cell_name(end) for _, end in finding.arrows)
            values |= {"own_target": own, "other_target": other}
    if finding.kind == "trap":
        values |= {"box": board.cell_name(finding.cells[0]), "target": board.cell_name(finding.cells[1])}
    if finding.kind == "unsolvable" and finding.cells:
        key += ".boxes"
    elif finding.kind in {"branch", "trap"} and not finding.numbers["push"]:
        key += ".start"
    return fill(language, key, cells=_cells(finding, board, language), **values)


def say_tried(finding: Finding, language: Language = "en") -> str:
    """Say in one sentence what a statement rests on."""
    tried = finding.tried
    key = f"review.tried.{tried.by}"
    if tried.by == "searches" and tried.undecided:
        key += ".undecided"
    return fill(language, key, count=tried.count, undecided=tried.undecided, nodes=tried.nodes)


def say_complete(review: Review, language: Language = "en") -> str:
    """Say in one sentence whether there was time for everything."""
    key = "review.complete" if review.complete else "review.incomplete"
    message = fill(language, key, seconds=f"{review.seconds:.0f}")
    if review.coverage == "boxes":
        return message
    return texts(language)["list.sentence"].join([message, texts(language)["review.solutions"]])


def say_folded(count: int, language: Language = "en") -> str:
    """Say in one sentence how many statements are not printed, and how to see them."""
    return fill(language, "review.folded", count=count)


def review_to_json(review: Review, board: Board, language: Language = "en") -> dict[str, Any]:
    """Return a review as JSON values, cells by their names on the rulers and by their numbers.

    `foremost` are the places of the statements that matter first to a designer, among `findings`.
    """
    findings = [
        {
            "kind": finding.kind,
            "sentence": say(finding, board, language),
            "tried": asdict(finding.tried) | {"sentence": say_tried(finding, language)},
            "cells": [*map(board.cell_name, finding.cells)],
            "arrows": [[board.cell_name(start), board.cell_name(end)] for start, end in finding.arrows],
            "moves": finding.moves,
            "numbers": dict(finding.numbers),
            "symmetry": finding.symmetry,
        }
        for finding in review.findings
    ]
    limit = {"seconds": review.limit.seconds, "nodes": review.limit.nodes, "memory": review.limit.memory}
    return {
        "findings": findings, "foremost": [*map(review.findings.index, review.foremost(len(findings)))],
        "solutions": list(review.solutions[:_MAX_SOLUTIONS]), "coverage": review.coverage, "complete": review.complete,
        "message": say_complete(review, language), "seconds": round(review.seconds, 3), "each": limit,
    }  # fmt: skip


def marks(finding: Finding) -> Annotations:
    """Return the marks of a statement on the board."""
    overlay = {"unused_floor": "area", "spare_walls": "area", "branch": "selected"}.get(finding.kind, "problem")
    return Annotations({overlay: finding.cells}, [Arrow(*arrow) for arrow in finding.arrows if arrow[0] != arrow[1]])


def overview(review: Review) -> Annotations:
    """Return the combined marks of all statements on cells: superfluous floor and walls, unpushed boxes."""
    overlays: dict[str, list[Cell]] = {}
    for finding in review.findings:
        if finding.kind in _OVERVIEW:
            overlays.setdefault(_OVERVIEW[finding.kind], []).extend(finding.cells)
    return Annotations({name: [*dict.fromkeys(cells)] for name, cells in overlays.items()})


def _cells(finding: Finding, board: Board, language: Language) -> str:
    names = [*map(board.cell_name, finding.cells)]
    if len(names) <= _MAX_NAMED:
        return listed(language, names)
    return fill(language, "review.more", names=", ".join(names[:_MAX_NAMED]), more=str(len(names) - _MAX_NAMED))
