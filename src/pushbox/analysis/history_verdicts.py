"""What is known of the positions of a session's history: which of them can be won, kept beside the tree."""

from __future__ import annotations

from dataclasses import dataclass

from ..games.position import Position
from ..play.session import Node, Session
from .winnable import LineVerdict, Verdicts, WinStatus


@dataclass(frozen=True, slots=True)
class NodeVerdict:
    """How a node of the history stands, and where on its line the game was lost, as far as that is known."""

    line: LineVerdict
    last_winnable: Node | None
    first_lost: Node | None


class HistoryVerdicts:
    """The verdicts on the nodes of one session; a node with a verdict is never judged again.

    What can be won says so of all that led to it, what is lost of all that was played from it, then and later.
    """

    def __init__(self, session: Session, verdicts: Verdicts | None = None) -> None:
        self.verdicts = verdicts or Verdicts()
        self._session = session
        self._statuses: dict[Node, WinStatus] = {}

    def status(self, node: Node) -> WinStatus:
        """Return how a node stands, as far as that is known without a search."""
        known = self._statuses.get(node, "unknown")
        if known == "unknown" and any(self._statuses.get(before) == "lost" for before in node.line()):
            return "lost"
        return known

    def judge(self, node: Node | None = None) -> NodeVerdict:
        """Return the verdict on a node, by default the current one, and on the line that leads to it."""
        node = node or self._session.current
        nodes = [self._session.root, *node.line()]
        statuses = [self._statuses.get(one) for one in nodes]
        low = max((index for index, status in enumerate(statuses) if status == "winnable"), default=-1)
        high = next((index for index, status in enumerate(statuses) if status == "lost"), None)
        line = self.verdicts.judge_line([*map(self._position, nodes)], last_winnable=low, first_lost=high)
        last_winnable = None if line.last_winnable is None else nodes[line.last_winnable]
        first_lost = None if line.first_lost is None else nodes[line.first_lost]
        if line.last_winnable is not None:
            self._statuses.update(dict.fromkeys(nodes[: line.last_winnable + 1], "winnable"))
        if first_lost is not None:
            self._statuses.update(dict.fromkeys(nodes[nodes.index(first_lost) :], "lost"))
        return NodeVerdict(line, last_winnable, first_lost)

    def _position(self, node: Node) -> Position:
        return Position(self._session.game, node.state)
