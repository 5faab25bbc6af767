"""Ratings are kept by what a level is, turned or mirrored, and levels are found and ordered by them."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pushbox import store
from pushbox.analysis.difficulty import SCALE, rate_difficulty
from pushbox.errors import NotFound
from pushbox.formats import read
from pushbox.store import Store
from pushbox.store.tables import ratings
from pushbox.store.transfer import import_data

LEVELS = "#######\n#@ $ .#\n#     #\n#######\nSolution: rRR\n\n#######\n#. $ @#\n#     #\n#######\n"
OTHER = "#########\n#@ $ . .#\n#  $    #\n#########\n"


def test_ratings_are_of_every_image(library: Store) -> None:
    """The mirror image of a level that was rated is rated too; a better solution asks for another rating."""
    added = import_data(library, LEVELS + "\n" + OTHER, "a.xsb")
    first, second, third = store.levels.search(library, collection=added.collection).entries
    assert store.ratings.unrated(library) == [first.id]
    entry = store.ratings.keep(library, first.id, rate_difficulty(first.level, "rRR"))
    assert store.ratings.unrated(library) == store.ratings.unrated(library, collection=added.collection) == []
    assert entry.explain().startswith("Easy: ")
    kept = [store.levels.get(library, level.id).difficulty for level in (first, second, third)]
    assert kept == [entry.difficulty, entry.difficulty, None]
    with pytest.raises(NotFound):
        store.ratings.keep(library, 99, rate_difficulty(first.level, "rRR"))


def test_a_better_solution_asks_for_a_new_rating(library: Store) -> None:
    """By fewer pushes, not by fewer moves."""
    added = import_data(library, "########\n#      #\n#@$ .  #\n#      #\n########\nSolution: RRRurrdL\n", "a.xsb")
    (level,) = store.levels.search(library, collection=added.collection).entries
    store.ratings.keep(library, level.id, rate_difficulty(level.level, "RRRurrdL"))
    assert store.ratings.unrated(library) == []
    store.solutions.add(library, level.id, "RR")
    assert store.ratings.unrated(library) == [level.id]


def test_a_rating_on_an_older_scale_is_kept_until_the_level_is_rated_anew(library: Store) -> None:
    """Its number is still read and searched for, and the level counts as one to be rated."""
    added = import_data(library, LEVELS, "a.xsb")
    first, _ = store.levels.search(library, collection=added.collection).entries
    entry = store.ratings.keep(library, first.id, rate_difficulty(first.level, "rRR"))
    with library.write() as connection:
        connection.execute(sa.update(ratings).values(difficulty=77.0, scale=SCALE - 1))
    assert store.levels.get(library, first.id).difficulty == 77.0
    assert store.levels.search(library, difficulty=(70, 80)).total == 2
    assert store.ratings.unrated(library) == [first.id]
    store.ratings.keep(library, first.id, rate_difficulty(first.level, "rRR"))
    assert store.levels.get(library, first.id).difficulty == entry.difficulty
    assert store.ratings.unrated(library) == []


def test_levels_are_found_and_ordered_by_difficulty(library: Store) -> None:
    """What has not been rated comes last, and is in no range; pages go on behind it."""
    added = import_data(library, OTHER + "\n" + LEVELS, "a.xsb")
    entries = store.levels.search(library, collection=added.collection).entries
    level = read(LEVELS).levels[0]
    store.ratings.keep(library, entries[1].id, rate_difficulty(level, "rRR"))
    ordered = [entry.number for page in store.levels.pages(library, 3, order="difficulty") for entry in page.entries]
    assert ordered == [2, 3, 1]
    assert store.levels.search(library, difficulty=(0, 20)).total == 2
    assert store.levels.search(library, difficulty=(None, 100)).total == 2
    assert store.levels.search(library, difficulty=(20, None)).total == 0
    first = store.levels.search(library, order="difficulty", limit=1).entries[0]
    rest = store.levels.search(library, order="difficulty", after=first.id).entries
    assert [entry.number for entry in rest] == [3, 1]
