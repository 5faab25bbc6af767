"""Import progress from other programs: replay it on the levels of a library.

A level is found by its identity, so it may be turned, mirrored or have other outer walls; the moves are turned with it.
Moves without a level are tried on the levels of a collection, first on the one with their number or title; the rules
decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..errors import NotationError, PushboxError
from ..games.position import Position, position_of
from ..identity import ALL, position_text
from ..imports import ImportedFile, PlayedLevel, SolvedId
from ..level import Level, SavedMoves
from ..notation import expand_moves, is_push_list
from ..play import push_lists
from ..play.verify import ReplayStatus, Verification, verify
from ..sentence import counted, located, say, word
from . import levels as level_store
from . import solutions as solution_store
from .database import Store
from .levels import LevelEntry
from .solutions import ReplayedSolution
from .tables import levels
from .turns import in_turns

TAG = "solved elsewhere"  # on levels that are said to be solved, by moves that nobody has
_ID = "id"  # the header of a level of letslogic by which its records name it


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The result of one file: new and known solutions, saved games, levels tagged as solved elsewhere.

    `levels` counts levels with a match, `unplaced` the moves without one; `problems` are sentences.
    """

    solutions: int = 0
    known: int = 0
    saved_games: int = 0
    tagged: int = 0
    levels: int = 0
    unplaced: int = 0
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class _Run:
    """State of a running import: rows to write, and the levels seen so far."""

    store: Store
    collection: int | None
    visitor: str
    account: str
    solutions: dict[tuple[int, str], ReplayedSolution] = field(default_factory=dict)
    saved_games: dict[int, list[SavedMoves]] = field(default_factory=dict)
    known: int = 0
    unplaced: int = 0
    met: set[int] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    _texts: dict[int, set[str]] = field(default_factory=dict)
    _inside: list[tuple[LevelEntry, Position]] | None = None

    def texts(self, level: int) -> set[str]:
        """Return the solutions of a level that belong to the same person."""
        if level not in self._texts:
            entries = solution_store.listing(self.store, level, visitor=self.visitor or None)
            self._texts[level] = {entry.text for entry in entries if entry.account == self.account or not self.account}
        return self._texts[level]

    def inside(self) -> list[tuple[LevelEntry, Position]]:
        """Return the levels of the collection that can be played, with their positions."""
        if self._inside is None:
            self._inside = []
            for page in level_store.pages(self.store, collection=self.collection):
                for entry in page.entries:
                    try:
                        self._inside.append((entry, position_of(entry.level)))
                    except PushboxError:
                        continue
        return self._inside


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

    Solutions are stored like those of a file, or for a visitor or an account if given. Moves that do not solve the
    level become its saved game. Existing rows stay. `on_progress` gets the number of moves processed. Raises StoreError
    if the library fails; moves that match no level are counted.
    """
    run = _Run(store, collection, visitor, account)
    for number, played in enumerate(imported.played, start=1):
        _place(run, played)
        on_progress(number)
    _keep(run)
    tagged = _tag(run, imported.solved)
    return ImportSummary(
        len(run.solutions),
        run.known,
        sum(map(len, run.saved_games.values())),
        tagged,
        len(run.met),
        run.unplaced,
        (*imported.problems, *run.problems),
    )


def _place(run: _Run, played: PlayedLevel) -> None:
    """Find the levels of moves and queue the rows to write."""
    placed = _of_its_level(run, played) if played.level is not None else _in_collection(run, played)
    if not placed:
        run.unplaced += 1
        return
    for entry, verification in placed:
        run.met.add(entry.id)
        if verification.solved:
            if verification.text in run.texts(entry.id) or (entry.id, verification.text) in run.solutions:
                run.known += 1
                continue
            moves = played.moves
            solution = solution_store.prepare(
                entry, verification, visitor=run.visitor, title=moves.title, notes=moves.notes
            )
            run.solutions[entry.id, verification.text] = solution
        else:
            saved = SavedMoves(played.moves.title, verification.text, played.moves.notes)
            kept = run.saved_games.setdefault(entry.id, [])
            if all(saved.text != other.text for other in (*entry.level.saved_moves, *kept)):
                kept.append(saved)


def _of_its_level(run: _Run, played: PlayedLevel) -> list[tuple[LevelEntry, Verification]]:
    """Return the levels equal to that of the moves, each with the replay of the moves, turned as the level is."""
    assert played.level is not None
    identity = ids(played.level)
    where = (levels.c.turned == identity.canonical) | (levels.c.normal == identity.normal)
    if run.collection is not None:
        where &= levels.c.collection_id == run.collection
    with run.store.read() as connection:
        found = connection.execute(sa.select(levels.c.id).where(where).order_by(levels.c.id)).scalars().all()
    if not found:
        _note(run, played, say("import-no-level"))
        return []
    try:
        text = _letters(played)
    except PushboxError as error:
        _note(run, played, str(error))
        return []
    entries = [level_store.get(run.store, ident) for ident in found]
    replays = ((entry, _replayed(entry, played.level, text)) for entry in entries)
    placed = [(entry, replay) for entry, replay in replays if replay is not None]
    if not placed:
        _note(run, played, say("import-illegal", why=verify(played.level, text).message))
    return placed


def _letters(played: PlayedLevel) -> str:
    """Return moves without the mark of the current position, and a push list as letters.

    Raises IllegalMove, NotationError and LevelError as `pushbox.play.push_lists.decode` does.
    """
    text = played.moves.text.replace("*", "")
    if played.level is not None and is_push_list(text):
        return push_lists.decode(played.level, text)
    return text


def _replayed(entry: LevelEntry, level: Level, text: str) -> Verification | None:
    """Return the replay of moves of a level on an entry that is the same, None where the rules do not allow them.

    The moves are turned as the entry is.  Where it is the same only after normalisation, nothing says how it lies: then
    they are tried in every way, and must solve it.
    """
    try:
        start = position_of(entry.level)
    except PushboxError:
        return None
    try:
        letters = expand_moves(text)
    except NotationError:  # of a game whose moves are no letters, which do not turn
        replay = verify(start, text)
        return replay if _is_played(replay) else None
    target = position_text(entry.level.board)
    ways = [symmetry for symmetry in ALL if position_text(level.board, symmetry) == target]
    if ways:
        replay = verify(start, level.board.tiling.turned_letters(letters, ways[0]))
        return replay if _is_played(replay) else None
    replays = (verify(start, level.board.tiling.turned_letters(letters, symmetry)) for symmetry in ALL)
    return next((replay for replay in replays if replay.solved), None)


def _is_played(replay: Verification) -> bool:
    """Return whether moves are not empty and can be played to their end."""
    return replay.solved or (replay.status is ReplayStatus.UNSOLVED and bool(replay.text))


def _in_collection(run: _Run, played: PlayedLevel) -> list[tuple[LevelEntry, Verification]]:
    """Return the level of a collection that the moves solve, or else the one with their number or title."""
    if run.collection is None:
        _note(run, played, say("import-unnamed"))
        return []
    inside = run.inside()
    named = [one for one in inside if _is_named(one[0], played)]
    text = _letters(played)
    first: list[tuple[LevelEntry, Verification]] = []
    for entry, start in (*named, *(one for one in inside if not _is_named(one[0], played))):
        replay = verify(start, text)
        if replay.solved:
            return [(entry, replay)]
        if not first and _is_named(entry, played) and _is_played(replay):
            first = [(entry, replay)]
    if not first:
        _note(run, played, say("import-solves-none"))
    return first


def _is_named(entry: LevelEntry, played: PlayedLevel) -> bool:
    return entry.number == played.number or bool(played.title and entry.title == played.title)


def _note(run: _Run, played: PlayedLevel, reason: str) -> None:
    """Note why moves were not kept."""
    moves: str = word("noun", "moves")
    if played.number:
        moves = say("level-number", number=played.number)
    elif played.title:
        moves = say("level-called", title=played.title)
    if played.moves.title:
        moves = say("level-titled", level=moves, title=played.moves.title)
    run.problems.append(located(moves, reason))


def _keep(run: _Run) -> None:
    """Write solutions, in turns, and saved games; what is written stays if it ends before, and is known next time."""

    def write(connection: sa.Connection, some: Sequence[ReplayedSolution]) -> None:
        for solution in some:
            solution_store.keep(connection, solution, run.account)

    for _ in in_turns(run.store, [*run.solutions.values()], _PORTION, write):
        pass
    for ident, saved in run.saved_games.items():
        if saved:
            level_store.replace(run.store, ident, level_store.get(run.store, ident).level.with_saved_moves(*saved))


_PORTION = 10  # solutions, of which each asks for its level


def _tag(run: _Run, solved: tuple[SolvedId, ...]) -> int:
    """Tag the levels whose header names a solved id, and return their number."""
    if not solved:
        return 0
    wanted = {one.id for one in solved}
    found: dict[int, str] = {}
    for page in level_store.pages(run.store, collection=run.collection):
        for entry in page.entries:
            ident = next((value for name, value in entry.level.headers if name.lower() == _ID), None)
            if ident in wanted:
                found[entry.id] = ident
    if found:
        level_store.tag(run.store, list(found), TAG)
    run.met.update(found)
    missing = len(wanted.difference(found.values()))
    if missing:
        run.unplaced += missing
        run.problems.append(say("import-missing", levels=counted(missing, "solved level"), header=_ID))
    return len(found)
