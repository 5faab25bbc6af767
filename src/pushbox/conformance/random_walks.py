"""Random walks: games played through a session on crowded random boards, back and forth, and every board written.

Where `pushbox.conformance` checks every law in a position, a walk checks few and is cheap, so that there can be
hundreds of thousands: that nothing raises, that undo, redo and the branches of the history lead to the very positions
that were there, and that every board survives being written and read by every format that can hold it.

A walk is known by its game and its number, which is its seed: the same number gives the same walk.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .. import formats
from ..board import WALL, Board
from ..errors import IllegalMove
from ..formats import codec, json
from ..games.api import Game, Outcome
from ..grid import framed as framed_terrain
from ..grid import framed_cell
from ..level import Collection, Level
from ..play.session import Node, Session
from . import LawBroken, random_level
from .law import drawn

_LARGEST = 5  # cells each way, without the frame
_FRAMED = 0.5  # of the boards, as most formats hold none whose edge is open
_TURNED = 0.2  # of the moves are followed by some steps back
_BACK = 3

Mark = tuple[Level, Outcome]


@dataclass(slots=True)
class Walked:
    """How much was walked: walks, turns, and for each format how many boards were written and read back."""

    walks: int = 0
    turns: int = 0
    boards: Counter[str] = field(default_factory=Counter)


def check(game: Game, numbers: Iterable[int], *, steps: int = 8) -> Walked:
    """Take the walks with these numbers, of at most `steps` turns each.

    Raises LawBroken with the first that shows a fault, and whatever a game or a format raises of its own.
    """
    walked = Walked()
    for number in numbers:
        check_walk(game, number, walked, steps=steps)
    return walked


def check_walk(game: Game, number: int, walked: Walked, *, steps: int = 8) -> None:
    """Take one walk and count it in `walked`.  Raises LawBroken."""
    rng = random.Random(f"{game.info.key} {number}")
    level = random_level(game, rng, largest=_LARGEST)
    if rng.random() < _FRAMED:
        level = framed(level)
    session = Session(level, game=game, clock=lambda: 0.0)
    marks = {session.current: _mark(session)}
    for _ in range(steps):
        if not _step(session, rng):
            break
        walked.turns += 1
        marks.setdefault(session.current, _mark(session))
        if rng.random() < _TURNED:
            for _ in range(rng.randint(1, _BACK)):
                session.undo()
            _hold(session, marks, "undo leads to the position that was there")
    _check_history(session, marks)
    for place, board in enumerate(dict.fromkeys(board for board, _ in marks.values())):
        walked.boards.update(check_formats(board, all_losses=not place))
    walked.walks += 1


def check_formats(level: Level, *, all_losses: bool = True) -> list[str]:
    """Write a level in every format that can hold it, read it back, and return their keys.

    Formats that cannot name all their losses, or only the first, which is much quicker.  Raises LawBroken where a level
    comes back otherwise, and FormatError where a format does not read what it writes.
    """
    held = []
    collection = Collection((level,))
    for key in formats.keys():
        format_ = formats.find(key)
        if not all_losses and next(iter(format_.losses(level)), None) is not None:
            continue
        encoded = codec.encode(format_, collection)
        if encoded.losses:
            continue
        again = formats.read(encoded.text, format=key)
        if again != collection:
            raise LawBroken(f"{key}: what is written does not come back\n{encoded.text}\n{json.encode(level)}")
        held.append(key)
    return held


def framed(level: Level) -> Level:
    """Return a level with a wall around its board."""
    board = level.board
    pieces = tuple(
        piece._replace(cells=tuple(framed_cell(cell, board.width) for cell in piece.cells)) for piece in board.pieces
    )
    terrain = tuple(framed_terrain(board.terrain, board.width, WALL))
    return replace(level, board=Board(board.width + 2, board.height + 2, terrain, pieces, board.counters))


def _step(session: Session, rng: random.Random) -> bool:
    """Play a random legal move; return whether there is one."""
    moves = [*session.game.rules.pseudo_legal_moves(session.state)]
    rng.shuffle(moves)
    for move in moves:
        try:
            session.play(move)
        except IllegalMove:
            continue
        return True
    return False


def _check_history(session: Session, marks: dict[Node, Mark]) -> None:
    """Go back to the start step by step and forth again, replay the line, and visit every position."""
    end, line = session.current, session.current.line()
    for node in [*reversed(line)]:
        _hold(session, marks, "undo leads to the position that was there", node)
        session.undo()
    _hold(session, marks, "undo leads to the start", session.root)
    if session.undo():
        raise _broken(session, "there is nothing to undo at the start")
    for node in line:
        session.redo()
        _hold(session, marks, "redo leads to the position that was there", node)
    if session.start.parse(session.text) != session.move_stack:
        raise _broken(session, "the line of play is read back from its notation")
    for node in session.nodes():
        session.goto(node)
        _hold(session, marks, "the history keeps its positions", node)
    session.goto(end)


def _hold(session: Session, marks: dict[Node, Mark], law: str, node: Node | None = None) -> None:
    """Hold that a session is at a node, any if None, and that its position is as it was marked."""
    current = session.current
    if (node is not None and current is not node) or _mark(session) != marks[current]:
        raise _broken(session, law)
    pieces = session.focusable
    if (session.focus not in pieces) if pieces else session.focus is not None:
        raise _broken(session, "what the keys steer is a piece that they can steer")


def _mark(session: Session) -> Mark:
    """Return a position as a level, made anew each time it is asked for, and its outcome."""
    return session.game.rules.to_level(session.state), session.outcome()


def _broken(session: Session, law: str) -> LawBroken:
    return LawBroken(f"{session.game.info.key}: {law}, broken at {session.text!r} on\n{drawn(session.level)}")
