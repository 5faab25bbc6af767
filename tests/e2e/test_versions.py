"""A published level gets a new version: in the editor, and beside the board of who plays the one before."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Window = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PUBLISH = """async () => {
  const headers = { "X-Pushbox": "1", "Content-Type": "application/json" };
  const post = async (path, content) => {
    const body = JSON.stringify(content);
    return (await fetch(`/api${path}`, { method: "POST", headers, body })).json();
  };
  const text = "#######\\n#@ $ .#\\n#######\\nTitle: Aisle\\n";
  const { collection } = await post("/collections", { text, name: "One aisle" });
  const { levels } = await (await fetch(`/api/levels?collection=${collection.id}`)).json();
  await post(`/levels/${levels[0].id}/solutions`, { solution: "rRR" });
  await post("/publish", { collection: collection.id, licence: null });
  return levels[0].id;
}"""


def test_a_published_level_gets_a_new_version(window: Window) -> None:
    """Its author draws a wider one; the old link plays the old one, says so in the visitor's language, and leads on."""
    author = window()
    author.goto("/account")
    author.get_by_role("button", name="Register").first.click()
    author.get_by_role("textbox", name="Name").fill("vera")
    author.get_by_role("textbox", name="Password").fill("a pass phrase of hers")
    author.locator("#enter button").click()
    author.get_by_role("heading", name="vera", exact=True).wait_for(state="attached")
    first = author.evaluate(PUBLISH)
    author.goto(f"/edit?level={first}")
    author.get_by_role("gridcell", name=re.compile("^D2, .*box")).wait_for()
    author.get_by_role("button", name="Paste a level").click()
    dialog = author.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("########\n#@ $  .#\n########\nTitle: Aisle")
    dialog.get_by_role("button", name="Read").click()
    author.locator("#verdict[data-verdict=solvable]").wait_for()
    author.get_by_role("button", name="Save", exact=True).click()
    dialog.get_by_role("heading", name="Publish a new version").wait_for()
    assert dialog.get_by_role("textbox").input_value() == "rRRR"
    dialog.get_by_role("button", name="Publish it").click()
    author.wait_for_url(re.compile(rf"/edit\?level=(?!{first}$)"))
    second = int(author.url.split("=")[1])

    player = window(**PHONE | {"locale": "de"})
    player.goto(f"/play?level={first}")
    about = player.locator("#about")
    about.get_by_text("Das ist Version 1; es gibt eine neuere.").wait_for()
    assert player.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert player.evaluate("() => document.querySelector('push-board').board.width") == 7
    about.get_by_role("link", name="Version 2").click()
    about.get_by_text("Das ist Version 2.").wait_for()
    assert player.evaluate("() => document.querySelector('push-board').board.width") == 8
    levels = player.evaluate("async (id) => (await (await fetch(`/api/levels/${id}`)).json()).versions", second)
    assert [it["level"] for it in levels] == [first, second]
