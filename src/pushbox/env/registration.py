"""The names by which Gymnasium makes environments."""

from __future__ import annotations

from ..extras import requiring

_VERSIONS = {
    "Sokoban-v0": "pushbox",
    "SokobanPlanes-v0": "planes",
    "GymSokoban-v0": "gym-sokoban",
    "FarEnvpoolSokoban-v0": "far-envpool",
    "EnvpoolSokoban-v0": "envpool",
    "JumanjiSokoban-v0": "jumanji",
    "PufferSokoban-v0": "pufferlib",
}
_ANY_GAME = "pushbox/Game-v0"


def register() -> None:
    """Register all environments: ``pushbox/Sokoban-v0``, those of other conventions, and ``pushbox/Game-v0``.

    Gymnasium 1 looks for no packages by itself; importing `pushbox.env.registered` calls this.  What is registered
    already stays.
    """
    with requiring("rl"):
        import gymnasium
    for name, convention in _VERSIONS.items():
        if (ident := f"pushbox/{name}") in gymnasium.registry:
            continue
        gymnasium.register(
            id=ident,
            entry_point="pushbox.env.single:SokobanEnv",
            vector_entry_point="pushbox.env.vector:SokobanVectorEnv",
            kwargs={"convention": convention},
        )
    if _ANY_GAME not in gymnasium.registry:
        gymnasium.register(id=_ANY_GAME, entry_point="pushbox.env.game:GameEnv")
