"""A session whose positions have numbers, so that it can be stored as it is played and restored exactly.

The numbers count up from 0, the start. A stored row is a position with the number of its parent; a memo has everything
else. A surface redraws only the changes since it last looked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ..board import Change, Piece, inverse_changes
from ..errors import NotationError, PushboxError
from ..games.api import Focus, Key, Outcome, PlayerAction, Transition, step_of
from ..games.position import Position
from ..level import Level
from ..metrics import MetricsCounter
from ..sentence import say
from .session import Node, Session
from .stored_move import move_from_text, move_to_text

MAX_NODES = 20_000  # positions of one history
MAX_MOVES_AT_ONCE = 1_000  # moves that are redone at once


class NodeRow(NamedTuple):
    """A stored position of the history: its number, that of its parent, and the move."""

    node: int
    parent: int
    text: str


class NodeInfo(NamedTuple):
    """A position of the history: its number, the move that led to it in notation, the counts of its line."""

    id: int
    text: str
    counter: MetricsCounter


class LinePosition(NamedTuple):
    """A position of the line that is played: its number, and how many moves up to it pushed something."""

    node: int
    position: Position
    pushes: int


class Refused(PushboxError):
    """A request that is not executed, for a reason in a sentence."""


class RecordedSession:
    """One level being played.

    `assists` are the names of those used, `snapshots` the positions kept under names, `comments` what was said on
    positions.
    """

    def __init__(
        self,
        level: Level | Position,
        *,
        seconds: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        max_nodes: int = MAX_NODES,
    ) -> None:
        self.session = Session(level, clock=clock, played=seconds)
        self.game = self.session.game
        self.assists: set[str] = set()
        self.snapshots: dict[str, int] = {}
        self.comments: dict[int, str] = {}
        self._max_nodes = max_nodes
        self._nodes = [self.session.root]
        self._infos = {self.session.root: NodeInfo(0, "", MetricsCounter())}
        self._redo_choices: dict[int, int] = {}  # where redo leads elsewhere than to the newest branch
        self._unseen_changes: list[Sequence[Change]] = []
        self._unseen_nodes: list[Node] = []
        self._unsaved_rows: list[NodeRow] = []
        self._grid = self.session.level.board.grid

    @property
    def start(self) -> Position:
        """Return the position that the level begins in."""
        return self.session.start

    @property
    def size(self) -> int:
        """Return the number of positions in the history."""
        return len(self._nodes)

    @property
    def current_id(self) -> int:
        """Return the number of the position that is shown."""
        return self._infos[self.session.current].id

    @property
    def info(self) -> NodeInfo:
        """Return the number, the move and the counts of the position that is shown."""
        return self._infos[self.session.current]

    def info_of(self, node: Node) -> NodeInfo:
        """Return the number, the move and the counts of a position of the history."""
        return self._infos[node]

    def node(self, number: int) -> Node:
        """Return the position with a number. Raises IndexError if it does not exist."""
        return self._nodes[number]

    def line(self) -> list[LinePosition]:
        """Return the positions from the start to the one that is shown."""
        nodes = [self.session.root, *self.session.current.line()]
        infos = [self._infos[node] for node in nodes]
        return [
            LinePosition(info.id, Position(self.game, node.state), info.counter.metrics.pushes)
            for info, node in zip(infos, nodes, strict=True)
        ]

    @property
    def has_unsaved(self) -> bool:
        """Return whether positions were added since the last call of `take_unsaved`."""
        return bool(self._unsaved_rows)

    @property
    def unsaved_count(self) -> int:
        """Return how many positions were added since the last call of `take_unsaved`."""
        return len(self._unsaved_rows)

    def seconds(self) -> float:
        """Return the seconds that were played."""
        return self.session.seconds()

    def restart_clock(self) -> None:
        """Give all time anew, where it was restarted elsewhere."""
        self.session.restart_clock()

    def add_seconds(self, seconds: float) -> None:
        """Count time in which this was played elsewhere."""
        self.session.add_seconds(seconds)

    def pause(self) -> None:
        """Stop the clock until the next move."""
        self.session.pause()

    def rows(self) -> list[NodeRow]:
        """Return all positions but the start."""
        infos = self._infos
        return [
            NodeRow(infos[node].id, infos[node.parent].id, move_to_text(node.move))
            for node in self._nodes
            if node.parent is not None
        ]

    def outcome_at(self, number: int) -> Outcome:
        """Return the outcome of a position of the history."""
        return self.game.rules.outcome(self._nodes[number].state)

    def moves_to(self, number: int) -> list[Any]:
        """Return the moves from the start to a position of the history."""
        return [node.move for node in self._nodes[number].line()]

    def close(self) -> None:
        """Let go of the history, whose positions refer to each other, so that it is gone at once and never garbage."""
        for node in self._nodes:
            node.branches.clear()
            node.parent = node.latest = None

    def take_unsaved(self) -> list[NodeRow]:
        """Return the positions that were added since the last call."""
        rows, self._unsaved_rows = self._unsaved_rows, []
        return rows

    def take_changes(self) -> list[Sequence[Change]]:
        """Return the visible changes since the last call, move by move."""
        changes, self._unseen_changes = self._unseen_changes, []
        return changes

    def visible_changes(self, node: Node) -> Sequence[Change]:
        """Return the changes that led to a position, as far as the player saw them."""
        assert node.parent is not None, "nothing led to the start"
        assert node.transition is not None, "a branch has the transition that led to it"
        view = self.game.rules.view
        hides = self.session.has_hidden_parts
        return view(node.parent.state).diff(view(node.state)) if hides else node.transition.changes

    def take_nodes(self) -> list[Node]:
        """Return the positions that were added since the last call."""
        nodes, self._unseen_nodes = self._unseen_nodes, []
        return nodes

    def memo(self) -> str:
        """Return the state that rows do not hold, as text: the focus, and the branch of redo."""
        focus = self.session.focus
        pieces = self.session.focusable
        index = pieces.index(focus) if focus in pieces else -1  # pieces of several colours may share their cells
        steered = {"focus": None if focus is None else list(focus.cells), "index": index}
        return json.dumps(steered | {"redo": sorted(self._redo_choices.items())})

    def restore(self, rows: Iterable[NodeRow], current_id: int, memo: str, *, unsaved: int = 0) -> None:
        """Bring a fresh session to where another was, by its rows and its memo; so many of the last are unsaved.

        Raises IllegalMove or IndexError for rows that are of no play of this level.
        """
        for row in rows:
            self._register(self.session.add_variation(self._nodes[row.parent], move_from_text(row.text)))
        for node in self._nodes:
            node.latest = node.branches[-1] if node.branches else None
        values = json.loads(memo) if memo else {}
        for parent, branch in values.get("redo", ()):
            self._redo_choices[parent] = branch
            self._nodes[parent].latest = self._nodes[branch]
        self.session.goto(self._nodes[current_id])  # the line to it is where redo leads: it was gone along last
        self._steer(values.get("focus"), values.get("index", -1))
        self._unseen_nodes.clear()
        self._unsaved_rows = self._unsaved_rows[len(self._unsaved_rows) - unsaved :]

    def graft(self, rows: Iterable[NodeRow], numbers: dict[int, int]) -> None:
        """Add positions of another session of this play, each below the position that it was played from.

        `numbers` are those that nodes of the other one have here where they differ; those that are added join them.
        Raises IllegalMove or IndexError for rows that are of no play of this level.
        """
        for row in rows:
            parent = self._nodes[numbers.get(row.parent, row.parent)]
            numbers[row.node] = self._infos[self._branch(parent, move_from_text(row.text), has_room=True)].id

    def add_lines(self, first: int, lines: Iterable[tuple[int, Iterable[str]]], numbers: dict[int, int]) -> list[int]:
        """Add lines that were played elsewhere; what is here already is gone through.  See `MoveTree.add_lines`."""
        ends: list[int] = []
        for parent, moves in lines:
            number = numbers.get(parent, parent)
            if number >= self.size:
                raise Refused.said("no-position", node=number)
            node = self._nodes[number]
            for text in moves:
                (move,) = self._parsed(node, text)
                node = self._branch(node, move, has_room=False)
                if self._infos[node].id != first:
                    numbers[first] = self._infos[node].id
                first += 1
            ends.append(self._infos[node].id)
        return ends

    def _parsed(self, node: Node, text: str) -> list[Any]:
        moves = Position(self.game, node.state).parse(text)
        if len(moves) != 1:
            raise NotationError(say("one-move", found=text[:40]))
        return moves

    def stand(
        self, number: int, focus: Sequence[int] | None, index: int, redo: Sequence[tuple[int, int]] | None
    ) -> None:
        """Stand at a position, where the piece on some cells is steered.  See `MoveTree.stand`."""
        for parent, branch in redo or ():
            if not 0 < branch < self.size or self._nodes[branch].parent is not self._nodes[parent]:
                raise Refused.said("no-branch")
        if redo is not None:
            for parent in self._redo_choices:
                self._nodes[parent].latest = self._nodes[parent].branches[-1]
            self._redo_choices.clear()
        for parent, branch in redo or ():
            self._nodes[parent].latest = self._nodes[branch]
            self._choose_branch(self._nodes[branch])
        if number != self.current_id:
            self.goto(number)
        self._steer(focus, index)

    def _steer(self, focus: Sequence[int] | None, index: int) -> None:
        """Steer the piece on some cells, that with a number where there are several."""
        pieces = self.session.focusable
        same = [place for place, piece in enumerate(pieces) if focus is not None and piece.cells == tuple(focus)]
        if same:
            self.session.steer(pieces[index if index in same else same[0]])

    def resume_at(self, number: int, focus: Piece | None) -> None:
        """Go to a position, where a piece is steered if it is there; surfaces show everything anew."""
        self.session.goto(self._nodes[number])
        if focus is not None and focus in self.session.focusable:
            self.session.steer(focus)
        self._unseen_nodes.clear()
        self._unseen_changes.clear()

    # Commands ---------------------------------------------------------------------------------------------------------

    def press(self, key: Key, player: int = 0) -> None:
        """Press a key.  Raises Refused or IllegalMove."""
        match self.session.resolve_key(key, player):
            case None:
                raise Refused.said("key-nothing")
            case Focus():
                self.session.press(key, player)
            case PlayerAction():
                self._record(lambda: self.session.press(key, player))
            case move:
                self.play(move)

    def play(self, move: Any) -> None:
        """Play a move.  Raises IllegalMove, and Refused where the history is full."""
        if all(branch.move != move for branch in self.session.current.branches):
            self._require_room()
        self._record(lambda: self.session.play(move))

    def _require_room(self) -> None:
        if self.size >= self._max_nodes:
            raise Refused.said("play-full", count=self._max_nodes)

    def play_text(self, text: str) -> None:
        """Play moves in notation, as far as they are legal.  Raises as `Session.play_text` does, and Refused."""
        for move in self.session.parse(text):
            self.play(move)

    def undo(self, times: int) -> None:
        """Go back some moves.  Raises Refused at the start."""
        session = self.session
        times = min(times, session.current.depth)
        if not times:
            raise Refused.said("nothing-undo")
        transition = session.current.transition
        if times == 1 and transition is not None and not session.has_hidden_parts:
            session.undo()
            self._unseen_changes.append(inverse_changes(transition.changes))
        else:
            self._jump(lambda: [session.undo() for _ in range(times)])

    def redo(self, times: int, node: int | None = None) -> None:
        """Go forward some moves, the first into the branch that begins with `node`.  Raises Refused."""
        session = self.session
        branches = [self._infos[branch].id for branch in session.current.branches]
        if node is not None and node not in branches:
            raise Refused.said("no-branch")
        branch = None if node is None else branches.index(node)
        for number in range(min(times, MAX_MOVES_AT_ONCE)):
            if not session.redo(branch):
                if not number:
                    raise Refused.said("nothing-redo")
                return
            branch = None
            self._choose_branch(session.current)
            self._unseen_changes.append(self.visible_changes(session.current))

    def goto(self, number: int) -> None:
        """Go to a position of the history. Raises Refused for an unknown number."""
        if number >= self.size:
            raise Refused.said("no-position", node=number)
        node = self._nodes[number]
        self._jump(lambda: self.session.goto(node))
        for step in node.line():
            self._choose_branch(step)

    def restart(self) -> None:
        """Go to the start."""
        self._jump(self.session.restart)

    def _record(self, act: Callable[[], Transition[Any] | None]) -> None:
        """Run an action that may play a move, and record its visible changes."""
        if act() is not None:
            node = self.session.current
            if node not in self._infos:
                self._register(node)
            self._choose_branch(node)
            self._unseen_changes.append(self.visible_changes(node))

    def _jump(self, act: Callable[[], object]) -> None:
        """Go anywhere in the history; the visible change is the difference of the boards."""
        before = self.session.board
        act()
        if changes := before.diff(self.session.board):
            self._unseen_changes.append(changes)

    def _branch(self, parent: Node, move: Any, *, has_room: bool) -> Node:
        """Return the position that a move leads to, added where it is not there yet.

        Raises IllegalMove, and Refused where the history is full, unless it `has_room` for it in any case.
        """
        node = next((branch for branch in parent.branches if branch.move == move), None)
        if node is None:
            if not has_room:
                self._require_room()
            node = self.session.add_variation(parent, move)
            self._register(node)
        return node

    def _register(self, node: Node) -> None:
        """Give a new position its number and its counts."""
        assert node.parent is not None, "the start has its number"
        assert node.transition is not None, "a branch has the transition that led to it"
        parent_info, state = self._infos[node.parent], node.parent.state
        controls = self.game.controls
        text = controls.format_from(state, controls.focus_after(state, None, node.move), [node.move])
        info = NodeInfo(len(self._nodes), text, parent_info.counter.after(step_of(self._grid, node.transition)))
        self._infos[node] = info
        self._nodes.append(node)
        self._unseen_nodes.append(node)
        self._unsaved_rows.append(NodeRow(info.id, parent_info.id, move_to_text(node.move)))

    def _choose_branch(self, node: Node) -> None:
        """Make redo lead to this position, which has just been chosen, from the one before it."""
        if node.parent is None:
            return
        parent = self._infos[node.parent].id
        if node.parent.branches[-1] is node:
            self._redo_choices.pop(parent, None)
        else:
            self._redo_choices[parent] = self._infos[node].id
