"""Live rooms: several people, each in a browser of their own, in one race or on one board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Window = Callable[..., Any]


def _enter(page: Any, name: str, code: str) -> None:
    """Come to a room by its code, under a name."""
    page.goto("/live")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Code of the room").fill(code)
    page.get_by_role("button", name="Enter").click()


def _open(page: Any, name: str, section: str, level: str, button: str, games: str = "One game") -> str:
    """Open a room for a level, under a name; return its code."""
    page.goto("/live")
    if name:
        page.get_by_label("Your name").fill(name)
    card = page.get_by_role("region", name=section)
    card.locator("select[name=level] option", has_text=level).wait_for(state="attached")
    card.get_by_label("Level").select_option(label=level)
    card.get_by_label("Games").select_option(label=games)
    card.get_by_role("button", name=button).click()
    code = page.locator("#room #code")
    code.wait_for()
    return str(code.inner_text())


def _sit(page: Any) -> None:
    page.get_by_role("button", name="Sit down").first.click()


def _ready(page: Any) -> None:
    page.get_by_role("button", name="I am ready").click()


def _begins(page: Any) -> None:
    """Wait until the countdown is over: it goes on below zero, unseen."""
    page.wait_for_function("() => Number(document.querySelector('#countdown').textContent) < 0")


def _stands(page: Any, text: str) -> None:
    """Wait until the room says how things stand."""
    page.get_by_role("heading", name=text).wait_for()


def test_versus(window: Window) -> None:
    """Two play a match on one board to its end, one of them comes back after a reload, and they play again."""
    ada, bo, cleo = window(), window(viewport={"width": 390, "height": 844}, has_touch=True), window()
    code = _open(ada, "Ada", "Versus", "1. At Once", "Open a match")
    _enter(bo, "Bo", code.lower())
    _enter(cleo, "Cleo", code)
    _sit(bo)
    _ready(ada)
    _ready(bo)
    _stands(bo, "Fill your goals first")
    _begins(bo)
    _stands(cleo, "You are watching")
    ada.reload()
    _stands(ada, "Fill your goals first")
    ada.keyboard.press("ArrowLeft")
    bo.get_by_role("gridcell", name="B2, box on goal 1").wait_for()
    bo.get_by_role("button", name="right").tap()
    _stands(ada, "You have won")
    _stands(bo, "Ada has won")
    _stands(cleo, "Ada has won")
    cleo.get_by_role("gridcell", name="H2, box on goal 1").wait_for()
    ada.get_by_role("button", name="Rematch").click()
    bo.get_by_role("button", name="Rematch").click()
    _stands(bo, "Fill your goals first")
    bo.get_by_role("gridcell", name="C2, box", exact=True).wait_for()


def test_click_while_others_enter(window: Window) -> None:
    """A press of the button that is held while somebody enters is a click."""
    ada, bo = window(), window()
    code = _open(ada, "Ada", "Versus", "1. At Once", "Open a match")
    ada.get_by_role("button", name="I am ready").hover()
    ada.mouse.down()
    _enter(bo, "Bo", code)
    ada.get_by_text("1 watching").wait_for()
    ada.mouse.up()
    ada.get_by_text("ready", exact=True).wait_for()


def test_race(window: Window) -> None:
    """Two race on boards of their own, and whoever watches sees both; the first to solve it wins."""
    ada, bo, cleo = window(), window(), window()
    code = _open(ada, "Ada", "Race", "1. First push", "Open a race")
    _enter(bo, "Bo", code)
    _enter(cleo, "Cleo", code)
    _sit(bo)
    _ready(bo)
    _ready(ada)
    _stands(bo, "Solve it first")
    cleo.get_by_role("img", name="Board of Bo").wait_for()
    cleo.get_by_role("img", name="Board of Ada").wait_for()
    fill = (
        "boards => boards.map(board => [...board.querySelectorAll('.pusher *')].map(it => getComputedStyle(it).fill))"
    )
    own = bo.locator("#board").evaluate_all(fill)
    colours = cleo.locator("#others push-board").evaluate_all(fill)
    for _ in range(100):  # one colour passes into the other
        if own == colours[1:]:
            break
        bo.wait_for_timeout(50)
        own, colours = bo.locator("#board").evaluate_all(fill), cleo.locator("#others push-board").evaluate_all(fill)
    assert own == colours[1:]
    assert colours[0] != colours[1], "of the seats of Ada and Bo"
    _begins(bo)
    for _ in range(3):
        bo.keyboard.press("ArrowRight")
    _stands(bo, "Solved. The others are still at it")
    bo.get_by_role("img", name="Board of Ada").wait_for()
    own_board, other = (bo.locator(place).bounding_box() for place in ("#board", "#others push-board"))
    assert other["height"] <= own_board["height"], "the boards of the others are no larger than one's own"
    assert other["y"] + other["height"] <= 900, "nor below the fold"
    ada.get_by_text("Boxes: 1 of 1, moves: 3").wait_for()
    ada.get_by_role("gridcell", name="B2, player").wait_for()
    ada.keyboard.press("d")
    ada.keyboard.press("u")
    for _ in range(3):
        ada.keyboard.press("d")
    _stands(ada, "Bo has won")
    _stands(bo, "You have won")
    _stands(cleo, "Bo has won")


def test_a_series_on_one_level_after_the_other(window: Window, axe: Path) -> None:
    """The best of three among accounts: the score, the next level by itself, ratings, a series that is won."""
    ada, bo = window(bypass_csp=True), window(viewport={"width": 390, "height": 844}, has_touch=True)
    for page, name in ((ada, "Ada Series"), (bo, "Bo Series")):
        # Before a page is open, whose first requests make a visitor too.
        account = {"name": name, "password": "a long passphrase for tests"}
        assert page.request.post("/api/accounts", data=account, headers={"X-Pushbox": "1"}).ok
        page.goto("/live")
    code = _open(ada, "", "Race", "1. First push", "Open a race", "Best of 3")
    bo.goto(f"/live?room={code}")
    _sit(bo)
    _ready(ada)
    _ready(bo)
    for game, keys in (("game 1 of 3", "ddd"), ("game 2 of 3", "")):
        ada.locator("#level", has_text=game).wait_for()
        _begins(ada)
        if not keys:
            break
        for page in (ada, bo):
            for key in keys:
                page.keyboard.press(key)
            page.get_by_text("Boxes: 1 of 1").first.wait_for()
        _stands(ada, "You have won")
        ada.get_by_text("+").wait_for()
        _stands(bo, "Ada Series has won")
        for page in (ada, bo):
            page.get_by_role("button", name="Next game").click()
    _stands(ada, "Solve it first")
    ada.add_script_tag(path=str(axe))
    found = ada.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in {"serious", "critical"}] == []
    bo.get_by_role("button", name="Give up and watch").click()
    ada.get_by_text("1 watching").wait_for()


def test_no_such_room(window: Window) -> None:
    """A code that no room has is refused in a sentence."""
    page = window()
    page.goto("/live?room=NOSUCH")
    page.get_by_role("alert").get_by_text("The room does not exist").wait_for()
