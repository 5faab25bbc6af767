"""A study: its lines as a tree, the board at one place with comment, marks and arrows, and questions to be solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Static, Tree
from textual.widgets.tree import TreeNode

from ...errors import IllegalMove, PushboxError, why_of, with_notes
from ...grid import parse_cell
from ...play.recorded_session import RecordedSession, Refused
from ...render.characters import Charset
from ...render.text import draw
from ...sentence import listed, say, spoken
from ...studies import MARKS, ReplayedStudy, Study, add_line, promote, remove, replay_study
from ...studies import say as annotate
from ...studies.cursor import Cursor, at_node
from .board_view import BoardView
from .fitting_footer import FittingFooter
from .keys import STEERING

Edit = Literal["comment", "question", "marks", "arrows"]

_PROMPTS: dict[Edit, str] = {
    "comment": say("study-ask-comment"),
    "question": say("study-ask-question"),
    "marks": say("study-ask-marks", kinds=", ".join(MARKS)),
    "arrows": say("study-ask-arrows"),
}
_LOOKS = {"problem": "lost", "selected": "selected", "hint": "hint", "path": "path", "dead": "dead", "reach": "target"}
_MAX_LABEL = 40  # characters of a line of the tree


class StudyScreen(Screen[None]):
    """A study that is read, played and changed; `keep` writes it and returns in words where."""

    DEFAULT_CSS = """
    StudyScreen Tree { width: 38; height: 100%; background: $panel; }
    StudyScreen #comment { max-height: 8; min-height: 3; padding: 0 1; background: $boost; overflow-y: auto; }
    StudyScreen #message { height: 1; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", say("act-on"), priority=True),
        Binding("left,h", "step(-1)", say("act-back"), priority=True),
        Binding("down", "variation(1)", say("act-variation"), priority=True),
        Binding("up", "variation(-1)", say("act-variation-before"), show=False, priority=True),
        Binding("p", "play", say("act-play-from-here")),
        Binding("n", "edit('comment')", say("act-note")),
        Binding("o", "edit('question')", say("act-question"), show=False),
        Binding("m", "edit('marks')", say("act-marks")),
        Binding("a", "edit('arrows')", say("act-arrows"), show=False),
        Binding("u", "undo", say("act-undo"), show=False),
        Binding("v", "keep_variation", say("act-keep-variation")),
        Binding("+", "promote", say("act-main-line"), show=False),
        Binding("delete", "remove", say("act-remove"), show=False),
        Binding("ctrl+s", "save", say("act-save")),
        Binding("home", "ends(0)", say("act-start"), show=False),
        Binding("end", "ends(1)", say("act-end"), show=False),
        Binding("escape", "leave", say("act-leave")),
    ]

    def __init__(self, study: Study, charset: Charset, keep: Callable[[Study], str]) -> None:
        super().__init__()
        self._charset: Charset = charset
        self._keep = keep
        self._replayed: ReplayedStudy = replay_study(study)
        self._cursor = Cursor()
        self._tried: RecordedSession | None = None  # what is played from the cursor on
        self._edited: Edit | None = None
        self._saved = study
        self._shown: dict[int, TreeNode[int]] = {}

    @property
    def study(self) -> Study:
        """The study as it is now."""
        return self._replayed.study

    # What is shown ----------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        board = self._replayed.start.board
        with Horizontal():
            with Vertical():
                yield BoardView(board, draw(board, self._charset))
                yield Static(id="comment", markup=False)
            yield Tree(self._title(), data=0)
        yield Input(id="words")
        yield Static(id="message", markup=False)
        yield FittingFooter()

    def on_mount(self) -> None:
        self.query_one(Input).display = False
        self._grow()
        self._show()
        self.query_one(BoardView).focus()
        if self._replayed.problems:
            self._say(say("study-unplayable", count=len(self._replayed.problems)))

    def _title(self) -> str:
        return self.study.title or spoken(say("line-start"))

    def _say(self, words: str) -> None:
        self.query_one("#message", Static).update(spoken(words), layout=False)

    def _grow(self) -> None:
        """Make the tree anew."""
        tree: Tree[int] = self.query_one(Tree)
        tree.clear()
        tree.root.set_label(Text(self._title()))
        tree.root.expand()
        self._shown = {0: tree.root}
        for index, node in enumerate(self.study.nodes[1:], start=1):
            if self._replayed.positions[index] is not None:
                signs = ("?" if node.question else "") + ("…" if node.comment else "")
                label = Text(f"{node.moves[:_MAX_LABEL]} {signs}".rstrip())
                self._shown[index] = self._shown[node.parent].add(label, data=index, expand=True)

    def _show(self) -> None:
        session = self._tried
        position = self._cursor.position(self._replayed) if session is None else session.session.position
        board = position.board
        centre = next((piece.anchor for piece in board.of_kind("pusher")), None)
        view = self.query_one(BoardView)
        view.show(board, draw(board, self._charset), centre)
        view.mark({} if session is not None else self._marks())
        self.query_one("#comment", Static).update(self._words())
        tree = self.query_one(Tree)
        tree.move_cursor(self._shown[self._cursor.node])

    def _marks(self) -> dict[int, str]:
        if not self._cursor.is_at_node(self._replayed):
            return {}
        node = self.study.nodes[self._cursor.node]
        marks = {cell: _LOOKS.get(name, "cursor") for name, cells in node.marks for cell in cells}
        for start, end in node.arrows:
            marks |= {start: "selected", end: "target"}
        return marks

    def _words(self) -> Text:
        if self._tried is not None:
            return Text(spoken(say("study-playing")))
        if not self._cursor.is_at_node(self._replayed):
            total = len(self._replayed.moves[self._cursor.node])
            return Text(spoken(say("study-move-of", count=self._cursor.played, total=total)), style="dim")
        node, board = self.study.nodes[self._cursor.node], self._replayed.start.board
        text = Text(node.comment)
        if node.arrows:
            ends = ([board.cell_name(cell) for cell in arrow] for arrow in node.arrows)
            arrows = listed([say("study-arrow", start=start, end=end) for start, end in ends])
            text.append(f"\n{spoken(say('study-arrows', arrows=arrows))}", "dim")
        if node.question:
            text.append(f"\n{spoken(say('study-question', question=node.question))}", "bold")
        if self._replayed.is_solved(self._cursor.node):
            text.append(f"\n{spoken(say('study-solved'))}", "green")
        return text

    # Going along ------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an action now: most have none while the user types, or tries moves."""
        del parameters
        if self._edited is not None:
            return action == "leave"
        if self._tried is not None:
            return action in {"leave", "keep_variation", "undo"}
        return action not in {"undo", "keep_variation"}

    def _go(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._say("")
        self._show()

    def action_step(self, step: int) -> None:
        self._go(self._cursor.forward(self._replayed) if step > 0 else self._cursor.back(self._replayed))

    def action_variation(self, step: int) -> None:
        self._go(self._cursor.variation(self._replayed, step))

    def action_ends(self, end: int) -> None:
        """Go to the start, or to the end of the line."""
        cursor = Cursor() if not end else self._cursor
        while end and (after := cursor.forward(self._replayed)) != cursor:
            cursor = after
        self._go(cursor)

    def on_tree_node_selected(self, message: Tree.NodeSelected[int]) -> None:
        if message.node.data is not None and self._tried is None:
            self._go(at_node(self._replayed, message.node.data))

    # Playing from here ------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play from here on one's own."""
        self._tried = RecordedSession(self._cursor.position(self._replayed))
        self.query_one(BoardView).focus()
        self.refresh_bindings()
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Take the keys that steer while one plays."""
        meaning = STEERING.get(event.key)
        if self._tried is None or self._edited is not None or meaning is None:
            return
        event.stop()
        event.prevent_default()
        try:
            self._tried.press(meaning)
            self._say(say("study-solved-now") if self._tried.session.outcome().solved else "")
        except (Refused, IllegalMove) as error:
            self._say(with_notes(error))
        self._show()

    def action_undo(self) -> None:
        if self._tried is not None and self._tried.session.current.depth:
            self._tried.undo(1)
            self._show()

    def action_keep_variation(self) -> None:
        """Keep the moves played from here as a variation."""
        if self._tried is None or not (moves := self._tried.session.move_stack):
            return

        def add() -> tuple[Study, int]:
            study, node = self._cursor.split(self._replayed)
            return add_line(study, node, moves)

        self._tried = None
        self.refresh_bindings()
        self._change(add, say("study-kept"))

    # Changing ---------------------------------------------------------------------------------------------------------

    def _change(self, change: Callable[[], tuple[Study, int]], words: str) -> None:
        """Change the study, and go to a node of it; say why where that cannot be."""
        try:
            study, node = change()
            self._replayed = replay_study(study)
        except PushboxError as error:
            self._say(with_notes(error))
            self._show()
            return
        self._cursor = at_node(self._replayed, node)
        self._grow()
        self._show()
        self._say(words)

    def action_edit(self, what: Edit) -> None:
        """Edit the annotations of this position."""
        self._edited = what
        words = self.query_one(Input)
        words.placeholder, words.value = spoken(_PROMPTS[what]), self._written(what)
        words.display = True
        words.focus()
        self.refresh_bindings()
        self._say(_PROMPTS[what])

    def _written(self, what: Edit) -> str:
        if not self._cursor.is_at_node(self._replayed):
            return ""
        node, board = self.study.nodes[self._cursor.node], self._replayed.start.board

        def names(cells: tuple[int, ...]) -> str:
            return " ".join(board.cell_name(cell) for cell in cells)

        match what:
            case "comment":
                return node.comment.replace("\n", "\\n")
            case "question":
                return node.question
            case "marks":
                return " ".join(f"{name} {names(cells)}" for name, cells in node.marks)
            case "arrows":
                return " ".join(names(arrow) for arrow in node.arrows)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        what = self._edited
        if what is None:
            return

        def change() -> tuple[Study, int]:
            study, node = self._cursor.split(self._replayed)
            return annotate(study, node, **{what: self._parsed(what, message.value)}), node

        self._end_edit()
        self._change(change, "")

    def _parsed(self, what: Edit, words: str) -> Any:
        """Parse the typed text. Raises PushboxError for invalid text."""
        match what:
            case "comment":
                return words.strip().replace("\\n", "\n")
            case "question":
                return words.strip()
            case "marks":
                return self._parsed_marks(words.split())
            case "arrows":
                cells = [self._cell(name) for name in words.split()]
                if len(cells) % 2:
                    raise PushboxError.said("arrow-pairs")
                return tuple(zip(cells[::2], cells[1::2], strict=True))

    def _parsed_marks(self, words: list[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        marks: dict[str, list[int]] = {}
        kind = MARKS[0]
        for word in words:
            if word in MARKS:
                kind = word
            else:
                marks.setdefault(kind, []).append(self._cell(word))
        return tuple((name, tuple(cells)) for name, cells in marks.items())

    def _cell(self, name: str) -> int:
        board = self._replayed.start.board
        cell = board.cell(*parse_cell(name))
        if cell >= len(board.terrain):
            raise PushboxError.said("no-cell-of-board", found=name[:40])
        return cell

    def _end_edit(self) -> None:
        self._edited = None
        self.query_one(Input).display = False
        self.query_one(BoardView).focus()
        self.refresh_bindings()

    def action_promote(self) -> None:
        """Make this variation the main line."""
        self._change(lambda: promote(self.study, self._cursor.node), say("study-main"))

    def action_remove(self) -> None:
        """Remove this node with all that is played from it."""
        if self._cursor.node:
            self._change(lambda: remove(self.study, self._cursor.node), say("removed"))

    def action_save(self) -> None:
        try:
            self._say(self._keep(self.study))
            self._saved = self.study
        except (OSError, PushboxError) as error:
            self._say(with_notes(error) if isinstance(error, PushboxError) else why_of(error))

    def action_leave(self) -> None:
        """End typing, or playing, or else leave; unsaved changes are asked about once."""
        if self._edited is not None:
            self._end_edit()
            self._say("")
        elif self._tried is not None:
            self._tried = None
            self.refresh_bindings()
            self._show()
        elif self.study != self._saved:
            self._saved = self.study
            self._say(say("study-unsaved"))
        else:
            self.dismiss()
