"""Solutions as moving pictures and as walk-throughs over the network."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from pushbox.web.api import animations

from .conftest import refused
from .test_pictures import added

if TYPE_CHECKING:
    import pytest
    from starlette.testclient import TestClient

    from .conftest import Browser

ROOM = "########\n#@$   .#\n# $   .#\n#      #\n########\nTitle: Twice\n"
SOLUTION = "RRRRlllldRRRR"


def solved(client: TestClient) -> str:
    """Return the address of a solution of a new level."""
    level = added(client, ROOM)
    answer = client.post(f"/api/levels/{level}/solutions", json={"solution": SOLUTION})
    assert answer.status_code == 201, answer.text
    return f"/api/levels/{level}/solutions/{answer.json()['id']}"


def test_a_solution_as_a_moving_picture(browser: Browser) -> None:
    """GIF and WebP with a frame for each move, at a speed, with its counts; for those who see the solution."""
    client = browser()
    address = solved(client)
    for kind in ("gif", "webp"):
        answer = client.get(f"{address}/animation.{kind}", params={"speed": 10})
        assert answer.headers["content-type"] == f"image/{kind}"
        image = Image.open(io.BytesIO(answer.content))
        assert getattr(image, "n_frames", 1) == len(SOLUTION) + 1
        plain = client.get(f"{address}/animation.{kind}", params={"counters": False, "skin": "wood"})
        assert Image.open(io.BytesIO(plain.content)).size[1] < image.size[1]
        refused(browser().get(f"{address}/animation.{kind}"), 404, "not-found")
    image = Image.open(io.BytesIO(client.get(f"{address}/animation.gif", params={"speed": 10}).content))
    assert image.info["duration"] == 100
    assert image.width == 8 * 40


def test_a_solution_as_a_walk_through(browser: Browser) -> None:
    """The boxes in the order of reading, and the ways on which they are pushed; a picture has the same numbers."""
    client = browser()
    address = solved(client)
    told = client.get(f"{address}/walk-through").json()
    assert told == {"boxes": [10, 18], "stretches": [{"box": 1, "cells": [10, 14]}, {"box": 2, "cells": [18, 22]}]}
    level = address.split("/")[3]
    drawn = client.get(f"/api/levels/{level}/picture.svg", params={"numbers": True}).text
    assert [f">{number}</text>" in drawn for number in (1, 2, 3)] == [True, True, False]
    assert "</text>" not in client.get(f"/api/levels/{level}/picture.svg").text
    numbered = client.get(f"/api/levels/{level}/picture.png", params={"numbers": True}).content
    assert numbered != client.get(f"/api/levels/{level}/picture.png").content
    refused(browser().get(f"{address}/walk-through"), 404, "not-found")


def test_moving_pictures_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """In moves before anything is drawn; many or large frames have smaller cells."""
    address = solved(client)
    for query in ({"speed": 0}, {"speed": 99}, {"skin": "tin"}):
        refused(client.get(f"{address}/animation.gif", params=query), 422, "bad-input")
    monkeypatch.setattr(animations, "_MAX_PIXELS", {"gif": 40 * 14 * 100, "webp": 1})
    assert Image.open(io.BytesIO(client.get(f"{address}/animation.gif").content)).width == 8 * 10
    assert Image.open(io.BytesIO(client.get(f"{address}/animation.webp").content)).width == 8 * 4
    monkeypatch.setattr(animations, "MAX_FRAMES", len(SOLUTION))
    message = refused(client.get(f"{address}/animation.gif"), 413, "too-large")
    assert str(len(SOLUTION)) in message
    refused(client.get(f"{address}/walk-through"), 413, "too-large")
