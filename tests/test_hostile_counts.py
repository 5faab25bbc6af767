"""What hostile files once made slow, held by counts: how often a thing is read, made, compared or written."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

import pushbox
from pushbox import formats, notation
from pushbox.board import FLOOR, Board, NamedCounter, Piece
from pushbox.cli import output
from pushbox.errors import FormatError
from pushbox.formats import codec, lossy
from pushbox.formats.crossoban import board as crossoban_board
from pushbox.formats.parts import xml
from pushbox.formats.xsb import board as xsb_board
from pushbox.formats.xsb import line_classes
from pushbox.games.crossoban import Crossoban
from pushbox.games.palette import PaletteParts
from pushbox.identity import symmetry, texts, transform
from pushbox.play import validate
from pushbox.play import verify as replay
from pushbox.play.validate import require_playable

from .commands import run

LEVEL = "#####\n#@$.#\n#####\n"
COLOURED = "#######\n#R@>$.#\n#R  ###\n#######\n\n"


def counted_calls(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[tuple[Any, ...]]:
    """Let a function note the arguments of its calls."""
    calls: list[tuple[Any, ...]] = []
    function = getattr(module, name)

    def note(*arguments: Any) -> Any:
        calls.append(arguments)
        return function(*arguments)

    monkeypatch.setattr(module, name, note)
    return calls


def test_known_parts_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terrain and pieces that a game has are compared with its palette for the first level, not for each."""
    levels = formats.read(COLOURED * 50).levels
    calls = counted_calls(monkeypatch, PaletteParts, "strange")
    require_playable(levels[0])
    judged = len(calls)
    for level in levels:
        require_playable(level)
    assert len(calls) == judged


def test_boards_with_more_are_turned_to_their_least_size_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the eight symmetries of an oblong board four give the size that comes first; the others are not drawn."""
    board = replace(formats.read(COLOURED).levels[0].board, counters=(NamedCounter("steps", 1),))
    calls = counted_calls(monkeypatch, texts, "_any_cells")
    turned = [transform(board, each) for each in symmetry.ALL]
    assert len({texts.least_text(board, symmetry.ALL) for board in turned}) == 1
    assert len(calls) == 8 * 4


def test_cells_of_crossoban_are_decoded_by_sorts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The characters of a cell are decoded once for a board, however many cells have them."""
    calls = counted_calls(monkeypatch, crossoban_board, "decode")
    board = formats.read("; @I1@\n" + "#" * 300 + "\n#R@$.R" + " " * 293 + "#\n" + "#" * 300 + "\n").levels[0].board
    assert len(board.terrain) == 900
    assert sorted(cell for (cell,) in calls) == [" ", "#", "$", ".", "@", "R"]


def test_a_row_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row and its line end reach the stream together, as each write of it is escaped and encoded."""
    written: list[str] = []
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: False, write=written.append, flush=lambda: None))
    for number in range(3):
        output.print_row(f"row {number}")
    assert written == ["row 0\n", "row 1\n", "row 2\n"]


def test_the_game_of_a_level_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To hold that a level can be played and to begin it takes one look at which game plays it."""
    calls = counted_calls(monkeypatch, validate, "game_for")
    (level,) = formats.read(LEVEL).levels
    assert require_playable(level).level is level
    assert calls == [(level, None)]


def test_long_saved_moves_are_an_error_of_their_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of more moves than are replayed is an error of its own, and the levels behind it are replayed."""
    monkeypatch.setattr(notation, "LONGEST", 1000)
    file, database = tmp_path / "long.xsb", f"sqlite:///{tmp_path / 'library'}"
    file.write_text(f"{LEVEL}Solution: {'lr' * 501}\n\n{LEVEL}Solution: R\n")
    answer = run("verify", file, "--json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert (answer.code, [line["status"] for line in lines]) == (2, ["error", "solved"])
    assert lines[0]["message"] == "found 1,002 moves, expected at most 1,000"
    fields = json.loads(run("library", "--database", database, "add", "--json", file).out)
    assert (fields["status"], fields["levels"], fields["solutions"]) == ("added", 2, 1)


def test_a_changed_file_takes_as_many_statements_as_a_short_one(tmp_path: Path) -> None:
    """What a file brings up to date, adds, solves and has no more is written together, not level by level."""
    file, database = tmp_path / "levels.xsb", f"sqlite:///{tmp_path / 'library'}"

    def board(number: int) -> str:
        return "#" * (number + 6) + "\n#@$.#" + "#" * (number + 1) + "\n" + "#" * (number + 6) + "\nSolution: R\n"

    def statements(first: int, end: int) -> int:
        file.write_text("\n".join(map(board, range(first, end))))
        noted: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
            likeness = ("SELECT anon_1.level_id", "SELECT levels.id, levels.level")  # each new level is looked for
            if not statement.startswith(likeness):
                noted.append(statement)

        sa.event.listen(sa.Engine, "before_cursor_execute", note)
        try:
            answer = run("library", "--database", database, "add", "--json", file)
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", note)
        assert json.loads(answer.out)["levels"] == end - first, answer
        return len(noted)

    assert statements(0, 3)
    few = statements(1, 4)  # one level less, one level more
    # As many new levels as one statement puts into the index of near duplicates.
    assert statements(2, 27) <= few + 2
    assert statements(30, 55) <= few + 2
    shown = run("library", "--database", database, "export", tmp_path / "files")
    assert shown.code == 0, shown
    exported = formats.read((tmp_path / "files" / "levels.xsb").read_text())
    assert [level.board.width for level in exported] == [number + 6 for number in range(30, 55)]
    assert all(len(level.saved_moves) == 1 for level in exported)


def test_pieces_are_written_for_the_least_symmetry_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a board that is the same in all eight symmetries, and has a box on each cell, they are written once."""
    level = formats.read("#####\n" + "#$$$#\n" * 3 + "#####\n").levels[0]
    calls = counted_calls(monkeypatch, texts, "_usual_pieces")
    texts.least_text(level.board, symmetry.ALL)
    assert len(calls) == 1


