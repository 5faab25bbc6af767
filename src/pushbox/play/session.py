"""A game being played: history as a tree, the piece that keys steer, and the clock.

Undo never destroys anything: undone moves stay as a branch, redo offers every branch, and a move that was played from
the same position before returns to its branch.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..arguments import (
    Line,
    check_callback,
    check_choice,
    check_optional,
    check_seconds,
    check_type,
    check_whole,
    line_of,
    refused,
)
from ..board import Board, Change, Piece, distinct_terrain
from ..errors import IllegalMove
from ..games.api import KEYS, Focus, Game, Key, Outcome, PlayerAction, Status, Transition
from ..games.position import Position, joined, position_of
from ..keywords import SESSION_HINTS, naming
from ..level import Level
from ..rich_display import repr_svg
from ..sentence import counted, say

_NODE = "a position of this session's history, such as session.root"


@dataclass(eq=False, slots=True)
class Node:
    """A position of the history: the move that led to it, and its continuations, oldest branch first.

    `latest` is the branch that plain redo takes: the last one played or chosen.
    """

    state: Any
    parent: Node | None = None
    move: Any = None
    transition: Transition[Any] | None = None
    depth: int = 0
    branches: list[Node] = field(default_factory=list)
    latest: Node | None = None

    def __repr__(self) -> str:
        move = "start" if self.parent is None else f"move {self.move!r}"
        return f"<Node {self.depth}: {move}, {counted(len(self.branches), 'branch')}>"

    def line(self) -> list[Node]:
        """Return the nodes that lead here, the root left out.  O(depth)."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


