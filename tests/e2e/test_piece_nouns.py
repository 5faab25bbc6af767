"""Games without boxes speak of what they have: on tiles, on the tools of a play and in its announcements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pushbox

from .languages import DESK, EVERYWHERE, texts

Window = Callable[..., Any]

# The levels of a collection, by its name.
LEVELS = """async (name) => {
  const json = async (path) => (await fetch(`/api${path}`)).json();
  const { collections } = await json("/collections");
  const { id } = collections.find((one) => one.builtin && one.name === name);
  return [id, (await json(`/collections/${id}/levels`)).levels.map((level) => level.id)];
}"""


def noun(said: dict[str, str], kind: str, count: int) -> str:
    key = f"pieces.{kind}"
    return said.get(f"{key}.one", said[key]) if count == 1 else said[key]


@EVERYWHERE
@pytest.mark.parametrize(("game", "kind"), [("hanano", "stone"), ("blockage", "stone"), ("blockoban", "block")])
def test_pieces_have_the_name_of_their_game(
    window: Window, language: str, size: dict[str, Any], game: str, kind: str
) -> None:
    """No box is counted where there are stones or blocks, and several kinds together are pieces."""
    said = texts(language, "play")
    page = window(locale=language, **size)
    page.goto("/account")
    collection, levels = page.evaluate(LEVELS, game)
    page.goto(f"/collection?id={collection}")
    page.locator(".tile-facts").first.wait_for()
    kinds = [{piece.kind for piece in level.board.pieces} for level in pushbox.builtin(game)]
    shown = page.locator("a.tile").all_text_contents()
    for text, found, level in zip(shown, kinds, pushbox.builtin(game), strict=True):
        count = len(level.board.pieces)
        called = noun(said, found.pop() if len(found) == 1 else "several", count)
        assert said["level.boxes"].format(count=count, pieces=called) in text
    page.goto(f"/play?level={levels[0]}")
    tool = page.locator("#tools [data-command=pushable]")
    tool.get_by_text(noun(said, kind, 2).capitalize(), exact=True).wait_for()
    page.keyboard.press("t")
    page.locator("#live-polite", has_text=noun(said, kind, 1)).wait_for(state="attached")


def test_boxes_are_boxes(window: Window) -> None:
    """As they are in most games."""
    page = window(**DESK)
    page.goto("/account")
    _, levels = page.evaluate(LEVELS, "lessons")
    page.goto(f"/play?level={levels[0]}")
    page.locator("#tools [data-command=pushable]").get_by_text("Boxes", exact=True).wait_for()
