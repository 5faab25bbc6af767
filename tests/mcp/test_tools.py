"""The tools over the client of the protocol: each answers what the library does, in every game."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from PIL import Image
from tests.depth import NAME

import pushbox
from pushbox import levels, store
from pushbox.mcp import level_tools
from pushbox.play.recorded_session import RecordedSession
from pushbox.render.skins import SKINS

if TYPE_CHECKING:
    from tests.mcp.conftest import Caller, Work

    Run = Callable[[Work], Any]

ROOM = "#######\n#@ $ .#\n#     #\n#######"
STUCK = "#####\n#@$ #\n# . #\n#####"
LOST = "######\n#    #\n# @$.#\n#    #\n######"
LESSON = "level://builtin/lessons/2"  # uurrDldRR


def test_the_page_lists_every_tool(run: Run) -> None:
    """The table of the documents names each tool, and each says what it does and of what type its answer is."""
    page = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")
    table = page.partition("| tool | does |")[2].partition("\n\n")[0]
    named = set(
        re.findall(r"`(\w+)`", "\n".join(row.partition("| ")[2].partition(" |")[0] for row in table.splitlines()))
    )

    async def work(call: Caller) -> None:
        listed = (await call.client.list_tools()).tools
        assert {tool.name for tool in listed} == named
        for tool in listed:
            assert tool.description
            assert (tool.output_schema is None) == (tool.name == "render")
            assert "self" not in tool.input_schema["properties"]
        apps = {tool.name: tool.meta["ui"] for tool in listed if tool.meta}
        assert apps["open_game"]["resourceUri"] == apps["board"]["resourceUri"] == "ui://pushbox/board.html"
        assert apps["board"]["visibility"] == ["app"]

    run(work)


# Each pack but those of the campaign after the first, which are of one game, too.
PACKS = [
    name for name in levels.names() if NAME == "nightly" or name == "campaign-01" or not name.startswith("campaign-")
]


@pytest.mark.parametrize("name", PACKS)
def test_every_game_is_played_to_its_end(name: str, run: Run) -> None:
    """A level is opened by its address, won by the moves that come with it, taken back and lost to no other game."""
    level = pushbox.builtin(name)[0]
    line = level.saved_moves[0].text

    async def work(call: Caller) -> None:
        opened = await call("open_game", level=f"level://builtin/{name}/1")
        assert (opened["status"], opened["rules"], opened["title"]) == ("playing", level.game, level.title)
        assert len(opened["board"].splitlines()) == level.board.height
        listed = await call("legal_pushes", game=opened["game"])
        position = pushbox.load(level).visible
        assert listed["moves"] == [position.format([move]) for move in position.legal_moves][:100]
        for push in listed["pushes"]:
            if push["moves"]:
                assert (await call("verify", subject=f"level://builtin/{name}/1", moves=push["moves"]))["step"] == 0
        for tool, status in (("solve", "solved"), ("hint", "winnable"), ("explain", "winnable"), ("rate", "solved")):
            assert (await call(tool, subject=f"level://builtin/{name}/1"))["status"] == status
        moved = await call("move", game=opened["game"], moves=line)
        assert (moved["status"], moved["illegal"]) == ("solved", "")
        replay = RecordedSession(level)
        for move in replay.session.position.parse(line):
            replay.play(move)
        assert moved["played"] == replay.size - 1
        assert (moved["moves"], moved["pushes"]) == replay.info.counter.metrics[:2]
        state = await call("state", game=opened["game"])
        assert pushbox.verify(level, state["line"]).solved
        back = await call("undo", game=opened["game"], count=20_000)
        assert back["board"] == opened["board"]
        picture = (await call.client.call_tool("render", {"subject": opened["game"]})).content[0]
        assert Image.open(io.BytesIO(base64.b64decode(picture.data))).format == "PNG"  # type: ignore[union-attr]

    run(work)


def test_a_board_of_sokoban_is_xsb(run: Run) -> None:
    """What is shown is read again as the same level."""

    async def work(call: Caller) -> None:
        for number in range(1, 6):
            opened = await call("open_game", level="level://builtin/lessons", number=number)
            assert pushbox.read(opened["board"])[0].board == pushbox.builtin("lessons")[number - 1].board

    run(work)


def test_an_illegal_move_is_named_with_its_place(run: Run) -> None:
    """What is legal before it is played, and nothing after it."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=ROOM))["game"]
        moved = await call("move", game=game, moves="rRuR")
        assert moved["played"] == 2
        assert moved["illegal"].startswith("move 3: ") or "3" in moved["illegal"]
        assert (await call("state", game=game))["line"] == "rR"
        again = await call("move", game=game, moves="u")
        assert "1" in again["illegal"]
        assert again["played"] == 0
        assert "character 1" in await call.fails("move", game=game, moves="x?!")

    run(work)