def test_least_text_of_pieces() -> None:
    """The first cell that differs decides as the whole texts do: on crowded boards, with numbers and several kinds."""
    rng = random.Random(5)
    for width, height in [(1, 1), (3, 3), (5, 5), (5, 3), (11, 11), (2, 7)] * 50:
        cells = rng.sample(range(width * height), rng.randint(0, width * height))
        kinds = ("box", "box", "pusher", "stone")
        pieces = [Piece(rng.choice(kinds), (cell,), number=rng.choice((0, 0, 1, 2, 12, 120))) for cell in cells]
        board = Board(width, height, (FLOOR,) * (width * height), tuple(pieces))
        expected = min(texts.position_text(board, each) for each in symmetry.ALL)
        assert texts.least_text(board, symmetry.ALL) == expected


def test_pieces_of_large_boards_are_not_kept() -> None:
    """Pieces of boards so large that no other board has the same are made without a look at those that are kept."""
    before = xsb_board._piece.cache_info()
    wall = "#" * 1000
    board = formats.read(f"{wall}\n#@{'$' * 997}#\n{wall}\n").levels[0].board
    assert len(board.pieces) == 998
    assert xsb_board._piece.cache_info() == before


def test_rows_of_run_lengths_that_come_again_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short ones, a row each, as long as they are kept; a long one is a whole level, which hardly comes again."""
    line_classes._kept_runs.cache_clear()
    decoded = counted_calls(monkeypatch, line_classes, "decode_lenient")
    formats.read("5#\n#@$.#\n5#\n\n" * 50, format="xsb")
    assert len(decoded) == 1
    long = f"{'#' * 45}|#@$.40-#|45#\n"
    formats.read(long * 3, format="xsb")
    assert len(decoded) == 1 + 3


def test_small_boards_that_come_again_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `convert` has written is read back, and of boards of up to 400 cells none is made for that."""
    xsb_board._kept_board.cache_clear()
    made = counted_calls(monkeypatch, xsb_board, "of_signs")
    levels = "".join(f"#####{'#' * number}\n#@$.{' ' * number}#\n#####{'#' * number}\n\n" for number in range(50))
    lossy.reduce(formats.read(levels), "sok")
    assert len(made) == 50


def test_levels_with_several_pushers_are_verified_in_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose move each letter is shows only as they are played: they are read and played together."""
    level = pushbox.builtin("crossoban").levels[0]
    applied = counted_calls(monkeypatch, Crossoban, "apply")
    verification = replay.verify(level, level.saved_moves[0].text)
    assert verification.solved
    assert verification.metrics is not None
    assert len(applied) == verification.metrics.moves


def test_levels_that_lose_words_are_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a level of which one thing goes the losses are looked for with it and without; none is written alone."""
    stated = counted_calls(monkeypatch, codec, "level_losses")
    written = counted_calls(monkeypatch, codec, "_compose")
    reduced = lossy.reduce(formats.read(f"{LEVEL}Solution: R\n\n" * 20, format="xsb"), "ksokoban")
    assert len(reduced.lost) == 20
    assert len(written) == 1
    assert len(stated) == 20 * (1 + 2 + 1)  # in the whole, with and without, in what is left


def test_too_much_for_one_file_is_known_by_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only the size of the whole is in the way, no level is tried by itself, and none is left out in silence."""
    monkeypatch.setattr(xml, "LARGEST", 5000)
    written = counted_calls(monkeypatch, codec, "_compose")
    collection = formats.read(f"{LEVEL}\n" * 100, format="xsb")
    with pytest.raises(FormatError, match=r"^too much for one file of slc: .* expected at most 5,000$"):
        lossy.reduce(collection, "slc")
    assert len(written) == 1
