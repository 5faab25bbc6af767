"""Peers by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from made_by_c import FarEnvpool, PufferLib
from made_by_python import EnvPool, GymSokoban, Jumanji
from options import FAR, PUFFERLIB


def peer_of(name: str, copies: dict[str, Path]) -> Any:
    """Return a peer by its name.  Raises ImportError where its package cannot be had, or no copy is named."""
    if name in {PUFFERLIB, FAR}:
        if name not in copies:
            raise ImportError(name=f"--{name}, your copy of its repository,")
        return PufferLib(copies[name]) if name == PUFFERLIB else FarEnvpool(copies[name])
    return EnvPool() if name == "envpool" else Jumanji() if name == "jumanji" else GymSokoban(name)
