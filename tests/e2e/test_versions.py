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


def test_a_published_level_gets_a_new_version(window: Window, page: Any, server: str) -> None:
    """Its author moves the player; the old link plays the old one, says so in the visitor's language, and leads on."""
    author = page  # in whose console the browser notes that a level which is published was not changed
    author.goto(f"{server}/account")
    author.get_by_role("button", name="Register").first.click()
    author.get_by_role("textbox", name="Name").fill("vera")
    author.get_by_role("textbox", name="Password").fill("a pass phrase of hers")
    author.locator("#enter button").click()
    author.get_by_role("heading", name="vera", exact=True).wait_for(state="attached")
    first = author.evaluate(PUBLISH)
    author.goto(f"{server}/edit?level={first}")
    author.get_by_role("gridcell", name=re.compile("^D2, .*box")).wait_for()
    author.locator("#verdict[data-verdict=solvable]").filter(has_text="3 moves").wait_for()
    palette = author.locator("#layers")
    brush = palette.get_by_role("radio", name="player", exact=True)
    brush.or_(palette.get_by_role("button", name="player", exact=True)).first.click()
    author.get_by_role("gridcell", name=re.compile("^C2, ")).click()
    author.locator("#verdict[data-verdict=solvable]").filter(has_text="2 moves").wait_for()
    dialog = author.get_by_role("dialog")
    author.get_by_role("button", name="Save", exact=True).click()
    dialog.get_by_role("heading", name="Publish a new version").wait_for()
    assert dialog.get_by_role("textbox").input_value() == "RR"
    dialog.get_by_role("button", name="Publish it").click()
    author.wait_for_url(re.compile(rf"/edit\?level=(?!{first}$)"))
    second = int(author.url.split("=")[1])

    player = window(**PHONE | {"locale": "de"})
    player.goto(f"/play?level={first}")
    about = player.locator("#about")
    about.get_by_text("Das ist Version 1; es gibt eine neuere.").wait_for()
    assert player.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    player.get_by_role("gridcell", name=re.compile("^B2, Spieler")).wait_for()
    about.get_by_role("link", name="Version 2").click()
    about.get_by_text("Das ist Version 2.").wait_for()
    player.get_by_role("gridcell", name=re.compile("^C2, Spieler")).wait_for()
    levels = player.evaluate("async (id) => (await (await fetch(`/api/levels/${id}`)).json()).versions", second)
    assert [it["level"] for it in levels] == [first, second]
