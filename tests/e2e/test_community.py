"""What people think and say of a level, profiles and following, from one browser to another; nothing serious in axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pushbox import store

Window = Callable[..., Any]

SOLUTION = ["ArrowRight"] * 3


def _enter(page: Any, name: str) -> None:
    answer = page.request.post(
        "/api/accounts", data={"name": name, "password": "a long passphrase for tests"}, headers={"X-Pushbox": "1"}
    )
    assert answer.ok, answer.text()


def _post(page: Any, path: str, body: dict[str, str]) -> Any:
    answer = page.request.post(path, data=body, headers={"X-Pushbox": "1"})
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def _lessons(page: Any) -> int:
    """Return the first level of the lessons."""
    collections = page.request.get("/api/collections").json()["collections"]
    lessons = next(one["id"] for one in collections if one["name"] == "lessons")
    return int(page.request.get(f"/api/collections/{lessons}/levels").json()["levels"][0]["id"])


def _is_fine(page: Any, axe: Path) -> None:
    """Assert that axe-core finds nothing serious."""
    page.add_script_tag(path=str(axe))
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in {"serious", "critical"}] == []


def test_opinions_profiles_and_replays(window: Window, axe: Path) -> None:
    """One likes, votes and comments, another reports it and follows; the solution of a leader is watched."""
    ada, bo = window(bypass_csp=True), window(viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True)
    _enter(ada, "Ada of comments")
    _enter(bo, "Bo of comments")
    level = _lessons(ada)

    ada.goto(f"/play?level={level}")
    ada.get_by_role("gridcell", name="player").first.wait_for()
    for key in SOLUTION:
        ada.keyboard.press(key)
    ada.get_by_text("it is pure").first.wait_for()
    ada.get_by_text("Opinions and comments").click()
    ada.get_by_role("button", name="Like, 0 so far").click()
    ada.get_by_role("button", name="Like, 1 so far", pressed=True).wait_for()
    ada.get_by_label("How hard it is to you").select_option("1")
    ada.get_by_text("1 of 5 by 1 vote").wait_for()
    ada.get_by_label("Your comment").fill("<b>Short</b>, and sweet.")
    ada.locator("#community").get_by_role("button", name="Comment").click()
    ada.locator(".comment-text", has_text="<b>Short</b>, and sweet.").wait_for()
    _is_fine(ada, axe)

    bo.goto(f"/play?level={level}")
    bo.get_by_text("Opinions and comments").click()
    bo.get_by_role("button", name="Report the comment of Ada of comments").click()
    bo.get_by_role("dialog").get_by_role("textbox").fill("only a test")
    bo.get_by_role("dialog").get_by_role("button").last.click()
    bo.get_by_text("The comment is reported").first.wait_for()
    bo.get_by_role("link", name="Ada of comments").click()
    bo.get_by_role("heading", name="Ada of comments").wait_for()
    bo.get_by_role("button", name="Follow").click()
    bo.get_by_role("button", name="Following", pressed=True).wait_for()
    bo.get_by_text("1 follower").wait_for()
    _is_fine(bo, axe)

    leaders = bo.request.get(f"/api/levels/{level}/leaders?pure=true").json()["leaders"]
    solution = next(one["solution"] for one in leaders if one["name"] == "Ada of comments")
    bo.goto(f"/play?level={level}&solution={solution}")
    bo.wait_for_function("() => document.querySelector('#place').textContent === '3 / 3'")
    bo.goto(f"/collection?id={bo.request.get(f'/api/levels/{level}').json()['collection']}")
    bo.get_by_text("Leader boards").click()
    bo.get_by_role("link", name="Watch the solution of Ada of comments").first.wait_for()


def test_a_click_on_the_opinions_meets_them(window: Window) -> None:
    """They stand below what is known of the level, and wait for it; an error stays there until opened again."""
    page = window(viewport={"width": 390, "height": 844})
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route(re.compile(r"/api/levels/\d+$"), hold)
    page.route("**/opinions", lambda route: route.fulfill(body="cut", content_type="application/json"), times=1)
    page.goto(f"/play?level={_lessons(page)}")
    page.get_by_role("gridcell", name="player").first.wait_for()
    while not held:
        page.wait_for_timeout(50)
    summary = page.get_by_text("Opinions and comments")
    assert not summary.is_visible()
    held.pop().continue_()
    summary.click()
    page.locator("#community").get_by_role("alert").wait_for()
    summary.click()
    summary.click()
    page.get_by_role("button", name=re.compile("^Like, ")).wait_for()


def test_a_moderator_decides_on_reports(window: Window, axe: Path, database: str) -> None:
    """What is reported stands on "You", with the reasons; it is hidden from all others, or kept."""
    mo, vic = window(bypass_csp=True, viewport={"width": 390, "height": 844}), window()
    _enter(mo, "Mo of reports")
    _enter(vic, "Vic of reports")
    with store.open(database) as library:
        store.accounts.set_moderator(library, "Mo of reports", moderates=True)
    level = _lessons(vic)
    for text in ("rude words", "a fair remark"):
        made = _post(vic, f"/api/levels/{level}/comments", {"text": text})
        _post(mo, f"/api/comments/{made['id']}/reports", {"reason": f"because of {text}"})

    mo.goto("/account")
    reports = mo.locator("#reports .report")
    mo.get_by_role("heading", name="Reported comments").wait_for()
    reports.nth(1).wait_for()
    _is_fine(mo, axe)
    rude = reports.filter(has_text="because of rude words")
    rude.get_by_role("button", name="Hide").click()
    rude.wait_for(state="detached")
    fair = reports.filter(has_text="because of a fair remark")
    fair.get_by_role("button", name="Leave it").click()
    fair.wait_for(state="detached")
    texts = [one["text"] for one in vic.request.get(f"/api/levels/{level}/comments").json()["comments"]]
    assert "a fair remark" in texts
    assert "rude words" not in texts


def test_a_profile_without_a_name_is_ones_own(window: Window) -> None:
    """Who has no account is led to "You"; no request fails."""
    page = window()
    page.goto("/profile")
    page.wait_for_url("**/account")
    _enter(page, "Nan of profiles")
    page.goto("/profile")
    page.get_by_role("heading", name="Nan of profiles").wait_for()
