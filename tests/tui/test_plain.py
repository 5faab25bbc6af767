"""Playing line by line."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import pushbox
from pushbox import formats, games, levels, store
from pushbox.board import FLOOR, Board, Piece, Terrain
from pushbox.cli import play
from pushbox.level import Level
from pushbox.tui import plain
from pushbox.tui.playlist import FilePlaylist
from pushbox.tui.shelf import Shelf

LEVEL = formats.read("#######\n#@ $ .#\n#     #\n#######\nTitle: Room\n", format="xsb").levels[0]


def game(*commands: str) -> list[str]:
    """Play commands and return the printed lines after the first picture."""
    out = io.StringIO()
    plain.play(LEVEL, io.StringIO("".join(f"{command}\n" for command in commands)), out)
    return out.getvalue().splitlines()


def test_moves_are_played_and_counted() -> None:
    """Moves in notation change the picture; the counts and the solution are reported."""
    printed = game("rRR", "text", "quit")
    assert printed[0] == "Sokoban: Room"
    assert "#   @*#" in printed
    start = printed.index("> You walk right.")
    assert printed[start + 1 : start + 3] == [
        "You push the box right.",
        "You push the box right onto a goal; 1 of 1 box is home.",
    ]
    assert "3 moves, 2 pushes. Solved." in printed
    assert "> rRR" in printed


def test_history_is_a_tree() -> None:
    """Undo takes moves back, branches lists what was played from here, redo chooses among it."""
    printed = "\n".join(game("rR", "undo", "d", "undo", "branches", "redo 1", "text"))
    assert "  redo 1: R" in printed
    assert "  redo 2: d" in printed
    assert printed.rstrip().endswith("> rR\n>")


def test_refusals_are_sentences() -> None:
    """An illegal move, nonsense and a bad number are reported, and play goes on."""
    printed = "\n".join(game("l", "hello", "undo x", "undo 5", "redo", "redo 9", "moves", "restart", "show", "help"))
    assert "step 1: the player cannot go left, a wall is in the way" in printed
    assert "found 'h'" in printed
    assert "found 'x', expected a number" in printed
    assert "nothing to undo" in printed
    assert "nothing to redo" in printed
    assert "> r d" in printed
    assert "undo [N]" in printed


def test_without_pictures_everything_is_a_sentence() -> None:
    """The board is described at first and when asked; a long line of moves is cut; pictures can be had."""
    out = io.StringIO()
    commands = "rR\nundo 2\nrdlurdlurdlurdlu\npictures on\npictures off\ndescribe\nmoves\n"
    plain.play(LEVEL, io.StringIO(commands), out, pictures=False)
    printed = out.getvalue()
    before, pictured = printed.split("#######", 1)
    assert "You: B2.\nBox: D2.\nGoal: F2.\n0 of 1 box is home.\nBeside B2: left wall," in before
    assert "> 2 moves taken back; 0 of 1 box is home.\n" in before
    assert "16 moves are played; the last of them:\nYou walk right.\nYou walk down.\n" in before
    assert pictured.count("#######") == 1
    assert "Beside B2: left wall" in pictured


def test_the_end_of_the_input_ends_the_game() -> None:
    """End of file is quit."""
    assert game()[-1] == "> "


def shown(board: Board, key: str) -> str:
    """Return what is printed of a level before the first prompt."""
    out = io.StringIO()
    plain.play(Level(board, key), io.StringIO(), out)
    return out.getvalue()


def test_what_a_letter_cannot_show_is_printed() -> None:
    """Numbers, groups, wires, fuses and arrows stand below the picture; of what is hidden not a word."""
    numbered = [Piece("pusher", (0,)), Piece("box", (1,), number=12), Piece("box", (3,), number=3)]
    assert "\nmarks: B1 number 12; D1 number 3\n" in shown(Board(5, 1, (FLOOR,) * 5, tuple(numbered)), "plus")
    linked = [Piece("pusher", (0,), ("red",), group=2), Piece("pusher", (4,))]
    assert "\nmarks: A1 red pusher, group 2\n" in shown(Board(5, 1, (FLOOR,) * 5, tuple(linked)), "crossoban")
    special = [Piece("pusher", (0,)), Piece("box", (1,), fuse=2, ports=0b0101), Piece("box", (3,), hidden=True, fuse=1)]
    assert "\nmarks: B1 fuse 2, wires left right\n" in shown(Board(5, 1, (FLOOR,) * 5, tuple(special)), "sokoban")
    stone = Piece("stone", (5,), ("red",), arrow=1)
    assert "\nmarks: A2 blooms up\n" in shown(Board(5, 2, (FLOOR,) * 10, (stone,)), "hanano")
    home = Board(5, 1, (*(FLOOR,) * 4, FLOOR._replace(player=1)), (Piece("pusher", (0,)), Piece("box", (1,))))
    assert "\nmarks: E1 player 1 ends here\n" in shown(home, "sokoban")
    dye, gate, used = Terrain("dye", colour="green", uses=1), Terrain("teleporter", uses=1, pair=1), Terrain("dye")
    inked = Board(5, 1, (FLOOR, dye, gate, used._replace(colour="red"), gate), (Piece("stone", (0,), ("red",)),))
    assert "\nmarks: B1 green dye; C1 teleporter of pair 1; E1 teleporter of pair 1\n" in shown(inked, "blockage")
    assert "marks" not in "\n".join(game())


@pytest.mark.parametrize("key", games.keys())
def test_every_game_is_played(key: str) -> None:
    """Help names a move of the game at hand, what is no move points to help, and a whole solution can be typed."""
    shipped = (level for name in levels.names() for level in formats.read_file(levels.path(name)).levels)
    level = next(level for level in shipped if level.game == key)
    out = io.StringIO()
    plain.play(level, io.StringIO(f"help\nmoves\nxyz\n{level.saved_moves[0].text}\nquit\n"), out)
    printed = out.getvalue()
    offered = printed.split("  help, quit\n> ")[1]
    example = printed.split("as many as you like, such as ")[1].split(". Commands:")[0]
    assert offered.startswith(example)
    assert "; help lists the commands\n" in printed
    assert ". Solved" in printed or " wins: " in printed


def test_hints_solutions_and_the_next_level() -> None:
    """Each hint tells more; a solution is printed and wins; stars stand beside the best; levels follow one another."""
    levels_of_two = [LEVEL, replace(LEVEL, title="Last", notes="Push\non.")]
    two = FilePlaylist(levels_of_two, 0, "two", lambda _: False)
    out, kept = io.StringIO(), list[str]()

    class Counted(plain.UnkeptPlay):
        def save(self) -> None:
            kept.append(self.session.session.text)

        def close(self) -> None:
            kept.append("closed")

    typed = "hint\nhint\nsolve\nrRR\nnext unsolved\nlevel\nnext level\nrRR\nprevious level\nsolve x\n"
    plain.play_list(two, lambda entry: Counted(entry.level), io.StringIO(typed), out)
    printed = out.getvalue()
    first, second = printed.split("> ")[1:3]
    assert first != second
    assert "A solution: 3 moves, 2 pushes.\nrRR\n" in printed
    won = "1 of 3 stars. The first solution known here. Help has cost 2 stars.  next level goes on.\n"
    assert won in printed
    assert "3 of 3 stars. The first solution known here.\n" in printed
    assert printed.count("Sokoban: Last\nhelp lists the commands.\nPush on.\n") == 2
    assert "There is no level after this one.\n" in printed
    assert printed.count("Sokoban: Room\n") == 2
    assert "found 'x', expected a number" in printed
    assert kept == ["", "", "", "rRR", "closed", "rRR", "closed", "closed"]


def test_what_is_played_line_by_line_is_kept(database: str, tmp_path: Path) -> None:
    """The next start goes on there, without FILE too; from a pipe only where a library is named."""
    file = tmp_path / "room.xsb"
    file.write_text("#######\n#@ $ .#\n#######\n\n#######\n#@$  .#\n#######\n")

    def run(typed: str, *arguments: str) -> str:
        return CliRunner().invoke(play.command, ["--plain", *arguments], input=typed).output

    kept = ("--database", database)
    assert "You go on where you were" not in run("r\nundo\nr\nR\n", str(file), *kept)
    assert "You go on where you were; restart begins anew.\n#######\n#  @$.#\n" in run("R\n", str(file), *kept)
    assert run("text\n", str(file), *kept).startswith("Sokoban\nhelp lists the commands.\n#######\n#@$  .#\n")
    assert "3 moves" not in run("", str(file))
    run("RR\n", str(file), *kept)
    assert "You go on where you were; restart begins anew.\n#######\n#  @$.#\n" in run("", *kept)
    with store.open(database) as library:
        assert store.plays.listing(library, Shelf(library).visitor)[1].finished is not None


def test_a_level_has_the_title_that_its_file_gives_it(database: str, tmp_path: Path) -> None:
    """Also where the library knows the same board by another title and other words."""
    for title in ("One", "Another"):
        file = tmp_path / f"{title}.xsb"
        file.write_text(f"#######\n#@ $ .#\n#######\nTitle: {title}\nComment: {title} has words.\n")
        begun = CliRunner().invoke(play.command, ["--plain", str(file), "--database", database], input="r\n").output
        assert begun.startswith(f"Sokoban: {title}\nhelp lists the commands.\n{title} has words.\n")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_commands_fit_a_terminal_of_80_columns(language: str) -> None:
    """With the example of a move, and each in a line of its own."""
    path = Path(pushbox.__file__).parent / "client" / "i18n" / language / "terminal.json"
    text = json.loads(path.read_text("utf-8"))["by-line-commands"]
    first, *others = text.replace("{example}", ", such as l").splitlines()
    assert max(map(len, (first, *others))) < 80
    assert len(others) == 13
    assert {line.index(re.split(r"  +", line.strip())[1]) for line in others[:-1]} == {21}


def test_next_alone_says_what_it_is_for() -> None:
    """In a game with one pusher a newcomer means the next level."""
    assert game("next")[-2] == "> There is only one piece to steer; next level goes to another level."


@pytest.mark.parametrize(
    ("variable", "value", "announced"),
    [
        ("ACCESSIBLE", "1", True),
        ("SCREEN_READER", "yes", True),
        ("ACCESSIBILITY_ENABLED", "1", True),
        ("ACCESSIBLE", "0", False),
        ("ACCESSIBLE", "", False),
        ("QT_ACCESSIBILITY", "1", False),
    ],
)
def test_variables_announce_a_screen_reader(
    variable: str, value: str, announced: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those of the help of play do, but for 0; what desktops set for everybody does not.  Then there is no picture."""
    for name in ("ACCESSIBLE", "SCREEN_READER", "ACCESSIBILITY_ENABLED"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    file = tmp_path / "room.xsb"
    file.write_text("#####\n#@$.#\n#####\n")
    printed = CliRunner().invoke(play.command, [str(file)], input="R\n").output
    assert "You push the box right onto a goal; 1 of 1 box is home." in printed
    assert ("#" not in printed) == announced
