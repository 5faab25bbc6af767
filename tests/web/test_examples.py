"""The examples of the rules: one for each rule of each game, legal, and one that moves something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pushbox import games
from pushbox.web.api.examples import MOST_MOVES, SHOWN
from pushbox.web.settings import Settings

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.mark.parametrize("key", games.keys())
def test_each_rule_has_an_example(client: TestClient, key: str) -> None:
    """As many as the dialog of the rules has sentences."""
    texts = json.loads((Settings().static / "i18n" / "en" / "rules.json").read_text(encoding="utf-8"))
    rules = [name for name in texts if name.removeprefix(f"rules.{key}.").isdigit()]
    examples = client.get(f"/api/games/{key}/examples").json()["examples"]
    assert len(examples) == len(rules) == len(SHOWN[key]["rules"])
    for found in examples:
        assert 0 < len(found["moves"]) <= MOST_MOVES
        assert all(found["moves"])
        assert found["board"]["pieces"]


def test_a_game_without_examples_is_not_found(client: TestClient) -> None:
    """As one of a package, whose rules nobody has put into words here."""
    assert client.get("/api/games/other/examples").status_code == 404
