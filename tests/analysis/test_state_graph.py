"""Graphs of positions, beside a simulation of Sokoban that knows rows alone."""

from __future__ import annotations

import csv
import io
import json
from collections import deque
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar
from xml.etree import ElementTree as ET

import pytest
from tests.commands import run

import pushbox
from pushbox import formats, levels
from pushbox.analysis.state_graph import StateGraph, state_graph, to_csv, to_dot, to_graphml
from pushbox.errors import PushboxError, TooLarge
from pushbox.games.position import load
from pushbox.level import Level

T = TypeVar("T")
EXAMPLES = ("blockage", "blockoban", "crossoban", "hanano", "multiban", "plus", "rabbit", "sokolor", "versus")
OBJECTIVES: tuple[Literal["moves", "pushes"], ...] = ("moves", "pushes")

ROOMS = [
    "#####\n#@$.#\n#####",
    "######\n#@   #\n# $. #\n#    #\n######",
    "########\n#.   ###\n# $$   #\n#.@    #\n########",
]


class Counts(NamedTuple):
    """The nodes and edges of a graph."""

    nodes: int
    edges: int


Place = tuple[int, int]
State = tuple[Place, frozenset[Place]]  # the player, and the boxes
Region = tuple[frozenset[Place], frozenset[Place]]  # all places of the player, and the boxes


class Room:
    """A simulation of Sokoban."""

    def __init__(self, text: str) -> None:
        cells = {(x, y): sign for y, row in enumerate(text.split("\n")) for x, sign in enumerate(row)}
        self.walls = {cell for cell, sign in cells.items() if sign == "#"}
        self.goals = {cell for cell, sign in cells.items() if sign in ".*+"}
        player = next(cell for cell, sign in cells.items() if sign in "@+")
        self.start: State = (player, frozenset(cell for cell, sign in cells.items() if sign in "$*"))

    def ways(self, state: State) -> Iterator[tuple[bool, State]]:
        """Yield whether a move pushes, and where it leads."""
        player, boxes = state
        for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)):
            there, beyond = (player[0] + dx, player[1] + dy), (player[0] + 2 * dx, player[1] + 2 * dy)
            if there in self.walls or (there in boxes and (beyond in self.walls or beyond in boxes)):
                continue
            yield there in boxes, (there, boxes ^ {there, beyond} if there in boxes else boxes)

    def region(self, state: State) -> Region:
        """Return all places that the player walks to; one who has solved the level stays."""
        seen, queue = {state[0]}, [state[0]]
        for here in queue if not state[1] <= self.goals else ():
            for is_push, (there, _) in self.ways((here, state[1])):
                if not is_push and there not in seen:
                    seen.add(there)
                    queue.append(there)
        return frozenset(seen), state[1]

    def moves(self, state: State) -> list[State]:
        """Return where all moves lead."""
        return [after for _, after in self.ways(state)]

    def pushes(self, region: Region) -> list[Region]:
        """Return where all pushes lead."""
        states = ((player, region[1]) for player in region[0])
        return [self.region(after) for state in states for is_push, after in self.ways(state) if is_push]

    def explored(self, start: T, after: Callable[[T], list[T]], boxes: Callable[[T], frozenset[Place]]) -> Counts:
        """Return how many nodes and edges there are."""
        seen, queue, edges = {start}, deque([start]), 0
        while queue:
            here = queue.popleft()
            for there in after(here) if not boxes(here) <= self.goals else ():
                edges += 1
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
        return Counts(len(seen), edges)


@pytest.mark.parametrize("text", ROOMS)
def test_graphs_are_those_of_a_simulation(text: str) -> None:
    """By moves and by pushes: positions, edges, and the pushes that are left."""
    level = formats.read(text).levels[0]
    moves, pushes = state_graph(level, by="moves"), state_graph(level)
    room = Room(text)
    assert room.explored(room.start, room.moves, itemgetter(1)) == (len(moves.nodes), len(moves.edges))
    assert room.explored(room.region(room.start), room.pushes, itemgetter(1)) == (len(pushes.nodes), len(pushes.edges))
    for graph, objective in zip((moves, pushes), OBJECTIVES, strict=True):
        verdict = pushbox.solve(level, objective=objective)
        assert isinstance(verdict, pushbox.Solved)
        assert graph.nodes[0].left == getattr(verdict.metrics, objective)
        assert graph.nodes[0].depth == 0
        assert graph.nodes[0].board == text
        for edge in graph.edges:
            source, target = graph.nodes[edge.source], graph.nodes[edge.target]
            assert not source.solved
            assert target.depth <= source.depth + 1
            assert target.left < 0 or source.left <= target.left + 1


