"""A library and share links that pushbox 0.1.0 wrote open today, with everything in them.

``golden/library-0001.sql`` is a library at step 0001 with something in every table: a level of each game, half played.
``golden/share_links.txt`` has a link of each game and of each set of options, its level as JSON, and its moves.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pushbox import formats, games, store
from pushbox.errors import Conflict
from pushbox.formats import share
from pushbox.formats.json import level_from_json
from pushbox.play.verify import verify
from pushbox.store import Store, rows, transfer
from pushbox.store.plays import Step
from pushbox.store.restored_plays import restore
from pushbox.store.tables import levels, metadata
from pushbox.web.play import commands, messages
from pushbox.web.play.game_view import PlayView

NEWER_TABLES = {
    "recovery_codes", "login_failures", "servers", "handovers", "rooms", "room_seats", "room_steps", "ratings",
    "studies", "bands", "player_ratings", "rated_games", "storms", "opinions", "comments", "reports", "follows",
    "step_comments", "address_shares", "classes", "class_levels", "pupils",
    "puzzle_players", "puzzle_levels", "puzzle_attempts", "api_tokens", "draft_links", "draft_testers",
    "level_versions",
}  # fmt: skip
GOLDEN = Path(__file__).parent / "golden"
LINKS = [block.split("\n") for block in (GOLDEN / "share_links.txt").read_text(encoding="utf-8").split("\n\n") if block]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Store]:
    """Yield the library of before, opened today."""
    file = tmp_path / "library.sqlite"
    connection = sqlite3.connect(file)
    connection.executescript((GOLDEN / "library-0001.sql").read_text(encoding="utf-8"))
    connection.close()
    with store.open(f"sqlite:///{file}") as opened:
        yield opened


def test_it_holds_something_in_every_table(library: Store) -> None:
    """Every table of then has a row and every game a level, so that the tests below leave nothing out."""
    with library.read() as connection:
        empty = {table.name for table in metadata.sorted_tables if connection.execute(table.select()).first() is None}
    assert empty == NEWER_TABLES
    (collection, _) = store.collections.listing(library)
    assert [game for game, _ in collection.games] == sorted(games.keys())


def test_collections_and_levels_are_read_back(library: Store) -> None:
    """With their texts, tags and solutions, which the rules of today accept; words find them."""
    everyone, own = store.collections.listing(library)
    texts = (everyone.name, everyone.title, everyone.author, everyone.notes)
    assert texts == ("games", "One of each game", "pushbox", "with a note")
    assert everyone.owner is None
    assert everyone.keys == (("Licence", "MIT"),)
    assert (own.name, own.owner, own.published, own.digest) == ("own.xsb", "Anna", True, "d" * 64)
    page = store.levels.search(library, collection=everyone.id)
    assert page.total == len(games.keys())
    assert page.entries[0].tags == ("nice",)
    for entry in page.entries:
        (solution,) = store.solutions.listing(library, entry.id)
        assert verify(entry.level, solution.text).metrics == solution.metrics
        assert store.summaries.equal_id(library, entry.level) == entry.id
    assert [entry.title for entry in store.levels.search(library, text="stuck").entries] == ["Stuck"]
    assert [entry.number for entry in store.levels.search(library, text="games 3").entries] == [3]


def test_the_words_of_a_level_are_those_of_today(library: Store) -> None:
    """Its number is none of them any more."""
    collections = {entry.id: entry for entry in store.collections.listing(library)}
    with library.read() as connection:
        words = {row.id: row.words for row in connection.execute(sa.select(levels.c.id, levels.c.words))}
    for entry in store.levels.search(library).entries:
        parent = collections[entry.collection]
        info = rows.CollectionInfo(parent.name, parent.title, parent.author)
        assert words[entry.id] == rows.search_columns(entry.title, entry.author, entry.notes, info)["words"]


def test_people_and_what_they_found_are_read_back(library: Store) -> None:
    """An account with its session, a solution with its assists, a proof of unsolvability, and everything at once."""
    assert store.accounts.get(library, "ANNA").password == "hash"  # noqa: S105
    session = store.sessions.get(library, "secret")
    assert session is not None
    assert store.sessions.logged_in(library, "ann") == session.account == "Anna"
    assert session.used == session.made < session.ends
    assert store.sessions.is_device(library, "Anna", "ann")
    with pytest.raises(Conflict, match="looks like"):
        store.accounts.register(library, "An na", "hash")
    stuck, push = store.levels.search(library, collection=2).entries
    assert store.unsolvable.get(library, push.id) is None
    proof = store.unsolvable.get(library, stuck.id)
    assert proof is not None
    assert (proof.proof, proof.certificate) == ("exhaustive search", "none")
    (leader,) = store.solutions.leaderboard(library, push.id, pure=False)
    assert (leader.account, sorted(leader.assists), leader.seconds) == ("Anna", ["hint"], 2.5)
    everything = store.accounts.export_visitor(library, "ann")
    assert [len(everything[name]) for name in ("plays", "solutions", "collections")] == [len(games.keys()) + 1, 1, 0]


def test_plays_go_on(library: Store) -> None:
    """Each stands where it stood, with history, snapshot and assists, and is played to the end."""
    plays = [play for play in store.plays.listing(library, "ann") if not play.reverse]
    assert len(plays) == len(games.keys())
    for play in plays:
        view = restore(library, play.id, PlayView).session
        assert view.current_id == view.snapshots["half"] == play.here > 0
        assert view.assists == {"overlay"}
        assert view.session.seconds() == pytest.approx(12.5, abs=1.0)
        assert view.size == len(store.plays.steps(library, play.id)) + 1
        view.undo(1)
        view.redo(1)
        assert view.current_id == play.here
        half = view.size
        view.restart()
        (solution,) = store.solutions.listing(library, play.level)
        message = commands.execute(view, messages.Follow(solution.text))
        assert "refused" not in message
        assert view.session.outcome().solved
        new = view.take_unsaved()
        assert len(new) == view.size - half, "only the second half is new"
        store.plays.append(library, [Step(play.id, *row) for row in new])
        assert restore(library, play.id, PlayView).session.size == view.size


def test_a_reverse_play_goes_on(library: Store) -> None:
    """Its level is the reversed one."""
    (play,) = (play for play in store.plays.listing(library, "ann") if play.reverse)
    restored = restore(library, play.id, PlayView)
    assert restored.session.session.level != restored.level.level
    assert restored.session.size == 1


def test_it_is_exported(library: Store, tmp_path: Path) -> None:
    """Each collection into a file that has its levels, with solutions that solve them."""
    exported = transfer.export_all(library, tmp_path / "out")
    assert [(one.format, one.levels, one.lost) for one in exported] == [("json", 9, ()), ("xsb", 2, ())]
    for one in exported:
        assert one.file is not None
        for level in formats.read_file(one.file).levels:
            assert level.title == "Stuck" or verify(level, level.saved_moves[0].text).solved


@pytest.mark.parametrize(("link", "level", "moves"), LINKS, ids=[str(number) for number in range(len(LINKS))])
def test_share_links_of_before_open(link: str, level: str, moves: str) -> None:
    """The level and the moves are those that were shared, and moves can be played."""
    shared = share.decode(f"https://example.org/p#{link}")
    assert shared.level == level_from_json(json.loads(level))
    assert shared.moves == moves
    assert not moves or verify(shared.level, moves).solved


def test_there_are_links_of_every_game() -> None:
    """Every game has a link, so that the test above leaves none out."""
    assert {json.loads(level)["game"] for _, level, _ in LINKS} == set(games.keys())
