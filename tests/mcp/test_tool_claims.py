"""No sentence without its check: what the tools for language models say of a level, by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.analysis.claims.of_position import Line, claim_of
from tests.analysis.claims.room import Room
from tests.analysis.claims.said import read_back

from pushbox import formats, read
from pushbox.bench.rooms import rooms
from pushbox.games.position import load
from pushbox.level import Level

if TYPE_CHECKING:
    from tests.mcp.conftest import Caller


def framed() -> list[Level]:
    """Return small rooms with walls around them, as texts of levels have them; some cannot be won."""
    boards = [level.board for level in rooms(14, seed=31, largest=4, boxes=2)]
    texts = [
        "\n".join(["#" * (board.width + 2), *(f"#{row.ljust(board.width)}#" for row in rows), "#" * (board.width + 2)])
        for board in boards
        for rows in [str(board).split("\n")]
    ]
    return [Level(read(text)[0].board) for text in texts]


def test_what_the_tools_say_of_a_level_is_true(run: Callable[..., Any]) -> None:
    """Solutions, proofs, hints of each step, explanations, dead squares and ratings."""

    async def work(call: Caller) -> None:
        for level in framed():
            room, text = Room.of(level), formats.write(level, "xsb")
            assert room is not None
            answer = await call("solve", subject=text, objective="pushes")
            assert (answer["status"] == "solved") == (room.fewest is not None)
            if answer["status"] == "solved":
                pushes = room.played(answer["solution"])
                assert room.is_solved(pushes[-1].after.boxes if pushes else room.boxes)
                assert (answer["moves"], answer["pushes"]) == (len(answer["solution"]), room.fewest)
                assert (await call("verify", subject=text, moves=answer["solution"]))["status"] == "solved"
            rated = await call("rate", subject=text)
            assert (rated["optimum"], rated["boxes"]) == (room.fewest, len(room.boxes))
            line = Line([load(level)])
            for step in range(1, 6):
                given = await call("hint", subject=text, step=step)
                assert given["status"] == ("winnable" if room.fewest is not None else "lost")
                check(line, given["sentence"])
                assert all(
                    name in given["sentence"]
                    for name in [given["box"], given["target"], given["moves"]][step - 3 : step - 2]
                )
            told = await call("explain", subject=text)
            assert told["status"] == ("winnable" if room.fewest is not None else "lost")
            check(line, told["sentence"])
            for reason in told["reasons"]:
                check(line, reason["sentence"])
                assert {line.place(name) for name in reason["boxes"]} <= {place for place, _ in room.boxes}
            live = {place for place, _ in room.live}
            assert {line.place(name) for name in told["dead"]} & (live | {*room.goals}) == set()

    run(work)


def check(line: Line, sentence: str) -> None:
    """Test the claim of a sentence on a position."""
    said = next(said for family in ("win", "hint", "deadlock") if (said := attempt(sentence, family)) is not None)
    claim = claim_of(said.code)
    assert claim is not None
    assert claim(line, said), said


def attempt(sentence: str, family: str) -> Any:
    """Return what a sentence of a family says, None for one of another."""
    try:
        return read_back(sentence, family)
    except AssertionError:
        return None


def test_what_the_tools_say_of_made_levels_is_true(run: Callable[..., Any]) -> None:
    """The counts are those of the solution, whose pushes are the fewest."""

    async def work(call: Caller) -> None:
        answer = await call("generate", columns=7, rows=7, boxes=2, count=4, pushes=6)
        assert (len(answer["levels"]), answer["message"]) == (4, "")
        for made in answer["levels"]:
            room = Room.of(read(made["level"])[0])
            assert room is not None
            assert room.fewest == made["pushes"] == len(room.played(made["solution"])) >= 6
            assert made["moves"] == len(made["solution"])

    run(work)
