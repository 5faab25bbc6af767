"""What was played elsewhere comes onto the levels of a library: found by their boards, replayed, and kept once."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pushbox import formats, imports, store
from pushbox.analysis.duplicates import ids
from pushbox.identity import ALL, Symmetry, transform
from pushbox.level import Level
from pushbox.play.recorded_session import RecordedSession
from pushbox.play.stars import Known, rate
from pushbox.store import Store, tables
from pushbox.store.import_matching import ReplayBounds
from pushbox.store.imports import TAG, ImportBounds, ProgressImport, add_imported
from pushbox.store.milestones import Streak, streak
from pushbox.store.plays import Step
from pushbox.store.restored_plays import restore
from pushbox.store.transfer import load
from pushbox.tiling import SQUARE

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
TALL = "#####\n#@  #\n# $ #\n#  .#\n#   #\n#####\n"


@pytest.fixture
def collection(library: Store) -> int:
    """Return a collection of two levels without solutions."""
    return store.collections.add(library, formats.read(f"{ROOM}Title: Wide\n\n{TALL}Title: Tall\n"), name="mine").id


def read(text: str, name: str = "") -> imports.ImportedFile:
    return imports.read(text.encode(), name=name)


def texts(library: Store, collection: int) -> list[list[str]]:
    """Return the saved moves of each level."""
    return [[moves.text for moves in level.saved_moves] for level in load(library, collection).levels]


@pytest.mark.parametrize("symmetry", ALL)
def test_a_solution_of_a_turned_level_is_turned_with_it(library: Store, collection: int, symmetry: Symmetry) -> None:
    """A level that another program has turned or mirrored is found, and its moves solve the level as it stands here."""
    level = formats.read(TALL)[0]
    turned = formats.write(Level(transform(level.board, symmetry)), "xsb")
    solution = SQUARE.turned_letters("rDldR", symmetry)
    summary = add_imported(library, read(f"{turned}Solution: {solution}\n"))
    assert (summary.solutions, summary.levels, summary.problems) == (1, 1, ())
    assert texts(library, collection) == [[], ["rDldR"]]
    again = add_imported(library, read(f"{turned}Solution: {solution}\n"))
    assert (again.solutions, again.known) == (0, 1)


def test_what_was_solved_elsewhere_is_somebodys(library: Store, collection: int) -> None:
    """For a visitor it is solved by them, also where the library has that solution; for an account it is theirs."""
    file = read(f"{ROOM}Solution: rRR\n")
    assert add_imported(library, file).solutions == 1
    (page,) = store.levels.pages(library, collection=collection)
    level = page.entries[0].id
    assert store.plays.progress_of(library, "me", [level]) == {}
    assert [add_imported(library, file, visitor="me").solutions for _ in range(2)] == [1, 0]
    assert store.plays.progress_of(library, "me", [level]) == {level: "solved"}
    store.accounts.register(library, "Ada", "hash")
    assert [add_imported(library, file, account="Ada").solutions for _ in range(2)] == [1, 0]
    owners = [(entry.visitor, entry.account) for entry in store.solutions.listing(library, level)]
    assert sorted(owners, key=str) == sorted([(None, None), ("me", None), (None, "Ada")], key=str)


def test_a_level_with_other_walls_around_it_is_the_same(library: Store, collection: int) -> None:
    """Where only the normal form is the same, whichever turn of the moves solves it is kept."""
    walled = "#########\n#########\n##@ $ .##\n##     ##\n#########\n"
    assert add_imported(library, read(f"{walled}Solution: rRR\n")).solutions == 1
    assert texts(library, collection) == [["rRR"], []]


def test_saved_games_are_kept_once_beside_the_solutions(library: Store, collection: int) -> None:
    """Moves that end before the level is solved are a saved game of it; its solutions stay."""
    file = read(f"{ROOM}Solution: rRR\nSavegame: dr*\nSavegame: dr\n")
    summary = add_imported(library, file)
    assert (summary.solutions, summary.saved_games) == (1, 1)
    assert texts(library, collection) == [["rRR", "dr"], []]
    assert add_imported(library, file).saved_games == 0


def test_push_lists_are_played(library: Store, collection: int) -> None:
    """A push list is the letters of its shortest walks."""
    assert add_imported(library, read(f"{ROOM}Solution: 2-1r2\n")).solutions == 1
    assert texts(library, collection) == [["rRR"], []]


def test_moves_without_a_level_find_the_one_that_they_solve(library: Store, collection: int) -> None:
    """In a collection the rules decide whose moves they are; without one nothing is guessed."""
    refused = add_imported(library, read("rRR"))
    assert (refused.unplaced, refused.problems) == (1, ("moves: no level is named: say with --collection where it is",))
    summary = add_imported(library, read("rDldR\n\nrRR\n\nuuuu"), collection=collection)
    assert (summary.solutions, summary.unplaced) == (2, 1)
    assert summary.problems == ("moves: solves no level of the collection",)
    assert texts(library, collection) == [["rRR"], ["rDldR"]]


def test_a_bookmark_is_a_saved_game_of_the_level_of_its_number(library: Store, collection: int) -> None:
    """A game that was left goes to the level that the bookmark numbers, a finished one to the level that it solves."""
    assert add_imported(library, read("2 1 2\n2s-"), collection=collection).saved_games == 1
    assert add_imported(library, read("2 1 3\nr2E-"), collection=collection).unplaced == 0
    assert texts(library, collection)[1][0] == "dd"


def test_what_cannot_be_replayed_is_named(library: Store, collection: int) -> None:
    """Moves through a wall, and levels that are not there, are sentences; nothing of them is kept."""
    other = ROOM.replace("@ $ ", "@$  ")
    summary = add_imported(library, read(f"{ROOM}Title: A\nSolution: uuuu\n\n{other}Title: B\nSolution: RRR\n"))
    assert (summary.solutions, summary.unplaced) == (0, 2)
    assert summary.problems[0].startswith("level 1: cannot be replayed: step 1")
    assert summary.problems[1] == "level 2: the level is not in the library"
    assert texts(library, collection) == [[], []]


def test_records_of_letslogic_tag_the_levels_with_their_ids(library: Store) -> None:
    """A level that came from letslogic has its id as a header; one whose record is known is tagged."""
    first = '{"id":34,"width":5,"height":3,"map":"111111234111111"}'
    levels = f'[{first},{{"id":35,"width":7,"height":3,"map":"111111112030411111111"}}]'
    ident = store.collections.add(library, formats.read(levels, format="letslogic"), name="lets").id
    file = read('{"35":{"blue":{"moves":3,"pushes":2}},"99":{"blue":{"moves":3,"pushes":2}}}')
    summary = add_imported(library, file)
    assert (summary.tagged, summary.unplaced) == (1, 1)
    found = store.levels.search(library, collection=ident, tag=TAG).entries
    assert [entry.number for entry in found] == [2]


@pytest.mark.parametrize("key", ["sok", "xsb", "ssx", "json"])
def test_progress_goes_out_and_comes_back(library: Store, collection: int, key: str) -> None:
    """What is exported for other programs brings the same solutions into a library that has only the levels."""
    add_imported(library, read(f"{ROOM}Solution: rRR\n\n{TALL}Solution: rDldR\n"))
    exported = formats.write(load(library, collection), key)
    other = store.collections.add(library, formats.read(f"{ROOM}\n\n{TALL}"), name="other").id
    assert add_imported(library, imports.read(exported.encode(), name=f"a.{key}"), collection=other).solutions == 2
    assert texts(library, other) == [["rRR"], ["rDldR"]]


def stored(library: Store) -> tuple[int, ...]:
    """Return how many rows of each table an import can write."""
    tables_written = (tables.collections, tables.levels, tables.solutions, tables.plays, tables.steps, tables.tags)
    with library.read() as connection:
        return tuple(
            connection.scalars(sa.select(sa.func.count()).select_from(table)).one() for table in tables_written
        )


def test_solutions_of_a_person_are_handed_in(library: Store, collection: int) -> None:
    """They make a level solved, with one star, no day of a streak, and no place among those found without help."""
    store.accounts.register(library, "Ada", "hash")
    add_imported(library, read(f"{ROOM}Solution: rRR\n"), visitor="me", account="Ada")
    (level,) = store.levels.search(library, collection=collection, solved_by="me").entries
    (solution,) = store.solutions.listing(library, level.id)
    assert (solution.assists, solution.pure) == (frozenset({"handed in"}), False)
    assert rate(solution.metrics, Known(), assists=solution.assists).stars == 1
    assert store.solutions.leaderboard(library, level.id, pure=True) == []
    assert [entry.account for entry in store.solutions.leaderboard(library, level.id, pure=False)] == ["Ada"]
    assert streak(library, "me") == Streak(0, 0)
    store.solutions.add(library, level.id, "rlrRR", visitor="me")
    assert streak(library, "me") == Streak(1, 1)


def test_a_saved_game_of_a_visitor_is_gone_on_with(library: Store, collection: int) -> None:
    """It is a play that stands where the game was left, once, and behind one that the visitor has begun here."""
    file = read(f"{ROOM}Savegame: dr*\n\n{TALL}Savegame: dl\n")
    wide, tall = [entry.id for entry in store.levels.search(library, collection=collection).entries]
    begun = store.plays.create(library, "me", tall)
    store.plays.append(library, [Step(begun.id, 1, 0, '"d"')])
    assert add_imported(library, file, visitor="me").saved_games == 1  # "dl" goes into a wall
    play = store.plays.latest_unfinished(library, "me", wide)
    assert play is not None
    restored = restore(library, play.id, RecordedSession)
    assert (restored.session.session.text, play.assists) == ("dr", frozenset({"handed in"}))
    assert add_imported(library, read(f"{TALL}Savegame: dr\n"), visitor="me").saved_games == 1
    latest = store.plays.latest_unfinished(library, "me", tall)
    assert latest is not None
    assert latest.id == begun.id
    before = stored(library)
    again = add_imported(library, read(f"{ROOM}Savegame: d\n\n{TALL}Savegame: dr\n"), visitor="me")
    assert again.saved_games == 0  # a play has gone through the one, and stands at the other
    assert [row.state for row in again.rows] == ["game-known", "game-known"]
    assert stored(library) == before


@pytest.mark.usefixtures("collection")
def test_nothing_is_written_before_it_is_kept(library: Store) -> None:
    """The same object says what would be written, and writes it; then all of it is known."""
    text = f"{ROOM}Solution: rlrRR\nSolution: rRR\nSolution: durRR\nSavegame: r\nSolution: uuuu\n"
    before = stored(library)
    progress = ProgressImport(library, visitor="me", viewer="me")
    progress.read(read(text))
    summary = progress.summary()
    assert [row.state for row in summary.rows] == ["first", "better", "other", "game", "refused"]
    assert (summary.rows[1].moves, summary.rows[1].pushes, summary.rows[1].title) == (3, 2, "Wide")
    assert "cannot be replayed" in summary.rows[4].reason
    assert stored(library) == before
    progress.keep()
    assert stored(library) != before
    after = stored(library)
    again = ProgressImport(library, visitor="me", viewer="me")
    again.read(read(text))
    again.keep()
    assert [row.state for row in again.summary().rows] == ["known", "known", "known", "game-known", "refused"]
    assert stored(library) == after


def test_a_viewer_brings_progress_into_the_levels_that_they_see(library: Store) -> None:
    """The levels of another visitor are as if they were not there, and get no tag; one's own are found."""
    lets = formats.read('{"id":34,"width":5,"height":3,"map":"111111234111111"}', format="letslogic")
    for owner in ("me", "other"):
        store.collections.add(library, formats.read(f"{ROOM}Title: Wide\n"), name="mine", owner=owner)
        store.collections.add(library, lets, name="lets", owner=owner)
    store.collections.add(library, lets, name="shipped")
    progress = ProgressImport(library, visitor="me", viewer="me")
    progress.read(read(f"{ROOM}Solution: rRR\n"))
    progress.read(read('{"34":{"blue":{"moves":1,"pushes":1}}}'))
    progress.keep()
    summary = progress.summary()
    assert (summary.solutions, summary.tagged) == (1, 1)
    (row,) = summary.rows
    assert row.level is not None
    entry = store.levels.get(library, row.level)
    assert store.collections.get(library, entry.collection).owner == "me"
    tagged = store.levels.search(library, tag=TAG).entries
    assert [store.collections.get(library, entry.collection).owner for entry in tagged] == ["me"]
    stranger = ProgressImport(library, visitor="stranger", viewer="stranger")
    stranger.read(read(f"{ROOM}Solution: rRR\nSavegame: r\n"))
    assert [row.state for row in stranger.summary().rows] == ["missing", "game-missing"]