@pytest.mark.parametrize(
    "moves", ["rRR", "Right Right Right", "→→→", "d d d", "3r", "<answer>Right || Right || Right</answer>"]
)
def test_moves_are_read_in_any_notation(moves: str, run: Run) -> None:
    """As `pushbox verify` reads them."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=ROOM))["game"]
        assert (await call("move", game=game, moves=moves))["status"] == ("solved" if moves != "d d d" else "playing")

    run(work)


def test_legal_pushes_are_played_as_they_are_listed(run: Run) -> None:
    """The moves of a push walk to it and push once."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=ROOM))["game"]
        (left, right, *more) = sorted(
            (await call("legal_pushes", game=game))["pushes"], key=lambda push: push["direction"]
        )
        assert [one["direction"] for one in (left, right)] == ["left", "right"]
        assert left["box"] == "D2"
        assert not more
        moved = await call("move", game=game, moves=left["moves"])
        assert (moved["pushes"], moved["illegal"]) == (1, "")

    run(work)


def test_searches_answer_as_the_library_does(run: Run) -> None:
    """Solve, hint, explain and rate, of a level and of a game as it stands."""

    async def work(call: Caller) -> None:
        solved = await call("solve", subject=LESSON, objective="pushes")
        assert (solved["status"], solved["solution"], solved["optimal"]) == ("solved", "uurrDldRR", "pushes")
        game = (await call("open_game", level=LESSON))["game"]
        await call("move", game=game, moves="uurrD")
        rest = await call("solve", subject=game)
        assert (await call("verify", subject=game, moves=rest["solution"]))["status"] == "solved"
        assert (await call("solve", subject=STUCK))["status"] == "unsolvable"
        hints = [await call("hint", subject=game, step=step) for step in range(1, 6)]
        assert len({one["sentence"] for one in hints}) == 5
        revealed = [(one["box"], one["target"], one["moves"]) for one in hints]
        assert revealed == [("", "", "")] * 2 + [("D4", "", ""), ("D4", "F4", ""), ("D4", "F4", "ldRR")]
        lost = await call("open_game", level=LOST)
        await call("move", game=lost["game"], moves="dru")
        told = await call("explain", subject=lost["game"])
        assert (told["status"], told["losing_move"]) == ("lost", 3)
        assert told["reasons"][0]["sentence"]
        assert told["reasons"][0]["boxes"] == ["D2"]
        rated = await call("rate", subject=LESSON)
        assert (rated["status"], rated["optimum"]) == ("solved", 3)
        assert 0 <= rated["difficulty"] <= 100
        assert rated["why"]

    run(work)


def test_levels_are_read_listed_converted_and_made(run: Run) -> None:
    """With problems at their places, losses by name, and solutions that are replayed."""

    async def work(call: Caller) -> None:
        found = await call("read_levels", text=f"{ROOM}\n\n#####\n#$.?#\n#####\n")
        assert (found["count"], found["levels"][0]["board"]) == (1, ROOM)
        assert any("line 7" in problem for problem in found["problems"]), found["problems"]
        listed = await call("list_levels", collection="lessons")
        assert listed["levels"][1]["level"] == LESSON
        names = {one["name"] for one in (await call("list_collections"))["result"]}
        assert {"lessons", "campaign"} <= names
        converted = await call("convert", text=pushbox.write(pushbox.builtin("lessons"), "xsb"), to="elm")
        assert converted["lost"]
        made = await call("generate", columns=7, rows=7, boxes=2, count=3, seed=5)
        assert (len(made["levels"]), made["message"]) == (3, "")
        for one in made["levels"]:
            assert pushbox.verify(pushbox.read(one["level"])[0], one["solution"]).solved
        reach = await call("generate", columns=4, rows=4, boxes=1, pushes=500, seconds=0.2)
        assert not reach["levels"]
        assert reach["message"]

    run(work)


def test_the_library_is_searched_and_its_levels_are_opened(run: Run, tmp_path: Path) -> None:
    """By the address that the search returns."""
    with store.open(f"sqlite:///{tmp_path / 'library.sqlite'}") as library:
        store.collections.add(library, pushbox.builtin("lessons"), name="lessons")

    async def work(call: Caller) -> None:
        found = await call("search_library", words="corner", boxes_to=1)
        assert found["count"] == len(found["levels"]) > 0
        opened = await call("open_game", level=found["levels"][0]["level"])
        assert opened["title"] == found["levels"][0]["title"]
        assert "library" in await call.fails("open_game", level="level://library/999999")

    run(work)


def test_words_are_those_of_the_library() -> None:
    """States, orders and skins are named as there."""
    assert get_args(level_tools.State) == store.levels.STATES
    assert get_args(level_tools.Order) == get_args(store.levels.Order)
    assert set(get_args(level_tools.SkinName)) == set(SKINS)


def test_levels_are_resources(run: Run) -> None:
    """Templates name them; one that there is not is an error of the protocol."""

    async def work(call: Caller) -> None:
        templates = (await call.client.list_resource_templates()).resource_templates
        assert {one.uri_template for one in templates} == {
            "level://builtin/{collection}/{number}",
            "level://library/{level}",
        }
        (content,) = (await call.client.read_resource(LESSON)).contents
        assert pushbox.read(content.text)[0] == pushbox.builtin("lessons")[1]  # type: ignore[union-attr]
        (index,) = (await call.client.read_resource("level://builtin")).contents
        assert "lessons" in {one["name"] for one in json.loads(index.text)}  # type: ignore[union-attr]
        for address in ("level://builtin/lessons/999", "level://builtin/nothing/1", "level://other/1"):
            with pytest.raises(Exception, match=r"level|esource|builtin"):
                await call.client.read_resource(address)

    run(work)
