"""The library: collections, their levels, how far the player is, and words to search for."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import DataTable, Input

from ...levels import names
from ...sentence import say, spoken
from ...store import collections, levels, summaries
from ...store.collections import CollectionEntry
from ...store.levels import LevelEntry
from ..playlist import Playlist
from ..shelf import FIRST, LibraryPlaylist, Shelf
from ..shipped_words import shipped
from .fitting_footer import FittingFooter

_MAX_SHOWN = 500  # levels of a table; words narrow them down
_STATES = {"solved": "✓", "begun": "…"}


class LibraryScreen(Screen[Playlist | None]):
    """Collections on the left, the levels of one, or search results, on the right."""

    DEFAULT_CSS = """
    LibraryScreen DataTable { height: 1fr; border: round $primary 40%; background: $background; overflow-x: hidden; }
    LibraryScreen DataTable, LibraryScreen Input { border-title-color: $text; }
    LibraryScreen DataTable:focus { border: round $primary; }
    LibraryScreen #collections { width: 45%; }
    LibraryScreen #levels { width: 55%; }
    LibraryScreen Input { height: 3; border: round $primary 40%; background: $background; }
    LibraryScreen Input:focus { border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2", "dismiss", say("act-back")),
        Binding("slash", "search", say("act-search"), key_display="/"),
        Binding("right_curly_bracket", "unsolved", say("act-next-unsolved"), key_display="}"),
    ]

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self._shelf = shelf
        self._entries: dict[int, LevelEntry] = {}

    def compose(self) -> ComposeResult:
        yield Input(placeholder=spoken(say("library-words")))
        with Horizontal():
            yield DataTable(id="collections", cursor_type="row")
            yield DataTable(id="levels", cursor_type="row")
        yield FittingFooter()

    def on_mount(self) -> None:
        table = self._collections
        table.border_title, self._levels.border_title = spoken(say("head-collections")), spoken(say("head-levels"))
        self.query_one(Input).border_title = spoken(say("head-search"))
        table.add_columns(
            spoken(say("head-solved")), spoken(say("head-collection"))
        )  # what is cut off on the right is the end of a title
        solved = summaries.solved_counts(self._shelf.library, self._shelf.visitor)
        entries = collections.listing(self._shelf.library, viewer=self._shelf.visitor)
        for entry in sorted(entries, key=_place):
            done = f"{solved.get(entry.id, 0)}/{entry.levels}"
            table.add_row(f"{done:>6}", shipped("collection.title", entry.title) or entry.name, key=str(entry.id))
        heads = say("head-number"), say("head-boxes"), say("head-level"), say("head-game")
        self._levels.add_columns("", *map(spoken, heads))
        table.focus()

    @property
    def _collections(self) -> DataTable[str]:
        return self.query_one("#collections", DataTable)

    @property
    def _levels(self) -> DataTable[str]:
        return self.query_one("#levels", DataTable)

    def on_data_table_row_highlighted(self, message: DataTable.RowHighlighted) -> None:
        """Show the levels of the collection that the cursor is on."""
        if message.data_table.id == "collections" and message.row_key.value is not None:
            page = levels.search(
                self._shelf.library,
                collection=int(message.row_key.value),
                viewer=self._shelf.visitor,
                limit=_MAX_SHOWN,
            )
            self._show(page.entries)

    def on_data_table_row_selected(self, message: DataTable.RowSelected) -> None:
        """Go to the levels of a collection, or play a level."""
        if message.data_table.id == "collections":
            self._levels.focus()
        elif message.row_key.value is not None:
            entry = self._entries[int(message.row_key.value)]
            self.dismiss(LibraryPlaylist(self._shelf.library, self._shelf.visitor, entry))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        page = levels.search(self._shelf.library, text=message.value, viewer=self._shelf.visitor, limit=_MAX_SHOWN)
        self._show(page.entries)
        self._levels.focus()

    def _show(self, entries: tuple[LevelEntry, ...]) -> None:
        progress = self._shelf.progress([entry.id for entry in entries])
        self._entries = {entry.id: entry for entry in entries}
        table = self._levels
        table.clear()
        for entry in entries:
            state = _STATES.get(progress.get(entry.id, ""), " ")
            number, boxes = f"{entry.number:>2}", f"{entry.boxes:>5}"
            table.add_row(
                state, number, boxes, shipped("level.title", entry.title) or "-", entry.game, key=str(entry.id)
            )

    def action_search(self) -> None:
        self.query_one(Input).focus()

    def action_unsolved(self) -> None:
        """Play the first level of the collection that is not solved."""
        row = self._collections.cursor_row
        keys = list(self._collections.rows)
        if keys and (value := keys[row].value) is not None:
            self.dismiss(self._shelf.of_collection(int(value)))


def _place(entry: CollectionEntry) -> tuple[int, int, str]:
    """Return the place of a collection in the list: the player's own, lessons, what else comes along, all others."""
    shipped = names()
    if entry.owner is None and entry.name in shipped:
        return (1 if entry.name == FIRST else 2), shipped.index(entry.name), ""
    return (3 if entry.owner is None else 0), 0, entry.name
