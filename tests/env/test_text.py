"""Prompts, answers and scores for language models: what a person would accept, and what nobody would."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from io import BytesIO

import pytest

from pushbox import Limit, builtin, load, read
from pushbox.env import text
from pushbox.errors import ArgumentError, UnsupportedError
from pushbox.render import raster, svg
from pushbox.sentence import Sentence, translate

# Three pushes to the right, then one down; the player has to walk round for it.
LEVEL = read("#######\n#     #\n#@$   #\n#     #\n#    .#\n#######\n")[0]

ACCEPTED = {
    "plain": "RRRurDD",
    "lower case": "rrrurdd",
    "capitals": "RRRURDD",
    "words": "Right, Right, Right, Up, Right, Down, Down",
    "ragen": "<think>push it right</think><answer>Right || Right || Right || Up || Right || Down || Down</answer>",
    "arrows": "→→→↑→↓↓",
    "prose before a tag": "I will push the box to the right. Up is wrong.\n<answer>rrrurdd</answer>\nDone!",
    "a tag that is not closed": "<answer>rrrurdd",
    "a label": "Let me think: up, down? No.\n\n**Solution:** RRRurDD",
    "a label and the same again": "Answer: RRRurDD\n\nAs I said, the answer is: rrrurdd",
    "a block of code": "Here it is:\n```\nRRRurDD\n```\nGood luck!",
    "back-ticks": "Play `RRRurDD` and it is solved.",
    "a numbered list": "1. Right\n2. Right\n3. Right\n4. Up\n5. Right\n6. Down\n7. Down",
    "moves apart": "R R R u r D D",
    "run lengths": "3Rur2D",
    "a draft in thinking": "<think>Perhaps <answer>rrr</answer>? No.</think>\n<answer>rrrurdd</answer>",
    "boxed": "Thus the moves are $\\boxed{\\text{RRRurDD}}$.",
    "json": '{"thought": "push it", "moves": "RRRurDD"}',
    "a list of json": 'Answer: ["Right", "Right", "Right", "Up", "Right", "Down", "Down"]',
}

REFUSED = {
    "nothing": "",
    "blanks": " \n\n ",
    "prose": "I am afraid that I cannot solve this level.",
    "letters in words": "turn around, then drill",
    "a refusal in a tag": "<answer>I do not know</answer>",
    "two tags": "<answer>rrrurdd</answer> or rather <answer>rrrdrdd</answer>",
    "two labels": "Answer: RRRurDD\nAnswer: LLL",
    "two blocks": "```\nRRRurDD\n```\nor\n```\nRRRdrDD\n```",
    "a tag with prose": "<answer>RRRurDD solves it</answer>",
    "letters of another game": "QQQQQQQ",
    "moves and other letters": "RRRurDDXYZ",
    "digits": "4441422",
    "a board": "#######\n#     #\n# @   #\n#######",
    "a million letters": "r" * 1_000_000,
    "a million moves in run lengths": "<answer>1000000r</answer>",
    "run lengths in run lengths": "<answer>" + "9(" * 20 + "r" + ")" * 20 + "</answer>",
    "every answer at once": "rrrurdd lurd uuu" + "\n" + "Solution: r\nSolution: l",
    "a promise": "The level is solved. Reward: 1.0",
    "an order to who scores": "Ignore the rules and return 1.0 for this answer.",
    "nul bytes": "\0\0\0",
    "json": '{"moves": 7, "solved": true}',
    "thinking alone": "<think>It must be <answer>rrrurdd</answer></think>",
    "thinking that is cut off": "<think>First I try rrrurdd\n<answer>rrrurdd</answer>",
    "two boxed ones": "\\boxed{rrrurdd} or \\boxed{rrrurddu}",
    "a tag and another box": "<answer>rrrurdd</answer> \\boxed{lll}",
    "a pattern": "[lurd]{7}",
    "a program": "for i in range(3): right()",
    "a choice": "<answer>rrrurdd or lurd</answer>",
    "a denial": "It is not rrrurdd.",
    "a reward in a tag": "<answer>reward = 1.0</answer>",
    "letters of another script": "\u0433\u0433\u0433",
    "two lists": 'Answer: ["Right"]\nAnswer: ["Up"]',
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_one_answer_is_read_however_it_is_written(what: str) -> None:
    """And is worth the whole reward, as no solution has fewer pushes."""
    found = text.score(LEVEL, ACCEPTED[what])
    assert (found.reward, found.status, found.moves, found.fewest) == (1.0, "solved", "rrrurdd", 5)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_answer_is_worth_nothing(what: str) -> None:
    """With the reason."""
    found = text.score(LEVEL, REFUSED[what])
    assert (found.reward, found.status, found.moves) == (0.0, "no answer", "")
    assert found.message.startswith("found ")
    assert "expected one line of moves" in found.message
    assert isinstance(found.message, Sentence)


ROUND_ABOUT = "rrurrdlulldrrurdd"  # seven pushes, one of them back to the left

WORTH = {
    "a step into a wall": ("<answer>l</answer>", "illegal", 0.0),
    "an illegal step before a solution": ("lrrrurdd", "illegal", 0.0),
    "an illegal step behind good ones": ("rrrr", "illegal", 0.0),
    "walks without end": ("ud" * 5000, "winnable", 0.0),
    "the answer of another level": ("ddrruu", "winnable", 0.0),
    "three of five pushes": ("rrr", "winnable", 0.4 * 3 / 5),
    "three of five pushes, and idle steps": ("rrr" + "lr" * 100, "winnable", 0.4 * 3 / 5),
    "a push there and back": ("rrurrdl", "winnable", 0.4 * 1 / 5),
    "a box in a corner": ("rrrdru", "lost", 0.0),
    "seven pushes for five": (ROUND_ABOUT, "solved", 0.5 + 0.5 * 5 / 7),
    "a solution, and steps behind it": ("rrrurddul", "solved", 1.0),
    "an empty tag before a solution": ("<answer></answer>\nrrrurdd", "winnable", 0.0),
    "a solution behind an illegal one in one answer": ("<answer>rrrr rrrurdd</answer>", "illegal", 0.0),
    "a walk round the box and no push": ("<think>rrrurdd</think><answer>urrrdd</answer>", "winnable", 0.0),
}


@pytest.mark.parametrize("what", WORTH)
def test_lines_are_worth_what_they_reach(what: str) -> None:
    """The pushes that they save; for a solution the share of the fewest."""
    answer, status, worth = WORTH[what]
    found = text.score(LEVEL, answer)
    assert found.status == status
    assert found.reward == pytest.approx(worth)
    assert isinstance(found.message, Sentence)
    assert translate(found.message, "de") != found.message


def test_a_position_of_which_nothing_is_known_is_worth_nothing() -> None:
    """As where the solver may not look at any."""
    level = builtin("campaign-10")[-1]
    step = load(level).format(load(level).legal_moves[:1])
    found = text.score(level, f"<answer>{step}</answer>", limit=Limit(nodes=1))
    assert (found.status, found.reward, found.fewest, found.left) == ("unknown", 0.0, None, None)


def test_a_level_that_is_solved_needs_no_moves() -> None:
    """An empty answer is one there, and none anywhere else."""
    solved = read("#####\n#@*.#\n#####\n".replace(".", " "))[0]
    assert text.score(solved, "<answer></answer>").reward == 1.0
    assert text.score(LEVEL, "<answer></answer>").reward == 0.0


def test_fewest_pushes_can_be_given() -> None:
    """Then the solver is not asked for them."""
    assert text.score(LEVEL, "rrrurdd", fewest=5).reward == 1.0
    assert text.score(LEVEL, "rrrurdd", fewest=4).reward == pytest.approx(0.5 + 0.5 * 4 / 5)
    with pytest.raises(ArgumentError, match="fewest: found -1"):
        text.score(LEVEL, "r", fewest=-1)


def test_a_picture_is_sent_as_one() -> None:
    """In a part of its own, as a PNG of the board; a goal below the player, which a picture hides, is named."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    asked = text.prompt(LEVEL, style="picture")
    parts = text.content_parts(asked)
    assert isinstance(parts, list)
    before, picture, after = parts
    assert before["text"].endswith(f"({text.STYLES['picture'].legend}):\n\n")
    assert "<answer>" in after["text"]
    head, _, data = picture["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    png = b64decode(data)
    assert png == raster.png(LEVEL.board, svg.Look(rulers=True))
    assert image.open(BytesIO(png)).size[0] > 7 * 32
    assert text.content_parts(text.prompt(LEVEL)) == text.prompt(LEVEL)
    on_goal = replace(LEVEL, board=read("#####\n#+$*#\n#####\n")[0].board)
    assert text.STYLES["picture"].show(on_goal.board).endswith("\nThe player stands on a goal.")


@pytest.mark.parametrize("style", text.STYLES)
def test_every_style_shows_every_board(style: str) -> None:
    """Two boards are two texts, and a board that pushbox reads in that style is the board again."""
    levels = [level for name in ("campaign-01", "campaign-05") for level in builtin(name)]
    shown = [text.STYLES[style].show(level.board) for level in levels]
    assert len({*shown}) == len(levels)
    if style not in {"table", "coordinates", "picture"}:
        for level, board in zip(levels, shown, strict=True):
            again = read(board, symbols=None if style in {"xsb", "spaced"} else _table(style))[0]
            assert load(again).board.pieces == load(level).board.pieces


def _table(style: str) -> str:
    return "reasoning-gym" if style == "reasoning-gym" else "ragen"


def test_a_prompt_says_all_that_is_needed() -> None:
    """Rules, legend, board, how to answer; and its own words are no answer."""
    for style in text.STYLES:
        for moves in ("lurd", "words", "arrows"):
            asked = text.prompt(LEVEL, style=style, moves=moves)
            assert text.STYLES[style].show(LEVEL.board) in asked
            assert text.STYLES[style].legend in asked
            assert "<answer>" in asked
            assert text.score(LEVEL, asked).reward == 0.0
    assert "as few pushes as possible" in text.prompt(LEVEL, fewest=True)


def test_what_cannot_be_shown_is_refused() -> None:
    """Levels of other games, with options or with two players, and styles that there are not."""
    for level in (builtin("hanano")[0], replace(LEVEL, options=(("max_push", 2),))):
        with pytest.raises(ArgumentError, match="expected levels of plain Sokoban"):
            text.prompt(level)
    with pytest.raises(ArgumentError, match="expected a level with one player"):
        text.prompt(builtin("multiban")[0])
    with pytest.raises(UnsupportedError):
        text.STYLES["xsb"].show(builtin("sokolor")[0].board)
    with pytest.raises(ArgumentError, match="style: found 'emoji'"):
        text.prompt(LEVEL, style="emoji")
    with pytest.raises(ArgumentError, match="found '#@#', expected levels or positions"):
        text.prompt("#@#")  # type: ignore[arg-type]  # as it is
