"""Pictures of levels over the network, and previews of links to them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from pushbox.client import FOLDER
from pushbox.web.api import pictures
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, refused

if TYPE_CHECKING:
    from .conftest import Browser


def added(client: TestClient, text: str, name: str = "mine") -> int:
    """Import a text and return the id of its first level."""
    answer = client.post("/api/collections", json={"text": text, "name": name})
    assert answer.status_code == 201, answer.text
    collection = answer.json()["collection"]["id"]
    return int(client.get(f"/api/collections/{collection}/levels").json()["levels"][0]["id"])


def test_a_level_as_a_picture(browser: Browser) -> None:
    """SVG and PNG, in a skin and a size, for those who see the level; nothing hidden is drawn."""
    client = browser()
    level = added(client, "#######\n#@ $ .#\n#######\nTitle: <A & B>\n")
    drawn = client.get(f"/api/levels/{level}/picture.svg", params={"skin": "wood", "cell": 20})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "<title>&lt;A &amp; B&gt;</title>" in drawn.text
    assert 'width="140"' in drawn.text
    assert "default-src" in drawn.headers["content-security-policy"]
    raster = client.get(f"/api/levels/{level}/picture.png", params={"cell": 20})
    assert raster.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(raster.content)).size == (140, 62)
    assert raster.content == client.get(f"/api/levels/{level}/picture.png", params={"cell": 20}).content
    assert Image.open(io.BytesIO(client.get(f"/api/levels/{level}/picture.png").content)).size[0] == 7 * 64
    for ending in ("svg", "png"):
        refused(browser().get(f"/api/levels/{level}/picture.{ending}"), 404, "not-found")


def test_pictures_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """In cells of the board and in pixels, before anything is drawn."""
    wide = added(client, "#" * 100 + "\n#@$." + "-" * 95 + "#\n" + "#" * 100 + "\n")
    assert 'width="1200"' in client.get(f"/api/levels/{wide}/picture.svg").text
    message = refused(client.get(f"/api/levels/{wide}/picture.png", params={"cell": 64}), 413, "too-large")
    assert message == "found cells of 64 pixels, expected at most 24 for a board of this size"
    for query in ({"cell": 3}, {"cell": 999}, {"skin": "tin"}):
        refused(client.get(f"/api/levels/{wide}/picture.svg", params=query), 422, "bad-input")
    monkeypatch.setattr(pictures, "MAX_CELLS", 299)
    message = refused(client.get(f"/api/levels/{wide}/picture.svg"), 413, "too-large")
    assert message == "found a board of 300 cells, expected at most 299 to draw"


@pytest.fixture
def site(tmp_path: Path) -> Any:
    """Yield browsers of a server with the real pages."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=GENEROUS, static=FOLDER)
    app = create_app(settings)
    with TestClient(app, headers=HEADERS):
        yield lambda: TestClient(app, headers=HEADERS)


def test_a_link_to_a_level_has_a_preview(site: Browser) -> None:
    """Title, sizes and picture of a level that everybody sees; nothing of another's, of none, and of no number."""
    client = site()
    (builtin, *_) = client.get("/api/collections").json()["collections"]
    level = client.get(f"/api/collections/{builtin['id']}/levels").json()["levels"][0]
    page = client.get("/play", params={"level": level["id"]}).text
    tags = dict(re.findall(r'<meta property="([^"]*)" content="([^"]*)">', page))
    assert tags["og:title"] == (level["level"]["title"] or "Level 1")
    assert tags["og:url"].endswith(f"/play?level={level['id']}")
    assert site().get(tags["og:image"]).headers["content-type"] == "image/png"
    mine = added(client, '#######\n#@ $ .#\n#######\nTitle: "><script>\n')
    for query in ({"level": mine}, {"level": 10**9}, {"level": "x"}, {"level": "1" * 99}, {}):
        assert "og:" not in client.get("/play", params=query).text
