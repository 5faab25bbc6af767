"""All that was played of a level, as a tree of variations: a run of moves a line, branches below it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from ...play.recorded_session import RecordedSession
from ...play.session import Node
from ...sentence import say, spoken

_MAX_RUN = 40  # characters of a line


class HistoryScreen(ModalScreen[int | None]):
    """The tree; it returns the number of the position that is chosen, None for none."""

    DEFAULT_CSS = """
    HistoryScreen { align: center middle; }
    HistoryScreen Tree { width: 90%; height: 90%; padding: 1 2; background: $surface; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f3,q", "dismiss", say("act-close"))]

    def __init__(self, play: RecordedSession) -> None:
        super().__init__()
        self._play = play

    def compose(self) -> ComposeResult:
        tree: Tree[int] = Tree(spoken(say("line-start")), data=0)
        tree.root.expand()
        shown: TreeNode[int] = tree.root
        stack = [(self._play.session.root, tree.root)]
        while stack:
            node, parent = stack.pop()
            for branch in node.branches:
                words, last = self._run(branch)
                label = f"{words}  ({last.depth})"
                number = self._play.info_of(last).id
                added = parent.add(label, data=number, expand=True) if last.branches else parent.add_leaf(label, number)
                if last is self._play.session.current:
                    shown = added
                stack.append((last, added))
        tree.border_title, tree.border_subtitle = spoken(say("all-played")), spoken(say("history-keys"))
        self._shown = shown
        yield tree

    def _run(self, node: Node) -> tuple[str, Node]:
        """Return the moves from a position on, up to a branching, the one that is shown, or the end of the line."""
        texts = [self._play.info_of(node).text]
        while len(node.branches) == 1 and node is not self._play.session.current:
            node = node.branches[0]
            if sum(map(len, texts)) > _MAX_RUN:
                break
            texts.append(self._play.info_of(node).text)
        return "".join(texts) if all(len(text) == 1 for text in texts) else " ".join(texts), node

    def on_mount(self) -> None:
        """Stand on the position that is shown."""
        tree = self.query_one(Tree)
        tree.focus()
        self.call_after_refresh(tree.move_cursor, self._shown)

    def on_tree_node_selected(self, message: Tree.NodeSelected[int]) -> None:
        self.dismiss(message.node.data)