def test_missing_levels_come_along(library: Store) -> None:
    """Once they are in the library their moves are placed, those of one that is there twice, turned, too."""
    progress = ProgressImport(library, visitor="me", viewer="me")
    turned = formats.write(Level(transform(formats.read(ROOM)[0].board, ALL[1])), "xsb")
    line = SQUARE.turned_letters("rRR", ALL[1])
    progress.read(read(f"{ROOM}Solution: rRR\nSavegame: r\n\n{turned}Solution: {line}\n"))
    assert [row.state for row in progress.summary().rows] == ["missing", "game-missing", "missing"]
    (level,) = progress.missing
    store.collections.add(library, [level], name="missing", owner="me")
    progress.place_missing()
    progress.keep()
    summary = progress.summary()
    assert (summary.solutions, summary.saved_games, summary.unplaced, summary.problems) == (1, 1, 0, ())
    assert progress.missing == ()


def test_a_level_that_begins_elsewhere_is_missing(library: Store, collection: int) -> None:
    """Its moves cannot be played from where the player of the same level stands here: it comes along as a level."""
    elsewhere = ROOM.replace("@ $", "  $").replace("#     #", "#@    #")
    found = [formats.read(text)[0] for text in (ROOM, elsewhere)]
    assert len({ids(level).normal for level in found}) == 1
    progress = ProgressImport(library, visitor="me", viewer="me")
    progress.read(read(f"{elsewhere}Solution: urRR\n"))
    assert [row.state for row in progress.summary().rows] == ["missing"]
    assert progress.summary().problems == ("level 1: the level is not in the library",)
    store.levels.append(library, collection, progress.missing[0])
    progress.place_missing()
    progress.keep()
    assert [row.state for row in progress.summary().rows] == ["first"]


@pytest.mark.usefixtures("collection")
def test_an_import_has_bounds(library: Store) -> None:
    """Of each line, the solutions of a level, plays and bytes; what is beyond says so, and the rest is kept."""
    text = f"{ROOM}Solution: rRR\nSolution: rlrRR\nSavegame: r\nSavegame: d\nSolution: rlrlrRR\n"
    for bounds, states in (
        (ImportBounds(), ["first", "other", "game", "game", "other"]),
        (ImportBounds(solutions=1), ["first", "full", "game", "game", "full"]),
        (ImportBounds(plays=1), ["first", "other", "game", "full", "other"]),
        (ImportBounds(bytes=900), ["first", "other", "full", "full", "full"]),
        (ImportBounds(ReplayBounds(moves=6)), ["first", "other", "game", "game", "refused"]),
        (ImportBounds(ReplayBounds(steps=6 * 28)), ["first", "other", "game", "game", "refused"]),
    ):
        progress = ProgressImport(library, visitor="me", viewer="me", bounds=bounds)
        progress.read(read(text))
        assert [row.state for row in progress.summary().rows] == states
        assert all(row.reason for row in progress.summary().rows if row.state in {"full", "refused"})
