"""The review of a level that is edited: its statements as they are selected, marked on the board.

After what a review finds come the levels of the library that are nearly the same, and how hard it is.

A key certifies it: what is proven of the level goes into a file, which `pushbox certify --check` goes through again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...analysis.certificates import certify, write
from ...analysis.certificates import serialize as certificates
from ...analysis.rate import difficulty_within
from ...analysis.review import Review, ReviewProgress, marks, review, say_complete, say_tried
from ...analysis.review import say as say_finding
from ...analysis.review.values import Stage
from ...analysis.similarity import Difference
from ...atomic_file import replacing
from ...errors import PushboxError, why_of, with_notes
from ...games.position import load
from ...level import Level
from ...render.annotations import Annotations
from ...render.characters import Charset
from ...render.text import draw
from ...sentence import say, spoken, spoken_language
from ...solver import Limit, Progress
from .board_view import BoardView
from .fitting_footer import FittingFooter

_SECONDS = 20.0
_RATING_SECONDS = 5.0
_REPORT_EVERY = 0.05  # seconds
_ENDING = ".cert"
_STAGES: dict[Stage, str] = {
    "solve": say("stage-solve"),
    "positions": say("stage-positions"),
    "branches": say("stage-branches"),
    "boxes": say("stage-boxes"),
    "walls": say("stage-walls"),
}
_MAX_NAME = 60  # letters of the title in the name of a file


class _Statement(NamedTuple):
    """A statement about a level: its words, its marks on the board, and its evidence."""

    words: str
    marks: Annotations
    rests_on: str


class ReviewScreen(ModalScreen[None]):
    """The review of a level's design."""

    DEFAULT_CSS = """
    ReviewScreen { background: $background; }
    ReviewScreen OptionList { width: 60%; height: 100%; }
    ReviewScreen #tried { height: 3; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", say("act-back")),
        Binding("c", "certify", say("act-certify")),
    ]

    def __init__(
        self, level: Level, charset: Charset, near: Callable[[Level], Iterable[tuple[str, Difference]]]
    ) -> None:
        super().__init__()
        self._level = level
        self._charset: Charset = charset
        self._near = near
        self._statements: tuple[_Statement, ...] = ()
        self._next_report = 0.0

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield BoardView(self._level.board, draw(self._level.board, self._charset))
            yield OptionList()
        yield Static(spoken(say("looking-at-level")), id="tried", markup=False)
        yield FittingFooter()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self._review()

    @work(thread=True)
    def _review(self) -> None:
        try:
            found = review(self._level, seconds=_SECONDS, progress=self._report)
        except PushboxError as error:
            self.call_later(self._say, with_notes(error))
            return
        self.call_later(
            self._show,
            (*self._found(found), *self._likenesses(), *self._rated(found)),
            say_complete(found, spoken_language()),
        )

    def _found(self, found: Review) -> Iterator[_Statement]:
        language = spoken_language()
        for finding in found.findings:
            line = f"\n{finding.moves}" if finding.moves else ""
            yield _Statement(
                say_finding(finding, self._level.board, language), marks(finding), say_tried(finding, language) + line
            )

    def _likenesses(self) -> Iterator[_Statement]:
        """Yield nearly equal levels of the library."""
        for words, difference in self._near(self._level):
            rests_on = say("compared-with-library", percent=f"{100 * difference.likeness:.0f}")
            yield _Statement(say("nearly-same", words=words), difference.annotations, rests_on)

    def _rated(self, found: Review) -> Iterator[_Statement]:
        """Yield how hard the level is by the best solution, and why; nothing where that cannot be said."""
        best = found.solutions[0] if found.solutions else ""
        difficulty = difficulty_within(load(self._level), best, _RATING_SECONDS) if best else None
        if difficulty is not None:
            why = difficulty.explain(spoken_language())
            words = say("difficulty-of", value=f"{difficulty.value:.0f}", why=why)
            yield _Statement(words, Annotations(), say("by-best-known"))

    @work(thread=True, exclusive=True, group="certify")
    def action_certify(self) -> None:
        """Write the best that is proven of the level into a file beside which the game was begun."""
        self.call_later(self._say, say("proving"))
        name = re.sub(r"[^\w-]+", "-", self._level.title).strip("-")[:_MAX_NAME]
        path = Path(f"{name or 'level'}{_ENDING}")
        try:
            certificate, _ = certify(self._level, limit=Limit(seconds=_SECONDS), progress=self._report_proof)
            with replacing(path) as out:
                out.writelines(write(certificate))
        except (PushboxError, OSError) as error:
            why = with_notes(error) if isinstance(error, PushboxError) else why_of(error)
            self.call_later(self._say, say("nothing-certified", why=why))
            return
        self.call_later(self._say, say("certified-in", path=path, words=certificates.sentence_of(certificate)))

    def _report_proof(self, progress: Progress) -> bool:
        """Show how far a proof is; return whether nobody waits for it any more."""
        return self._report_words(say("proving-positions", count=progress.nodes))

    def _report(self, progress: ReviewProgress) -> bool:
        """Show how far it is; return whether nobody waits for it any more."""
        done, total = progress.done, progress.total
        count = say("done-of", done=done, total=total) if total else str(done)
        return self._report_words(say("looking-at-stage", stage=_STAGES[progress.stage], done=count))

    def _report_words(self, words: str) -> bool:
        """Show words, unless others were shown just before; return whether nobody waits for them any more.

        They are posted, as is all that a thread finds: a screen that is being left takes nothing more.
        """
        now = monotonic()
        if now >= self._next_report:
            self._next_report = now + _REPORT_EVERY
            self.call_later(self._say, words)
        return not self.is_attached

    def _say(self, words: str) -> None:
        self.query_one("#tried", Static).update(spoken(words), layout=False)

    def _show(self, statements: tuple[_Statement, ...], complete: str) -> None:
        self._statements = statements
        options = self.query_one(OptionList)
        options.add_options(Option(Text(spoken(statement.words))) for statement in statements)
        self._say(complete)
        options.highlighted = 0 if statements else None

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Mark the cells of a statement, and show its evidence."""
        statement = self._statements[message.option_index]
        overlays, arrows = statement.marks.overlays, statement.marks.arrows
        cells = {cell for marked in overlays.values() for cell in marked} | {arrow.end for arrow in arrows}
        self.query_one(BoardView).mark(dict.fromkeys(cells, "hint"))
        self._say(statement.rests_on)
