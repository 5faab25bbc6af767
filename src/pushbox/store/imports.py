"""Import progress from other programs: replay it on the levels of a library, and keep what the rules confirm.

`import_matching` finds the levels. Solutions and saved games of a visitor are theirs: a solution counts as handed in,
as nobody has watched it being found, and a saved game becomes a play to go on with. Moves that are nobody's are kept as
those of a file, with their level.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..analysis.duplicates import ids
from ..errors import PushboxError
from ..imports import ImportedFile, PlayedLevel, SolvedId
from ..level import Level, SavedMoves
from ..metrics import Metrics
from ..play.verify import Verification
from ..sentence import counted, located, say, word
from . import collections as collection_store
from . import levels as level_store
from . import solutions as solution_store
from .database import Store
from .disk import SOLUTION_BYTES
from .import_matching import UNBOUNDED, Matcher, ReplayBounds
from .levels import LevelEntry
from .saved_games import SavedGame
from .solutions import HANDED_IN, ReplayedSolution, SolutionEntry
from .turns import in_turns

if TYPE_CHECKING:
    import sqlalchemy as sa

TAG = "solved elsewhere"  # on levels that are said to be solved, by moves that nobody has
_ID = "id"  # the header of a level of letslogic by which its records name it
_PORTION = 10  # solutions, of which each asks for its level

State = Literal["first", "better", "other", "known", "game", "game-known", "missing", "game-missing", "refused", "full"]


class ImportBounds(NamedTuple):
    """Limits of an import over the network: of each line, solutions of a level, plays in all, and bytes in all."""

    replay: ReplayBounds = UNBOUNDED
    solutions: int = sys.maxsize
    plays: int = sys.maxsize
    bytes: int = sys.maxsize


NO_BOUNDS = ImportBounds()


class ImportedRow(NamedTuple):
    """What becomes of played moves on a level of the library, whose id is None if it is missing or none was found.

    ``first`` is a solution of a level that was not solved, ``better`` one with fewer pushes or moves than before,
    ``other`` any other new one; ``game`` is a saved game. ``refused`` moves have a `reason`; ``full`` is what a limit
    leaves no room for.
    """

    state: State
    level: int | None
    title: str
    number: int = 0
    moves: int = 0
    pushes: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The result of an import: new and known solutions, saved games, levels tagged as solved elsewhere.

    `levels` counts levels with a match, `unplaced` the moves without one; `problems` are sentences. `rows` are all
    moves with their levels, and `bytes` is about the room that the new ones take.
    """

    solutions: int = 0
    known: int = 0
    saved_games: int = 0
    tagged: int = 0
    levels: int = 0
    unplaced: int = 0
    problems: tuple[str, ...] = ()
    rows: tuple[ImportedRow, ...] = ()
    bytes: int = 0


def add_imported(
    store: Store,
    imported: ImportedFile,
    *,
    collection: int | None = None,
    visitor: str = "",
    account: str = "",
    on_progress: Callable[[int], object] = lambda _: None,
) -> ImportSummary:
    """Store the progress in another program's file for the matching levels of the library, or of one collection.

    Existing rows stay. `on_progress` gets the number of moves processed. Raises StoreError if the library fails; moves
    that match no level are counted.
    """
    progress = ProgressImport(store, collection=collection, visitor=visitor, account=account)
    progress.read(imported, on_progress)
    progress.keep()
    return progress.summary()


