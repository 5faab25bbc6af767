"""Whether a level can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pushbox import formats
from pushbox.errors import LevelError, UnsupportedError
from pushbox.play.validate import require_playable


def test_every_fault_is_named_at_once() -> None:
    """A level with several faults is refused with a sentence for each of them."""
    level = formats.read("#####\n# $$#\n#  .#\n#####", format="xsb").levels[0]
    with pytest.raises(LevelError) as raised:
        require_playable(level)
    assert (
        str(raised.value) == "found no player, expected one; found 2 boxes and 1 goal, expected as many goals as boxes"
    )


def test_warnings_do_not_keep_a_level_from_being_played() -> None:
    """Fewer boxes than goals, and a level that starts solved, are played."""
    for picture in ("######\n#@$..#\n######", "#####\n#@* #\n#####"):
        assert require_playable(formats.read(picture, format="xsb").levels[0]).game.info.key == "sokoban"


def test_a_game_that_is_not_there_is_named() -> None:
    """Levels of a game that is yet to come are refused by its name."""
    with pytest.raises(UnsupportedError, match="hexoban"):
        require_playable(replace(formats.read("#####\n#@$.#\n#####", format="xsb").levels[0], game="hexoban"))
