"""A game that a stranger's package brings, with pieces of its own, played in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.e2e.conftest import serving
from tests.e2e.test_play import counted, opened, shows, solved
from tests.stranger.test_stranger import LEVEL, SITE

Window = Callable[..., Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server where the package is installed."""
    folder = tmp_path_factory.mktemp("stranger")
    with serving(folder, f"sqlite:///{folder}/library.db", PYTHONPATH=str(SITE)) as address:
        yield address


def test_it_is_played_by_keys(window: Window) -> None:
    """Its barrel is drawn by its own shape, named by its own word, and pushed by the arrows."""
    page = window()
    begun = page.request.post("/api/plays", data={"level": LEVEL}, headers={"X-Pushbox": "1"})
    assert begun.ok, begun.text()
    page = opened(lambda: page, f"/play?play={begun.json()['play']}")
    shows(page, "C2", "tun")
    assert page.locator("push-board svg [d^='M10 40Q30 20']").count() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    solved(page)
    counted(page, 2, 2)
    shows(page, "E2", "tun on goal")
