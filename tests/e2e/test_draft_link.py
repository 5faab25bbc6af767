"""A link for testers: made, followed by somebody else, commented, and ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.e2e.languages import EVERYWHERE, texts

Window = Callable[..., Any]

DRAFT = "#######\n#@ $ .#\n#######\nTitle: Aisle\n"
KEEP = """async (text) => {
  const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
  const body = JSON.stringify({ text, name: "Two rooms" });
  const answer = await fetch("/api/collections", { method: "POST", headers, body });
  return (await answer.json()).collection.id;
}"""


@EVERYWHERE
def test_a_draft_is_tested(window: Window, language: str, size: dict[str, Any]) -> None:
    """The author and the tester read it in their language; the tester has a name of their own in each run."""
    said = texts(language, "collection", "account", "play")
    author, tester = (window(**size | {"locale": language}) for _ in range(2))
    author.goto("/library")
    ident = author.evaluate(KEEP, DRAFT)
    tess = f"tess {ident}"
    author.goto(f"/collection?id={ident}")
    author.get_by_role("button", name=said["draft.link"]).click()
    dialog = author.get_by_role("dialog")
    dialog.get_by_text(said["draft.comments.none"]).wait_for()
    dialog.get_by_role("button", name=said["draft.new"]).click()
    link = dialog.get_by_role("textbox", name=said["draft.link"]).input_value()
    assert re.fullmatch(r".*/collection#test=[A-Za-z0-9_-]{43}", link)
    assert author.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name=said["close"]).click()

    tester.goto("/account")
    tester.locator("#outside [value=register]").click()
    tester.locator("#enter [name=name]").fill(tess)
    tester.locator("#enter [name=password]").fill("a pass phrase of hers")
    tester.locator("#enter > button").click()
    tester.get_by_role("heading", name=tess, exact=True).wait_for(state="attached")
    tester.goto(link)
    tester.get_by_role("heading", name="Two rooms").wait_for()
    tester.get_by_text(said["draft.testing"]).wait_for()
    assert tester.url.endswith(f"/collection?id={ident}")
    tester.get_by_role("link", name=re.compile("Aisle")).click()
    tester.locator("#community summary").click()
    tester.locator("#community textarea").fill("Zu leicht.")
    tester.locator("#community form button").click()
    tester.locator("#community").get_by_text("Zu leicht.").first.wait_for()

    author.get_by_role("button", name=said["draft.link"]).click()
    followed = said.get("draft.testers.one", said["draft.testers"])
    dialog.get_by_text(followed.partition("{date}")[2].format(count=1)).wait_for()
    dialog.get_by_text("Zu leicht.").wait_for()
    dialog.get_by_role("link", name="Aisle").wait_for()
    dialog.get_by_role("button", name=said["draft.end"]).click()
    author.get_by_text(said["draft.ended"]).first.wait_for()
    found = tester.evaluate("async (id) => (await (await fetch(`/api/levels?collection=${id}`)).json()).levels", ident)
    assert found == []
