"""Notebook displays of values: boards as pictures, answers as tables, collections as tables with pictures."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..board import Board
from ..errors import UnsupportedError
from ..level import Collection, Level, SavedMoves
from ..metrics import Metrics
from ..play.drawing import Drawable, draw
from ..render.elements import escape
from ..sentence import counted

if TYPE_CHECKING:
    from ..analysis.certificates import Certificate
    from ..analysis.difficulty import Difficulty
    from ..analysis.explanation import Explanation
    from ..analysis.review import Review
    from ..analysis.similarity import Comparison
    from ..generator import Generated
    from ..optimizer import Optimized
    from ..play.verify import Verification
    from ..solver import GaveUp, Solved, Unsolvable
    from ..studies import Study, StudyNode

MAX_ROWS = 60  # of a table of levels
_THUMBNAIL = 120  # pixels of the longer side of a board in a table
_MAX_CELLS = 10_000  # of a board that is shown without being asked for by name

_Row = tuple[str, object]


def svg(value: Drawable) -> str | None:
    """Return the picture of a value with a board, or None if it is too large for a notebook."""
    try:
        board = value if isinstance(value, Board) else value.board
        return str(draw(value)) if len(board.terrain) <= _MAX_CELLS else None
    except UnsupportedError:
        return None


def html(value: object) -> str:
    """Return a collection, or an answer about a level, as HTML."""
    return _TABLES[type(value).__name__](value)


def _collection(collection: Collection) -> str:
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("#", "Board", "Title", "Game", "Size", "Saved moves"))
    rows = [_level_row(number, level) for number, level in enumerate(collection.levels[:MAX_ROWS], start=1)]
    caption = escape(collection.title or counted(len(collection), "level"))
    more = len(collection) - MAX_ROWS
    notes = [f"{counted(more, 'level')} more"] if more > 0 else []
    notes += [str(problem) for problem in collection.problems[:MAX_ROWS]]
    below = "".join(f"<p>{escape(note)}</p>" for note in notes)
    table = f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<table class="pushbox">{table}</table>{below}'


def _level_row(number: int, level: Level) -> str:
    board = level.board
    cells = (
        _thumbnail(level),
        escape(level.title),
        escape(level.game),
        f"{board.width} × {board.height}",
        str(len(level.saved_moves) or ""),
    )
    columns = "".join(f'<td style="text-align: left">{cell}</td>' for cell in cells)
    return f'<tr><th scope="row">{number}</th>{columns}</tr>'


def _thumbnail(level: Level) -> str:
    """Return a small picture of a level as an image of its own, out of reach of the notebook's styles."""
    board = level.board
    if len(board.terrain) > _MAX_CELLS:
        return escape(board.summary)
    cell = max(4, min(24, _THUMBNAIL // max(board.width, board.height, 1)))
    picture = draw(level, caption="", cell=cell, background=False)
    width, height = picture.size
    data = base64.b64encode(picture.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img src="{source}" alt="{escape(board.summary)}" width="{width}" height="{height}">'


def _solved(answer: Solved) -> str:
    proof = f", optimal by {answer.optimal}" if answer.optimal else ""
    rows = [*_counts(answer.metrics), *_effort(answer.nodes, answer.seconds)]
    if answer.optimal is None and answer.bound is not None:
        rows.append(("lower bound", answer.bound))
    if answer.limit is not None:
        rows.append(("limit reached", answer.limit))
    return _table(f"Solved{proof}", [*rows, ("note", answer.note), ("solution", answer.text)])


def _unsolvable(answer: Unsolvable) -> str:
    return _table("Unsolvable", [("proof", answer.proof), *_effort(answer.nodes, answer.seconds)])


def _gave_up(answer: GaveUp) -> str:
    bound = () if answer.bound is None else (("lower bound", answer.bound),)
    return _table("Gave up", [("limit reached", answer.limit), *bound, *_effort(answer.nodes, answer.seconds)])


def _verification(found: Verification) -> str:
    counts = () if found.metrics is None else _counts(found.metrics)
    head = "A solution" if found else f"Not a solution: {found.status.value}"
    return _table(head, [("message", found.message), *counts, ("moves played", found.text)])


def _optimized(found: Optimized) -> str:
    proof = f", optimal by {found.optimal}" if found.optimal else ""
    counts = [
        (name, f"{before:,}" if before == after else f"{before:,} → {after:,}")
        for (name, before), (_, after) in zip(_numbers(found.before), _numbers(found.metrics), strict=True)
    ]
    limit = (("limit reached", found.limit),) if found.limit else ()
    rows = [*counts, *limit, *_effort(found.nodes, found.seconds), ("solution", found.text)]
    return _table(f"Optimized{proof}", rows)


def _generated(made: Generated) -> str:
    rows: list[_Row] = [("difficulty", made.difficulty or ""), *_counts(made.metrics), ("solution", made.text)]
    return _thumbnail(made.level) + _table(made.level.title or "Generated", rows)


def _review(found: Review) -> str:
    from ..analysis.review import overview, say, say_complete, say_tried

    marks = overview(found)
    picture = draw(found.board, overlays=marks.overlays, rulers=True, caption="")
    rows = [(say(finding, found.board), say_tried(finding)) for finding in found.findings]
    return f"{picture}{_table('Review', rows)}<p>{escape(say_complete(found))}</p>"


def _comparison(found: Comparison) -> str:
    marks = found.difference.annotations
    picture = draw(found.second.board, overlays=marks.overlays, labels=marks.labels, rulers=True, caption="")
    rows = [("changes", found.difference.count), ("not changed", f"{found.difference.likeness:.0%}")]
    return f"{_thumbnail(found.first)}{picture}{_table(found.sentence(), rows)}"


def _explanation(found: Explanation) -> str:
    from ..analysis.deadlocks.sentences import explain

    marks = found.annotations
    picture = draw(found.board, overlays=marks.overlays, labels=marks.labels, rulers=True, caption="")
    rows = [(deadlock.kind.replace("_", " "), explain(deadlock, found.board)) for deadlock in found.deadlocks]
    return f"{picture}{_table(found.headline(), [*rows, ('no reason shown', found.why_silent())])}"


def _difficulty(found: Difficulty) -> str:
    caption = f"Difficulty: {found.value:.0f} of 100"
    features, sure = found.features, found.certainty
    rows = [
        ("grade", f"{found.grade}, with a chance of {100 * sure.sure:.0f} %"),
        ("why", found.explain()),
        ("boxes", features.boxes),
        *_counts(features.metrics),
        ("pushes beyond the least", features.beyond),
        ("pushes off it that lose", f"{100 * features.tries.losing_share:.0f} %"),
        ("positions, any solution", f"{features.effort[0]:,}"),
    ]
    return _table(caption, rows)


def _certificate(certificate: Certificate) -> str:
    from ..analysis.certificates.serialize import sentence_of

    claim = sentence_of(certificate)
    counts = () if certificate.metrics is None else _counts(certificate.metrics)
    rows: list[_Row] = [
        ("evidence", certificate.proof.evidence),
        ("positions", f"{certificate.proof.positions:,}" if certificate.proof.positions else ""),
        *counts,
        ("solution", certificate.solution),
        ("program", certificate.program),
        ("limits", certificate.limits),
        ("level", certificate.level_id),
    ]
    return _thumbnail(certificate.level) + _table(f"Certificate: {claim}", rows)


def _study(study: Study) -> str:
    rows = [(node.moves or "the start", _said(node)) for node in study.nodes[:MAX_ROWS]]
    return _thumbnail(study.level) + _table(study.title or "Study", rows)


def _said(node: StudyNode) -> str:
    return "; ".join(filter(None, (node.comment, node.question and f"? {node.question}"))) or "–"


def _saved_moves(moves: SavedMoves) -> str:
    return _table(moves.title or "Saved moves", [("moves", moves.text), ("notes", moves.notes)])


def _numbers(metrics: Metrics) -> list[tuple[str, int]]:
    return [(name.replace("_", " "), count) for name, count in metrics._asdict().items()]


def _counts(metrics: Metrics) -> list[_Row]:
    return [(name, f"{count:,}") for name, count in _numbers(metrics)]


def _effort(nodes: int, seconds: float) -> list[_Row]:
    return [("positions", f"{nodes:,}"), ("seconds", f"{seconds:.2f}")]


def _table(caption: str, rows: Iterable[_Row]) -> str:
    """Return a table of names and values, without empty values."""
    lines = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        f'<td style="text-align: left; overflow-wrap: anywhere; max-width: 48em">{escape(str(value))}</td></tr>'
        for name, value in rows
        if value not in {"", None}
    )
    return f'<table class="pushbox"><caption>{escape(caption)}</caption><tbody>{lines}</tbody></table>'


# By name: an answer has imported its room, and native code with it, which nothing else needs in order to be shown.
_TABLES: dict[str, Callable[[Any], str]] = {
    "Certificate": _certificate,
    "Collection": _collection,
    "Comparison": _comparison,
    "Difficulty": _difficulty,
    "Explanation": _explanation,
    "GaveUp": _gave_up,
    "Generated": _generated,
    "Optimized": _optimized,
    "Review": _review,
    "SavedMoves": _saved_moves,
    "Solved": _solved,
    "Study": _study,
    "Unsolvable": _unsolvable,
    "Verification": _verification,
}