@naming(SESSION_HINTS)
class Session:
    """One level being played, from its start or from another position on.

    Raises LevelError or OptionError for a level that no state can hold.  The `game` is the one that the level names,
    unless another is given.  `clock` tells seconds; it runs from the first move until the session is paused or solved;
    `played` is how long had been played before.  A level whose game has an option `seconds` is lost when these are
    over.

    `focus` is the piece that the keys steer, None if there is none; `has_hidden_parts` tells whether the level has
    anything that the player may not see, at its start at least.
    """

    def __init__(
        self,
        level: Level | Position,
        *,
        game: Game | None = None,
        clock: Callable[[], float] = time.monotonic,
        played: float = 0.0,
    ) -> None:
        self.start = position_of(level, game)
        check_callback("clock", clock)
        check_seconds("played", played)
        self.level = self.start.level
        self.game: Game = self.start.game
        self._rules, self._controls = self.game.rules, self.game.controls
        self.root = self.current = Node(self.start.state)
        self._clock = clock
        self._started: float | None = None
        self._played = played
        self._limit = int(self.game.info.option_values(self.level).get("seconds", 0)) or None
        self.has_hidden_parts = self.game.info.imperfect_information and has_hidden_parts(self.level.board)
        self._actions: dict[int, Any] = {}  # of the next tick, where several play at once
        self.focus: Piece | None = next(iter(self.focusable), None)

    def __repr__(self) -> str:
        counts = f"{counted(self.current.depth, 'move')}, {counted(self.pushes, 'push')}"
        return f"<Session: {self.level!r}, {counts}, {self.outcome().status.value}>"

    def __str__(self) -> str:
        """Return the plain picture of the visible board."""
        return str(self.board)

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self.current.state

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.start if self.current is self.root else Position(self.game, self.state)

    @property
    def visible(self) -> Position:
        """The position as the player sees it; its moves and reach reveal nothing hidden."""
        return self.position.visible if self.has_hidden_parts else self.position

    @property
    def board(self) -> Board:
        """The visible board."""
        return self._rules.view(self.state)

    @property
    def focusable(self) -> list[Piece]:
        """The pieces that the keys can steer, in the order in which they are offered."""
        return self._controls.focus(self.state)

    @property
    def move_stack(self) -> list[Any]:
        """The moves from the start to here."""
        return [node.move for node in self.current.line()]

    @property
    def text(self) -> str:
        """The moves from the start to here in the game's notation."""
        return self.start.format(self.move_stack)

    @property
    def pushes(self) -> int:
        """The number of moves from the start that pushed something."""
        return sum(bool(node.transition and node.transition.pushes) for node in self.current.line())

    def outcome(self) -> Outcome:
        """Return the outcome of the position, the clock included; play can go on after solved or lost."""
        outcome = self._rules.outcome(self.state)
        if self._limit is None or (seconds := self.seconds()) < self._limit:
            return outcome
        if outcome.solved and seconds == self._limit:
            return outcome
        return Outcome(Status.LOST, say("limit-seconds", count=self._limit))

    def play(self, move: Any) -> Transition[Any]:
        """Play a move and return its turn.  Raises IllegalMove, and changes nothing, where the rules refuse it."""
        played = (branch for branch in self.current.branches if branch.move == move)
        node = next(played, None) or self.add_variation(self.current, move)
        self._go(node)
        assert node.transition is not None, "a branch has the turn that led to it"
        return node.transition

    def add_variation(self, parent: Node, move: Any) -> Node:
        """Add the result of a move to the history as the newest branch of `parent`, without going there.

        Raises IllegalMove, and changes nothing, if the rules refuse it.
        """
        check_type("parent", parent, Node, _NODE)
        transition = Position(self.game, parent.state).transition(move, step=parent.depth + 1)
        node = Node(transition.state, parent, move, transition, parent.depth + 1)
        parent.branches.append(node)
        return node

    def play_text(self, text: Line) -> list[Transition[Any]]:
        """Play moves in notation, or a list of moves or texts, as far as they are legal, with the steered piece.

        Raises NotationError, and plays nothing, for a text without moves, and IllegalMove after the legal part.
        """
        return [self.play(move) for move in self.parse(text)]

    def parse(self, text: Line) -> list[Any]:
        """Read moves that go on with the piece that is steered.  Raises NotationError for a text that names none."""
        line = line_of("text", text, "the moves as a text, a list, or what has a text; play takes a move")
        line = joined(self.position, line)
        return self._controls.parse_from(self.state, self.focus, line) if isinstance(line, str) else line

    def resolve_key(self, key: Key, player: int = 0) -> Any:
        """Return the meaning of a key, as `Game.key` does, for the steered piece or that of a `player`."""
        check_choice("key", key, KEYS)
        check_whole("player", player)
        if not player:
            return self._controls.key(self.state, self.focus, key)
        own = (piece for piece in self.focusable if piece.player == player)
        return self._controls.key(self.state, next(own, None), key)

    def steer(self, piece: Piece | None) -> None:
        """Steer a piece that the keys can steer; any other piece changes nothing."""
        if piece in self.focusable:
            self.focus = piece

    def press(self, key: Key, player: int = 0) -> Transition[Any] | None:
        """Press a key: play a move, steer another piece, or wait for the other player's half of a tick.

        It acts on the steered piece, or on that of a `player` with keys of their own. Return the transition played, or
        None, also if the move is refused.
        """
        match self.resolve_key(key, player):
            case None:
                return None
            case Focus(piece):
                self.focus = piece
                return None
            case PlayerAction(player, action):
                self._actions[player] = action
                if len(self._actions) < self.game.info.players:
                    return None
                move: Any = self._controls.joint_move(self.state, self._actions)
                self._actions.clear()
            case played:
                move = played
        try:
            return self.play(move)
        except IllegalMove:
            return None

    def undo(self) -> bool:
        """Go back one move; return False at the start."""
        undone = self.current
        if undone.parent is None:
            return False
        changes = undone.transition.changes if undone.transition is not None else ()
        came = next((change.original_piece for change in reversed(changes) if change.after == self.focus), None)
        self.focus = came or self.focus
        self.current = undone.parent
        self._refocus()
        self.focus = self._controls.focus_after(self.state, self.focus, undone.move)
        return True

    def redo(self, branch: int | None = None) -> bool:
        """Go forward one move, into the branch played last or into number `branch` of `branches`.

        Return False where there is no such branch.
        """
        check_optional(check_type, "branch", branch, int, "the number of a branch, from 0, or None")
        if branch is None:
            target = self.current.latest
        else:
            target = self.current.branches[branch] if 0 <= branch < len(self.current.branches) else None
        if target is None:
            return False
        self._go(target)
        return True

    def branches(self) -> list[str]:
        """Return the first move, in notation, of each branch that has been played from here, oldest first."""
        return [self.format_move(branch.move) for branch in self.current.branches]

    def format_move(self, move: Any) -> str:
        """Return a move from here in the game's notation, as it is typed while `focus` is steered."""
        try:
            return self._controls.format_from(self.state, self.focus, [move])
        except (IndexError, TypeError, ValueError):
            self.position.check_move(move)
            raise

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as far as the player can know them, each in the notation while `focus` is steered."""
        visible = self.visible
        return [self._controls.format_from(visible.state, self.focus, [move]) for move in visible.legal_moves]

    def goto(self, node: Node) -> None:
        """Go to any position of the history; redo then leads along its line."""
        check_type("node", node, Node, _NODE)
        line = node.line()
        if (line[0].parent if line else node) is not self.root:
            raise refused("node", node, _NODE)
        for step in line:
            if step.parent is not None:
                step.parent.latest = step
        self.current = node
        self._refocus()

    def restart(self) -> None:
        """Go back to the start; everything played stays.  Where time is limited it is given anew."""
        self.goto(self.root)
        if self._limit is not None:
            self.restart_clock()

    def restart_clock(self) -> None:
        """Give all time anew; it runs from the next move."""
        self._played, self._started = 0.0, None

    def nodes(self) -> Iterator[Node]:
        """Yield every position of the history, a branch after its root."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.branches))

    def changes(self, node: Node) -> Sequence[Change]:
        """Return the visible changes from here to `node`."""
        check_type("node", node, Node, _NODE)
        return self.board.diff(self._rules.view(node.state))

    def pause(self) -> None:
        """Stop the clock until the next move."""
        if self._started is not None:
            self._played += self._clock() - self._started
            self._started = None

    @property
    def is_running(self) -> bool:
        """Whether the clock runs."""
        return self._started is not None

    def add_seconds(self, seconds: float) -> None:
        """Count time in which this was played elsewhere."""
        check_seconds("seconds", seconds)
        self._played += seconds

    def seconds(self) -> float:
        """Return the playing time without pauses."""
        return self._played + (self._clock() - self._started if self._started is not None else 0.0)

    def _go(self, node: Node) -> None:
        self.focus = self._controls.focus_after(self.state, self.focus, node.move)
        self.current.latest = node
        self.current = node
        self._refocus(node.transition)
        if self._started is None:
            self._started = self._clock()
        if self.outcome().status is Status.SOLVED:
            self.pause()

    def _refocus(self, transition: Transition[Any] | None = None) -> None:
        """Keep steering the same piece, through a turn if there was one."""
        self._actions.clear()
        self.focus = refocused(self.position, self.focus, transition)

    _repr_svg_ = repr_svg


def refocused(position: Position, focus: Piece | None, transition: Transition[Any] | None = None) -> Piece | None:
    """Return the steered piece of a position: the focus after the move that led to it, if any.

    If that cannot be steered, it is the first piece that can.
    """
    followed = focus
    for change in transition.changes if transition is not None else ():
        if change.original_piece == focus and isinstance(change.after, Piece):
            followed = change.after  # of nothing, what is the first piece on the board
    pieces = position.controls.focus(position.state)
    return followed if followed in pieces else next(iter(pieces), None)


def has_hidden_parts(board: Board) -> bool:
    """Return whether a board has anything that looks different from what it is."""
    return any(piece.hidden for piece in board.pieces) or any(
        ground.looks is not None for ground in distinct_terrain(board.terrain)
    )
