"""What was played elsewhere comes onto the levels of a library: found by their boards, replayed, and kept once."""

from __future__ import annotations

import pytest

from pushbox import formats, imports, store
from pushbox.identity import ALL, Symmetry, transform
from pushbox.level import Level
from pushbox.store import Store
from pushbox.store.imports import TAG, add_imported
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
