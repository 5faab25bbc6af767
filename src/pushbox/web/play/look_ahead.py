"""Send the results of the next keys before they are pressed, so that a client without a core paints them at once.

The positions that a client can reach are numbered as they are sent; an edge is the effect of a key in one. The search
is best-first by the probability of keys after the last two: deep along a held key or a zigzag, shallow elsewhere.
Equal positions have one number, and what a key does there is sent once. Hidden things stay hidden: if a client may not
know the effect of a key, it gets only the positions of the history, which it has seen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from ...board import Change, Piece
from ...games.api import KEYS, Focus, Key, PlayerAction
from ...games.position import Position
from ...play.recorded_session import RecordedSession
from ...play.session import Node, refocused
from ..sockets.envelope import Object
from .serialize import changes_to_rows, focus_to_json

MAX_DEPTH = 32  # keys that are foreseen
_MAX_STEPS = 24  # of undo and redo
MIN_EDGES = 8  # that are sent with an answer, whatever they cost
_MAX_POSITIONS = 1_000  # that are kept, fewer of many pieces
_MAX_PIECES = 60_000  # of all of them together
_HELD = 12.0  # the weight of a key that was pressed twice
_BACK = 3.0  # that of the key before the last one, as in a zigzag
_AGAIN = 2.0  # that of a key that was just pressed
_OTHER = 0.5  # that of another arrow
_RARE = 0.05  # that of a key that is no arrow


class Effort(NamedTuple):
    """Budget of one look-ahead: edges to send, edges to visit (some already sent), processor seconds."""

    edges: int
    visits: int
    seconds: float


NONE = Effort(0, 0, 0.0)
ANSWER = Effort(40, 120, 0.000_5)
PAUSE = Effort(300, 3_000, 0.006)  # while a player thinks, as at first

_NUMBERS = count()  # of all positions, so that a client takes none for one of another view of its play


def _costs(last: Key, before: Key) -> list[tuple[float, Key]]:
    """Return the keys that follow two others, the likeliest first, each with minus the logarithm of its likelihood."""
    weights = dict.fromkeys(KEYS, _RARE) | dict.fromkeys(KEYS[:4], _OTHER)
    weights |= {before: _BACK, last: _HELD if last == before else _AGAIN}
    total = sum(weights.values())
    return sorted((math.log(total / weight), key) for key, weight in weights.items())


_FOLLOWING = {(last, before): _costs(last, before) for last in KEYS for before in KEYS}


class _Foreseen:
    """A position that the client knows by a number; `edges` are where keys lead to, None for nowhere."""

    __slots__ = ("edges", "focus", "number", "state")

    def __init__(self, state: Any, focus: Piece | None) -> None:
        self.number, self.state, self.focus = next(_NUMBERS), state, focus
        self.edges: dict[Key, _Foreseen | None] = {}


class LookAhead:
    """The positions that a session's client knows, and those to send with each answer.

    `is_closed` tells whether a position takes no moves because all steps are used; `sees_keys` whether the client may
    know the effect of a key.  Once more than `max_positions` are `known`, all are sent anew.
    """

    def __init__(self, play: RecordedSession, is_closed: Callable[[Position], bool], *, sees_keys: bool) -> None:
        self._play, self._is_closed, self._sees_keys = play, is_closed, sees_keys
        self._last_two: tuple[Key, Key] = ("right", "down")  # the newer one first
        self.known: dict[tuple[Any, Piece | None], _Foreseen] = {}
        self._sent_nodes: set[int] = set()
        boxes = len(play.session.level.board.pieces)
        self.max_positions = max(100, min(_MAX_POSITIONS, _MAX_PIECES // max(boxes, 1)))

    def opened_message(self) -> Object:
        """Return all that a client needs that knows nothing."""
        self.known.clear()
        self._sent_nodes.clear()
        return self.message(PAUSE) | {"first": []}  # by which a page of an older release reads none of the rest

    def message(self, effort: Effort = ANSWER) -> Object:
        """Return where the play is, and what the client does not know yet of where keys, undo and redo lead to."""
        if len(self.known) > self.max_positions:
            self.known.clear()
        here = self._foreseen(self._play.session.state, self._play.session.focus)
        edges = self._search(here, effort) if self._sees_keys else []
        return {"at": here.number, "edges": edges, "nodes": [*self._arrivals()]}

    def press(self, key: Key) -> None:
        """Take note of a key that is pressed."""
        self._last_two = key, self._last_two[0]

    def _foreseen(self, state: Any, focus: Piece | None) -> _Foreseen:
        """Return a position as the client knows it, numbered now if need be."""
        known = self.known.get((state, focus))
        if known is None:
            known = self.known[state, focus] = _Foreseen(state, focus)
        return known

    def _search(self, here: _Foreseen, effort: Effort) -> list[list[Any]]:
        """Return new edges, most probable first: position, key, and where it leads to its target, focus and changes."""
        found: list[list[Any]] = []
        visited = {here}
        # The next keys to try: the cost of all keys up to this one, the key, the one before, their count, the position.
        heap = [(cost, here.number, key, self._last_two[0], 1, here) for cost, key in _FOLLOWING[self._last_two]]
        end = time.thread_time() + effort.seconds  # its own: a busy machine foresees as much
        for _ in range(effort.visits):
            if not heap or len(found) >= effort.edges or (len(found) >= MIN_EDGES and time.thread_time() > end):
                break
            cost, _, key, last, keys, position = heappop(heap)
            if key not in position.edges:
                found += self._expand(position, key)
            to = position.edges[key]
            if to is not None and to not in visited and keys < MAX_DEPTH:
                visited.add(to)
                for more, other in _FOLLOWING[key, last]:
                    heappush(heap, (cost + more, to.number, other, key, keys + 1, to))
        return found

    def _expand(self, position: _Foreseen, key: Key) -> Iterator[list[Any]]:
        """Yield the edge of an untried key, without a target where it is refused; none for a key without a meaning."""
        position.edges[key] = to = None
        changes: Sequence[Change] = ()
        match self._play.game.controls.key(position.state, position.focus, key):
            case None | PlayerAction():
                return
            case Focus(piece):
                to = self._foreseen(position.state, piece)
            case move:
                to, changes = self._after(position, move)
        edge: list[Any] = [position.number, KEYS.index(key)]
        position.edges[key] = to
        yield edge if to is None else [*edge, to.number, focus_to_json(to.focus), *changes_to_rows(changes)]

    def _after(self, position: _Foreseen, move: Any) -> tuple[_Foreseen | None, Sequence[Change]]:
        """Return the target of a move, None if it is refused, and the changes."""
        game, before = self._play.game, Position(self._play.game, position.state)
        transition = None if self._is_closed(before) else game.rules.apply(position.state, move)
        if transition is None:
            return None, ()
        focus = game.controls.focus_after(position.state, position.focus, move)
        after = refocused(Position(game, transition.state), focus, transition)
        return self._foreseen(transition.state, after), transition.changes

    def _arrivals(self) -> Iterator[list[Any]]:
        """Yield the positions that undo and redo pass which are new to the client, each with its changes."""
        here = self._play.session.current
        for node in [*_along(here, "parent"), *_along(here.latest, "latest")]:
            number = self._play.info_of(node).id
            if number not in self._sent_nodes:
                self._sent_nodes.add(number)
                yield [number, *changes_to_rows(self._play.visible_changes(node))]


def _along(node: Node | None, way: str) -> Iterator[Node]:
    """Yield a position and some that follow it by one of its fields, but for the start."""
    for _ in range(_MAX_STEPS):
        if node is not None and node.parent is not None:
            yield node
            node = getattr(node, way)
