"""The terminal game's view of the library: levels, the player's progress, the last position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from .. import store
from ..analysis.similarity import Difference, describe
from ..errors import NotFound, PushboxError
from ..level import Collection, Level
from ..play.validate import require_playable
from ..store import Store
from ..store.accounts import local_visitor
from ..store.levels import LevelEntry
from ..store.play_writes import WriteResult
from ..store.seed_library import seed_library
from ..store.studies import StudyEntry
from ..studies import Study
from . import saved_play
from .playlist import Entry, FilePlaylist, Playlist, Step
from .saved_play import SavedPlay

DRAWN = "Drawn in the terminal"  # the collection of a player for their drawings
OPENED = "Opened in the terminal"  # the collection of a player for levels that the library did not have
FIRST = "lessons"  # the collection that a newcomer begins with
_NEXT = dict(pairwise((FIRST, *store.campaign.ROAD)))  # the collection that goes on after each
_MAX_NEAR = 5  # levels that are named as nearly the same
_MAX_PLAYED = 100  # levels among which the one of a file is looked for that was played last
_MAX_INDEXED = 2_000  # levels that may have to be put into the index first: a second


@dataclass(frozen=True, slots=True)
class LibraryPlaylist:
    """The levels of a collection of the library, as a visitor plays them."""

    library: Store
    visitor: str
    entry: LevelEntry

    @property
    def current(self) -> Entry:
        """The level that is played."""
        name = store.collections.get(self.library, self.entry.collection).name
        return Entry(self.entry.level, self.entry.number, name, self.entry.id)

    def adjacent(self, step: Step, *, unsolved: bool) -> LibraryPlaylist | None:
        """Return the list standing on another level, None at the end: the campaign follows the lessons."""
        unsolved_by = self.visitor if unsolved else None
        other = store.levels.adjacent(self.library, self.entry.id, step=step, unsolved_by=unsolved_by)
        if other is None and step == 1:
            other = self._beyond(unsolved_by)
        return None if other is None else replace(self, entry=other)

    def _beyond(self, unsolved_by: str | None) -> LevelEntry | None:
        """Return the first level of the collections that go on after this one."""
        collection = store.collections.get(self.library, self.entry.collection)
        name = collection.name if collection.owner is None else ""
        while (name := _NEXT.get(name, "")) != "":
            with suppress(NotFound):
                following = store.collections.by_name(self.library, name).id
                page = store.levels.search(self.library, collection=following, unsolved_by=unsolved_by, limit=1)
                if page.entries:
                    return page.entries[0]
        return None


class Shelf:
    """The library of a player, who is known by their name on this machine."""

    def __init__(self, library: Store) -> None:
        self.library = library
        self.visitor = local_visitor()

    @classmethod
    def open(cls, url: str | None = None) -> Shelf:
        """Open the library at a URL, the player's own without one, with the levels that pushbox brings along.

        Raises StoreError.
        """
        library = store.open(url)
        seed_library(library)
        return cls(library)

    def close(self) -> None:
        """Close the library."""
        self.library.close()

    def of_file(self, levels: Sequence[Level], index: int | None, name: str) -> FilePlaylist:
        """Return the levels of a file, standing on one of them, by default on the one where the player was.

        That is the level played last. If it is solved, it is the next unsolved one, or else the first; in a new file it
        is the first.
        """
        start = self._last_played(levels) if index is None else (index, False)
        playlist = FilePlaylist(levels, start[0], name, self.is_solved)
        return playlist.next_unsolved() if start[1] else playlist

    def _last_played(self, levels: Sequence[Level]) -> tuple[int, bool]:
        """Return the index of the level that the player played last, and whether that play is finished."""
        played = store.plays.listing(self.library, self.visitor, limit=_MAX_PLAYED)
        entries = {play.level: store.levels.get(self.library, play.level).level for play in played}
        sizes = {_size(level) for level in entries.values()}
        places: dict[tuple[object, ...], int] = {}
        for index, level in enumerate(levels):
            if _size(level) in sizes:  # to compare boards of 20,000 levels takes a second
                places.setdefault(_puzzle(level), index)
        for play in played:
            if (index := places.get(_puzzle(entries[play.level]), -1)) >= 0:
                return index, play.finished is not None
        return 0, False

    def is_solved(self, level: Level) -> bool:
        """Return whether the player has solved a level equal to this one."""
        ident = store.summaries.equal_id(self.library, level, viewer=self.visitor)
        return ident is not None and self.progress([ident]).get(ident) == "solved"

    def near(self, level: Level) -> list[tuple[str, Difference]]:
        """Return the levels of the library that one is nearly the same as, the nearest first, and not the same.

        Each is named with what is different in the level given.  Of a library that was filled elsewhere not all are
        compared the first time.
        """
        store.near.update_index(self.library, most=_MAX_INDEXED)
        found = [
            near for near in store.near.find(self.library, level, viewer=self.visitor) if not near.difference.is_none
        ]
        names = store.summaries.level_names(self.library, [near.level for near in found[:_MAX_NEAR]])
        return [
            (
                describe(" ".join(filter(None, (f"{name.collection} {name.number}", name.title))), near.difference),
                near.difference,
            )
            for near in found
            if (name := names.get(near.level)) is not None
        ]

    def progress(self, levels: Sequence[int]) -> dict[int, store.plays.Progress]:
        """Return the player's progress on levels of the library."""
        return store.plays.progress_of(self.library, self.visitor, levels)

    def begin(self, entry: Entry, on_result: Callable[[WriteResult | PushboxError], object]) -> SavedPlay:
        """Return the player's unfinished play of a level, or one begun now; the library keeps it.

        Raises LevelError for a level that cannot be played.
        """
        require_playable(entry.level)  # before there is a play of it, which would be where the player was
        play = saved_play.begin(self.library, self.visitor, self.level_id(entry))
        return SavedPlay(self.library, play.id, on_result, entry.level)

    def where_they_were(self) -> Playlist:
        """Return the level that was played last; if it is solved, an unsolved one near it; at first a lesson.

        Near it are those after it in its collection, then all of that, then those of the collections that follow.
        """
        for play in store.plays.listing(self.library, self.visitor, limit=1):
            last = LibraryPlaylist(self.library, self.visitor, store.levels.get(self.library, play.level))
            if play.finished is None:
                return last
            ahead = last.adjacent(1, unsolved=True)
            if ahead is None or ahead.entry.collection != last.entry.collection:
                ahead = self._unsolved(last.entry.collection) or ahead
            return ahead or last
        lessons = store.collections.by_name(self.library, FIRST)
        return self.of_collection(lessons.id)

    def of_collection(self, collection: int) -> LibraryPlaylist:
        """Return a collection, standing on its first unsolved level, or its first.  Raises NotFound if it has none."""
        if (found := self._unsolved(collection) or self._first(collection)) is None:
            raise NotFound.said("no-level-in-collection")
        return found

    def _unsolved(self, collection: int) -> LibraryPlaylist | None:
        return self._first(collection, unsolved_by=self.visitor)

    def _first(self, collection: int, *, unsolved_by: str | None = None) -> LibraryPlaylist | None:
        """Return a collection, standing on its first level, or its first unsolved one; None if there is none."""
        page = store.levels.search(self.library, collection=collection, unsolved_by=unsolved_by, limit=1)
        return next((LibraryPlaylist(self.library, self.visitor, entry) for entry in page.entries), None)

    def keep(self, level: Level) -> LibraryPlaylist:
        """Store a level for the player, unless the library has it, and return the list it is on.

        Raises LevelError for a level that cannot be played.
        """
        number = self.level_id(Entry(level, 1, OPENED))
        return LibraryPlaylist(self.library, self.visitor, store.levels.get(self.library, number))

    # Drawings ---------------------------------------------------------------------------------------------------------

    def drawings(self) -> list[LevelEntry]:
        """Return the player's drawings, the oldest first."""
        try:
            collection = store.collections.by_name(self.library, DRAWN, owner=self.visitor)
        except NotFound:
            return []
        return [entry for page in store.levels.pages(self.library, collection=collection.id) for entry in page.entries]

    def drawing(self, number: int) -> Level:
        """Return a drawing.  Raises NotFound."""
        return store.levels.get(self.library, number).level

    def drawing_number(self, number: int) -> int:
        """Return which of the player's drawings one is, from 1.  Raises NotFound."""
        return store.levels.get(self.library, number).number

    def is_drawing(self, entry: Entry) -> bool:
        """Return whether a level is one of the player's drawings."""
        return entry.id is not None and any(drawing.id == entry.id for drawing in self.drawings())

    def keep_drawing(self, level: Level, number: int | None) -> int:
        """Keep a drawing, in the place of the one with an id, and return its id.

        What was played of a drawing goes when its board changes.  Raises FormatError for a level that cannot be held.
        """
        if number is not None:
            return store.levels.replace(self.library, number, level).id
        try:
            collection = store.collections.by_name(self.library, DRAWN, owner=self.visitor).id
        except NotFound:
            collection = store.collections.add(self.library, Collection(title=DRAWN), name=DRAWN, owner=self.visitor).id
        return store.levels.append(self.library, collection, level).id

    def remove_drawing(self, number: int) -> None:
        """Remove a drawing with what was played of it.  Raises NotFound."""
        store.levels.remove(self.library, number)

    def playable_drawing(self, number: int) -> LibraryPlaylist:
        """Return the drawings, standing on one of them.  Raises LevelError for one that cannot be played."""
        entry = store.levels.get(self.library, number)
        require_playable(entry.level)
        return LibraryPlaylist(self.library, self.visitor, entry)

    def after_drawing(self, played: int | None, before: Level) -> Playlist | None:
        """Return the level to go on with where a drawing was played that has changed since, None where none was.

        It is that drawing, as its play has gone with its board, or where the player was if it cannot be played.
        """
        if played is None:
            return None
        try:
            return None if self.drawing(played) == before else self.playable_drawing(played)
        except PushboxError:
            return self.where_they_were()

    # Studies ----------------------------------------------------------------------------------------------------------

    def study_of(self, level: Level) -> StudyEntry | None:
        """Return the player's study of a level, the one changed last, None where they have none."""
        plain = replace(level, saved_moves=(), source=None)
        entries = store.studies.listing(self.library, self.visitor)
        return next((entry for entry in entries if entry.study.level == plain), None)

    def keep_study(self, study: Study) -> None:
        """Keep the player's study of a level, in place of the one they had.  Raises StoreError for one too long."""
        if (before := self.study_of(study.level)) is not None:
            store.studies.replace(self.library, before.key, study)
        else:
            store.studies.add(self.library, study, owner=self.visitor)

    def level_id(self, entry: Entry) -> int:
        """Return the id of a level in the library, which keeps it for the player if it did not have it.

        Raises LevelError for one that cannot be played.
        """
        if entry.id is not None:
            return entry.id
        return store.summaries.find_or_add(self.library, entry.level, owner=self.visitor, name=OPENED)


def _size(level: Level) -> tuple[int, int, int]:
    return level.board.width, level.board.height, len(level.board.pieces)


def _puzzle(level: Level) -> tuple[object, ...]:
    return level.game, level.options, level.board
