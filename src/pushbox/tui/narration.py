"""Describe the events on a board in sentences, for people who do not see it; knows no rule.

The cause of a change decides the sentence: "You push the box right onto a goal", "the red stone falls to C4".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..board import Board, Change, Piece, Terrain
from ..grid import Cell, cell_name
from ..render.notes import piece_name, piece_notes, terrain_name
from ..render.visible import cell_names, is_home, visible_board, visible_terrain
from ..sentence import counted
from ..tiling import DOWN, LEFT, RIGHT, SQUARE, UP

_MOVED_BY_PUSHER = {"push": "push", "pull": "pull", "bump": "push"}  # a cause of what a pusher does to a piece
_VERBS = {  # the cause of a change of place, as what the piece does
    "walk": "walks", "jump": "jumps", "push": "is pushed", "pull": "is pulled", "carry": "is carried",
    "slide": "slides", "fall": "falls", "roll": "rolls", "teleport": "is teleported", "shift": "moves", "swap": "moves",
    "recoil": "is pushed back",
}  # fmt: skip
_ENDS = {"fall": "falls and is gone", "vanish": "vanishes", "explode": "explodes"}
_YOURS = {"walks": "walk", "jumps": "jump", "slides": "slide", "falls": "fall", "is carried": "are carried"}


class Motion(NamedTuple):
    """The motion of one piece by one cause; `end` is None if it has gone."""

    cause: str
    start: Piece
    end: Piece | None

    @property
    def is_walk(self) -> bool:
        """Whether a pusher goes by itself."""
        return self.cause in {"walk", "jump"} and self.start.kind == "pusher"


def narrate(before: Board, after: Board, changes: Iterable[Change]) -> list[str]:
    """Describe the visible changes of a move in sentences."""
    motions = _motions(changes)
    before, after = visible_board(before), visible_board(after)
    walks = [motion for motion in motions if motion.is_walk and motion.end]
    sentences, moved = [], set[int]()
    for walk in walks:
        pushed = [index for index, motion in enumerate(motions) if index not in moved and _is_moved_by(walk, motion)]
        pushed = _row_of(walk, motions, pushed)
        moved |= {*pushed}
        sentences.append(_walk_sentence(before, after, walk, [motions[index] for index in pushed]))
    rest = [motion for index, motion in enumerate(motions) if index not in moved and motion not in walks]
    sentences += [_sentence(before, after, motion) for motion in rest]
    return [text[0].upper() + text[1:] for text in (*sentences, *_terrain_sentences(after, changes)) if text]


def boxes_home(board: Board) -> str:
    """Say how many boxes of how many are on goals; empty for a board without goals or boxes."""
    seen = visible_board(board)
    boxes = [piece for piece in seen.pieces if piece.kind != "pusher"]
    if not boxes or all(terrain.kind != "goal" for terrain in seen.terrain):
        return ""
    home = sum(is_home(seen, box) for box in boxes)
    kind = boxes[0].kind if len({box.kind for box in boxes}) == 1 else "piece"
    return f"{home} of {counted(len(boxes), kind)} {'is' if 1 in {home, len(boxes)} else 'are'} home"


def describe(board: Board, focus: Piece | None = None) -> list[str]:
    """Describe a board in sentences: its size, pieces, terrain, and the surroundings of the focus."""
    seen = visible_board(board)
    sentences = [f"The board has {counted(seen.width, 'column')} and {counted(seen.height, 'row')}."]
    names = [(_described(seen, piece), piece) for piece in sorted(seen.pieces, key=lambda piece: piece.cells)]
    names.sort(key=lambda named: (named[1].kind != "pusher", named[0]))
    for name, group in groupby(names, key=lambda named: named[0]):
        sentences.append(f"{name[0].upper()}{name[1:]}: {_places(seen, [piece for _, piece in group])}.")
    kinds: dict[str, list[Cell]] = {}
    for cell, terrain in enumerate(seen.terrain):
        if (kind := _ground_name(terrain)) not in {"wall", "floor"}:
            kinds.setdefault(kind, []).append(cell)
    sentences += [f"{kind[0].upper()}{kind[1:]}: {_listed(cell_names(seen, cells))}." for kind, cells in kinds.items()]
    sentences += [f"{home}." for home in (boxes_home(board),) if home]
    sentences += [f"{counter.name}: {counter.value}." for counter in seen.counters]
    if focus is not None:
        sentences.append(f"Beside {seen.cell_name(focus.anchor)}: {_surroundings(seen, focus)}.")
    return sentences


def repeated(sentences: Sequence[str]) -> list[str]:
    """Return sentences without repetitions in a row, which are counted instead."""
    texts = [(text, len(list(group))) for text, group in groupby(sentences)]
    return [f"{text}, {count} times." if count > 1 else f"{text}." for text, count in texts]


def _motions(changes: Iterable[Change]) -> list[Motion]:
    """Return the motion of each visible piece, the changes of one cause joined."""
    motions: list[Motion] = []
    for change in changes:
        if not isinstance(change.before, Piece) or change.before.hidden:
            if isinstance(change.after, Piece) and not change.after.hidden:
                motions.append(Motion("appear", change.after, change.after))
            continue
        end = change.after if isinstance(change.after, Piece) and not change.after.hidden else None
        for index, motion in enumerate(motions):
            if motion.end == change.before and motion.cause == change.cause and motion.cause != "appear":
                motions[index] = motion._replace(end=end)
                break
        else:
            motions.append(Motion(change.cause, change.before, end))
    return motions


def _is_moved_by(walk: Motion, motion: Motion) -> bool:
    return motion.start.kind != "pusher" and motion.cause in _MOVED_BY_PUSHER and motion.start != walk.start


def _row_of(walk: Motion, motions: Sequence[Motion], candidates: Sequence[int]) -> list[int]:
    """Return the moved pieces that a walk pushes or pulls: those in a row from its end, or ending behind it."""
    assert walk.end is not None
    front, row, rest = {*walk.end.cells}, list[int](), list(candidates)
    while touched := [index for index in rest if front & {*motions[index].start.cells}]:
        row += touched
        rest = [index for index in rest if index not in touched]
        front = {cell for index in touched if (end := motions[index].end) for cell in end.cells}
    pulled = (index for index in rest if (end := motions[index].end) and end.anchor == walk.start.anchor)
    return row or list(pulled)


def _walk_sentence(before: Board, after: Board, walk: Motion, pushed: Sequence[Motion]) -> str:
    assert walk.end is not None
    name, is_you = _subject(before, walk.start), _is_you(before, walk.start)
    if not pushed:
        verb = _VERBS[walk.cause]
        return f"{name} {_YOURS[verb] if is_you else verb} {_way(after, walk.start, walk.end)}{_onto(after, walk.end)}"
    verb = _MOVED_BY_PUSHER[pushed[0].cause]
    what = f"the {_name(pushed[0].start)}" if len(pushed) == 1 else counted(len(pushed), pushed[0].start.kind)
    way = _way(after, walk.start, walk.end)
    third = "" if is_you else "es" if verb == "push" else "s"
    places = ", and".join(filter(None, (_arrival(before, after, motion) for motion in pushed)))
    return f"{name} {verb}{third} {what} {way}{places}"


def _sentence(before: Board, after: Board, motion: Motion) -> str:
    """Describe the motion of a piece that nobody pushed, or that moves by itself."""
    start, end = motion.start, motion.end
    if motion.cause == "appear":
        return f"a {_name(start)} appears at {cell_names(after, start.cells[:1])}"
    name = _subject(before, start)
    if end is None:
        return f"{name} {_ENDS.get(motion.cause, 'is gone')}"
    if start.cells[0] != end.cells[0]:
        verb = _VERBS.get(motion.cause, "moves")
        verb = _YOURS.get(verb, verb) if _is_you(before, start) else verb
        return f"{name} {verb} {_way(after, start, end)}{_arrival(before, after, motion)}"
    return f"{name} {became}" if (became := _became(start, end)) else ""


def _became(start: Piece, end: Piece) -> str:
    """Describe the new state of a piece that does not move."""
    if end.bloomed and not start.bloomed:
        return "blooms"
    if end.colours != start.colours:
        return f"turns {' and '.join(dict.fromkeys(end.colours))}"
    if end.fixed and not start.fixed:
        return "is fixed"
    if end.spent and not start.spent:
        return "burns down"
    if end.fuse != start.fuse:
        return f"has a fuse of {end.fuse} left"
    return ""


def _terrain_sentences(after: Board, changes: Iterable[Change]) -> list[str]:
    sentences = []
    for change in changes:
        if not isinstance(change.before, Terrain) or not isinstance(change.after, Terrain):
            continue
        was, now = (_ground_name(visible_terrain(terrain)) for terrain in (change.before, change.after))
        if was != now:
            sentences.append(f"the {was} at {after.cell_name(change.cell)} is now {now}")
    return sentences


def _arrival(before: Board, after: Board, motion: Motion) -> str:
    """Describe the destination of a piece if it is notable: onto a goal, off its goal, onto ice."""
    if motion.end is None:
        return f", where it {_ENDS.get(motion.cause, 'is gone')}"
    if onto := _onto(after, motion.end):
        return onto
    return " off its goal" if is_home(before, motion.start) else ""


def _onto(board: Board, piece: Piece) -> str:
    ground = visible_terrain(board.terrain[piece.anchor])
    name = _ground_name(ground)
    if name in {"floor", "wall"}:
        return ""
    article = "" if ground.number or ground.kind == "ice" else "an " if name[0] in "aeiou" else "a "
    is_strange = ground.kind == "goal" and piece.kind != "pusher" and not is_home(board, piece)
    return f" onto {article}{name}{', which is not its own' if is_strange else ''}"


def _way(board: Board, start: Piece, end: Piece) -> str:
    """Describe a way as a direction, with the number of cells if there are several, or by its end."""
    (row, column), (last_row, last_column) = board.rc(start.anchor), board.rc(end.anchor)
    down, right = last_row - row, last_column - column
    if bool(down) == bool(right):
        return f"to {cell_name(last_row, last_column)}"
    name = SQUARE.names[(RIGHT if right > 0 else LEFT) if right else (DOWN if down > 0 else UP)]
    length = abs(down + right)
    return name if length == 1 else f"{length} cells {name}"


def _is_you(board: Board, piece: Piece) -> bool:
    return piece.kind == "pusher" and not piece.player and len(list(board.of_kind("pusher"))) == 1


def _name(piece: Piece) -> str:
    colour = piece.colours[0] if piece.kind == "pusher" and piece.colours else ""
    number = f" {piece.number}" if piece.number else ""
    return f"{colour} {piece_name(piece)}{number}".strip()


def _ground_name(terrain: Terrain) -> str:
    if terrain.player:
        return f"{terrain.kind} of player {terrain.player}"
    return f"{terrain.kind} {terrain.number}" if terrain.number else terrain_name(terrain)


def _subject(board: Board, piece: Piece) -> str:
    """Name the actor: you, player 2, or the piece with its cell."""
    if _is_you(board, piece):
        return "you"
    return piece_name(piece) if piece.player else f"the {_name(piece)} at {board.cell_name(piece.anchor)}"


def _described(board: Board, piece: Piece) -> str:
    if _is_you(board, piece):
        return "you"
    named = {piece_name(piece), _name(piece), f"number {piece.number}", " ".join((*piece.colours[:1], piece.kind))}
    notes = [note for note in piece_notes(board, piece) if note not in named]
    return ", ".join([_name(piece) + (" at home" if piece.kind != "pusher" and is_home(board, piece) else ""), *notes])


def _places(board: Board, pieces: Sequence[Piece]) -> str:
    return _listed(" ".join(board.cell_name(piece.anchor) for piece in pieces))


def _listed(names: str) -> str:
    return ", ".join(names.split())


def _surroundings(board: Board, piece: Piece) -> str:
    parts = []
    for name, step in zip(board.tiling.names, board.grid.step, strict=True):
        cell = step[piece.anchor]
        if cell >= len(board.terrain):
            parts.append(f"{name} the edge")
            continue
        standing = [_name(other) for other in board.pieces if cell in other.cells]
        ground = _ground_name(board.terrain[cell])
        below = f" on {ground}" if standing and ground != "floor" else "" if standing else ground
        parts.append(f"{name} {' and '.join(standing)}{below}")
    return ", ".join(parts)
