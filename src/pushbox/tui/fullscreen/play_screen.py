"""The board with everything around it: keys and mouse, history, hints, the solver, the levels before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...analysis import hints
from ...errors import IllegalMove, PushboxError, with_notes
from ...games.api import KEYS, Key
from ...grid import NAMES, Cell
from ...play import pointing
from ...play.recorded_session import Refused
from ...render.text import draw
from ...solver import Solved
from ...store.play_writes import WriteResult
from . import saved_play
from .board_view import BoardView
from .history_bar import HistoryBar, whole_line
from .playlist import Playlist, Step
from .pointer import Drag, Pointer
from .saved_play import SavedPlay
from .shelf import Shelf
from .solving import Solving
from .status_panel import StatusPanel, counts, outcome

if TYPE_CHECKING:
    from .app import TerminalGame

_STEPS = KEYS[:4]
_ARROWS = dict(zip(NAMES, _STEPS, strict=True))
_LETTERS = dict(zip("awds" + "hklj", _STEPS * 2, strict=True))
_SECOND_PLAYER = "awds"
_REPLAY_INTERVAL = 1 / 8  # seconds a move


class PlayScreen(Screen[None]):
    """A level being played."""

    DEFAULT_CSS = """
    PlayScreen #message { height: 1; padding: 0 1; background: $boost; }
    PlayScreen #short { height: 1; padding: 0 1; background: $panel; display: none; }
    PlayScreen.-narrow StatusPanel { display: none; }
    PlayScreen.-narrow #short { display: block; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  # as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z,backspace", "undo", "Undo"),
        Binding("ctrl+y,insert", "redo", "Redo"),
        Binding("r", "restart", "Restart"),
        Binding("question_mark", "hint", "Hint", key_display="?"),
        Binding("f5", "solve", "Solve"),
        Binding("right_square_bracket", "level(1)", "Next", key_display="]"),
        Binding("left_square_bracket", "level(-1)", "Previous", key_display="[", show=False),
        Binding("right_curly_bracket", "unsolved(1)", "Next unsolved", show=False),
        Binding("left_curly_bracket", "unsolved(-1)", "Previous unsolved", show=False),
        Binding("f2", "library", "Library"),
        Binding("f3", "history", "History", show=False),
        Binding("f4", "edit", "Edit", show=False),
        Binding("f1", "help", "Help"),
        Binding("p", "replay", "Replay", show=False),
        Binding("t", "describe", "Describe", show=False),
        Binding("x", "dead", "Dead squares", show=False),
        Binding("m", "pushable", "Pushable", show=False),
        Binding("home", "ends(0)", "To the start", show=False),
        Binding("end", "ends(1)", "To the end", show=False),
        Binding("pageup", "zoom(1)", "Larger", show=False),
        Binding("pagedown", "zoom(-1)", "Smaller", show=False),
        Binding("space", "press('act')", "Act", show=False),
        Binding("full_stop,tab", "press('next')", "Next piece", show=False),
        Binding("comma,shift+tab", "press('previous')", "Previous piece", show=False),
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("q,ctrl+q", "quit", "Quit"),
        *(Binding(f"ctrl+{name}", f"run('{name}', 0)", "Run", show=False) for name in NAMES),
        *(Binding(f"shift+{name}", f"run('{name}', 1)", "Push on", show=False) for name in NAMES),
    ]

    def __init__(self, shelf: Shelf, playlist: Playlist) -> None:
        super().__init__()
        self._shelf = shelf
        self._playlist = playlist
        self._entry = playlist.current
        self._saved = self._open()
        self._selection = self._new_selection()
        self._overlay: dict[Cell, str] = {}  # dead squares, what a hint points at
        self._hint_step = 0
        self._hinted = -1  # the position that the ladder is climbed for
        self._replaying = False
        self._solving: Solving | None = None

    @property
    def _game(self) -> TerminalGame:
        return cast("TerminalGame", self.app)

    # What is shown ----------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        self._draw()
        with Horizontal():
            with Vertical():
                yield BoardView(self._board, self._picture)
            yield StatusPanel()
        yield Static(id="short", markup=False)
        yield HistoryBar()
        yield Static(id="message", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the level, and let the clock run."""
        self.query_one(BoardView).focus()
        self._show()
        self.set_interval(1.0, self._show_counts)
        self.say(f"{self._saved.session.game.info.name}: F1 tells the rules and the keys.")

    def on_unmount(self) -> None:
        """Write what is left."""
        self._cancel_search()
        self._saved.close()

    def say(self, words: str) -> None:
        """Show a sentence until the next one."""
        self.query_one("#message", Static).update(words, layout=False)

    def _show(self) -> None:
        """Show the position, with what is marked on it."""
        session = self._saved.session.session
        self._saved.session.take_changes()
        focus = None if session.focus is None else session.focus.anchor
        self._selection = self._new_selection()
        self._draw()
        self.query_one(BoardView).show(self._board, self._picture, focus)
        self._show_marks()
        self._show_counts()
        self.query_one(HistoryBar).show(self._saved.session)

    def _draw(self) -> None:
        self._board = self._saved.session.session.board
        self._picture = draw(self._board, self._game.charset)

    def _show_marks(self) -> None:
        session = self._saved.session.session
        marks = dict(self._overlay)
        if session.focus is not None and len(session.focusable) > 1:
            marks[session.focus.anchor] = "steered"
        self.query_one(BoardView).mark(marks | self._selection.marks())

    def _show_counts(self) -> None:
        play = self._saved.session
        self.query_one(StatusPanel).show(self._entry, play, self._board, self._picture.marks)
        rows = counts(play, self._board)
        short = ["  ".join(f"{name} {value}" for name, value in rows), *filter(None, outcome(play))]
        self.query_one("#short", Static).update("  ".join(short), layout=False)

    def _new_selection(self) -> Pointer:
        session = self._saved.session.session
        return Pointer(session.visible, None if session.focus is None else session.focus.anchor)

    # The play ---------------------------------------------------------------------------------------------------------

    def _open(self) -> SavedPlay:
        level = self._shelf.level_id(self._entry)
        entry = saved_play.begin(self._shelf.library, self._shelf.visitor, level)
        return SavedPlay(self._shelf.library, entry.id, self._on_written)

    def _on_written(self, result: WriteResult | PushboxError) -> None:
        """Take what became of a write, in its thread."""
        if isinstance(result, PushboxError):
            self.app.call_from_thread(self.say, f"not saved yet: {with_notes(result)}")
        elif result.outdated:
            self.app.call_from_thread(self._reload, result)

    def _reload(self, result: WriteResult) -> None:
        self._saved.reload(result)
        self._show()
        self.say("This play went on in two places at once: what was played in each is kept as a branch.")

    def _do(self, act: object, *arguments: object) -> bool:
        """Execute a command, show and save what came of it; say why where it is refused."""
        before = self._saved.session.current_id
        solved = self._saved.session.session.outcome().solved
        words = ""
        try:
            act(*arguments)  # type: ignore[operator]
        except Refused as error:
            words = str(error)
        except IllegalMove as error:
            words = error.reason
        moved = self._saved.session.current_id != before
        if moved:
            self._overlay = {}
            self._saved.save()
        self._show()
        session = self._saved.session.session
        if words or moved:
            self.say(words)
        if moved and session.outcome().solved and not solved:
            metrics = self._saved.session.info.counter.metrics
            self.say(f"Solved with {metrics.moves} moves and {metrics.pushes} pushes. ] goes on to the next level.")
        return moved and not words

    def on_key(self, event: object) -> None:
        """Take the keys that steer: arrows, and letters under the fingers."""
        key: str = event.key  # type: ignore[attr-defined]
        is_second = self._saved.session.game.info.players > 1 and key in _SECOND_PLAYER
        meaning = _ARROWS.get(key) or _LETTERS.get(key)
        if meaning is None:
            return
        event.stop()  # type: ignore[attr-defined]
        event.prevent_default()  # type: ignore[attr-defined]
        self._replaying = False
        player = 0 if self._saved.session.game.info.players == 1 else 2 if is_second else 1
        self._do(self._saved.session.press, meaning, player)

    def action_press(self, key: Key) -> None:
        """Press a key that is no direction."""
        self._do(self._saved.session.press, key)

    def action_run(self, key: Key, push: int) -> None:
        """Go on in a direction."""
        self._do(lambda: pointing.run(self._saved.session, key, push=bool(push)))

    def action_undo(self) -> None:
        """Go back a move."""
        self._replaying = False
        self._do(self._saved.session.undo, 1)

    def action_redo(self) -> None:
        """Go forward a move."""
        self._do(self._saved.session.redo, 1)

    def action_restart(self) -> None:
        """Go back to the start; everything played stays."""
        self._replaying = False
        self._do(self._saved.session.restart)

    def action_ends(self, end: int) -> None:
        """Go to the start of the line, or to where redo leads in the end."""
        nodes = whole_line(self._saved.session.session.current)
        self._goto_depth(len(nodes) - 1 if end else 0)

    def _goto_depth(self, depth: int) -> None:
        nodes = whole_line(self._saved.session.session.current)
        number = self._saved.session.info_of(nodes[min(depth, len(nodes) - 1)]).id
        self._do(self._saved.session.goto, number)

    def goto(self, number: int) -> None:
        """Go to a position of the history."""
        self._do(self._saved.session.goto, number)

    # The mouse --------------------------------------------------------------------------------------------------------

    def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        """Select, walk, or take the selected piece where the click is."""
        asked = self._selection.click(message.cell)
        if asked is None:
            self._show_marks()
        else:
            self._drag(asked)

    def on_board_view_dragged(self, message: BoardView.Dragged) -> None:
        """Take a piece where it is dragged."""
        self._drag(Drag(message.start, message.end))

    def on_board_view_hovered(self, message: BoardView.Hovered) -> None:
        """Show the way to where the pointer is."""
        self._selection.hover(message.cell)
        self._show_marks()

    def _drag(self, asked: Drag) -> None:
        self._do(lambda: pointing.drag(self._saved.session, asked.start, asked.end, through=False))

    def on_history_bar_chosen(self, message: HistoryBar.Chosen) -> None:
        """Go to a position of the line."""
        self._goto_depth(message.depth)

    # Help -------------------------------------------------------------------------------------------------------------

    def _may_be_helped(self) -> bool:
        session = self._saved.session.session
        if session.has_hidden_parts or session.game.info.players > 1:
            self.say("There is no help where something is hidden or several play.")
            return False
        return True

    def action_hint(self) -> None:
        """Climb one step of the ladder of hints."""
        if self._may_be_helped():
            number = self._saved.session.current_id
            self._hint_step = self._hint_step + 1 if number == self._hinted else 1
            self._hinted = number
            self.say("Thinking …")
            self._find_hint(number, min(self._hint_step, hints.STEPS))

    @work(thread=True, exclusive=True, group="hint")
    def _find_hint(self, number: int, step: int) -> None:
        play = self._saved.session
        hint = hints.hint(play.line(), play.session.focus)
        self.app.call_from_thread(self._show_hint, number, hint, step)

    def _show_hint(self, number: int, hint: hints.Hint, step: int) -> None:
        play = self._saved.session
        play.assists.add("hint")
        self._saved.save()
        if play.current_id != number:
            return
        cells = [hint.cell if step >= 2 else None, hint.target if step >= 3 else None]
        self._overlay = dict.fromkeys((cell for cell in cells if cell is not None), "hint")
        self._show_marks()
        self.say(hint.sentence(step, play.session.board))

    def action_solve(self) -> None:
        """Search for a solution from here, or stop a search."""
        if self._solving is not None:
            self._cancel_search()
        elif self._may_be_helped():
            self._solving = Solving(self._saved.session.session.position)
            self._watch(self._solving)
            self.run_worker(self._solving.run, thread=True, group="solve")

    def _watch(self, solving: Solving) -> None:
        """Show the progress of a search until it ends."""
        if self._solving is not solving:
            return
        if solving.verdict is None:
            self.say(f"{solving.words()}  Esc stops it.")
            self.set_timer(0.1, lambda: self._watch(solving))
            return
        self._solving = None
        play = self._saved.session
        play.assists.add("solver")
        self.say(solving.words())
        if isinstance(solving.verdict, Solved) and play.session.state == solving.position.state:
            moves = solving.position.parse(solving.verdict.text)
            self._replaying = True
            self._follow(moves, 0)

    def _follow(self, moves: list[object], index: int) -> None:
        """Play moves one after the other, until a key interrupts."""
        if self._replaying and index < len(moves) and self._do(self._saved.session.play, moves[index]):
            self.set_timer(_REPLAY_INTERVAL, lambda: self._follow(moves, index + 1))

    def _cancel_search(self) -> None:
        if self._solving is not None:
            self._solving.cancel()
            self._solving = None
            self.say("The search is stopped.")

    def action_replay(self) -> None:
        """Go along the line to where redo leads, move by move."""
        self._replaying = not self._replaying
        self._replay()

    def _replay(self) -> None:
        if self._replaying and self._do(self._saved.session.redo, 1):
            self.set_timer(_REPLAY_INTERVAL, self._replay)
        else:
            self._replaying = False

    def action_dead(self) -> None:
        """Show the cells from which no box gets home, or hide them."""
        shown = "dead" in self._overlay.values()
        visible = self._saved.session.session.visible
        self._overlay = {} if shown else dict.fromkeys(visible.rules.dead_squares(visible.state), "dead")
        self._saved.session.assists.add("overlay")
        self._show_marks()
        if not shown:
            self.say("Dead squares: no box gets from there to a goal." if self._overlay else "None is known.")

    def action_pushable(self) -> None:
        """Show the boxes that can be pushed."""
        boxes = pointing.pushable(self._saved.session.session.visible)
        self._overlay = dict.fromkeys(boxes, "target")
        self._saved.session.assists.add("overlay")
        self._show_marks()
        self.say(f"{len(boxes)} can be pushed.")

    def action_describe(self) -> None:
        """Say what the pointer is over, or what is steered."""
        self.say(self._selection.describe())

    def action_cancel(self) -> None:
        """End a search, a replay, a selection."""
        self._cancel_search()
        self._replaying = False
        self._overlay = {}
        self._show()

    # Around -----------------------------------------------------------------------------------------------------------

    def action_zoom(self, steps: int) -> None:
        """Draw the board larger or smaller."""
        self.query_one(BoardView).zoom(steps)
        self._show()

    def action_level(self, step: Step) -> None:
        """Go to the level after this one, or before it."""
        self._change_level(self._playlist.adjacent(step, unsolved=False))

    def action_unsolved(self, step: Step) -> None:
        """Go to the next level that is not solved, or the one before."""
        self._change_level(self._playlist.adjacent(step, unsolved=True))

    def _change_level(self, playlist: Playlist | None) -> None:
        if playlist is None:
            self.say("There is none.")
            return
        try:
            self._game.play(playlist)
        except PushboxError as error:
            self.say(with_notes(error))

    def action_library(self) -> None:
        """Choose a level."""
        self._game.open_library()

    def action_edit(self) -> None:
        """Make a level of one's own of this one."""
        self._game.open_editor(self._entry.level)

    def action_history(self) -> None:
        """Look at all that was played."""
        self._game.open_history(self._saved.session, self.goto)

    def action_help(self) -> None:
        """Tell rules and keys."""
        self._game.open_help(self._saved.session.session)

    def action_quit(self) -> None:
        """End."""
        self.app.exit()
