"""The version of pushbox, of what is installed or of the sources that it runs from."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path


def version() -> str:
    """Return the version, such as ``0.1.0``."""
    try:
        return metadata.version("pushbox")
    except metadata.PackageNotFoundError:  # it runs from its sources, and is being built
        import tomllib

        workspace = tomllib.loads((Path(__file__).parents[2] / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
        return str(workspace["package"]["version"])
