"""Send the results of the next keys before they are pressed, so that a client paints them at once over any network.

The positions that a client can reach are numbered as they are sent; an edge is the effect of a key in one. The search
is best-first by the probability of keys after the last two: deep along a held key or a zigzag, shallow elsewhere.
Equal positions have one number and are sent once, as are equal changes. Hidden things stay hidden: if a client may not
know the effect of a key, it gets only the positions of the history, which it has seen.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ...board import Piece
from ...games.api import KEYS, Focus, Key, PlayerAction
from ...games.position import Position
from ...play.recorded_session import RecordedSession
from ...play.session import Node, refocused
from ..sockets.envelope import Object
from .change_table import ChangeTable
from .serialize import cells_to_json

KEY_SECONDS = 0.033  # between two keys of one that is held
MAX_DEPTH = 24  # keys that are foreseen
ROUND_TRIP = 0.3  # seconds that are assumed of a client that has not said how long it waits for an answer
MIN_EDGES = 8  # that are sent with an answer, whatever they cost
_MAX_POSITIONS = 1_000  # that are kept, fewer of many pieces
_MAX_PIECES = 60_000  # of all of them together
_HELD = 12.0  # the weight of a key that was pressed twice
_BACK = 3.0  # that of the key before the last one, as in a zigzag
_AGAIN = 2.0  # that of a key that was just pressed
_OTHER = 0.5  # that of another arrow
_RARE = 0.05  # that of a key that is no arrow


class Effort(NamedTuple):
    """Budget of one look-ahead: edges to send, edges to visit (some already sent), processor seconds.

    `depth` limits the keys, in multiples of those that fit into the client's round trip.
    """

    edges: int
    visits: int
    seconds: float
    depth: int = 1


NONE = Effort(0, 0, 0.0)
ANSWER = Effort(48, 120, 0.000_5)
PAUSE = Effort(300, 3_000, 0.006, depth=2)  # while a player thinks
OPENING = Effort(400, 3_000, 0.01, depth=2)

_Known = tuple[Any, Piece | None]


def _costs(last: Key, before: Key) -> list[tuple[float, Key]]:
    """Return the keys that follow two others, the likeliest first, each with minus the logarithm of its likelihood."""
    weights = dict.fromkeys(KEYS, _RARE) | dict.fromkeys(KEYS[:4], _OTHER)
    weights |= {before: _BACK, last: _HELD if last == before else _AGAIN}
    total = sum(weights.values())
    return sorted((math.log(total / weight), key) for key, weight in weights.items())


_FOLLOWING = {(last, before): _costs(last, before) for last in KEYS for before in KEYS}


class _Foreseen:
    """A position that the client knows by a number; `edges` are the numbers that keys lead to, None where nowhere."""

    __slots__ = ("edges", "focus", "number", "state")

    def __init__(self, number: int, state: Any, focus: Piece | None) -> None:
        self.number, self.state, self.focus = number, state, focus
        self.edges: dict[Key, int | None] = {}


class LookAhead:
    """The positions that a session's client knows, and those to send with each answer.

    `is_closed` tells whether a position takes no moves because all steps are used; `sees_keys` whether the client may
    know the effect of a key.
    """

    def __init__(self, play: RecordedSession, is_closed: Callable[[Position], bool], *, sees_keys: bool) -> None:
        self._play, self._is_closed, self._sees_keys = play, is_closed, sees_keys
        self.round_trip = ROUND_TRIP
        self._last_two: tuple[Key, Key] = ("right", "down")  # the newer one first
        self._changes = ChangeTable()
        self._known: dict[_Known, _Foreseen] = {}
        self._numbered: dict[int, _Foreseen] = {}
        self._count = 0  # positions that ever had a number
        self._sent_nodes: set[int] = set()
        self._new: list[_Foreseen] = []
        boxes = len(play.session.level.board.pieces)
        self.max_positions = max(100, min(_MAX_POSITIONS, _MAX_PIECES // max(boxes, 1)))

    @property
    def size(self) -> int:
        """Return the number of positions."""
        return len(self._known)

    @property
    def depth(self) -> int:
        """Return how many keys may be pressed before the answer to the first arrives."""
        return min(MAX_DEPTH, 3 + math.ceil(self.round_trip / KEY_SECONDS))

    def opened_message(self) -> Object:
        """Return all that a client needs that knows nothing."""
        self._known.clear()
        self._numbered.clear()
        self._sent_nodes.clear()
        self._changes.forget()
        return self.message(OPENING)

    def message(self, effort: Effort = ANSWER) -> Object:
        """Return the unsent positions, as far ahead as the round trip needs."""
        first = [self._count, self._changes.count, self._changes.shape_count]
        here = self._number(self._play.session.state, self._play.session.focus)
        nodes = self._nodes()
        found = self._search(here, effort) if self._sees_keys else []
        focus = [None if it.focus is None else cells_to_json(it.focus.cells) for it in self._new]
        self._new = []
        shapes, changes = self._changes.take()
        parts = {"shapes": shapes, "changes": changes, "focus": focus, "edges": found, "nodes": nodes}
        return {"first": first, "at": here.number} | {name: part for name, part in parts.items() if part}

    def press(self, key: Key) -> None:
        """Take note of a key that is pressed."""
        self._last_two = key, self._last_two[0]

    def _number(self, state: Any, focus: Piece | None) -> _Foreseen:
        """Return a position as the client knows it, numbered now if need be."""
        known = self._known.get((state, focus))
        if known is None:
            if len(self._known) >= self.max_positions:
                oldest = next(iter(self._known))
                del self._numbered[self._known.pop(oldest).number]
            known = _Foreseen(self._count, state, focus)
            self._known[state, focus] = self._numbered[self._count] = known
            self._count += 1
            self._new.append(known)
        return known

    def _search(self, here: _Foreseen, effort: Effort) -> list[list[int]]:
        """Return new edges, most probable first: position, key, target, changes."""
        numbered, depth = self._numbered, self.depth * effort.depth
        found: list[list[int]] = []
        visited = {here.number}
        # The next keys to try: the cost of all keys up to this one, the position, the key, the one before, their count.
        heap = [(cost, here.number, key, self._last_two[0], 1) for cost, key in _FOLLOWING[self._last_two]]
        budget = min(effort.edges, 4 * depth * depth)  # fewer where answers come soon
        end = time.thread_time() + effort.seconds  # its own: a busy machine foresees as much
        for _ in range(effort.visits):
            if not heap or len(found) >= budget or (len(found) >= MIN_EDGES and time.thread_time() > end):
                break
            cost, number, key, last, keys = heappop(heap)
            position = numbered.get(number)
            if position is None:
                continue  # it made room for newer ones
            to = position.edges.get(key, -1)
            if to is not None and to not in numbered:
                to = self._expand(position, key, found)
            if to is not None and to not in visited and keys < depth:
                visited.add(to)
                for more, other in _FOLLOWING[key, last]:
                    heappush(heap, (cost + more, to, other, key, keys + 1))
        return found

    def _expand(self, position: _Foreseen, key: Key, found: list[list[int]]) -> int | None:
        """Return the target of an untried key, or None; the edge is added to `found` if the key has a meaning."""
        edge: list[int] = []
        match self._play.game.controls.key(position.state, position.focus, key):
            case None | PlayerAction():
                position.edges[key] = None
                return None
            case Focus(piece):
                edge = [self._number(position.state, piece).number]
            case move:
                edge = self._edge(position, move)
        found.append([position.number, KEYS.index(key), *edge])
        position.edges[key] = edge[0] if edge else None
        return position.edges[key]

    def _edge(self, position: _Foreseen, move: Any) -> list[int]:
        """Return the target of a move and the changes; empty if it is refused."""
        game = self._play.game
        closed = self._is_closed(Position(game, position.state))
        transition = None if closed else game.rules.apply(position.state, move)
        if transition is None:
            return []
        focus = game.controls.focus_after(position.state, position.focus, move)
        after = refocused(Position(game, transition.state), focus, transition)
        return [self._number(transition.state, after).number, *self._changes.refer(transition.changes)]

    def _nodes(self) -> list[list[int]]:
        """Return the positions of the history near this one that are new to the client, each with its changes."""
        new = []
        for node in self._near(self._play.session.current):
            number = self._play.info_of(node).id
            if number not in self._sent_nodes:
                self._sent_nodes.add(number)
                new.append([number, *self._changes.refer(self._play.visible_changes(node))])
        return new

    def _near(self, here: Node) -> list[Node]:
        """Return the positions that undo and redo pass, as far as is foreseen."""
        depth = self.depth
        nodes: list[Node] = []
        node: Node | None = here
        while node is not None and node.parent is not None and len(nodes) < depth:
            nodes.append(node)
            node = node.parent
        node = here.latest
        while node is not None and len(nodes) < 2 * depth:
            nodes.append(node)
            node = node.latest
        return nodes
