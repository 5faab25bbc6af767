"""What axe-core finds wrong with a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
_ASK = "axe.run().then(found => JSON.stringify(found.violations.map(one => [one.impact, one.id, one.nodes[0].html])))"


def violations(page: Page) -> list[list[str]]:
    """Return each violation that is serious or worse, with the first element that it is about."""
    if not _AXE.exists():
        pytest.skip("axe-core is not there: make check installs it")
    devtools = page.context.new_cdp_session(page)  # the content policy lets no page evaluate text
    devtools.send("Runtime.evaluate", {"expression": _AXE.read_text()})
    told = devtools.send("Runtime.evaluate", {"expression": _ASK, "awaitPromise": True, "returnByValue": True})
    found: list[list[str]] = json.loads(told["result"]["value"])
    return [one for one in found if one[0] in {"serious", "critical"}]
