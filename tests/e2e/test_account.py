"""An account from its registration to its end: recovery codes, sessions, the password."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Window = Callable[..., Any]

PASSWORD, NEW_PASSWORD, LAST_PASSWORD = "a pass phrase of hers", "one more phrase of hers", "the last of her phrases"


def enter(page: Any, way: str, **fields: str) -> None:
    """Fill in the form of a way in, and send it."""
    page.goto("/account")
    page.locator("#outside").get_by_role("button", name=way).first.click()
    for name, value in fields.items():
        page.locator(f"#enter [name={name}]").fill(value)
    page.locator("#enter > button").click()


def test_a_first_visit_is_of_one_visitor(window: Window) -> None:
    """Requests that leave a new browser at once, before any answer has come, are of one and the same visitor."""
    page = window()
    page.goto("/help")  # which asks for nothing that needs a visitor
    assert "pushbox" not in {cookie["name"] for cookie in page.context.cookies()}
    asked = "Promise.all([1, 2, 3].map((n) => fetch(`/api/me?n=${n}`).then((answer) => answer.json())))"
    assert len({me["visitor"] for me in page.evaluate(asked)}) == 1
    assert page.evaluate("document.cookie") == "", "scripts can read nothing of it"


def test_an_account(window: Window, axe: Path, tmp_path: Path) -> None:
    """Codes are shown once, and printed alone; sessions end from elsewhere; the password changes; a code recovers."""
    page, other = window(bypass_csp=True), window(viewport={"width": 390, "height": 844})
    enter(page, "Register", name="emmy", password=PASSWORD)
    dialog = page.get_by_role("dialog", name="Recovery codes of emmy")
    dialog.wait_for()
    codes = [code.inner_text() for code in dialog.locator("code").all()]
    assert len(codes) == 10
    assert all(re.fullmatch("[0-9A-Z]{5}(-[0-9A-Z]{5}){3}", code) for code in codes)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "codes.txt")
    assert codes[9] in (tmp_path / "codes.txt").read_text()
    page.emulate_media(media="print")
    assert dialog.locator("code").first.is_visible()
    assert not page.get_by_role("button", name="I have kept them").is_visible()
    page.emulate_media(media="screen")
    dialog.get_by_role("button", name="I have kept them").click()
    page.get_by_text("10 codes are left.").wait_for()

    enter(other, "Log in", name="emmy", password=PASSWORD)
    other.get_by_role("heading", name="emmy").wait_for()
    assert other.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.reload()
    page.locator("#sessions li").nth(1).wait_for()
    page.add_script_tag(path=str(axe))
    report = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    assert not [fault["id"] for fault in report["violations"] if fault["impact"] in {"serious", "critical"}]
    page.get_by_role("button", name=re.compile("^Log out: ")).click()
    page.get_by_text("You are logged out there.").wait_for()
    other.reload()
    other.get_by_role("heading", name="An account").wait_for()

    form = page.locator("#change")
    form.get_by_label("Present password").fill(PASSWORD)
    form.get_by_label("New password").fill(NEW_PASSWORD)
    form.get_by_role("button").click()
    page.get_by_text("Your password is changed.").wait_for()
    page.reload()
    page.get_by_role("heading", name="emmy").wait_for()

    enter(other, "Password forgotten", name="emmy", code=codes[4].lower(), password=LAST_PASSWORD)
    other.get_by_text("9 codes are left.").wait_for()
    page.reload()
    page.get_by_role("heading", name="An account").wait_for()
    other.get_by_role("button", name="Delete the account").click()
    other.get_by_role("dialog").get_by_label("Password").fill(LAST_PASSWORD)
    other.get_by_role("dialog").get_by_role("button", name="Delete the account").click()
    other.get_by_text("Your account is deleted.").wait_for()


def test_a_token_for_a_program(window: Window) -> None:
    """On a phone it is made with a scope, shown once, used by a program, and revoked."""
    page = window(viewport={"width": 390, "height": 844})
    enter(page, "Register", name="alan", password=PASSWORD)
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_role("button", name="Make a token").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("For which program").fill("my editor")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Make a token").click()
    token = page.locator("#token").inner_text()
    page.get_by_role("button", name="I have kept it").click()
    page.get_by_text("read; made").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    ask = """async (token) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await (await fetch("/api/me", { headers, credentials: "omit" })).json()).account ?? null;
    }"""
    assert page.evaluate(ask, token) == "alan"
    page.get_by_role("button", name="Revoke the token: my editor").click()
    page.get_by_text("No program has a token.").wait_for()
