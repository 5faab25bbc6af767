"""The graph of all positions of a small level, for programs that draw and study graphs.

Its nodes are the positions that can be reached, by moves or only by pushes; a solved one leads nowhere.  By pushes, the
positions that the player walks between are one node.

Sources of the formats: the DOT language of Graphviz; GraphML, http://graphml.graphdrawing.org.
"""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from ..errors import PushboxError, TooLarge
from ..games.position import Position, position_of
from ..level import Level
from .state_size import bytes_of_state

By = Literal["moves", "pushes"]

MOST = 10_000  # nodes of a graph, unless another number is asked for
_MEMORY = 1 << 29  # bytes of all nodes and their boards, whatever number is asked for


class Node(NamedTuple):
    """A position: its board as rows, and whether it is solved.

    `depth` is the number of edges that lead to it from the start at least, `left` that to the nearest solved position,
    or -1 where none can be reached.
    """

    board: str
    solved: bool
    depth: int
    left: int


class Edge(NamedTuple):
    """A move or a push from one node to another, by their numbers, in the notation of the game."""

    source: int
    target: int
    move: str


class StateGraph(NamedTuple):
    """All positions of a level; the first node is its start."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def state_graph(level: Level | Position, *, by: By = "pushes", most: int = MOST) -> StateGraph:
    """Return the graph of the positions that a level leads to.  O(positions x moves).

    Raises TooLarge for more than `most` nodes (by pushes: for more than a hundred times as many positions), or for more
    than fit into memory, and PushboxError for pushes of a game in which a walk cannot be walked back.
    """
    position = position_of(level)
    most = min(most, _MEMORY // (bytes_of_state(position) + 2 * len(position.board.terrain)))
    graph = _Pushes(position, most) if by == "pushes" else _Moves(position, most)
    graph.explore()
    return graph.result()


class _Moves:
    """The positions that are found, by moves."""

    def __init__(self, position: Position, most: int) -> None:
        self.position = position
        self.most = most
        self.numbers: dict[Any, int] = {}
        self.firsts: list[Any] = []  # the state of each node by which it was found
        self.edges: list[Edge] = []

    def explore(self) -> None:
        """Find all nodes and edges, breadth first."""
        self.number(self.position.state)
        for number, state in enumerate(self.firsts):  # grows while it is walked
            if not self.is_solved(state):
                self.edges += [Edge(number, self.number(after), move) for move, after in self.ways(state)]

    def number(self, state: Any) -> int:
        """Return the number of the node of a state, a new one for a new state."""
        if state not in self.numbers:
            TooLarge.beyond(self.most, len(self.firsts) + 1, "graph-nodes")
            self.numbers[state] = len(self.firsts)
            self.firsts.append(state)
        return self.numbers[state]

    def ways(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Yield the moves from a node, as text, and the states that they lead to."""
        for move, after in self.position.rules.successors(state):
            yield Position(self.position.game, state).format([move]), after

    def is_solved(self, state: Any) -> bool:
        """Return whether a state is solved."""
        return self.position.rules.outcome(state).solved

    def result(self) -> StateGraph:
        """Return the graph of what was found."""
        solved = [self.is_solved(state) for state in self.firsts]
        forward: list[list[int]] = [[] for _ in self.firsts]
        back: list[list[int]] = [[] for _ in self.firsts]
        for source, target, _ in self.edges:
            forward[source].append(target)
            back[target].append(source)
        depth = _distances(forward, [0])
        left = _distances(back, [number for number, is_solved in enumerate(solved) if is_solved])
        boards = (str(self.position.rules.board(state)) for state in self.firsts)
        return StateGraph(tuple(map(Node, boards, solved, depth, left)), tuple(self.edges))


