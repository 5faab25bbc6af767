"""Texts and positions over the network: the answers are those of the library, and what is hostile is refused."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from pushbox import formats, games, levels
from pushbox.analysis.static import analyze
from pushbox.formats.json import level_from_json, level_to_json

from .conftest import TEXT, refused, room

if TYPE_CHECKING:
    from starlette.testclient import TestClient

ROOM = room()


def post(client: TestClient, path: str, **body: Any) -> Any:
    """Send a request and return the body of the answer."""
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_games_and_formats_are_described(client: TestClient) -> None:
    """Every game and format is listed, and each game with all that an editor needs."""
    assert [entry["key"] for entry in client.get("/api/games").json()["games"]] == [*games.keys()]
    assert [entry["key"] for entry in client.get("/api/formats").json()["formats"]] == [*formats.keys()]
    for key in games.keys():
        fields = client.get(f"/api/games/{key}").json()
        info = games.find(key).info
        assert [option["name"] for option in fields["options"]] == [option.name for option in info.options]
        assert len(fields["palette"]["brushes"]) == len(info.palette.pieces)
        assert fields["palette"]["terrain"][0]
    assert "expected one of" in refused(client.get("/api/games/chess"), 404, "not-found")


def test_a_file_is_read_with_its_problems(client: TestClient) -> None:
    """Levels that can be read are returned, the others are reported with their place."""
    body = post(client, "read", text=TEXT + "\n#####\n#$.?#\n#####\n")
    assert body["format"] == "xsb"
    assert body["evidence"]
    assert body["levels"][0]["level"] == ROOM
    assert any(problem["line"] for problem in body["problems"])


def in_base64(content: bytes) -> str:
    """Return the bytes of a file as a request holds them."""
    return base64.b64encode(content).decode("ascii")


def zipped(**files: str) -> bytes:
    """Return a ZIP archive of texts by the names of their files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.xsb", text)
    return content.getvalue()


