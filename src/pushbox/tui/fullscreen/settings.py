"""Settings of the terminal game: the theme, and when it warns of a loss."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from ...atomic_file import replacing

Warn = Literal["never", "after", "before"]
WARN: tuple[Warn, ...] = get_args(Warn)


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The theme, None for the one that fits; whether a push that loses is known never, after it, or before it."""

    theme: str | None = None
    warn: Warn = "never"


def default_file() -> Path:
    """Return the settings file of this user."""
    return platformdirs.user_config_path("pushbox") / "terminal.json"


def load(file: Path) -> PlayerSettings:
    """Load the settings from a file, with defaults for missing ones."""
    try:
        values: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return PlayerSettings()
    if not isinstance(values, dict):
        return PlayerSettings()
    theme, warn = values.get("theme"), values.get("warn")
    return PlayerSettings(theme if isinstance(theme, str) else None, warn if warn in WARN else "never")


def save(file: Path, **changes: Any) -> None:
    """Change some settings in a file.  Raises OSError."""
    values = asdict(replace(load(file), **changes))
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as out:
        out.write(json.dumps(values).encode())
