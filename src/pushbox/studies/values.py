"""Studies as values: a level with a tree of lines and the annotations of its positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..arguments import check_text, check_type, check_whole, refused
from ..errors import ArgumentError
from ..grid import Cell
from ..level import Level
from ..rich_display import repr_html
from ..sentence import located, say

MAX_NODES = 3_000
MAX_DEPTH = 60  # of variations within variations
MAX_MOVES = 60_000  # characters of the moves of one node
MAX_COMMENT = 8_000  # characters
MAX_WORDS = 500  # characters of a title, an author and a question
MAX_MARKED = 2_500  # cells of one mark
MAX_ARROWS = 200  # of one node

MARKS = ("area", "selected", "problem", "hint", "path", "dead", "reach")  # what a mark may be drawn as

# Neither control characters nor half of one; a comment may have several lines.
_NO_TEXT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class StudyNode:
    """A position of a study: its moves from the `parent`, and its annotations.

    `parent` is an index, -1 for the start, which has no moves. A `question` asks the reader to solve the level from
    here. `marks` are cells by the mark they are drawn with, see `MARKS`; `arrows` lead from cell to cell.
    """

    parent: int = -1
    moves: str = ""
    comment: str = ""
    question: str = ""
    marks: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """A level with a tree of lines.

    `nodes` begin with the start.  Each stands after its parent, and what is played from it comes before what is played
    from any other node above it; of several nodes with one parent the first is the main line.  The level has no saved
    moves.  Raises ArgumentError for what is no such tree, and for more than the bounds of this module allow.
    """

    level: Level
    title: str = ""
    author: str = ""
    nodes: tuple[StudyNode, ...] = field(default=(StudyNode(),))

    def __post_init__(self) -> None:
        check_type("level", self.level, Level, "a Level")
        object.__setattr__(self, "level", replace(self.level, saved_moves=(), source=None))
        for name, text in (("title", self.title), ("author", self.author)):
            check_words(name, text, MAX_WORDS)
        check_type("nodes", self.nodes, tuple, "a tuple of StudyNode")
        if not 0 < len(self.nodes) <= MAX_NODES:
            raise ArgumentError(
                located("nodes", say("count-range", count=len(self.nodes), minimum=1, maximum=MAX_NODES))
            )
        cells = len(self.level.board.terrain)
        for node in self.nodes:
            check_type("nodes", node, StudyNode, "a tuple of StudyNode")
            check_node(node, cells)
        self._check_tree()

    def _check_tree(self) -> None:
        """Raise ArgumentError unless the nodes are a tree in its order, not too deep."""
        start, line = self.nodes[0], [0]
        if start.parent != -1 or start.moves:
            raise refused("nodes", start, say("study-start"))
        first: set[int] = set()
        depths = {0: 0}
        for index, node in enumerate(self.nodes[1:], start=1):
            while line and line[-1] != node.parent:
                line.pop()
            if not line:
                raise refused("parent", node.parent, say("study-parent"))
            if not node.moves:
                raise refused("moves", node.moves, say("study-node-moves"))
            depths[index] = depths[node.parent] + (node.parent in first)
            first.add(node.parent)
            if depths[index] > MAX_DEPTH:
                raise ArgumentError(located("nodes", say("study-depth", depth=depths[index], most=MAX_DEPTH)))
            line.append(index)

    _repr_html_ = repr_html

    def children(self, index: int) -> list[int]:
        """Return the nodes that are played from a node, the main line first.  O(nodes)."""
        return [other for other in range(index + 1, len(self.nodes)) if self.nodes[other].parent == index]

    def main_line(self) -> Iterator[int]:
        """Yield the start and the nodes of the main line."""
        index = 0
        yield index
        while index + 1 < len(self.nodes) and self.nodes[index + 1].parent == index:
            index += 1
            yield index

    def line_to(self, index: int) -> list[int]:
        """Return the nodes from the start to a node."""
        check_whole("index", index, 0, len(self.nodes) - 1)
        line = [index]
        while (parent := self.nodes[line[-1]].parent) >= 0:
            line.append(parent)
        return line[::-1]


def check_words(name: str, text: object, most: int, *, lines: bool = False) -> None:
    """Raise ArgumentError unless a value is a text without control characters, in one line or several."""
    check_text(name, text)
    assert isinstance(text, str), "it was checked"
    if len(text) > most:
        raise ArgumentError(located(name, say("many-characters", count=len(text), most=most)))
    if (match := _NO_TEXT.search(text)) or (not lines and "\n" in text):
        found = match[0] if match else "\n"
        raise ArgumentError(located(name, say("not-text", found=found) if lines else say("not-text-line", found=found)))


def check_node(node: StudyNode, cells: int) -> None:
    """Raise ArgumentError for an invalid node on a board of a given size."""
    check_whole("parent", node.parent, -1, MAX_NODES)
    check_words("moves", node.moves, MAX_MOVES)
    check_words("comment", node.comment, MAX_COMMENT, lines=True)
    check_words("question", node.question, MAX_WORDS)
    if node.moves != node.moves.strip(" ") or node.question != node.question.strip(" "):
        raise refused("moves", node.moves, say("study-spaces"))
    if len({name for name, _ in node.marks}) != len(node.marks):
        raise refused("marks", node.marks, say("marks-once"))
    for name, marked in node.marks:
        if name not in MARKS:
            raise refused("marks", name, say("one-of", names=", ".join(MARKS)))
        if not 0 < len(marked) <= MAX_MARKED:
            raise ArgumentError(located("marks", say("cells-range", count=len(marked), minimum=1, maximum=MAX_MARKED)))
        for cell in marked:
            check_whole("marks", cell, 0, cells - 1)
    if len(node.arrows) > MAX_ARROWS:
        raise ArgumentError(located("arrows", say("count-most", count=len(node.arrows), most=MAX_ARROWS)))
    for arrow in node.arrows:
        for cell in arrow:
            check_whole("arrows", cell, 0, cells - 1)
