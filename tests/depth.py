"""How deep random tests go, by PUSHBOX_DEPTH.

A test states how many examples, seeds, boards or lines are plenty, and `scaled` adapts it to the depth::

    from tests.depth import scaled

    @settings(max_examples=scaled(150))
"""

from __future__ import annotations

import os

# `make test` is normal, `make test-all` and .ci/run are deep, `make fuzz` ends with a nightly run.
DEPTHS = {"normal": 0.08, "deep": 0.1, "nightly": 10.0}

NAME = os.environ.get("PUSHBOX_DEPTH") or "normal"
if NAME not in DEPTHS:
    raise ValueError(f"PUSHBOX_DEPTH is {NAME!r}, expected one of: {', '.join(DEPTHS)}")


def scaled(count: int, *, least: int = 1) -> int:
    """Return the share of `count` that the depth asks for, `least` at least."""
    return max(round(count * DEPTHS[NAME]), min(least, count))
