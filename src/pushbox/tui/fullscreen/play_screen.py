"""The board with everything around it: keys and mouse, history, hints, the solver, the levels before and after."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from ...analysis.static import analyze
from ...errors import IllegalMove, PushboxError, why_of, with_notes
from ...games.api import Key
from ...games.position import load
from ...play import pointing, stars
from ...play.recorded_session import RecordedSession, Refused
from ...play.stars import Rating
from ...render.characters import Charset
from ...render.text import draw
from ...sentence import located, say, spoken
from ...store.play_writes import WriteResult
from ...studies import Study, add_line, study_of_session
from ..playlist import Playlist, Step
from ..shelf import Shelf
from ..shipped_words import shipped
from . import settings
from .assists import AssistedScreen
from .board_view import BoardView
from .editor_screen import EditorScreen
from .fitting_footer import FittingFooter
from .help_screen import HelpScreen
from .history_bar import HistoryBar, whole_line
from .history_screen import HistoryScreen
from .keys import BINDINGS, SECOND_PLAYER, STEERING
from .library_screen import LibraryScreen
from .line_view import LineView
from .loss_warnings import LossWarnings
from .pointer import Drag, Pointer
from .status_panel import StatusPanel, brief_notes, collection_of, counts, outcome, words_of
from .study_screen import StudyScreen

_WIDE = 72  # columns from which on there is room for the panel
_BOUND_SECONDS = 5.0
_SAVING_DELAY = 0.1  # seconds
_NO_LEVEL: dict[Step, str] = {1: say("none-after-level-library"), -1: say("none-before-level")}
_NO_UNSOLVED: dict[Step, str] = {1: say("none-after-unsolved"), -1: say("none-before-unsolved")}


class PlayScreen(AssistedScreen):
    """A level being played.  Raises PushboxError for one that cannot be."""

    DEFAULT_CSS = """
    PlayScreen #message { height: 1; padding: 0 1; background: $boost; overflow: hidden; }
    PlayScreen #short { height: 1; padding: 0 1; background: $panel; display: none; }
    PlayScreen.-narrow StatusPanel { display: none; }
    PlayScreen.-narrow #message { height: 2; }
    PlayScreen.-narrow #short { display: block; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012  # as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, shelf: Shelf, playlist: Playlist, charset: Charset, settings_file: Path) -> None:
        super().__init__()
        self._shelf = shelf
        self._playlist = playlist
        self._charset: Charset = charset
        self._settings_file = settings_file
        self._entry = playlist.current
        self._saved = shelf.begin(self._entry, self._on_written)
        self._known = self._saved.known
        self._rating: Rating | None = None  # of the solution that is shown
        self._selection = self._new_selection()
        self._warnings: LossWarnings | None = None  # once it is shown
        self._saving: Timer | None = None  # what will write the latest moves

    # What is shown ----------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        self._draw()
        with Horizontal():
            with Vertical():
                yield BoardView(self._board, self._picture)
            yield StatusPanel()
        yield LineView(id="short")
        yield HistoryBar()
        yield LineView(id="message")
        yield FittingFooter()

    def on_mount(self) -> None:
        """Show the level, and let the clock run."""
        self.query_one(BoardView).focus()
        self._show()
        self.set_interval(1.0, self._show_counts)
        self._warnings = LossWarnings(self, settings.load(self._settings_file).warn, self._saved.solved_level)
        self._warnings.begin()
        level, help_words = self._entry.level, say("help-is-f1")
        if self._is_narrow:  # without the panel
            name = shipped("level.title", level.title) or f"{collection_of(self._entry)} {self._entry.number}"
            self.say(located(name, brief_notes(level) or help_words))
        else:
            self.say(located(shipped("game.name", self._saved.session.game.info.name), help_words))

    def on_unmount(self) -> None:
        """Write unsaved changes."""
        self.stop_search()
        if self._warnings is not None:
            self._warnings.close()
        self._saved.close()

    @property
    def _is_narrow(self) -> bool:
        return self.app.size.width < _WIDE

    @property
    def play(self) -> RecordedSession:
        """The current play."""
        return self._saved.session

    def use(self, assist: str) -> None:
        """Count an assist."""
        self._saved.session.assists.add(assist)
        self._saved.save()

    def say(self, words: str) -> None:
        """Show a sentence until the next one."""
        self.query_one("#message", LineView).show_lines([((spoken(words), ""),)])

    def _show(self) -> None:
        """Show the position with its marks."""
        session = self._saved.session.session
        self._saved.session.take_changes()
        focus = None if session.focus is None else session.focus.anchor
        self._selection = self._new_selection()
        self._draw()
        self.query_one(BoardView).show(self._board, self._picture, focus)
        self.show_marks()
        self._show_counts()
        self.query_one(HistoryBar).show(self._saved.session)

    def _draw(self) -> None:
        self._board = self._saved.session.session.board
        self._picture = draw(self._board, self._charset)

    def show_marks(self) -> None:
        """Show the marks."""
        session = self._saved.session.session
        marks = {**(self._warnings.marks if self._warnings is not None else {}), **self.overlay}
        if session.focus is not None and len(session.focusable) > 1:
            marks[session.focus.anchor] = "steered"
        self.query_one(BoardView).mark(marks | self._selection.marks())

    def _show_counts(self) -> None:
        play = self._saved.session
        panel = self.query_one(StatusPanel)
        panel.show(self._entry, play, self._board, self._picture.marks, self._known.lowest, self._rating)
        rows = counts(play, self._board)
        values = (f"{spoken(name)} {spoken(value)}" for name, value in rows)
        short = [*values, *filter(None, map(spoken, outcome(play)))]
        self.query_one("#short", LineView).show_lines([(("  ".join(short), ""),)])

    def _new_selection(self) -> Pointer:
        session = self._saved.session.session
        return Pointer(session.visible, None if session.focus is None else session.focus.anchor)

    # The play ---------------------------------------------------------------------------------------------------------

    def _on_written(self, result: WriteResult | PushboxError) -> None:
        """Take the result of a write, in its thread, without waiting: a player who leaves waits for the write."""
        if isinstance(result, PushboxError):
            self.call_later(self.say, say("not-saved-yet", why=with_notes(result)))
        elif result.outdated:
            self.call_later(self._reload, result)

    def _reload(self, result: WriteResult) -> None:
        self._saved.reload(result)
        self._show()
        self.say(say("two-places"))

    def do(self, act: object, *arguments: object) -> bool:
        """Execute a command, show and save its result, or explain a refusal."""
        before = self._saved.session.current_id
        solved = self._saved.session.session.outcome().solved
        words = ""
        try:
            act(*arguments)  # type: ignore[operator]
        except Refused as error:
            words = with_notes(error)
        except IllegalMove as error:
            words = error.reason
        moved = self._saved.session.current_id != before
        if moved:
            self._rating = None
            self.overlay = {}
            if self._warnings is not None:
                self._warnings.on_position()
            self._save_soon()
        self._show()
        if words or moved:
            self.say(words)
        if moved and self._saved.session.session.outcome().solved and not solved:
            self._save()  # with the solution, before the player goes on
            self._on_won()
        return moved and not words

    def _on_won(self) -> None:
        """Show how good the solution is, beside the best known before and, once it is known, what any has at least."""
        play = self._saved.session
        metrics, known, number = play.info.counter.metrics, self._known, play.current_id
        self._known = known.joined(metrics)
        leads_on = self._playlist.adjacent(1, unsolved=False) is not None

        def show(bound: int | None) -> None:
            if self._saved.session is not play or play.current_id != number:
                return
            self._rating = stars.rate(metrics, known, bound, play.assists)
            advice = f"{spoken(words_of(self._rating))} " if self._is_narrow else ""
            counts, picture = metrics.summary, self._rating.picture
            self.say(
                say("won", counts=counts, stars=picture, advice=advice)
                if leads_on
                else say("won-last", counts=counts, stars=picture, advice=advice)
            )
            self._show_counts()

        show(None)
        if not play.session.has_hidden_parts and play.game.info.players == 1:
            start = load(play.session.level)

            def find() -> None:
                with suppress(PushboxError):  # too large, or not in time: no star is lost without a bound
                    self.call_later(show, analyze(start, seconds=_BOUND_SECONDS).lower_bound)

            self.run_worker(find, thread=True, exclusive=True, group="bound")

    def _save_soon(self) -> None:
        """Write the play after it is shown; showing would wait for the writing thread otherwise."""
        if self._saving is None:
            self._saving = self.set_timer(_SAVING_DELAY, self._save)

    def _save(self) -> None:
        self._saving = None
        self._saved.save()

    def action_steer(self, key: str) -> None:
        """Take a key that steers: an arrow, or a letter under the fingers."""
        self.interrupt()
        player = 0
        if self._saved.session.game.info.players > 1:
            player = 2 if key in SECOND_PLAYER else 1
        self.do(self._saved.session.press, STEERING[key], player)

    def action_press(self, key: Key) -> None:
        self.do(self._saved.session.press, key)

    def action_run(self, key: Key, push: int) -> None:
        self.do(lambda: pointing.run(self._saved.session, key, push=bool(push)))

    def action_undo(self) -> None:
        self.interrupt()
        self.do(self._saved.session.undo, 1)

    def action_redo(self) -> None:
        self.do(self._saved.session.redo, 1)

    def action_restart(self) -> None:
        """Go back to the start; everything played stays."""
        self.interrupt()
        self.do(self._saved.session.restart)

    def action_ends(self, end: int) -> None:
        """Go to the start of the line, or to where redo leads in the end."""
        nodes = whole_line(self._saved.session.session.current)
        self._goto_depth(len(nodes) - 1 if end else 0)

    def _goto_depth(self, depth: int) -> None:
        nodes = whole_line(self._saved.session.session.current)
        number = self._saved.session.info_of(nodes[min(depth, len(nodes) - 1)]).id
        self.do(self._saved.session.goto, number)

    def _goto(self, number: int | None) -> None:
        if number is not None:
            self.do(self._saved.session.goto, number)

    # The mouse --------------------------------------------------------------------------------------------------------

    def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        """Select, walk, or take the selected piece where the click is."""
        asked = self._selection.click(message.cell)
        if asked is None:
            self.show_marks()
        else:
            self._drag(asked)

    def on_board_view_dragged(self, message: BoardView.Dragged) -> None:
        self._drag(Drag(message.start, message.end))

    def on_board_view_hovered(self, message: BoardView.Hovered) -> None:
        self._selection.hover(message.cell)
        self.show_marks()

    def _drag(self, asked: Drag) -> None:
        self.do(lambda: pointing.drag(self._saved.session, asked.start, asked.end, through=False))

    def on_history_bar_chosen(self, message: HistoryBar.Chosen) -> None:
        self._goto_depth(message.depth)

    # Help -------------------------------------------------------------------------------------------------------------

    def action_warnings(self) -> None:
        """Warn of pushes that lose at another time."""
        if self._warnings is not None:
            words = self._warnings.change()
            try:
                settings.save(self._settings_file, warn=self._warnings.warn)
            except OSError as error:
                self.notify(spoken(say("setting-not-kept", why=why_of(error))), severity="warning")
            self._saved.save()
            self.show_marks()
            self.say(words)

    def action_describe(self) -> None:
        """Describe the cell under the pointer, or the steered piece."""
        self.say(self._selection.describe())

    def action_cancel(self) -> None:
        """End a search, a replay, a selection."""
        self.stop_search()
        self.interrupt()
        self.overlay = {}
        self._show()

    # Around -----------------------------------------------------------------------------------------------------------

    def action_zoom(self, steps: int) -> None:
        self.query_one(BoardView).zoom(steps)
        self._show()

    def action_level(self, step: Step) -> None:
        """Go to the level after this one, or before it."""
        self._change_level(self._playlist.adjacent(step, unsolved=False), _NO_LEVEL[step])

    def action_unsolved(self, step: Step) -> None:
        """Go to the next level that is not solved, or the one before."""
        self._change_level(self._playlist.adjacent(step, unsolved=True), _NO_UNSOLVED[step])

    def _change_level(self, playlist: Playlist | None, otherwise: str) -> None:
        if playlist is None:
            self.say(otherwise)
            return
        self._go_on(playlist)

    def _go_on(self, playlist: Playlist | None) -> None:
        """Play the current level of another list, if one was chosen, or say why it cannot be played."""
        if playlist is None:
            return
        try:
            self.app.switch_screen(PlayScreen(self._shelf, playlist, self._charset, self._settings_file))
        except PushboxError as error:
            self.say(with_notes(error))

    def action_library(self) -> None:
        self.app.push_screen(LibraryScreen(self._shelf), self._go_on)

    def action_edit(self) -> None:
        """Make a drawing of this level, or go on with the drawing that it is."""
        drawing = self._entry.id if self._shelf.is_drawing(self._entry) else None
        self.app.push_screen(EditorScreen(self._shelf, self._entry.level, self._charset, drawing), self._go_on)

    def action_history(self) -> None:
        """Look at all that was played, and go to the position that is chosen there."""
        self.app.push_screen(HistoryScreen(self._saved.session), self._goto)

    def action_study(self) -> None:
        """Explain the level: the line is added to the study of it, or else all that was played makes a new one."""
        session = self._saved.session.session
        if session.has_hidden_parts or session.game.info.players > 1:
            self.say(say("no-study-here"))
            return
        kept = self._shelf.study_of(session.level)
        try:
            study = study_of_session(session) if kept is None else add_line(kept.study, 0, session.move_stack).study
        except PushboxError as error:
            self.notify(spoken(with_notes(error)), severity="error")
            return
        self.app.push_screen(StudyScreen(study, self._charset, self._keep_study))

    def _keep_study(self, study: Study) -> str:
        self._shelf.keep_study(study)
        return say("saved-in-library")

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self._saved.session.session, self._charset))

    def action_quit(self) -> None:
        self.app.exit()
