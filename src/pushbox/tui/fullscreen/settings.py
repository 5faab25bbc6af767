"""What the terminal game remembers of its player besides what they played: the theme."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs

from ...atomic_file import replacing


def default_file() -> Path:
    """Return where the settings of this user are."""
    return platformdirs.user_config_path("pushbox") / "terminal.json"


def load_theme(file: Path) -> str | None:
    """Return the theme of a file of settings, None where it has none, or is none."""
    try:
        values: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    theme = values.get("theme") if isinstance(values, dict) else None
    return theme if isinstance(theme, str) else None


def save_theme(file: Path, theme: str) -> None:
    """Write a theme into a file of settings.  Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as out:
        out.write(json.dumps({"theme": theme}).encode())
