"""Start the server of the pushbox that this Python has, and ask it for every page."""

# ruff: noqa: S310, S603  # a server of its own
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from pushbox.web.pages import PAGES

with tempfile.TemporaryDirectory() as folder:
    database = f"sqlite:///{Path(folder, 'library.sqlite').as_posix()}"
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S*\d", line)))
            for path in [*PAGES, "/health", "/openapi.json", "/api/games"]:
                with urllib.request.urlopen(address + path, timeout=20) as answer:
                    if answer.status != 200 or len(answer.read()) < 3:
                        sys.exit(f"{path}: status {answer.status}")
        finally:
            server.terminate()