def test_a_file_that_is_no_text_is_read_by_its_bytes(client: TestClient) -> None:
    """Archives, and other encodings; what is no Base64, and an archive of more cells than are read, is refused."""
    body = post(client, "read", data=in_base64(zipped(one=TEXT, two=TEXT)), name="both.zip")
    assert (body["total"], body["levels"][0]["level"]) == (2, ROOM)
    body = post(client, "read", data=in_base64(f"{TEXT}Title: 推箱子第一关\n".encode("gb18030")))
    assert (body["levels"][0]["title"], body["problems"][0]["severity"]) == ("推箱子第一关", "warning")
    assert "Base64" in refused(client.post("/api/read", json={"data": "?"}), 422, "bad-input")
    most = client.app.state.settings.limits.cells  # type: ignore[attr-defined]
    bomb = in_base64(zipped(large=f"{'#' * 999}\n" * (most // 1000 + 1)))
    refused(client.post("/api/read", json={"data": bomb}), 413, "too-large")


def test_encoding_and_signs_that_are_named_count(client: TestClient) -> None:
    """What is found of both can be wrong, and is said anew; names that nothing has are refused."""
    data = in_base64(f"{TEXT}Title: Ёлка\n".encode("koi8-r"))
    assert post(client, "read", data=data, encoding="koi8-r")["levels"][0]["level"]["title"] == "Ёлка"
    assert post(client, "read", data=data, encoding="cp1251")["levels"][0]["level"]["title"] != "Ёлка"
    signs = TEXT.translate(str.maketrans("#@$.", "XpoQ"))
    body = post(client, "read", text=signs, symbols="X=wall p=player o=box Q=goal")
    assert (body["levels"][0]["level"], body["problems"]) == (ROOM, [])
    named = {"text": signs, "name": "signs", "symbols": "X=wall p=player o=box Q=goal"}
    assert client.post("/api/collections", json=named).json()["levels"] == 1
    refused(client.post("/api/read", json={"data": data, "encoding": "klingon"}), 422, "bad-input")
    refused(client.post("/api/read", json={"text": TEXT, "symbols": "klingon"}), 422, "bad-input")


def test_a_board_in_another_form_is_read(client: TestClient) -> None:
    """As everywhere; the evidence says how."""
    rows = "\n".join(f"{number}: {row}" for number, row in enumerate(TEXT.split(), start=1))
    body = post(client, "read", text=rows)
    assert body["levels"][0]["level"] == ROOM
    assert body["evidence"] == "rows with numbers beside them"


@pytest.mark.parametrize("name", levels.names())
def test_shipped_levels_go_out_and_in(client: TestClient, name: str) -> None:
    """Levels are written as any format takes them and read again, shared and opened, checked and replayed."""
    for level in formats.read_file(levels.path(name)).levels[:3]:
        value = level_to_json(level)
        text = post(client, "write", levels=[value], format="json")["text"]
        assert level_from_json(post(client, "read", text=text)["levels"][0]["level"]) == level
        solution = level.saved_moves[0].text
        link = post(client, "share", level=value, moves=solution)["fragment"]
        assert post(client, "unshare", link=link)["level"]["level"]["board"] == value["board"]
        assert post(client, "check", level=value)["playable"]
        assert post(client, "verify", level=value, solution=solution)["status"] == "solved"


def test_writing_reports_what_a_format_loses(client: TestClient) -> None:
    """Words that a format cannot hold are named; a level that it cannot hold at all is bad input."""
    body = post(client, "write", levels=[ROOM | {"title": "One"}], format="elm")
    assert body["lost"]
    shipped = level_to_json(formats.read_file(levels.path("hanano")).levels[0])
    refused(client.post("/api/write", json={"levels": [shipped], "format": "xsb"}), 422, "bad-input")


def test_lines_are_counted_and_reconstructed(client: TestClient) -> None:
    """Run lengths are understood; what is no notation is skipped and reported."""
    assert post(client, "metrics", text="2rR")["moves"] == 3
    body = post(client, "reconstruct", lurd="rR!")
    assert body["skipped"] == "!"
    assert body["level"]["boxes"] == 1


def test_a_check_lists_every_fault_with_its_cell(client: TestClient) -> None:
    """Faults are listed for an editor; for a level without any, the boxes that can never get home."""
    body = post(client, "check", level=room("######\n#@$$.#\n######"))
    assert not body["playable"]
    assert body["problems"][0]["severity"] == "error"
    body = post(client, "check", level=room("#######\n#$ @ .#\n#######"))
    assert (body["playable"], body["deadlocks"]) == (True, [8])


def test_a_replay_reports_what_is_wrong(client: TestClient) -> None:
    """Solved, not solved, illegal with the step, and no notation."""
    standings = {line: post(client, "verify", level=ROOM, solution=line) for line in ("r", "l", "R R", "x")}
    assert [standings[line]["status"] for line in standings] == ["solved", "illegal", "illegal", "error"]
    assert standings["R R"]["step"] == 2
    assert standings["r"]["metrics"]["pushes"] == 1
    refused(client.post("/api/verify", json={"solution": "R"}), 422, "bad-input")
    refused(client.post("/api/verify", json={"level_id": 10**9, "solution": "R"}), 404, "not-found")


def test_a_position_is_looked_at_after_moves(client: TestClient) -> None:
    """Dead squares and bound are those of the library."""
    text = "#######\n#@    #\n# $ . #\n#     #\n#######"
    analysis = analyze(formats.read(text).levels[0])
    body = post(client, "analyse", level=room(text))
    assert (
        (tuple(body["dead"]), body["bound"])
        == (analysis.dead_squares, analysis.lower_bound)
        == (analysis.dead_squares, 2)
    )
    assert post(client, "analyse", level=room(text), moves="dR")["bound"] == 1
    lost = post(client, "analyse", level=room(text), moves="rD")
    assert (lost["bound"] is None) == bool(lost["proof"])
    message = refused(client.post("/api/analyse", json={"level": ROOM, "moves": "l"}), 422, "bad-input")
    assert "step 1" in message


def value_with(**board: Any) -> dict[str, Any]:
    """Return the room with other fields of its board."""
    return ROOM | {"board": ROOM["board"] | board}


HOSTILE: list[tuple[str, Any, int]] = [
    ("read", {"text": ""}, 422),
    ("read", {"text": "\x00\x01\x02"}, 422),
    ("read", {"text": "hello"}, 422),
    ("read", {"text": "{" * 50_000}, 422),
    ("read", {"text": "<!DOCTYPE a [<!ENTITY b 'c'>]><SokobanLevels>&b;</SokobanLevels>", "format": "slc"}, 422),
    ("read", {"text": TEXT, "format": "exe"}, 422),
    ("read", {"text": TEXT, "name": "x" * 300}, 422),
    ("read", {"text": 7}, 422),
    ("read", [], 422),
    ("read", {"text": TEXT, "more": 1}, 422),
    ("read", {"text": "999999#|9#@9.|999999#"}, 200),
    ("read", {"text": "#" * 101 + "\n#@" + " " * 98 + "#\n" + "#" * 101}, 200),
    ("write", {"levels": [], "format": "xsb"}, 422),
    ("write", {"levels": [ROOM], "format": "../x"}, 422),
    ("write", {"levels": [ROOM] * 1_001, "format": "xsb"}, 422),
    ("metrics", {"text": "9999999999r"}, 422),
    ("metrics", {"text": "99(99(99(99(r))))"}, 422),
    ("metrics", {"text": "1999999r"}, 413),
    ("metrics", {"text": "((((((((((" * 900}, 422),
    ("metrics", {"text": "r" * 60_001}, 422),
    ("reconstruct", {"lurd": "1999999rR"}, 413),
    ("reconstruct", {"lurd": "200r200dR"}, 413),
    ("reconstruct", {"lurd": "RLR", "style": "cubist"}, 422),
    ("verify", {"level": ROOM, "solution": "199999(lr)"}, 413),
    ("verify", {"level": ROOM, "solution": "1999999l"}, 413),
    ("check", {"level": []}, 422),
    ("check", {"level": {}}, 422),
    ("check", {"level": {"game": "chess", "board": ROOM["board"]}}, 422),
    ("check", {"level": value_with(width=101)}, 413),
    ("check", {"level": value_with(height=10**30)}, 413),
    ("check", {"level": value_with(width=-1)}, 422),
    ("check", {"level": value_with(width="5")}, 422),
    ("check", {"level": value_with(terrain=["99999999#"] * 3)}, 422),
    ("check", {"level": value_with(pieces=[{"kind": "pusher", "cells": [10**9]}])}, 200),
    ("check", {"level": value_with(pieces=[{"kind": "pusher", "cells": []}])}, 200),
    ("check", {"level": value_with(pieces=[{"kind": "dragon", "cells": [6]}])}, 200),
    ("check", {"level": value_with(counters=[["steps", 10**400]])}, 422),
    ("check", {"level": ROOM | {"options": [["max_push", float("nan")]]}}, 422),
    ("check", {"level": ROOM | {"options": [["max_push", "\ud800"]]}}, 422),
    ("check", {"level": ROOM | {"title": "\ud800"}}, 422),
    ("share", {"level": ROOM, "moves": "1999999l"}, 413),
    ("unshare", {"link": "v=1&j=AAAA"}, 422),
    ("unshare", {"link": "x" * 60_001}, 422),
    ("unshare", {"link": "x" * 70_000}, 413),
    ("unshare", {"link": "\ud800"}, 422),
    ("analyse", {"level": value_with(pieces=[])}, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), HOSTILE)
def test_hostile_bodies_are_refused(client: TestClient, path: str, body: Any, status: int) -> None:
    """The answer to any request is one of the described ones, and never a failure of the server."""
    answer = client.post(f"/api/{path}", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    if status != 200:
        refused(answer, status, "too-large" if status == 413 else "bad-input")


def test_a_board_too_large_is_left_out_of_a_file(client: TestClient) -> None:
    """The others are read, and the sentence says which one it was."""
    wide = "#" * 101 + "\n#@$." + " " * 96 + "#\n" + "#" * 101
    body = post(client, "read", text=f"{TEXT}\n{wide}\n")
    assert body["total"] == 1
    assert any("101 x 3" in problem["found"] for problem in body["problems"])


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 30_000, b"null", b"NaN"])
def test_bodies_that_are_no_json_are_refused(client: TestClient, body: bytes) -> None:
    """Truncated, in another encoding, or too deep."""
    answer = client.post("/api/check", content=body, headers={"Content-Type": "application/json"})
    refused(answer, answer.status_code, "bad-input")
    assert 400 <= answer.status_code < 500
