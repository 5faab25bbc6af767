"""Solutions: none without a replay, the best by each count, the leader boards, and levels that have none."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pushbox import formats, store
from pushbox.errors import Conflict, IllegalMove, NotationError, NotFound, NotSolved, PushboxError, StoreError
from pushbox.metrics import measure
from pushbox.play.stars import Known
from pushbox.store import Store, seed_library, turns
from pushbox.store.reimport import reimport
from pushbox.store.tables import solutions

ROOM = "########\n#      #\n#@$  . #\n#      #\n########\n"
SHORT = "RRR"


@pytest.fixture
def level(library: Store) -> int:
    """Return the id of a level."""
    store.collections.add(library, formats.read(ROOM), name="mine")
    return store.levels.search(library).entries[0].id


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("rr?", NotationError, "expected"),
        ("llRRR", IllegalMove, "step 1"),
        ("RR", NotSolved, "1 box is not on a goal"),
        ("RRRR", NotSolved, "solved after 3 moves"),
        ("", NotSolved, "1 box is not on a goal"),
    ],
)
def test_what_does_not_solve_is_not_kept(
    library: Store, level: int, text: str, kind: type[PushboxError], expected: str
) -> None:
    """Every fault that the replay finds is reported, and nothing is kept."""
    with pytest.raises(kind, match=expected):
        store.solutions.add(library, level, text)
    assert store.solutions.listing(library, level) == []
    assert store.solutions.best(library, level) == {}
    assert store.solutions.lowest_counts(library, [level]) == {}


def test_pages_of_solutions(library: Store, level: int) -> None:
    """Those that a viewer can see, the fewest moves first; a page ends by its limit or by its room."""
    for text, visitor in (("RRR", "ann"), ("udRRR", None), ("ududRRR", "ann")):
        store.solutions.add(library, level, text, visitor=visitor)

    def pages(**options: Any) -> list[list[str]]:
        pages, after, more = [], None, True
        while more:
            page = store.solutions.page(library, level, after=after, **options)
            pages.append([entry.text for entry in page.entries])
            after, more = page.entries[-1].id if page.entries else None, page.more
        return pages

    assert pages(viewer="ann") == [["RRR", "udRRR", "ududRRR"]]
    assert pages(viewer="bob") == [["udRRR"]]
    assert pages(viewer="ann", mine=True) == [["RRR", "ududRRR"]]
    assert pages(viewer="ann", room=8) == [["RRR", "udRRR"], ["ududRRR"]]
    assert pages(viewer="ann", room=1) == [["RRR"], ["udRRR"], ["ududRRR"]]
    assert pages(viewer="ann", limit=2) == [["RRR", "udRRR"], ["ududRRR"]]
    first = store.solutions.listing(library, level)[0]
    assert store.solutions.get(library, level, first.id, viewer="ann") == first
    for viewer, ident in (("bob", first.id), ("ann", 10**6)):
        with pytest.raises(NotFound):
            store.solutions.get(library, level, ident, viewer=viewer)
    with pytest.raises(NotFound):
        store.solutions.page(library, level, viewer="ann", after=10**6)


def test_a_solution_is_kept_as_it_was_replayed(library: Store, level: int) -> None:
    """Its spelling and counts are those of the replay; the same of the same person again is one entry."""
    first = store.solutions.add(library, level, "3r", visitor="ann", assists=["undo", "undo"], seconds=1.5)
    assert (first.text, first.metrics) == (SHORT, measure(SHORT))
    assert (first.assists, first.pure, first.seconds) == (frozenset({"undo"}), False, 1.5)
    assert store.solutions.add(library, level, SHORT, visitor="ann", assists=["hint"]) == first
    pure = store.solutions.add(library, level, SHORT, visitor="ann")
    assert pure.pure
    assert store.solutions.add(library, level, SHORT, visitor="bob").id not in {first.id, pure.id}
    assert len(store.solutions.listing(library, level)) == 3
    assert len(store.solutions.listing(library, level, visitor="ann")) == 2
    store.solutions.remove(library, first.id)
    assert len(store.solutions.listing(library, level)) == 2
    with pytest.raises(NotFound):
        store.solutions.add(library, level + 1, SHORT)


def test_the_best_by_each_count(library: Store) -> None:
    """Each count has its own best solution, and what is equal in it is ordered by the others."""
    picture = "########\n##.#  ##\n#   $ .#\n#  $# ##\n## @   #\n#   #  #\n########\n"
    store.collections.add(library, formats.read(picture), name="mine")
    level = store.levels.search(library).entries[0].id
    few_moves, few_pushes = "luurDuRRddlLdlUUU", "luurRRddllUdrruulLdlU"
    for text in (few_pushes, few_moves, "lr" + few_pushes):
        store.solutions.add(library, level, text)
    best = store.solutions.best(library, level)
    assert {best[metric].text for metric in ("moves", "box_lines")} == {few_moves}
    assert best["pushes"].text == few_pushes
    lowest = store.solutions.lowest_counts(library, [level, level + 1])
    assert lowest == {level: {metric: getattr(best[metric].metrics, metric) for metric in store.solutions.METRICS}}


def test_a_level_comes_with_its_shortest_solution(library: Store, level: int) -> None:
    """That of the fewest pushes, and of these of the fewest moves; none where all have more pushes than are wanted."""
    entry = store.levels.get(library, level)
    assert store.solutions.with_shortest(library, entry) == entry.level
    for text in ("udRRR", SHORT, "ududRRR"):
        store.solutions.add(library, level, text)
    assert [moves.text for moves in store.solutions.with_shortest(library, entry).saved_moves] == [SHORT]
    assert store.solutions.with_shortest(library, entry, most_pushes=2) == entry.level


def test_what_is_known_of_a_level(library: Store, level: int) -> None:
    """A new solution is rated beside those with the fewest pushes and moves, and what of them is proven."""
    assert store.solutions.known(library, level) == Known()
    long = store.solutions.add(library, level, "udRRR")
    assert store.solutions.known(library, level) == Known(long.metrics._asdict(), ((3, 5),))
    short = store.solutions.add(library, level, SHORT)
    store.solutions.mark_best(library, short.id, "pushes")
    store.solutions.mark_best(library, long.id, "box_lines")
    assert store.solutions.known(library, level) == Known(short.metrics._asdict(), ((3, 3),), frozenset({"pushes"}))


def test_leaders(library: Store, level: int) -> None:
    """Each account has one place, pure and assisted apart; who has no account has none."""
    for name in ("Ann", "Bob", "Cid"):
        store.accounts.register(library, name, "hash")
    slow = "udRRR"
    store.solutions.add(library, level, slow, account="Ann", visitor="a")
    store.solutions.add(library, level, SHORT, account="Bob")
    store.solutions.add(library, level, slow, account="Bob")
    store.solutions.add(library, level, SHORT, account="Cid", assists=["solver"])
    store.solutions.add(library, level, SHORT, visitor="nobody")

    def names(*, pure: bool) -> list[str | None]:
        return [entry.account for entry in store.solutions.leaderboard(library, level, pure=pure, metric="moves")]

    assert names(pure=True) == ["Bob", "Ann"]
    assert names(pure=False) == ["Cid"]
    assert [entry.text for entry in store.solutions.leaderboard(library, level, pure=True, metric="pushes")] == [
        SHORT,
        slow,
    ]
    assert len(store.solutions.leaderboard(library, level, pure=True, limit=1)) == 1


def test_unsolvable_levels_are_known_by_their_images(library: Store) -> None:
    """A proof holds for the mirror image too; a solution and a proof do not go together."""
    stuck = "#####\n#@$ #\n# . #\n#####\n"
    mirrored = "\n".join(line[::-1] for line in stuck.splitlines())
    store.collections.add(library, formats.read(f"{stuck}\n{mirrored}\n\n{ROOM}"), name="mine")
    one, other, room = (entry.id for entry in store.levels.search(library).entries)
    assert store.unsolvable.get(library, one) is None
    entry = store.unsolvable.add(library, one, "exhaustive search", "certificate")
    assert store.unsolvable.get(library, other) == entry
    again = store.unsolvable.add(library, other, "bound")
    assert store.unsolvable.get(library, one) == again
    assert store.unsolvable.get(library, room) is None
    with pytest.raises(StoreError, match="without a kind"):
        store.unsolvable.add(library, one, " ")
    store.unsolvable.add(library, room, "a wrong proof")
    store.solutions.add(library, room, SHORT)
    assert store.unsolvable.get(library, room) is None
    with pytest.raises(Conflict, match="has a solution"):
        store.unsolvable.add(library, room, "a wrong proof")


def test_a_solution_in_a_file_refutes_a_proof(library: Store, level: int) -> None:
    """A level that was taken for unsolvable is so no longer when its solution comes with a file, new or changed."""
    solved = formats.read(f"{ROOM}Solution: RRR\n")
    store.unsolvable.add(library, level, "a wrong proof")
    added = store.collections.add(library, solved, name="solved").id
    assert store.unsolvable.get(library, level) is None
    store.collections.remove(library, added)
    store.unsolvable.add(library, level, "a wrong proof")
    reimport(library, store.levels.get(library, level).collection, solved)
    assert store.unsolvable.get(library, level) is None


def test_equal_levels_share_what_everybody_may_see(library: Store, level: int) -> None:
    """Solutions of files and accounts are copied as nobody's; what a visitor without an account found is not."""
    store.collections.add(library, formats.read(ROOM), name="other")
    other = next(entry.id for entry in store.levels.search(library).entries if entry.id != level)
    slow = "udRRR"
    ours = store.solutions.add(library, level, SHORT, title="short")
    store.solutions.mark_best(library, ours.id, "pushes")
    store.solutions.add(library, level, slow, visitor="nobody")
    assert store.solutions.share_equal(library, collection=store.levels.get(library, level).collection) == []
    (copy,) = store.solutions.share_equal(library)
    assert (copy.level, copy.text, copy.title, copy.visitor, copy.account) == (other, SHORT, "short", None, None)
    assert copy.metrics == ours.metrics
    assert store.solutions.is_best(copy, "pushes")
    assert not store.solutions.is_best(copy, "moves")
    assert store.solutions.share_equal(library) == []
    with pytest.raises(NotFound):
        store.solutions.mark_best(library, copy.id + 99, "pushes")


