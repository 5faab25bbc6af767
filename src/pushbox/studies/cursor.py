"""A place in a study: a node, or somewhere on the moves that lead to it."""

from __future__ import annotations

from dataclasses import dataclass

from ..games.position import Position
from .edit import add_line
from .replay import ReplayedStudy
from .values import Study


@dataclass(frozen=True, slots=True)
class Cursor:
    """The position after the first `played` moves of a node; all of them for the node itself."""

    node: int = 0
    played: int = 0

    def position(self, replayed: ReplayedStudy) -> Position:
        """Return the position at the cursor."""
        if self.is_at_node(replayed) and (end := replayed.positions[self.node]) is not None:
            return end
        position = replayed.positions[replayed.study.nodes[self.node].parent]
        assert position is not None, "a cursor comes to nodes that can be played only"
        for move in replayed.moves[self.node][: self.played]:
            position = position.apply(move)
        return position

    def is_at_node(self, replayed: ReplayedStudy) -> bool:
        """Return whether all moves of the node are played."""
        return self.played == len(replayed.moves[self.node])

    def forward(self, replayed: ReplayedStudy, child: int = 0) -> Cursor:
        """Return the cursor a move on; at a node it goes to one of those played from it, the main line first."""
        if not self.is_at_node(replayed):
            return Cursor(self.node, self.played + 1)
        children = playable_children(replayed, self.node)
        return Cursor(children[child], 1) if 0 <= child < len(children) else self

    def back(self, replayed: ReplayedStudy) -> Cursor:
        """Return the cursor a move back."""
        if self.played > 1:
            return Cursor(self.node, self.played - 1)
        return at_node(replayed, max(replayed.study.nodes[self.node].parent, 0))

    def variation(self, replayed: ReplayedStudy, step: int) -> Cursor:
        """Return the cursor on the first move of another variation of the one that it is in."""
        if not self.node:
            return self
        siblings = playable_children(replayed, replayed.study.nodes[self.node].parent)
        return Cursor(siblings[(siblings.index(self.node) + step) % len(siblings)], 1)

    def split(self, replayed: ReplayedStudy) -> tuple[Study, int]:
        """Return a study that has a node at the cursor, and that node."""
        study = replayed.study
        if self.is_at_node(replayed):
            return study, self.node
        return add_line(study, study.nodes[self.node].parent, replayed.moves[self.node][: self.played])


def at_node(replayed: ReplayedStudy, node: int) -> Cursor:
    """Return the cursor at a node."""
    return Cursor(node, len(replayed.moves[node]))


def playable_children(replayed: ReplayedStudy, node: int) -> list[int]:
    """Return the playable children of a node, the main line first."""
    return [child for child in replayed.study.children(node) if replayed.positions[child] is not None]