class ProgressImport:
    """An import of one or many files: all are read and replayed before the first row is written.

    It is for a visitor, an account, both, or nobody. A `viewer` has only the levels that they see, and tags only their
    own; None has all.
    """

    def __init__(
        self,
        store: Store,
        *,
        collection: int | None = None,
        visitor: str = "",
        account: str = "",
        viewer: str | None = None,
        bounds: ImportBounds = NO_BOUNDS,
    ) -> None:
        self._store = store
        self._collection = collection
        self._visitor, self._account, self._viewer = visitor, account, viewer
        self._bounds = bounds
        self._matcher = Matcher(store, collection=collection, viewer=viewer, bounds=bounds.replay)
        self._solutions: dict[tuple[int, str], ReplayedSolution] = {}
        self._games: list[tuple[int, SavedGame]] = []
        self._saved_moves: dict[int, list[SavedMoves]] = {}
        self._tagged: list[int] = []
        self._missing: list[PlayedLevel] = []
        self._known = self._unplaced = self._bytes = self._done = 0
        self._met: set[int] = set()
        self._problems: list[str] = []
        self._rows: list[ImportedRow] = []
        self._mine: dict[int, _Mine] = {}
        self._lines: set[tuple[int, str]] = set()

    def read(self, imported: ImportedFile, on_progress: Callable[[int], object] = lambda _: None) -> None:
        """Replay the moves of a file; `on_progress` gets the number of moves so far, of all files."""
        self._problems += imported.problems
        for played in imported.played:
            self._place(played)
            self._done += 1
            on_progress(self._done)
        if imported.solved:
            self._find_solved(imported.solved)

    @property
    def missing(self) -> tuple[Level, ...]:
        """The levels with solutions or saved games that the library does not have, each once."""
        found: dict[str, Level] = {}
        for played in self._missing:
            assert played.level is not None, "moves without a level have no level that could be missing"
            found.setdefault(ids(played.level).normal, played.level)
        return tuple(found.values())

    def place_missing(self) -> None:
        """Place the moves of missing levels, which have been added to the library."""
        missing, self._missing = self._missing, []
        self._matcher.forget()
        self._unplaced -= len(missing)
        self._rows = [row for row in self._rows if row.state not in {"missing", "game-missing"}]
        for played in missing:
            self._place(played)

    def summary(self) -> ImportSummary:
        """Return what is, or would be, written."""
        games = len(self._games) + sum(map(len, self._saved_moves.values()))
        missing = [located(_name(played), say("import-no-level")) for played in self._missing]
        return ImportSummary(
            len(self._solutions),
            self._known,
            games,
            len(self._tagged),
            len(self._met),
            self._unplaced,
            (*self._problems, *missing),
            tuple(self._rows),
            self._bytes,
        )

    def keep(self, on_progress: Callable[[int], object] = lambda _: None) -> None:
        """Write everything, in turns; what is written stays if it ends before, and is known next time."""
        done = 0
        for done in in_turns(self._store, [*self._solutions.values()], _PORTION, self._keep_solutions):
            on_progress(done)
        for games in in_turns(self._store, self._games, _PORTION, self._keep_games):
            on_progress(done + games)
        for ident, saved in self._saved_moves.items():
            entry = level_store.get(self._store, ident)
            level_store.replace(self._store, ident, entry.level.with_saved_moves(*saved))
        if self._tagged:
            level_store.tag(self._store, self._tagged, TAG)

    def _keep_solutions(self, connection: sa.Connection, some: Sequence[ReplayedSolution]) -> None:
        for solution in some:
            solution_store.keep(connection, solution, self._account)

    def _keep_games(self, connection: sa.Connection, some: Sequence[tuple[int, SavedGame]]) -> None:
        for level, game in some:
            game.keep(connection, self._visitor, level)

    # Reading ----------------------------------------------------------------------------------------------------------

    def _place(self, played: PlayedLevel) -> None:
        """Find the levels of moves and queue the rows to write."""
        matched = self._matcher.match(played)
        if not matched.placed:
            self._unplaced += 1
            if matched.alone is None:
                self._problems.append(located(_name(played), matched.reason))
                self._rows.append(ImportedRow("refused", None, played.title, played.number, reason=matched.reason))
            else:
                self._missing.append(played)
                state: State = "missing" if matched.alone.solved else "game-missing"
                self._add_row(state, None, played, matched.alone.metrics)
            return
        for entry, replay in matched.placed:
            self._met.add(entry.id)
            if (entry.id, replay.text) in self._lines:
                continue  # the same line twice in these files
            self._lines.add((entry.id, replay.text))
            (self._queue_solution if replay.solved else self._queue_game)(entry, played, replay)

    def _queue_solution(self, entry: LevelEntry, played: PlayedLevel, replay: Verification) -> None:
        mine = self._mine_on(entry.id)
        assert replay.metrics is not None, "a solution is counted"
        if replay.text in mine.texts:
            self._known += 1
            self._add_row("known", entry, played, replay.metrics)
            return
        if len(mine.texts) >= self._bounds.solutions:
            full = say("many-solutions", count=self._bounds.solutions)
            self._add_row("full", entry, played, replay.metrics, full)
        elif not self._has_room(len(replay.text) + len(played.moves.notes) + SOLUTION_BYTES):
            self._add_row("full", entry, played, replay.metrics, say("import-no-room"))
        else:
            title, _, notes = played.moves
            assists = (HANDED_IN,) if self._visitor or self._account else ()
            self._solutions[entry.id, replay.text] = solution_store.prepare(
                entry, replay, visitor=self._visitor, assists=assists, title=title, notes=notes
            )
            self._add_row(mine.state_of(replay.metrics), entry, played, replay.metrics)
            mine.add(replay.text, replay.metrics)

    def _queue_game(self, entry: LevelEntry, played: PlayedLevel, replay: Verification) -> None:
        if not self._visitor:
            saved = SavedMoves(played.moves.title, replay.text, played.moves.notes)
            queued = self._saved_moves.setdefault(entry.id, [])
            if all(saved.text != other.text for other in (*entry.level.saved_moves, *queued)):
                queued.append(saved)
            return
        try:
            game = SavedGame(entry.level, replay.text)
        except PushboxError as error:  # more positions than a play holds
            self._add_row("full", entry, played, replay.metrics, str(error))
            return
        with self._store.read() as connection:
            is_kept = game.is_kept(connection, self._visitor, entry.id)
        if is_kept:
            self._add_row("game-known", entry, played, replay.metrics)
        elif len(self._games) >= self._bounds.plays:
            self._add_row("full", entry, played, replay.metrics, say("import-many-plays"))
        elif not self._has_room(game.bytes):
            self._add_row("full", entry, played, replay.metrics, say("import-no-room"))
        else:
            self._games.append((entry.id, game))
            self._add_row("game", entry, played, replay.metrics)

    def _has_room(self, size: int) -> bool:
        """Take bytes of the room there is, if there are so many."""
        fits = self._bytes + size <= self._bounds.bytes
        self._bytes += size * fits
        return fits

    def _mine_on(self, level: int) -> _Mine:
        """Return the solutions of a level that belong to the same person."""
        if level not in self._mine:
            entries = solution_store.listing(self._store, level, visitor=self._visitor or None)
            # What the person has found as a visitor without the account counts too.
            own = [one for one in entries if self._visitor or one.account == self._account or not self._account]
            self._mine[level] = _Mine(own)
        return self._mine[level]

    def _add_row(
        self, state: State, entry: LevelEntry | None, played: PlayedLevel, metrics: Metrics | None, reason: str = ""
    ) -> None:
        title = played.title if entry is None else entry.title
        ident, number = (None, played.number) if entry is None else (entry.id, entry.number)
        moves, pushes = (0, 0) if metrics is None else (metrics.moves, metrics.pushes)
        self._rows.append(ImportedRow(state, ident, title, number, moves, pushes, reason))
        if state == "full":
            self._problems.append(located(_name(played), reason))

    def _find_solved(self, solved: Iterable[SolvedId]) -> None:
        """Find the levels whose header names a solved id."""
        wanted = {one.id for one in solved}
        found: dict[int, str] = {}
        for collection in self._taggable():
            for page in level_store.pages(self._store, collection=collection, viewer=self._viewer):
                for entry in page.entries:
                    ident = next((value for name, value in entry.level.headers if name.lower() == _ID), None)
                    if ident in wanted:
                        found[entry.id] = ident
        self._tagged += found
        self._met.update(found)
        missing = len(wanted.difference(found.values()))
        if missing:
            self._unplaced += missing
            self._problems.append(say("import-missing", levels=counted(missing, "solved level"), header=_ID))

    def _taggable(self) -> list[int | None]:
        """Return the collections whose levels may get a tag, [None] for all."""
        if self._viewer is None:
            return [self._collection]
        own = [one.id for one in collection_store.listing(self._store, owner=self._viewer)]
        return [one for one in own if self._collection in {None, one}]


class _Mine:
    """The solutions of one person on a level: their texts, and the fewest pushes and moves."""

    def __init__(self, entries: Iterable[SolutionEntry]) -> None:
        self.texts: set[str] = set()
        self._pushes = self._moves = sys.maxsize
        for entry in entries:
            self.add(entry.text, entry.metrics)

    def add(self, text: str, metrics: Metrics) -> None:
        """Count a solution."""
        self.texts.add(text)
        self._pushes, self._moves = min(self._pushes, metrics.pushes), min(self._moves, metrics.moves)

    def state_of(self, metrics: Metrics) -> State:
        """Return what a new solution is beside these."""
        if not self.texts:
            return "first"
        return "better" if metrics.pushes < self._pushes or metrics.moves < self._moves else "other"


def _name(played: PlayedLevel) -> str:
    """Return how moves are called in a sentence."""
    name: str = word("noun", "moves")
    if played.number:
        name = say("level-number", number=played.number)
    elif played.title:
        name = say("level-called", title=played.title)
    if played.moves.title:
        name = say("level-titled", level=name, title=played.moves.title)
    return name
