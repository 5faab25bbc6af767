"""Find the levels of a library that moves of another program belong to, and replay the moves there.

A level is found by its identity, so it may be turned, mirrored or have other outer walls; the moves are turned with it.
Moves without a level are tried on the levels of a collection, first on the one with their number or title; the rules
decide. Nothing is written.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..errors import NotationError, PushboxError
from ..games.position import Position, position_of
from ..identity import ALL, position_text
from ..imports import PlayedLevel
from ..level import Level
from ..notation import expand_moves, is_push_list
from ..play import push_lists
from ..play.verify import ReplayStatus, Verification, verify
from ..sentence import say
from . import levels as level_store
from . import rows
from .database import Store
from .levels import LevelEntry
from .tables import collections, levels

MOST_SAME = 100  # levels of a library that are the same, which all get a solution


class ReplayBounds(NamedTuple):
    """The most moves of a line, and the most moves times cells of its level."""

    moves: int = sys.maxsize
    steps: int = sys.maxsize

    def check(self, moves: int, cells: int) -> None:
        """Raise NotationError for a line with more moves."""
        NotationError.beyond(self.moves, moves, "too-many-moves")
        if moves * cells > self.steps:
            raise NotationError.said("moves-on-cells", count=moves, cells=cells, most=self.steps // cells)


UNBOUNDED = ReplayBounds()


class Matched(NamedTuple):
    """The levels that moves belong to, each with the replay of the moves there; or the reason why there are none.

    `alone` is the replay on the level that came with the moves, if the library has none that they can be played on.
    """

    placed: tuple[tuple[LevelEntry, Verification], ...] = ()
    reason: str = ""
    alone: Verification | None = None


class Matcher:
    """Finds levels among those that a viewer sees, or in one collection; None sees all."""

    def __init__(
        self, store: Store, *, collection: int | None, viewer: str | None, bounds: ReplayBounds = UNBOUNDED
    ) -> None:
        self._store = store
        self._collection = collection
        self._viewer = viewer
        self._bounds = bounds
        self._last: tuple[Level | None, list[LevelEntry]] = None, []
        self._inside: list[tuple[LevelEntry, Position]] | None = None

    def match(self, played: PlayedLevel) -> Matched:
        """Return where moves belong."""
        try:
            if played.level is not None:
                return self._of_its_level(played, played.level)
            return self._in_collection(played)
        except NotationError as error:
            return Matched(reason=str(error))

    def _of_its_level(self, played: PlayedLevel, level: Level) -> Matched:
        """Return the levels equal to that of the moves, each with the replay of the moves, turned as the level is."""
        entries = self._equal(level)
        try:
            text = self._letters(played)
            replays = ((entry, _replayed(entry, level, text)) for entry in entries)
            placed = tuple((entry, replay) for entry, replay in replays if replay is not None)
            if placed:
                return Matched(placed)
            # A level that is the same but for where the player begins is another one to its moves.
            alone = verify(level, text)
            if _is_played(alone):
                return Matched(reason=say("import-no-level"), alone=alone)
            return Matched(reason=say("import-illegal", why=alone.message))
        except PushboxError as error:
            return Matched(reason=str(error))

    def _equal(self, level: Level) -> list[LevelEntry]:
        """Return the levels that equal one; solutions of one level follow each other."""
        last, entries = self._last
        if last is not level:
            identity = ids(level)
            where = (levels.c.turned == identity.canonical) | (levels.c.normal == identity.normal)
            query = sa.select(levels.c.id).join(collections).where(where, rows.visible_to(self._viewer))
            if self._collection is not None:
                query = query.where(levels.c.collection_id == self._collection)
            elif self._viewer is not None:
                query = query.where(rows.is_present())
            with self._store.read() as connection:
                found = connection.execute(query.order_by(levels.c.id).limit(MOST_SAME)).scalars().all()
            entries = [level_store.get(self._store, ident) for ident in found]
            self._last = level, entries
        return entries

    def forget(self) -> None:
        """Look again for levels: the library has new ones."""
        self._last = None, []

    def _letters(self, played: PlayedLevel) -> str:
        """Return moves without the mark of the current position, and a push list as letters.

        Raises IllegalMove, NotationError and LevelError as `pushbox.play.push_lists.decode` does.
        """
        text = played.moves.text.replace("*", "")
        cells = 1 if played.level is None else len(played.level.board.terrain)
        self._bounds.check(len(text), 1)
        if played.level is not None and is_push_list(text):
            text = push_lists.decode(played.level, text)
        try:
            count = len(expand_moves(text))
        except NotationError:  # of a game whose moves are no letters, each of which is a word
            count = len(text.split())
        self._bounds.check(count, cells)
        return text

    def _in_collection(self, played: PlayedLevel) -> Matched:
        """Return the level of a collection that the moves solve, or else the one with their number or title."""
        if self._collection is None:
            return Matched(reason=say("import-unnamed") if self._viewer is None else say("import-unnamed-here"))
        inside = self._playable()
        named = [one for one in inside if _is_named(one[0], played)]
        text = self._letters(played)
        first: tuple[tuple[LevelEntry, Verification], ...] = ()
        for entry, start in (*named, *(one for one in inside if not _is_named(one[0], played))):
            replay = verify(start, text)
            if replay.solved:
                return Matched(((entry, replay),))
            if not first and _is_named(entry, played) and _is_played(replay):
                first = ((entry, replay),)
        return Matched(first, "" if first else say("import-solves-none"))

    def _playable(self) -> list[tuple[LevelEntry, Position]]:
        """Return the levels of the collection that can be played, with their positions."""
        if self._inside is None:
            self._inside = []
            for page in level_store.pages(self._store, collection=self._collection, viewer=self._viewer):
                for entry in page.entries:
                    try:
                        self._inside.append((entry, position_of(entry.level)))
                    except PushboxError:
                        continue
        return self._inside


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


def _is_named(entry: LevelEntry, played: PlayedLevel) -> bool:
    return entry.number == played.number or bool(played.title and entry.title == played.title)
