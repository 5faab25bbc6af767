"""The documentation's pages of games have a board that is played there, on any static host."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import static_host

from pushbox import levels
from pushbox.client import SEARCH_MODULE

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

DOCS = Path(__file__).parents[2] / "docs"
CONF = """
import sys
sys.path.insert(0, {docs!r})
extensions = ["myst_parser", "extensions.boards"]
"""
ARROWS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}


def test_a_board_of_the_documentation_is_won(chromium: Any, tmp_path: Path) -> None:
    """The first lesson of Sokoban, below the title of its page; other pages have none."""
    pytest.importorskip("sphinx", reason="sphinx is not installed")
    pytest.importorskip("myst_parser", reason="myst_parser is not installed")
    source, site = tmp_path / "source", tmp_path / "site"
    (source / "games").mkdir(parents=True)
    (source / "conf.py").write_text(CONF.format(docs=str(DOCS)))
    (source / "index.md").write_text("# Docs\n\n```{toctree}\ngames/sokoban\n```\n")
    (source / "games" / "sokoban.md").write_text((DOCS / "games" / "sokoban.md").read_text())
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(site)]
    subprocess.run(command, check=True, env=os.environ)
    assert "pushbox-level" not in (site / "index.html").read_text()
    with static_host(site) as address:
        page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(f"{address}games/sokoban.html")
        frame = page.frame_locator("pushbox-level iframe")
        frame.locator("#board [data-kind=pusher]").wait_for(state="attached")
        frame.locator("#do-restart").click()
        for move in levels.builtin("lessons").levels[0].saved_moves[0].text.lower():
            page.keyboard.press(ARROWS[move])
        frame.locator("body[data-status=solved]").wait_for()
        page.context.close()
