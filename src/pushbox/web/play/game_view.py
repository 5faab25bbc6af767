"""A table: one level being played, what a client may do there, and what it is told.

The board is sent once; from then on only what changes.  With every answer goes what each key would do next, so that a
client paints a key at once: not where a level hides something, nor where several play, as there only what has happened
may be told.  Positions of the history have numbers, which count up from 0, the start.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ...board import Board, Change, inverse_changes
from ...formats.json import board_to_json
from ...games.api import Focus, Key, PlayerAction, Transition, step_of
from ...level import Level
from ...metrics import MetricsCounter
from ...play.session import Node, Session, refocused
from . import serialize
from .messages import KEYS
from .serialize import Object

MOST_NODES = 20_000  # positions of one history
MOST_AT_ONCE = 1_000  # moves that one message plays


class Row(NamedTuple):
    """A position of the history as it is kept: its number, the one it was played from, and the move."""

    node: int
    parent: int
    text: str


class Label(NamedTuple):
    """What a table knows of a position: its number, the move that led to it in notation, the counts of its line."""

    id: int
    text: str
    tally: MetricsCounter


class Position(NamedTuple):
    """A position of the line that is played: its number, its state, and how many moves up to it pushed something."""

    node: int
    state: Any
    pushes: int


class Refused(Exception):
    """What is asked is not done, for a reason in a sentence."""


class Table:
    """One level being played.

    `assists` are the helps used, `snapshots` the positions kept under names.  What was played since `news` was asked
    last is what has to be kept.
    """

    def __init__(
        self,
        level: Level,
        *,
        seconds: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_NODES,
    ) -> None:
        self.session = Session(level, clock=clock, played=seconds)
        self.game = self.session.game
        self.assists: set[str] = set()
        self.snapshots: dict[str, int] = {}
        self._most = most
        self._nodes = [self.session.root]
        self._labels = {self.session.root: Label(0, "", MetricsCounter())}
        self._bent: dict[int, int] = {}  # where redo leads elsewhere than to the newest branch
        self._played: list[Object] = []  # what no client has been told yet: turns, and rows of positions
        self._told: list[list[Any]] = []
        self._unkept: list[Row] = []
        self._grid = level.board.grid

    @property
    def size(self) -> int:
        """How many positions the history has."""
        return len(self._nodes)

    @property
    def here(self) -> int:
        """The number of the position that is shown."""
        return self._labels[self.session.current].id

    @property
    def label(self) -> Label:
        """What is known of the position that is shown."""
        return self._labels[self.session.current]

    @property
    def plain(self) -> bool:
        """Whether all is seen and one plays: then it may be told what would happen."""
        return not self.session.has_hidden_parts and self.game.info.players == 1

    def line(self) -> list[Position]:
        """Return the positions from the start to the one that is shown."""
        nodes = [self.session.root, *self.session.current.line()]
        labels = [self._labels[node] for node in nodes]
        return [Position(it.id, node.state, it.tally.metrics.pushes) for it, node in zip(labels, nodes, strict=True)]

    def news(self) -> list[Row]:
        """Return what was played since this was asked last."""
        news, self._unkept = self._unkept, []
        return news

    # What it was, to come back to -------------------------------------------------------------------------------------

    def memo(self) -> str:
        """Return as text what the rows do not tell: what is steered, and where redo leads."""
        return json.dumps({"focus": serialize.focus_to_json(self.session.focus), "redo": sorted(self._bent.items())})

    def restore(self, rows: Iterable[Row], here: int, memo: str) -> None:
        """Bring a fresh table to where another was, as told by its rows and its memo.

        Raises IllegalMove or IndexError for rows that are of no table of this level.
        """
        for row in rows:
            node = self.session.add_variation(self._nodes[row.parent], serialize.move_from_text(row.text))
            assert node.transition is not None, "a branch has the turn that led to it"
            self._number(node, node.transition)
        for node in self._nodes:
            node.latest = node.branches[-1] if node.branches else None
        kept = json.loads(memo) if memo else {}
        for parent, branch in kept.get("redo", ()):
            self._bent[parent] = branch
            self._nodes[parent].latest = self._nodes[branch]
        self.session.goto(self._nodes[here])  # the line to it is where redo leads: it was gone along last
        for piece in self.game.focus(self.session.state):
            if list(piece.cells) == kept.get("focus"):
                self.session.steer(piece)
                break
        self._told.clear()
        self._unkept.clear()

    # What it tells ----------------------------------------------------------------------------------------------------

    def opened(self) -> Object:
        """Return everything that a client needs to begin with."""
        info = self.game.info
        return {
            "is": "opened",
            "game": {
                "key": info.key,
                "name": info.name,
                "players": info.players,
                "hides": self.session.has_hidden_parts,
            },
            "board": board_to_json(self.session.board),
            "nodes": [self._row(node) for node in self._nodes[1:]],
            "state": self.state(),
            "next": self.next(),
            "snapshots": self.snapshots,
        }

    def state(self) -> Object:
        """Return how things stand."""
        session, label = self.session, self.label
        outcome = session.outcome()
        return {
            "node": label.id,
            "depth": session.current.depth,
            "counts": label.tally.metrics._asdict(),
            "outcome": {"status": outcome.status.value, "reason": outcome.reason, "winner": outcome.winner},
            "focus": serialize.focus_to_json(session.focus),
            "branches": [self._labels[branch][:2] for branch in session.current.branches],
            "seconds": round(session.seconds(), 1),
        }

    def next(self) -> Object:
        """Return what each key would do now, None for nothing; nothing at all where that may not be told."""
        return {key: self._foreseen(key) for key in KEYS} if self.plain else {}

    def _foreseen(self, key: Key) -> Object | None:
        game, state, focus = self.game, self.session.state, self.session.focus
        move = game.key(state, focus, key)
        if move is None or isinstance(move, PlayerAction):
            return None
        if isinstance(move, Focus):
            return {"changes": [], "focus": list(move.piece.cells)}
        if (transition := game.apply(state, move)) is None:
            return None
        after = refocused(game, transition.state, game.focus_after(state, focus, move), transition)
        return {"changes": serialize.changes_to_json(transition.changes), "focus": serialize.focus_to_json(after)}

    def _row(self, node: Node) -> list[Any]:
        label, parent = self._labels[node], node.parent
        assert parent is not None, "the start is in no row"
        return [label.id, self._labels[parent].id, label.text, bool(node.transition and node.transition.pushes)]

    # What is done at it -----------------------------------------------------------------------------------------------

    def turned(self) -> Object:
        """Return what came of all that was done since this was asked last, and how things stand now."""
        told = {
            "is": "turned",
            "played": self._played,
            "nodes": self._told,
            "state": self.state(),
            "next": self.next(),
        }
        self._played, self._told = [], []
        return told

    def press(self, key: Key, player: int = 0) -> None:
        """Do what a key means.  Raises Refused or IllegalMove."""
        match self.session.resolve_key(key, player):
            case None:
                raise Refused("this key does nothing here")
            case Focus():
                self.session.press(key, player)
            case PlayerAction():
                self._note(lambda: self.session.press(key, player))
            case move:
                self.play(move)

    def play(self, move: Any) -> None:
        """Play a move.  Raises IllegalMove, and Refused where the history is full."""
        if self.size >= self._most and all(branch.move != move for branch in self.session.current.branches):
            raise Refused(f"this play has {self._most} positions, more are not kept: start a new one")
        self._note(lambda: self.session.play(move))

    def undo(self, times: int) -> None:
        """Go back some moves.  Raises Refused at the start."""
        session = self.session
        times = min(times, session.current.depth)
        if not times:
            raise Refused("there is nothing to undo")
        transition = session.current.transition
        if times == 1 and transition is not None and not session.has_hidden_parts:
            session.undo()
            self._show(inverse_changes(transition.changes))
        else:
            self._jump(lambda: [session.undo() for _ in range(times)])

    def redo(self, times: int, node: int | None = None) -> None:
        """Go forward some moves, the first into the branch that begins with `node`.  Raises Refused."""
        session = self.session
        branches = [self._labels[branch].id for branch in session.current.branches]
        if node is not None and node not in branches:
            raise Refused("this is no branch of the position")
        branch = None if node is None else branches.index(node)
        for number in range(min(times, MOST_AT_ONCE)):
            before = self._seen()
            if not session.redo(branch):
                if not number:
                    raise Refused("there is nothing to redo")
                return
            branch = None
            self._bend(session.current)
            assert session.current.transition is not None, "a branch has the turn that led to it"
            self._show(session.current.transition.changes if before is None else before.diff(session.board))

    def goto(self, number: int) -> None:
        """Go to a position of the history.  Raises Refused where there is none of that number."""
        if number >= self.size:
            raise Refused(f"there is no position {number}")
        node = self._nodes[number]
        self._jump(lambda: self.session.goto(node))
        for step in node.line():
            self._bend(step)

    def restart(self) -> None:
        """Go to the start."""
        self._jump(self.session.restart)

    def _note(self, act: Callable[[], Transition[Any] | None]) -> None:
        """Do what may play a turn, and note what is seen of it."""
        before = self._seen()
        if (transition := act()) is not None:
            here = self.session.current
            if here not in self._labels:
                self._number(here, transition)
            self._bend(here)
            self._show(transition.changes if before is None else before.diff(self.session.board))

    def _jump(self, act: Callable[[], object]) -> None:
        """Go anywhere in the history; what is seen of it is the difference of the boards."""
        before = self.session.board
        act()
        if changes := before.diff(self.session.board):
            self._show(changes)

    def _show(self, changes: Iterable[Change]) -> None:
        self._played.append({"changes": serialize.changes_to_json(changes)})

    def _seen(self) -> Board | None:
        """Return the board as the player sees it where that is not all there is."""
        return self.session.board if self.session.has_hidden_parts else None

    def _number(self, node: Node, transition: Transition[Any]) -> None:
        """Give a new position its number and its counts."""
        assert node.parent is not None, "the start has its number"
        above, state = self._labels[node.parent], node.parent.state
        text = self.game.format_from(state, self.game.focus_after(state, None, node.move), [node.move])
        label = Label(len(self._nodes), text, above.tally.after(step_of(self._grid, transition)))
        self._labels[node] = label
        self._nodes.append(node)
        self._told.append(self._row(node))
        self._unkept.append(Row(label.id, above.id, serialize.move_to_text(node.move)))

    def _bend(self, node: Node) -> None:
        """Note where redo leads from the position before this one, which has just been chosen."""
        if node.parent is None:
            return
        parent = self._labels[node.parent].id
        if node.parent.branches[-1] is node:
            self._bent.pop(parent, None)
        else:
            self._bent[parent] = self._labels[node].id


def progress(board: Board) -> int:
    """Return how many boxes of a board stand on goals."""
    return sum(board.terrain[box.anchor].kind == "goal" for box in board.of_kind("box"))
