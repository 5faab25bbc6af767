"""A link for testers: made on a phone, followed on another, commented, and ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DRAFT = "#######\n#@ $ .#\n#######\nTitle: Aisle\n"
KEEP = """async (text) => {
  const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
  const body = JSON.stringify({ text, name: "Two rooms" });
  const answer = await fetch("/api/collections", { method: "POST", headers, body });
  return (await answer.json()).collection.id;
}"""


def test_a_draft_is_tested(window: Window) -> None:
    author = window(**PHONE)
    author.goto("/library")
    ident = author.evaluate(KEEP, DRAFT)
    author.goto(f"/collection?id={ident}")
    author.get_by_role("button", name="Link for testers").click()
    dialog = author.get_by_role("dialog")
    dialog.get_by_text("No comments yet").wait_for()
    dialog.get_by_role("button", name="Make a new link").click()
    link = dialog.get_by_role("textbox", name="Link for testers").input_value()
    assert re.fullmatch(r".*/collection#test=[A-Za-z0-9_-]{43}", link)
    assert author.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Close").click()

    tester = window(**PHONE | {"locale": "de"})
    tester.goto("/account")
    tester.get_by_role("button", name="Registrieren").first.click()
    tester.get_by_role("textbox", name="Name").fill("tess")
    tester.get_by_role("textbox", name="Passwort").fill("a pass phrase of hers")
    tester.locator("#enter button").click()
    tester.get_by_role("heading", name="tess", exact=True).wait_for(state="attached")
    tester.goto(link)
    tester.get_by_role("heading", name="Two rooms").wait_for()
    tester.get_by_text("Du testest einen Entwurf").wait_for()
    assert tester.url.endswith(f"/collection?id={ident}")
    tester.get_by_role("link", name=re.compile("Aisle")).click()
    tester.locator("#community summary").click()
    tester.locator("#community textarea").fill("Zu leicht.")
    tester.locator("#community form button").click()
    tester.locator("#community").get_by_text("Zu leicht.").first.wait_for()

    author.get_by_role("button", name="Link for testers").click()
    dialog.get_by_text("followed by 1 person").wait_for()
    dialog.get_by_text("Zu leicht.").wait_for()
    dialog.get_by_role("link", name="Aisle").wait_for()
    dialog.get_by_role("button", name="End the link").click()
    author.get_by_text("The link has ended").first.wait_for()
    found = tester.evaluate("async (id) => (await (await fetch(`/api/levels?collection=${id}`)).json()).levels", ident)
    assert found == []
