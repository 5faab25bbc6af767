"""The order of what comes along on a site without a server, and what its pages are made of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pushbox import levels
from pushbox.client import SEARCH_MODULE
from pushbox.store.campaign import PATHS, ROAD
from pushbox.web.site import SiteCollection, in_order, write_site


def test_packs_are_in_the_order_of_the_campaign() -> None:
    """Lessons first; each path of the campaign follows the pack that it branches off; series are not there twice."""
    names = [it.name for it in levels.catalogue()]
    ordered = in_order(names)
    assert sorted(ordered) == sorted(set(names) - {"campaign"})
    assert ordered[0] == "lessons"
    assert [name for name in ordered if name in ROAD] == list(ROAD)
    for path, pack in PATHS.items():
        following = ordered[ordered.index(pack) + 1 : ordered.index(path)]
        assert all(PATHS.get(name) == pack for name in following), path


@pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)
def test_a_site_is_no_app_and_knows_what_is_drawn(tmp_path: Path) -> None:
    """It names no manifest and no file that is not there; its palette is that of the editor."""
    lessons = levels.builtin("lessons")
    write_site(tmp_path, [SiteCollection("lessons", "Lessons", lessons.levels[:1])])
    page = (tmp_path / "index.html").read_text()
    assert "manifest" not in page
    assert "apple-touch" not in page
    palette = json.loads((tmp_path / "data" / "index.json").read_text())["palette"]
    assert [brush["piece"] for brush in palette["brushes"]] == [{"kind": "pusher"}, {"kind": "box"}]
    assert sorted(palette["terrain"]) == ["floor", "goal", "wall"]
