"""A player at the play page: keys, taps, history, import, share, and a reload."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pushbox import Session, read

Window = Callable[..., Any]

# One box in a hall: two pushes to the right solve it.
HALL = "/p#v=1&g=sokoban&x=7W.W5_W.W_pb_gW.W5_W.7W"
PASTED = "######\n#@$-.#\n######"


def opened(window: Window, address: str = HALL, **options: Any) -> Any:
    """Return a window with a level that is ready to be played."""
    page = window(**options)
    page.goto(address)
    page.get_by_role("gridcell", name=re.compile("player")).wait_for()
    page.wait_for_function("() => document.querySelector('#banner').hidden")
    return page


def cell(page: Any, name: str) -> Any:
    """Return a cell of the board, by its label for screen readers."""
    return page.get_by_role("gridcell", name=re.compile(f"^{name}, "))


def shows(page: Any, name: str, what: str) -> None:
    """Wait until the label of a cell names something."""
    page.get_by_role("gridcell", name=re.compile(f"^{name}, .*{what}")).wait_for()


def counted(page: Any, moves: int, pushes: int) -> None:
    """Wait for the two counts that everybody looks at."""
    page.wait_for_function(
        "([moves, pushes]) => { const counts = [...document.querySelectorAll('#counters dd')].map(d => d.textContent);"
        " return counts[0] == moves && counts[1] == pushes; }",
        arg=[str(moves), str(pushes)],
    )


def placed(page: Any, place: str) -> None:
    """Wait until the history stands at a place, such as 2 / 3."""
    page.wait_for_function("place => document.querySelector('#place').textContent.trim() == place", arg=place)


def solved(page: Any) -> None:
    """Wait until the card beside the board says that it is done."""
    page.locator("#card[data-kind=solved]").get_by_text(re.compile("solved", re.IGNORECASE)).first.wait_for()


def test_keys_solve(window: Window) -> None:
    """Two presses of a key solve a level of two pushes."""
    page = opened(window)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    solved(page)
    counted(page, 2, 2)
    shows(page, "F3", "box on goal")


def test_push_by_two_taps(window: Window) -> None:
    """A tap on a box shows where it can go; a tap there brings it there."""
    page = opened(window, has_touch=True, viewport={"width": 390, "height": 844})
    cell(page, "D3").tap()
    page.locator("[data-overlay=reach]").first.wait_for(state="attached")
    cell(page, "F3").tap()
    solved(page)
    shows(page, "F3", "box on goal")


def test_a_tap_on_the_floor_walks(window: Window) -> None:
    """A tap on a free cell walks there, around the box."""
    page = opened(window, has_touch=True)
    cell(page, "F4").tap()
    shows(page, "F4", "player")
    counted(page, 4, 0)


def test_undo_and_branch(window: Window) -> None:
    """Undone moves stay as a branch, and can be gone back to."""
    page = opened(window)
    page.keyboard.press("ArrowRight")
    counted(page, 1, 1)
    page.keyboard.press("u")
    counted(page, 0, 0)
    shows(page, "D3", "box")
    page.keyboard.press("ArrowUp")
    placed(page, "1 / 1")
    page.keyboard.press("ArrowLeft")
    placed(page, "2 / 2")
    assert page.locator("#tree li").count() == 2  # both lines are there
    page.keyboard.press("Home")
    placed(page, "0 / 2")
    page.keyboard.press("End")
    placed(page, "2 / 2")


def test_scrub(window: Window) -> None:
    """The slider goes through the history."""
    page = opened(window)
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    placed(page, "3 / 3")
    page.locator("#slider").fill("1")
    placed(page, "1 / 3")
    shows(page, "C2", "player")
    page.locator("#slider").fill("3")
    shows(page, "E2", "player")


def test_pipelined_keys(window: Window) -> None:
    """Keys pressed faster than the server answers are all played, in their order."""
    page = opened(window)
    session = Session(read("#######\n#-----#\n#-@$-.#\n#-----#\n#######").levels[0])
    for key in ("up", "right", "right", "right", "down", "down", "left") * 4:
        page.keyboard.press(f"Arrow{key.capitalize()}", delay=0)
        session.press(key)
    counted(page, len(session.move_stack), session.pushes)
    row, column = divmod(session.board.of_kind("pusher")[0].anchor, 7)
    shows(page, f"{'ABCDEFG'[column]}{row + 1}", "player")


def test_resume_after_a_reload(window: Window) -> None:
    """A level is where it was left, the moves that were undone included."""
    page = opened(window)
    for key in ("ArrowUp", "ArrowRight", "u"):
        page.keyboard.press(key)
    placed(page, "1 / 2")
    page.wait_for_timeout(300)
    page.reload()
    placed(page, "1 / 2")
    shows(page, "C2", "player")


def test_import_by_paste(window: Window) -> None:
    """A level from the clipboard is played at once."""
    page = opened(window)
    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill(PASTED)
    dialog.get_by_role("button", name="Read").click()
    shows(page, "E2", "goal")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    solved(page)


def test_share(window: Window) -> None:
    """The address that a player gives away opens the same level, with the moves, for somebody else."""
    page = opened(window)
    page.keyboard.press("ArrowRight")
    counted(page, 1, 1)
    page.get_by_role("button", name="Share").click()
    field = page.get_by_role("dialog").get_by_role("textbox").first
    field.wait_for()
    page.wait_for_function("() => document.querySelector('dialog input, dialog textarea').value.includes('#')")
    address = field.input_value()
    other = window()
    other.goto(address)
    shows(other, "E3", "box")
    counted(other, 1, 1)


@pytest.mark.parametrize("address", ["/play?w=6&h=3&lvl=HHHHHH|Ha$_.H|HHHHHH", "/play?level=1"])
def test_links(window: Window, address: str) -> None:
    """Links of SokoPlayer and of the library open a level."""
    page = window()
    page.goto(address)
    page.get_by_role("gridcell").first.wait_for()


def test_a_level_through_names_alone(window: Window) -> None:
    """Without a look at the board: the list of pushes, and Enter."""
    page = opened(window)
    page.get_by_role("button", name="Boxes").click()
    dialog = page.get_by_role("dialog")
    for _ in range(2):
        push = dialog.get_by_role("button", name=re.compile("right"))
        push.first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text(re.compile("solved", re.IGNORECASE)).or_(
        page.get_by_role("alert").get_by_text(re.compile("solved", re.IGNORECASE))
    ).first.wait_for(state="attached")


def test_two_at_one_keyboard(window: Window) -> None:
    """Each has keys of their own; the page says who has yet to choose, and one may stand still."""
    page = window()
    level = page.request.get("/api/levels", params={"game": "versus"}).json()["levels"][0]["id"]
    page.goto(f"/play?level={level}")
    shows(page, "F2", "player 2")
    half = page.locator("#half")
    page.keyboard.press("d")
    half.get_by_text("Player 2 has chosen. Player 1: ↑ ← ↓ →, or Enter to stand still.").wait_for()
    placed(page, "0 / 0")
    page.keyboard.press("Enter")
    shows(page, "G2", "player 2")
    placed(page, "1 / 1")
    half.wait_for(state="hidden")
    page.keyboard.press("ArrowLeft")
    half.get_by_text("Player 1 has chosen. Player 2: W A S D, or Space to stand still.").wait_for()
    page.keyboard.press("Space")
    solved(page)
    shows(page, "B2", "box on goal 1")
    half.wait_for(state="hidden")
