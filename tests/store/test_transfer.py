"""Folders in and out, and the whole library as one file: nothing is lost, and nothing comes twice."""

from __future__ import annotations

import gzip
import os
import random
import stat
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pushbox import formats, levels, store
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.errors import Conflict, StoreError, UnsupportedError
from pushbox.identity import Relation
from pushbox.level import Level
from pushbox.store import Store, collections, database, hidden, turns
from pushbox.store.backup import backup, restore
from pushbox.store.login_failures import FailureKey
from pushbox.store.opinions import Opinion
from pushbox.store.player_ratings import GameResult
from pushbox.store.plays import Step
from pushbox.store.rooms import RoomStatus, RoomStep, RoomWrite, SeatEntry
from pushbox.store.rows import PreparedLevel
from pushbox.store.tables import TRANSIENT, metadata, now
from pushbox.store.transfer import ImportProgress, export_all, import_data, import_file, import_folder, load
from pushbox.studies import study_of_level

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
OTHER = "########\n#@ $ . #\n#  $ . #\n########\n"
THIRD = "#####\n#@$.#\n#####\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with good files, bad ones, and some of no format."""
    root = tmp_path / "levels"
    (root / "inside").mkdir(parents=True)
    (root / ".hidden").mkdir()
    (root / "a.xsb").write_text(f"{ROOM}Title: one\nSolution: rRR\n\n{OTHER}Title: two\n")
    (root / "inside" / "b.sok").write_text(f"{ROOM}\n")
    (root / "bad.json").write_text("{")
    (root / "empty.xsb").write_text("")
    (root / "binary.xsb").write_bytes(b"\x00\x01\x02")
    (root / "picture.png").write_bytes(b"\x89PNG")
    (root / ".hidden" / "c.xsb").write_text(ROOM)
    return root


def test_a_folder_is_reported_file_by_file(library: Store, folder: Path) -> None:
    """Good files are added, bad ones are reported, and no file keeps another from being read."""
    events: list[ImportProgress] = []
    report = import_folder(library, folder, on_progress=events.append)
    assert [(file.file, file.status) for file in report.files] == [
        ("a.xsb", "added"), ("bad.json", "failed"), ("binary.xsb", "failed"), ("empty.xsb", "failed"),
        ("inside/b.sok", "added"),
    ]  # fmt: skip
    assert [(step.done, step.total, step.last) for step in events] == [
        (done, 5, file) for done, file in enumerate(report.files, start=1)
    ]
    assert report.skipped == ("picture.png",)
    assert [file.levels for file in report.files] == [2, 0, 0, 0, 1]
    assert [len(file.problems) for file in report.files] == [0, 1, 1, 1, 0]
    duplicates = [(duplicate.relation, duplicate.of) for file in report.files for duplicate in file.duplicates]
    assert duplicates == [(Relation.EQUAL, 1)]
    assert [entry.name for entry in store.collections.listing(library)] == ["a.xsb", "inside/b.sok"]
    with pytest.raises(StoreError, match="found no folder"):
        import_folder(library, folder / "nothing")


def test_an_archive_is_a_folder(library: Store, tmp_path: Path) -> None:
    """Each file of levels in an archive is a collection called by its path; one that cannot be opened has failed."""
    folder = tmp_path / "levels"
    folder.mkdir()
    with zipfile.ZipFile(folder / "set.zip", "w") as archive:
        archive.writestr("one.xsb", ROOM)
        archive.writestr("more/two.sok", OTHER)
        archive.writestr("picture.png", b"\x89PNG")
    (folder / "three.xsb.gz").write_bytes(gzip.compress(THIRD.encode()))
    (folder / "broken.zip").write_bytes((folder / "set.zip").read_bytes()[:50])
    report = import_folder(library, folder)
    assert [(file.file, file.status) for file in report.files] == [
        ("broken.zip", "failed"), ("set.zip/one.xsb", "added"), ("set.zip/more/two.sok", "added"),
        ("three.xsb.gz/three.xsb", "added"),
    ]  # fmt: skip
    assert report.files[0].problems[0].startswith("found a zip archive that cannot be unpacked")
    assert report.skipped == ("set.zip/picture.png",)
    assert {file.status for file in import_folder(library, folder).files} == {"failed", "unchanged"}