class _Pushes(_Moves):
    """The positions that are found, by pushes: what one walks between is one node."""

    def number(self, state: Any) -> int:
        """Return the number of the node of a state, with all that is reached by walking for a new one."""
        if state not in self.numbers:
            number = super().number(state)
            for beyond in self.walk(state):
                if self.numbers.setdefault(beyond, number) != number:
                    raise PushboxError.said("graph-one-way")
                TooLarge.beyond(100 * self.most, len(self.numbers), "graph-nodes")
        return self.numbers[state]

    def walk(self, state: Any) -> Iterator[Any]:
        """Yield the states that are reached from one by moves that push nothing, itself first."""
        queue, seen = deque([state]), {state}
        while queue:
            here = queue.popleft()
            yield here
            if self.is_solved(here):
                continue
            for move, after in self.position.rules.successors(here):
                if after not in seen and not self.pushes(here, move):
                    seen.add(after)
                    queue.append(after)

    def ways(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Yield the pushes from all states of a node, each as from and to which cell a box goes, or as its move."""
        board = self.position.rules.board(state)
        for here in self.walk(state):
            for move, after in self.position.rules.successors(here):
                if pushed := self.pushes(here, move):
                    ends = [board.cell_name(cell) if cell >= 0 else "off" for push in pushed for cell in push]
                    yield "-".join(ends), after

    def pushes(self, state: Any, move: Any) -> tuple[tuple[int, int], ...]:
        """Return the boxes that a move pushes, by their cells before and after."""
        transition = self.position.rules.apply(state, move)
        return transition.pushes if transition is not None else ()


def _distances(edges: list[list[int]], starts: list[int]) -> list[int]:
    """Return the number of edges from the nearest start to each node, -1 where there is no way."""
    distances = [-1] * len(edges)
    for start in starts:
        distances[start] = 0
    queue = deque(starts)
    while queue:
        here = queue.popleft()
        for there in edges[here]:
            if distances[there] < 0:
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


# Formats --------------------------------------------------------------------------------------------------------------


def to_dot(graph: StateGraph) -> str:
    """Return a graph in the DOT language: solved nodes have two frames, those that no solution follows are grey."""
    lines = ["digraph positions {", '  node [shape=box, fontname="monospace"];']
    for number, node in enumerate(graph.nodes):
        label = "".join(f"{row}\\l" for row in node.board.replace("\\", "\\\\").replace('"', '\\"').split("\n"))
        looks = ", peripheries=2" * node.solved + ', color="grey", fontcolor="grey"' * (node.left < 0)
        lines.append(f'  {number} [label="{label}"{looks}];')
    lines += [f'  {edge.source} -> {edge.target} [label="{edge.move}"];' for edge in graph.edges]
    return "\n".join([*lines, "}", ""])


def to_graphml(graph: StateGraph) -> str:
    """Return a graph in GraphML, with the fields of nodes and edges as data."""
    kinds = {"board": "string", "solved": "boolean", "depth": "int", "left": "int"}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [f'  <key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>' for key, kind in kinds.items()]
    lines += ['  <key id="move" for="edge" attr.name="move" attr.type="string"/>', '  <graph edgedefault="directed">']
    for number, node in enumerate(graph.nodes):
        values = zip(kinds, (node.board, str(node.solved).lower(), node.depth, node.left), strict=True)
        data = "".join(f'<data key="{key}">{escape(str(value))}</data>' for key, value in values)
        lines.append(f'    <node id="n{number}">{data}</node>')
    for edge in graph.edges:
        ends = f"source={quoteattr(f'n{edge.source}')} target={quoteattr(f'n{edge.target}')}"
        lines.append(f'    <edge {ends}><data key="move">{escape(edge.move)}</data></edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def to_csv(graph: StateGraph) -> str:
    """Return the edges of a graph, a line each, with what is known of the node that an edge leads to."""
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(("source", "target", "move", "solved", "depth", "left"))
    for source, target, move in graph.edges:
        node = graph.nodes[target]
        table.writerow((source, target, move, int(node.solved), node.depth, node.left))
    return file.getvalue()


WRITERS: dict[str, Callable[[StateGraph], str]] = {"dot": to_dot, "graphml": to_graphml, "csv": to_csv}
