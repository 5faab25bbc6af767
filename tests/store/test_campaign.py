"""The map of the campaign: what is open to whom, the stars for fewest pushes, and levels that change their pack."""

from __future__ import annotations

import pytest
from tests.store.test_puzzles import solve

from pushbox import formats, levels, store
from pushbox.level import Collection, Level
from pushbox.store import Store, campaign
from pushbox.store.campaign import STARS, Place, places
from pushbox.store.reimport import regroup, reimport


def corridor(length: int) -> Level:
    """Return a level of one box in a corridor, which takes as many pushes as it is long."""
    text = f"{'#' * (length + 4)}\n#@${' ' * (length - 1)}.#\n{'#' * (length + 4)}\n"
    (level,) = formats.read(text + f"\nSolution: {'R' * length}\n", format="xsb")
    return level


def pack(*lengths: int) -> Collection:
    """Return a collection of corridors."""
    return Collection(tuple(corridor(length) for length in lengths))


@pytest.fixture
def road(library: Store) -> Store:
    """Return a library with four packs of the road and a path that branches off the second."""
    for place, name in enumerate(("campaign-01", "campaign-02", "campaign-03", "campaign-11", "campaign-10")):
        store.collections.add(library, pack(*range(1 + 4 * place, 5 + 4 * place)), name=name)
    return library


def named(library: Store, visitor: str) -> dict[str, Place]:
    """Return the places of the map by the names of their packs."""
    return {place.collection.name: place for place in places(library, visitor)}


def own(library: Store, name: str) -> list[int]:
    """Return the levels of a pack."""
    pack = store.collections.by_name(library, name)
    return [entry.id for entry in store.levels.search(library, collection=pack.id).entries]


def test_half_of_a_pack_opens_the_next_and_its_paths(road: Store) -> None:
    """The first is open to everybody; a path follows the pack that it branches off."""
    assert [*named(road, "ann")] == ["campaign-01", "campaign-02", "campaign-11", "campaign-03", "campaign-10"]
    assert [name for name, place in named(road, "ann").items() if place.is_open] == ["campaign-01"]
    first, second = own(road, "campaign-01")[:2]
    solve(road, "ann", first, "hint")
    assert (named(road, "ann")["campaign-02"].needs, named(road, "ann")["campaign-02"].is_open) == (1, False)
    solve(road, "ann", second)
    after = named(road, "ann")
    assert [name for name, place in after.items() if place.is_open] == ["campaign-01", "campaign-02", "campaign-11"]
    assert after["campaign-11"].branches_off == after["campaign-02"].collection.id
    assert (after["campaign-03"].after, after["campaign-03"].needs) == (after["campaign-02"].collection.id, 2)
    assert [name for name, place in named(road, "bert").items() if place.is_open] == ["campaign-01"]


def test_a_pack_in_which_something_is_solved_stays_open(road: Store) -> None:
    """However one has come there."""
    solve(road, "ann", own(road, "campaign-03")[0])
    assert named(road, "ann")["campaign-03"].is_open
    assert not named(road, "ann")["campaign-02"].is_open


def test_the_fewest_pushes_without_help_are_a_star(road: Store) -> None:
    """A hint costs it; who solves the level again without has it."""
    level = own(road, "campaign-01")[3]
    assert named(road, "ann")["campaign-01"].hardest == level
    solve(road, "ann", level, "hint")
    assert (named(road, "ann")["campaign-01"].solved, named(road, "ann")["campaign-01"].fewest) == (1, 0)
    solve(road, "ann", level)
    assert (named(road, "ann")["campaign-01"].solved, named(road, "ann")["campaign-01"].fewest) == (1, 1)


def test_a_detour_has_no_star(library: Store) -> None:
    """It takes more pushes than the solution that comes along."""
    text = "########\n#      #\n# @$ . #\n#      #\n########\n\nSolution: RR\n"
    store.collections.add(library, formats.read(text, format="xsb"), name="campaign-01")
    (level,) = own(library, "campaign-01")
    store.solutions.add(library, level, "urrdLulldRRR", visitor="ann")
    assert (named(library, "ann")["campaign-01"].solved, named(library, "ann")["campaign-01"].fewest) == (1, 0)
    solve(library, "ann", level)
    assert named(library, "ann")["campaign-01"].fewest == 1


def test_stars_open_the_last_pack(road: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without half of the pack before it."""
    assert named(road, "ann")["campaign-10"].stars == STARS
    monkeypatch.setattr("pushbox.store.campaign.STARS", 2)
    for level in own(road, "campaign-01")[:2]:
        assert not named(road, "ann")["campaign-10"].is_open
        solve(road, "ann", level)
    last = named(road, "ann")["campaign-10"]
    assert (last.is_open, last.needs) == (True, 2)


def test_each_pack_of_the_road_has_a_boss(road: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The level of the same number in the pack of bosses, which branches off the last one and opens with it."""
    assert {place.boss for place in places(road, "ann")} == {None}
    store.collections.add(road, pack(40, 41, 42), name="campaign-18")
    map_ = named(road, "ann")
    assert [map_[f"campaign-0{number}"].boss for number in (1, 2, 3)] == own(road, "campaign-18")
    assert [map_[name].boss for name in ("campaign-10", "campaign-11", "campaign-18")] == [None, None, None]
    assert (map_["campaign-18"].is_open, map_["campaign-18"].stars) == (False, STARS)
    monkeypatch.setattr("pushbox.store.campaign.STARS", 1)
    solve(road, "ann", own(road, "campaign-01")[0])
    assert named(road, "ann")["campaign-18"].is_open


def test_a_level_that_changes_its_pack_keeps_its_id_and_what_was_earned(road: Store) -> None:
    """Two packs swap a level; one that both files have stays where it is."""
    one, other = (store.collections.by_name(road, name) for name in ("campaign-01", "campaign-02"))
    moved, back = own(road, "campaign-01")[3], own(road, "campaign-02")[0]
    solve(road, "ann", moved)
    files = {one.id: pack(1, 2, 3, 5), other.id: pack(3, 4, 6, 7, 8)}
    assert regroup(road, files) == 2
    for ident, file in files.items():
        reimport(road, ident, file)
    assert own(road, "campaign-02")[1] == moved
    assert own(road, "campaign-01")[3] == back
    assert len(own(road, "campaign-01")) == 4
    assert named(road, "ann")["campaign-02"].fewest == 1
    assert regroup(road, files) == 0


def test_the_map_names_packs_that_there_are() -> None:
    """Every pack of the campaign is on it."""
    shipped = {name for name in levels.names() if name.startswith("campaign-")}
    assert {*campaign.ROAD, *campaign.PATHS} == shipped
    assert {*campaign.PATHS.values()} <= {*campaign.ROAD}
    assert len(levels.builtin(campaign.BOSSES)) == len(campaign.ROAD)