def test_states_of_levels(library: Store, level: int) -> None:
    """A level is in one of the states, by what anybody knows of it."""

    def states() -> list[str]:
        return [state for state in store.levels.STATES if store.levels.search(library, state=state).total]

    assert states() == ["unsolved"]
    store.unsolvable.add(library, level, "claimed")
    assert states() == ["unsolvable"]
    ours = store.solutions.add(library, level, SHORT)
    assert states() == ["solved", "improvable"]
    store.solutions.mark_best(library, ours.id, "pushes")
    assert states() == ["solved", "best"]


def test_copies_are_written_in_portions(library: Store, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others write between them; after an interruption the next call makes the rest, and nothing twice."""
    monkeypatch.setattr(store.solutions, "_PORTION", 2)
    monkeypatch.setattr(turns, "TURN", 0)
    store.solutions.add(library, level, SHORT, title="short")
    store.collections.add(library, formats.read("\n".join([ROOM] * 5)), name="others")
    events: list[tuple[int, int]] = []

    def on_progress(done: int, total: int) -> None:
        events.append((done, total))
        store.levels.tag(library, [level], f"tag {done}")  # a writer that did not have to wait
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.solutions.share_equal(library, on_progress=on_progress)
    assert events == [(2, 5), (4, 5)]
    assert len(store.solutions.share_equal(library)) == 1
    assert store.solutions.share_equal(library) == []
    answers = [store.solutions.listing(library, entry.id) for entry in store.levels.search(library).entries]
    assert [[entry.text for entry in entries] for entries in answers] == [[SHORT]] * 6


def test_what_has_changed_in_the_meantime_is_not_copied(
    library: Store, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level that is another one now, or is solved so by now, gets no copy; one that is removed neither."""
    monkeypatch.setattr(store.solutions, "_PORTION", 1)
    monkeypatch.setattr(turns, "TURN", 0)
    store.solutions.add(library, level, SHORT)
    store.collections.add(library, formats.read("\n".join([ROOM] * 4)), name="others")
    _, solved, replaced, removed = (
        entry.id for entry in store.levels.search(library, order="added").entries if entry.id != level
    )

    def on_progress(done: int, _: int) -> None:
        if done == 1:
            store.solutions.add(library, solved, SHORT)
            store.levels.replace(library, replaced, formats.read("#####\n#@$.#\n#####\n")[0])
            store.levels.remove(library, removed)

    assert len(store.solutions.share_equal(library, on_progress=on_progress)) == 1
    assert len(store.solutions.listing(library, solved)) == 1
    assert store.solutions.listing(library, replaced) == []


def test_what_tests_prove_of_the_shipped_levels_is_known(shipped_file: Path, tmp_path: Path) -> None:
    """The packs' fewest pushes and moves; not what is only the fewest known.  A library of before gets it, once."""
    with store.open(f"sqlite:///{shutil.copy(shipped_file, tmp_path)}") as library:
        expected = {"campaign-05": {"pushes"}, "hanano-puzzles": {"moves"}, "campaign-18": set(), "hanano": set()}
        for before in ("", "a note of somebody"):
            with library.write() as connection:
                connection.execute(sa.update(solutions).values(notes=before))
            seed_library.seed_library(library)
            for name, proven in expected.items():
                pack = store.collections.by_name(library, name)
                level = store.levels.search(library, collection=pack.id).entries[0].id
                assert store.solutions.known(library, level).proven == (proven if not before else set()), name