@pytest.mark.parametrize("name", ["lessons", *EXAMPLES])
def test_every_game_has_a_graph_by_moves(name: str) -> None:
    """The way to a solution is no longer than the one that comes with the level."""
    level = min(formats.read_file(levels.path(name)), key=lambda level: len(level.board.terrain))
    graph = state_graph(level, by="moves")
    assert 0 < graph.nodes[0].left <= len(load(level).parse(level.saved_moves[0].text))


def test_what_is_too_large_and_what_has_no_pushes() -> None:
    """A graph has its bound; a walk that cannot be walked back has no graph by pushes."""
    with pytest.raises(TooLarge, match="found 11 positions or more, expected at most 10"):
        state_graph(formats.read(ROOMS[1]).levels[0], most=10)
    one_way = formats.read("; @I1@\n#######\n#@>  .#\n# > $ #\n#######").levels[0]
    with pytest.raises(PushboxError, match="a walk that cannot be walked back"):
        state_graph(one_way)


def graph_of(text: str = ROOMS[1]) -> StateGraph:
    """Return the graph of a room by pushes."""
    return state_graph(Level(formats.read(text).levels[0].board))


def test_the_texts_of_a_graph_have_all_of_it() -> None:
    """Every node with its fields, every edge with its move."""
    graph = graph_of()
    root = ET.fromstring(to_graphml(graph))  # noqa: S314 - our own
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = [[data.text for data in node] for node in root.iter(f"{space}node")]
    assert nodes == [[n.board, str(n.solved).lower(), str(n.depth), str(n.left)] for n in graph.nodes]
    edges = [(edge.get("source"), edge.get("target"), edge[0].text) for edge in root.iter(f"{space}edge")]
    assert edges == [(f"n{edge.source}", f"n{edge.target}", edge.move) for edge in graph.edges]
    rows = list(csv.DictReader(io.StringIO(to_csv(graph))))
    assert [(int(row["source"]), int(row["target"]), row["move"]) for row in rows] == list(graph.edges)
    assert {row["left"] for row in rows} == {"0", "-1"}
    dot = to_dot(graph)
    assert dot.count(" -> ") == len(graph.edges)
    assert dot.count("peripheries=2") == sum(node.solved for node in graph.nodes) == 1
    assert dot.count("fontcolor") == sum(node.left < 0 for node in graph.nodes)
    assert dot.startswith("digraph positions {")


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    """In the format of its ending, or of --to; what is too large, or has no format, ends with 2."""
    file = tmp_path / "level.xsb"
    file.write_text(ROOMS[1])
    assert run("graph", file, tmp_path / "out", "--to", "dot").code == 0
    assert (tmp_path / "out").read_text() == to_dot(graph_of())
    answer = run("graph", file, tmp_path / "out.graphml")
    assert answer.out == f"{tmp_path / 'out.graphml'}: 11 positions, 14 edges; 1 solved, 9 that no solution follows\n"
    assert (tmp_path / "out.graphml").read_text() == to_graphml(graph_of())
    fields = json.loads(run("graph", file, tmp_path / "out.csv", "--by", "moves", "--json").out)
    room = Room(ROOMS[1])
    assert (fields["positions"], fields["edges"]) == room.explored(room.start, room.moves, itemgetter(1))
    for more, sentence in (
        (["--to", "csv", "--most", "3"], "found 4 positions or more"),
        ([], "expected an ending .dot, .graphml or .csv"),
        (["--to", "dot", "--json"], "both go to standard output"),
    ):
        answer = run("graph", file, *more)
        assert (answer.code, sentence in answer.err) == (2, True)
