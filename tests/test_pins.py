"""The script that renews the pins of images and actions, against a registry and a repository of its own."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
OLD, NEW = f"sha256:{1:064x}", f"sha256:{2:064x}"

pytestmark = pytest.mark.skipif(not (ROOT / ".github").is_dir(), reason="the source archive has no workflows")


class Registry(BaseHTTPRequestHandler):
    """A registry that gives out tokens, and one digest."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Docker-Content-Digest", NEW)
        self.end_headers()
        self.wfile.write(json.dumps({"token": "t"}).encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def registry() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def pins(folder: Path, forge: str, registry: str, *options: str) -> tuple[int, str]:
    """Run the script on a file of its own; return its code, and the file."""
    script = runpy.run_path(str(ROOT / "scripts" / "pins.py"))
    file = folder / "file"
    old = f"FROM docker.io/library/debian:stable-slim@{OLD} AS build\nFROM docker.io/library/caddy:2\n"
    file.write_text(old + f"- uses: owner/name@{'a' * 40} # v1.0.0\n")
    main = script["main"]
    main.__globals__["FILES"] = (file,)
    code = main(["--registry", registry, "--tokens", registry, "--forge", forge, *options])
    return code, file.read_text()


def test_pins_are_renewed(tmp_path: Path, registry: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is outdated is named, and written if asked for; afterwards nothing is."""
    place = tmp_path / "owner" / "name"
    place.mkdir(parents=True)
    author = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    for command in (("init", "-q"), (*author, "commit", "-q", "--allow-empty", "-m", "x"), ("tag", "v1.0.0")):
        subprocess.run(["git", "-C", str(place), *command], check=True)
    head = subprocess.run(["git", "-C", str(place), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    code, text = pins(tmp_path, f"file://{tmp_path}", registry)
    assert code == 1
    assert OLD in text
    out = capsys.readouterr().out
    assert f"docker.io/library/debian:stable-slim: {OLD} -> {NEW}\n" in out
    assert f"docker.io/library/caddy:2: no pin -> {NEW}\n" in out
    assert f"owner/name:v1.0.0: {'a' * 40} -> {head.stdout.strip()}\n" in out
    code, text = pins(tmp_path, f"file://{tmp_path}", registry, "--write")
    assert code == 0
    assert text.count(f"@{NEW}") == 2
    assert f"uses: owner/name@{head.stdout.strip()} # v1.0.0\n" in text


def test_what_cannot_be_looked_up_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a network nothing is called current, and nothing is written."""
    code, text = pins(tmp_path, f"file://{tmp_path}/nowhere", "http://127.0.0.1:9", "--write")
    assert code == 3
    assert OLD in text
    assert capsys.readouterr().out.count("NOT LOOKED UP") == 3


def test_the_page_on_security_names_what_has_no_pin() -> None:
    """The images that stand by their tag alone, no more and no fewer: a new one is pinned, or said."""
    script = runpy.run_path(str(ROOT / "scripts" / "pins.py"))
    images = [found for file in script["FILES"] for found in script["IMAGE"].finditer(file.read_text("utf-8"))]
    assert images
    unpinned = sorted({f"{image['name'].split('/')[-1]}:{image['tag']}" for image in images if not image["pin"]})
    page = (ROOT / "docs" / "security.md").read_text("utf-8").rpartition("## Dependencies are pinned")[2]
    assert re.findall(r"`([a-z]+:[\w.-]+)`", page) == unpinned