def test_an_import_goes_on_past_names_that_are_no_text(library: Store, folder: Path) -> None:
    """A name that is no UTF-8 is one failed file, or each file of a folder called so; all others are added."""
    name = os.fsdecode(b"\xe9tudes")
    try:
        (folder / name).mkdir()
    except OSError:
        pytest.skip("this system takes names in UTF-8 only")
    for file in (f"0{name}.xsb", f"{name}/a.xsb", f"{name}/note.md"):
        (folder / file).write_text(ROOM)
    before = {entry.name for entry in store.collections.listing(library)}
    report = import_folder(library, folder)
    failed = {file.file: file.problems for file in report.files if file.status == "failed" and "xe9" in file.file}
    assert failed == dict.fromkeys(
        (r"0\xe9tudes.xsb", r"\xe9tudes/a.xsb"), ("found a name that is no UTF-8, expected one that is",)
    )
    assert report.skipped == (r"\xe9tudes/note.md", "picture.png")
    assert {entry.name for entry in store.collections.listing(library)} - before == {"a.xsb", "inside/b.sok"}
    assert import_file(library, folder / name / "a.xsb", name="renamed.xsb").status == "added"


def test_an_import_goes_on_where_it_was(library: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were imported before an interruption are there, and are not read again."""

    def interrupt(_: ImportProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_folder(library, folder, on_progress=interrupt)
    assert [entry.name for entry in store.collections.listing(library)] == ["a.xsb"]
    assert [file.file for file in import_folder(library, folder).files if file.status == "added"] == ["inside/b.sok"]
    read = []
    monkeypatch.setattr("pushbox.formats.read", lambda *_, name, **__: read.append(name))
    (folder / "bad.json").unlink()
    (folder / "binary.xsb").unlink()
    (folder / "empty.xsb").unlink()
    report = import_folder(library, folder)
    assert [file.status for file in report.files] == ["unchanged", "unchanged"]
    assert read == []


def short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let more than two levels be many, and each transaction add two of them."""
    monkeypatch.setattr(hidden, "FEW", 2)
    monkeypatch.setattr(hidden, "PORTION", 2)
    monkeypatch.setattr(turns, "TURN", 0.0)


def test_a_large_collection_is_there_as_a_whole_or_not_at_all(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels are added in several transactions, between which others write; nobody sees any before the last."""
    short_turns(monkeypatch)
    add_levels, seen = hidden.add_levels, list[int]()

    def watched(connection: sa.Connection, ident: int, some: Sequence[PreparedLevel]) -> None:
        for viewer in (None, "ann"):
            assert [entry.name for entry in store.collections.listing(library, viewer=viewer)] == ["small"]
            assert store.levels.search(library, viewer=viewer).total == 1
        seen.append(len(some))
        if len(seen) == failing:
            raise KeyboardInterrupt
        add_levels(connection, ident, some)

    import_data(library, ROOM, "small")
    texts = "\n".join(f"{ROOM}Title: {number}\nSolution: rRR\n" for number in range(5))
    monkeypatch.setattr(hidden, "add_levels", watched)
    failing = 3
    with pytest.raises(KeyboardInterrupt):
        import_data(library, texts, "large", owner="ann")
    with library.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(metadata.tables["levels"])).scalar() == 1
    failing, seen[:] = 0, []
    report = import_data(library, texts, "large", owner="ann")
    assert (report.status, report.levels, report.solutions, seen) == ("added", 5, 5, [2, 2, 1])
    assert len(report.duplicates) == 5
    entries = store.levels.search(library, collection=report.collection).entries
    assert [(entry.number, entry.title) for entry in entries] == [(number + 1, str(number)) for number in range(5)]
    assert all(store.solutions.listing(library, entry.id) for entry in entries)
    with pytest.raises(Conflict):
        store.collections.add(library, formats.read(texts), name="large", owner="ann")
    assert len(store.collections.listing(library)) == 2


def test_many_levels_go_in_by_one_statement(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The full-text index of SQLite is written after each, and finds the levels of all."""
    monkeypatch.setattr(database, "MOST_NAMED", 20 * len(metadata.tables["levels"].columns))
    statements: list[tuple[str, bool]] = []

    def note(_: object, __: object, statement: str, ___: object, ____: object, many: bool) -> None:
        if statement.startswith("INSERT INTO levels "):
            statements.append((statement, many))

    sa.event.listen(library.engine, "before_cursor_execute", note)
    import_data(library, "\n".join(f"{ROOM}Title: room wing{number}\n" for number in range(50)), "many")
    if library.engine.dialect.name == "sqlite":
        assert 1 < len(statements) < 4
        assert sum(statement.count("(?") for statement, _ in statements) == 50
        assert not any(many for _, many in statements)
    for number in (0, 20, 21, 42, 49):
        (found,) = store.levels.search(library, text=f"wing{number}", order="added").entries[:1]
        assert found.title == f"room wing{number}"
        assert found.number == number + 1
    assert store.levels.search(library, text="win").total == 50


def test_what_a_killed_import_left_goes_with_a_later_one(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of a collection that was never complete are seen by nobody, and removed a day later."""
    short_turns(monkeypatch)
    remove = hidden.remove
    monkeypatch.setattr(hidden, "remove", lambda *_: None)  # the process is gone
    monkeypatch.setattr(collections, "require_free_name", lambda *_, **__: None)
    import_data(library, ROOM, "large")
    with pytest.raises(Conflict):
        store.collections.add(library, formats.read(f"{ROOM}\n" * 3), name="large")
    tables = (sa.select(sa.func.count()).select_from(metadata.tables[table]) for table in ("collections", "levels"))
    count_collections, count_levels = tables

    def counts() -> tuple[int, int]:
        with library.read() as connection:
            return connection.execute(count_collections).scalar_one(), connection.execute(count_levels).scalar_one()

    assert counts() == (2, 4)
    assert [entry.levels for entry in store.collections.listing(library)] == [1]
    monkeypatch.setattr(hidden, "remove", remove)
    monkeypatch.setattr(hidden, "now", lambda: now() + timedelta(days=2))
    store.collections.add(library, formats.read(f"{ROOM}\n" * 3), name="other")
    assert counts() == (2, 4)


def test_a_changed_file_changes_its_collection(library: Store, folder: Path) -> None:
    """A puzzle that is still there keeps its id and all that hangs on it; what somebody played is never removed."""
    ident = import_file(library, folder / "a.xsb").collection
    assert ident is not None
    one, two = store.levels.search(library, collection=ident).entries
    store.plays.create(library, "ann", two.id)
    store.levels.tag(library, [one.id], "nice")
    report = import_data(
        library, f"{THIRD}Title: new\n\n{ROOM}Title: renamed\nSolution: rRR\nSolution: durRR\n", "a.xsb"
    )
    assert (report.status, report.levels, report.collection) == ("changed", 2, ident)
    new, renamed, kept = store.levels.search(library, collection=ident).entries
    assert (new.title, new.number) == ("new", 1)
    assert (renamed.id, renamed.title, renamed.number, renamed.tags) == (one.id, "renamed", 2, ("nice",))
    assert [entry.text for entry in store.solutions.listing(library, one.id)] == ["rRR", "durRR"]
    assert (kept.id, kept.title, kept.number) == (two.id, "two", 3)
    assert store.levels.search(library, text="renamed 2").total == 1
    report = import_data(library, OTHER, "a.xsb")
    assert [entry.id for entry in store.levels.search(library, collection=ident).entries] == [two.id]


def test_another_owner_has_their_own(library: Store) -> None:
    """A file that is there already is another collection for another owner."""
    first = import_data(library, ROOM, "a.xsb")
    mine = import_data(library, ROOM, "a.xsb", owner="ann")
    assert mine.status == "added"
    assert mine.collection != first.collection
    assert import_data(library, ROOM, "a.xsb", owner="ann").status == "unchanged"


@pytest.mark.parametrize("name", levels.names())
def test_an_exported_collection_is_the_one_that_came_in(library: Store, tmp_path: Path, name: str) -> None:
    """Levels of every game come out equal, with their solutions, in their own format or in JSON."""
    source = levels.path(name)
    report = import_file(library, source)
    assert report.problems == ()
    (exported,) = export_all(library, tmp_path / "out")
    assert exported.file is not None
    assert exported.lost == ()
    assert exported.file.name == source.name
    came, went = formats.read_file(exported.file), formats.read_file(source)
    assert replace(came, levels=()) == replace(went, levels=())
    for one, other in zip(came.levels, went.levels, strict=True):
        assert replace(one, saved_moves=()) == replace(other, saved_moves=())
        assert len(one.saved_moves) == len(other.saved_moves)
    ids = [(entry.id, entry.title) for entry in store.levels.search(library, limit=500).entries]
    import_file(library, exported.file)
    assert [(entry.id, entry.title) for entry in store.levels.search(library, limit=500).entries] == ids
    assert sum(len(store.solutions.listing(library, ident)) for ident, _ in ids) == report.solutions


def test_what_a_format_cannot_hold_is_reported(library: Store, tmp_path: Path) -> None:
    """Losses of the format of an export are reported; a file never lies outside the folder."""
    import_data(library, f"{ROOM}Solution: rRR\n", "../../x/..evil:.xsb")
    import_data(library, f"{OTHER}", "../../x/..evil:.txt")
    import_file(library, levels.path("hanano"), name="flowers")
    unheld = next(one for one in export_all(library, tmp_path / "all", "slc") if one.name == "flowers")
    assert (unheld.file, unheld.levels) == (None, 0)
    assert "no level can be written as slc" in unheld.lost[0]
    assert not (tmp_path / "all" / "flowers.slc").exists()
    with pytest.raises(UnsupportedError):
        export_all(library, tmp_path / "none", "none")
    only = [entry.id for entry in store.collections.listing(library) if entry.name != "flowers"]
    written = export_all(library, tmp_path / "slc", "slc", only=only)
    assert len({one.file for one in written}) == len(written) == 2
    for one in written:
        assert one.file is not None
        assert one.file.is_relative_to(tmp_path / "slc")
        assert ".." not in one.file.relative_to(tmp_path).parts
        assert len(formats.read_file(one.file).levels) == one.levels == 1
    assert any("solution" in sentence for one in written for sentence in one.lost)


def test_an_export_shows_nobody_what_others_found(library: Store) -> None:
    """For a viewer a collection has the library's solutions, those of accounts and their own."""
    ident = import_data(library, ROOM, "a.xsb").collection
    assert ident is not None
    (level,) = store.levels.search(library).entries
    store.solutions.add(library, level.id, "rRR", visitor="ann")
    store.solutions.add(library, level.id, "durRR", visitor="bob", account="Bob")

    def texts(viewer: str | None) -> list[str]:
        return [record.text for record in load(library, ident, viewer=viewer).levels[0].saved_moves]

    assert texts(None) == texts("ann") == ["rRR", "durRR"]
    assert texts("cid") == ["durRR"]


def fill(library: Store) -> None:
    """Put something into every table."""
    import_file(library, levels.path("lessons"))
    import_file(library, levels.path("blockage"))
    import_data(library, "#####\n#@$ #\n# . #\n#####\n", "stuck.xsb", owner="ann")
    page = store.levels.search(library, limit=500).entries
    store.accounts.register(library, "Anna", "hash")
    store.accounts.register(library, "Bert", "hash")
    store.sessions.log_in(library, "secret", visitor="ann", name="Anna", ends=now())
    store.recovery_codes.replace(library, "Anna", ["first", "second"])
    store.tokens.add(library, "hash", account="Anna", visitor="ann", name="a program", scopes=["read"], ends=None)
    store.login_failures.begin(library, [FailureKey("key", 5, cleared=True)], now())
    play = store.plays.create(library, "ann", page[0].id)
    store.plays.append(library, [Step(play.id, 1, 0, '"r"')])
    with library.write() as connection:
        store.plays.write_snapshot(connection, play.id, "1", 1)
        store.plays.write_comment(connection, play.id, 1, "Here it parts.")
    store.levels.tag(library, [page[0].id], "nice")
    stuck = next(entry for entry in page if entry.boxes == 1 and not store.solutions.listing(library, entry.id))
    store.unsolvable.add(library, stuck.id, "exhaustive search")
    solved = next(entry for entry in page if entry.game == "sokoban" and store.solutions.listing(library, entry.id))
    text = store.solutions.listing(library, solved.id)[0].text
    store.ratings.keep(library, solved.id, rate_difficulty(solved.level, text))
    add_room(library, page[0].level)
    school = store.classes.create(library, "5a", owners=["ann"])
    store.classes.join(library, school.code, ["bo"], "Bo")
    store.classes.set_levels(library, school.id, [page[0].id], now())
    store.studies.add(library, study_of_level(page[0].level), owner="ann")
    store.draft_links.make(library, store.collections.by_name(library, "stuck.xsb", owner="ann").id, "hash of a code")
    store.draft_links.follow(library, "hash of a code", "bo")
    shown = store.collections.add(library, formats.read("#####\n#@$.#\n#####\n"), name="shown", owner="Anna").id
    store.collections.publish(library, shown)
    (old,) = store.levels.search(library, collection=shown).entries
    wide = formats.read("######\n#@$ .#\n######\n").levels[0]
    store.versions.add(library, old.id, wide, lambda new: store.solutions.replay(new, "RR"), account="Anna")
    store.opinions.put(library, page[0].id, "Anna", Opinion(liked=True, difficulty=3))
    comment = store.comments.add(library, page[0].id, "Anna", "A surprise.")
    store.comments.report(library, comment.id, "Anna", "too early")
    store.follows.follow(library, "Anna", "Bert")
    store.storms.add(library, visitor="ann", account="Anna", name="Anna", solved=3, moves=40)
    import_file(library, levels.path("campaign-01"), name="campaign-01")
    puzzle = store.puzzles.choose(library, "ann", random.Random(1))
    assert puzzle is not None
    store.puzzles.begin(library, "ann", puzzle, store.plays.create(library, "ann", puzzle).id)
    store.puzzles.give_up(library, "ann")
    store.player_ratings.rate(library, GameResult("game", "race", (("Anna", 1), ("Bert", 2))))


def add_room(library: Store, level: Level) -> None:
    """Add a room in which somebody has played."""
    store.rooms.create(library, "ABCDEF", "race", "ann", level, seats=4, level_id=None, max_of_host=1)
    store.rooms.acquire(library, "ABCDEF", "server")
    status = RoomStatus("ann", "running", 1.5, seats=(SeatEntry(0, "ann", "Ann~", memo="{}"),))
    store.rooms.save(library, "server", [RoomWrite("ABCDEF", status, (RoomStep("ABCDEF", 0, 1, 0, '"r"'),))])


def test_a_backup_is_everything(make_url: Callable[[], str], tmp_path: Path) -> None:
    """A library restored from a backup has the same rows in every table, and goes on with new ids."""
    file = tmp_path / "backup.sqlite"
    with store.open(make_url()) as library, store.open(make_url()) as other:
        fill(library)
        rows = backup(library, file)
        assert rows == sum(map(len, contents(library).values()))
        assert all(contents(library).values())
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert restore(other, file) == rows
        assert contents(other) == contents(library)
        assert (
            store.levels.search(other, text="lessons").total == store.levels.search(library, text="lessons").total > 0
        )
        assert import_data(other, ROOM, "new.xsb").collection not in {None, 1, 2, 3}
        with pytest.raises(StoreError, match="already, expected a library with nothing in it"):
            restore(other, file)
    with store.open(f"sqlite:///{file}") as opened:
        assert sum(map(len, contents(opened).values())) == rows


def contents(library: Store) -> dict[str, list[tuple[object, ...]]]:
    with library.read() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(kept(table))]
            for table in metadata.sorted_tables
            if table.info != TRANSIENT
        }


def kept(table: sa.Table) -> sa.Select[Any]:
    columns = [column for column in table.c if column.info != TRANSIENT]
    return sa.select(*columns).order_by(*table.primary_key)


def test_what_is_no_backup_is_refused(library: Store, tmp_path: Path) -> None:
    """A file of something else, or none, is a sentence, and a backup that cannot be written leaves nothing."""
    with pytest.raises(StoreError, match="No such file"):
        restore(library, tmp_path / "none")
    (tmp_path / "text").write_text("a text")
    with pytest.raises(StoreError, match="found no backup"):
        restore(library, tmp_path / "text")
    with pytest.raises(StoreError, match="No such file"):
        backup(library, tmp_path / "none" / "backup.sqlite")
    assert not list(tmp_path.glob(".*"))
