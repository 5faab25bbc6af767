"""Describe the events on a board in sentences, for people who do not see it; knows no rule.

The cause of a change decides the sentence: "You push the box right onto a goal", "the red stone falls to C4".  Things
have their names as sentences, which are compared in English; what is said of them is in the language of the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..board import Board, Change, Piece, Terrain
from ..grid import Cell, cell_name
from ..render.notes import counted_pieces, piece_name, piece_notes, terrain_name
from ..render.visible import cell_names, is_home, visible_board, visible_terrain
from ..sentence import Sentence, counted, listed, say, spoken, word
from ..tiling import DOWN, LEFT, RIGHT, SQUARE, UP

_MOVED_BY_PUSHER = {"push": "push", "pull": "pull", "bump": "push"}  # a cause of what a pusher does to a piece
_DOES = {  # the cause of a change of place, as what a piece does
    "walk": say("does-walk"), "jump": say("does-jump"), "push": say("does-push"), "pull": say("does-pull"),
    "carry": say("does-carry"), "slide": say("does-slide"), "fall": say("does-fall"), "roll": say("does-roll"),
    "teleport": say("does-teleport"), "recoil": say("does-recoil"),
}  # fmt: skip
_MOVES = say("does-move")
_YOU_DO = {
    "walk": say("you-walk"), "jump": say("you-jump"), "push": say("you-push"), "pull": say("you-pull"),
    "carry": say("you-carry"), "slide": say("you-slide"), "fall": say("you-fall"), "roll": say("you-roll"),
    "teleport": say("you-teleport"), "recoil": say("you-recoil"),
}  # fmt: skip
_YOU_MOVE = say("you-move")
_PUSHES = {  # what a pusher does, and what you do
    "push": (say("pushes"), say("you-push-it")),
    "pull": (say("pulls"), say("you-pull-it")),
}
_ENDS = {"fall": say("ends-fall"), "vanish": say("ends-vanish"), "explode": say("ends-explode")}
_IS_GONE = say("ends-gone")


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
    return [_capital(text) for text in (*sentences, *_terrain_sentences(after, changes)) if text]


def boxes_home(board: Board) -> str:
    """Say how many boxes of how many are on goals; empty for a board without goals or boxes."""
    seen = visible_board(board)
    boxes = [piece for piece in seen.pieces if piece.kind != "pusher"]
    if not boxes or all(terrain.kind != "goal" for terrain in seen.terrain):
        return ""
    home = sum(is_home(seen, box) for box in boxes)
    of_all = counted_pieces(boxes, len(boxes))
    if 1 in {home, len(boxes)}:
        return spoken(say("one-is-home", home=home, boxes=of_all))
    return spoken(say("boxes-are-home", home=home, boxes=of_all))


def describe(board: Board, focus: Piece | None = None) -> list[str]:
    """Describe a board in sentences: its size, pieces, terrain, and the surroundings of the focus."""
    seen = visible_board(board)
    size = say("board-has", columns=counted(seen.width, "column"), rows=counted(seen.height, "row"))
    sentences = [spoken(size)]
    names = [(spoken(_described(seen, piece)), piece) for piece in sorted(seen.pieces, key=lambda piece: piece.cells)]
    names.sort(key=lambda named: (named[1].kind != "pusher", named[0]))
    for name, group in groupby(names, key=lambda named: named[0]):
        sentences.append(_of(name, _places(seen, [piece for _, piece in group])))
    kinds: dict[str, list[Cell]] = {}
    for cell, terrain in enumerate(seen.terrain):
        if (kind := _ground_name(terrain)) not in {"wall", "floor"}:
            kinds.setdefault(spoken(kind), []).append(cell)
    sentences += [_of(kind, _listed(cell_names(seen, cells))) for kind, cells in kinds.items()]
    sentences += [spoken(say("sentence-ends", text=home)) for home in (boxes_home(board),) if home]
    sentences += [_of(spoken(counter.name), str(counter.value)) for counter in seen.counters]
    if focus is not None:
        beside = say("beside-cell", cell=seen.cell_name(focus.anchor), what=_surroundings(seen, focus))
        sentences.append(spoken(beside))
    return sentences


def _of(name: str, text: str) -> str:
    return spoken(say("sentence-of", name=_capital(name), text=text))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def repeated(sentences: Sequence[str], home: str = "") -> list[str]:
    """Return sentences without repetitions in a row, which are counted instead; the last one with `boxes_home`."""
    groups = [(text, len(list(group))) for text, group in groupby(sentences)]
    texts = [spoken(say("said-times", text=text, count=count)) if count > 1 else text for text, count in groups]
    if not texts:
        return []
    last = say("sentence-and-home", text=texts[-1], home=home) if home else say("sentence-ends", text=texts[-1])
    return [*(spoken(say("sentence-ends", text=text)) for text in texts[:-1]), spoken(last)]


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
    who, is_you, way = _subject(before, walk.start), _is_you(before, walk.start), _way(after, walk.start, walk.end)
    if not pushed:
        text = spoken(say("goes", who=who, does=(_YOU_DO if is_you else _DOES)[walk.cause], way=way))
        return _with_place(text, _onto(after, walk.end))
    pushes = _PUSHES[_MOVED_BY_PUSHER[pushed[0].cause]][is_you]
    alone = say("the-noun", noun=_name(pushed[0].start))
    what = alone if len(pushed) == 1 else counted(len(pushed), pushed[0].start.kind)
    text = spoken(say("pushes-what", who=who, pushes=pushes, what=what, way=way))
    arrivals = [arrival for motion in pushed if (arrival := _arrival(before, after, motion))]
    for number, arrival in enumerate(arrivals):
        if number and arrival.code != "where-it":
            text = spoken(say("and-place", text=text, place=arrival))
        else:
            text = _with_place(text, arrival)
    return text


def _with_place(text: str, place: Sentence | None) -> str:
    """Return a sentence with the place at its end."""
    if place is None:
        return text
    if place.code == "where-it":
        return spoken(listed([text, place]))
    return spoken(say("with-place", text=text, place=place))


def _sentence(before: Board, after: Board, motion: Motion) -> str:
    """Describe the motion of a piece that nobody pushed, or that moves by itself."""
    start, end = motion.start, motion.end
    if motion.cause == "appear":
        return spoken(say("appears", noun=_name(start), cell=cell_names(after, start.cells[:1])))
    who = _subject(before, start)
    if end is None:
        return spoken(say("does-what", who=who, does=_ENDS.get(motion.cause, _IS_GONE)))
    if start.cells[0] != end.cells[0]:
        is_you = _is_you(before, start)
        does = _YOU_DO.get(motion.cause, _YOU_MOVE) if is_you else _DOES.get(motion.cause, _MOVES)
        text = spoken(say("goes", who=who, does=does, way=_way(after, start, end)))
        return _with_place(text, _arrival(before, after, motion))
    became = _became(start, end)
    return "" if became is None else spoken(say("does-what", who=who, does=became))


def _became(start: Piece, end: Piece) -> Sentence | None:
    """Describe the new state of a piece that does not move."""
    if end.bloomed and not start.bloomed:
        return say("becomes-bloomed")
    if end.colours != start.colours:
        colours = [word("colour", colour) for colour in dict.fromkeys(end.colours)]
        return say("becomes-colours", colours=listed(colours, "and"))
    if end.fixed and not start.fixed:
        return say("becomes-fixed")
    if end.spent and not start.spent:
        return say("becomes-spent")
    if end.fuse != start.fuse:
        return say("becomes-fuse", number=end.fuse)
    return None


def _terrain_sentences(after: Board, changes: Iterable[Change]) -> list[str]:
    sentences = []
    for change in changes:
        if not isinstance(change.before, Terrain) or not isinstance(change.after, Terrain):
            continue
        was, now = (_ground_name(visible_terrain(terrain)) for terrain in (change.before, change.after))
        if was != now:
            sentences.append(spoken(say("is-now", was=was, cell=after.cell_name(change.cell), now=now)))
    return sentences


def _arrival(before: Board, after: Board, motion: Motion) -> Sentence | None:
    """Describe the destination of a piece if it is notable: onto a goal, off its goal, onto ice."""
    if motion.end is None:
        return say("where-it", ends=_ENDS.get(motion.cause, _IS_GONE))
    if onto := _onto(after, motion.end):
        return onto
    return say("off-its-goal") if is_home(before, motion.start) else None


def _onto(board: Board, piece: Piece) -> Sentence | None:
    ground = visible_terrain(board.terrain[piece.anchor])
    noun = _ground_name(ground)
    if noun in {"floor", "wall"}:
        return None
    if ground.number or ground.kind == "ice":
        onto = say("onto", noun=noun)
    else:
        onto = say("onto-an", noun=noun) if noun[0] in "aeiou" else say("onto-a", noun=noun)
    is_strange = ground.kind == "goal" and piece.kind != "pusher" and not is_home(board, piece)
    return say("not-its-own", place=onto) if is_strange else onto


def _way(board: Board, start: Piece, end: Piece) -> Sentence:
    """Describe a way as a direction, with the number of cells if there are several, or by its end."""
    (row, column), (last_row, last_column) = board.rc(start.anchor), board.rc(end.anchor)
    down, right = last_row - row, last_column - column
    if bool(down) == bool(right):
        return say("way-to", cell=cell_name(last_row, last_column))
    name = SQUARE.names[(RIGHT if right > 0 else LEFT) if right else (DOWN if down > 0 else UP)]
    length = abs(down + right)
    return say("way", direction=name) if length == 1 else say("way-of-cells", count=length, direction=name)


def _is_you(board: Board, piece: Piece) -> bool:
    return piece.kind == "pusher" and not piece.player and len(list(board.of_kind("pusher"))) == 1


def _name(piece: Piece) -> Sentence:
    name = piece_name(piece)
    if piece.kind == "pusher" and piece.colours and not piece.player:
        name = say("label-with", words=word("colour", piece.colours[0]), noun=name)
    return say("label-numbered", noun=name, number=piece.number) if piece.number else name


def _ground_name(terrain: Terrain) -> Sentence:
    if terrain.player:
        return say("label-of-player", noun=word("terrain", terrain.kind), player=terrain.player)
    if terrain.number:
        return say("label-numbered", noun=word("terrain", terrain.kind), number=terrain.number)
    return terrain_name(terrain)


def _subject(board: Board, piece: Piece) -> Sentence:
    """Name the actor: you, player 2, or the piece with its cell."""
    if _is_you(board, piece):
        return say("you")
    return piece_name(piece) if piece.player else say("the-at", noun=_name(piece), cell=board.cell_name(piece.anchor))


def _described(board: Board, piece: Piece) -> str:
    if _is_you(board, piece):
        return say("you")
    name = _name(piece)
    named = {piece_name(piece), name, f"number {piece.number}", " ".join((*piece.colours[:1], piece.kind))}
    notes = [note for note in piece_notes(board, piece) if note not in named]
    at_home = piece.kind != "pusher" and is_home(board, piece)
    return listed([say("at-home", noun=name) if at_home else name, *notes])


def _places(board: Board, pieces: Sequence[Piece]) -> str:
    return _listed(" ".join(board.cell_name(piece.anchor) for piece in pieces))


def _listed(names: str) -> str:
    return ", ".join(names.split())


def _surroundings(board: Board, piece: Piece) -> str:
    parts: list[str] = []
    for direction, step in zip(board.tiling.names, board.grid.step, strict=True):
        cell = step[piece.anchor]
        if cell >= len(board.terrain):
            parts.append(say("at-the-edge", direction=direction))
            continue
        standing = listed([_name(other) for other in board.pieces if cell in other.cells], "and")
        ground = _ground_name(board.terrain[cell])
        if standing and ground != "floor":
            standing = say("stands-on", what=standing, ground=ground)
        parts.append(say("at-side", direction=direction, what=standing or ground))
    return listed(parts)
