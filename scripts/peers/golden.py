"""Write what peers do on some levels into `tests/golden`, of which tests are held to them without their packages."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from made_by_python import GymSokoban
from options import FAR, PUFFERLIB, ROOT, VARIANTS, copies, parsed
from peer import peer_of
from sides import Convention
from starts import solution

GOLDEN = ROOT / "tests" / "golden" / "gym_sokoban.json"
GOLDEN_CONVENTIONS = GOLDEN.with_name("conventions.json")


def variants() -> str:
    """Return what the environments of gym-sokoban do on five levels each: two solved, the others played at random."""
    import numpy as np

    from pushbox import write

    random = np.random.default_rng(5)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in VARIANTS:
        peer = GymSokoban(name)
        for episode in range(5):
            level, first = peer.begin()
            line = solution(level, peer.actions) if episode % 2 else []
            pictures, steps, is_over = sha256(first.tobytes()), [], False
            while not is_over:
                action = line.pop(0) if line else int(random.integers(len(peer.actions)))
                seen, reward, is_over, info = peer.step_with_info(action)
                pictures.update(seen.tobytes())
                moved = int(bool(info["action.moved_player"])) + 2 * int(bool(info["action.moved_box"]))
                steps.append([action, round(float(reward), 6), moved])
            solved = bool(info["all_boxes_on_target"])
            one = {"level": write([level], "json"), "steps": steps, "solved": solved, "tiny": pictures.hexdigest()}
            found.setdefault(name, []).append(one)
    return json.dumps(found, separators=(",", ":")) + "\n"


def conventions(copies: dict[str, Path]) -> str:
    """Return what the peers of conventions do on four levels each: two solved, the others played at random.

    A peer that cannot be had keeps the data that it has.
    """
    import numpy as np

    from pushbox import write

    found: dict[str, list[dict[str, Any]]] = json.loads(GOLDEN_CONVENTIONS.read_text("utf-8"))
    for name in ("gym-sokoban", "jumanji", "envpool", PUFFERLIB, FAR):
        try:
            peer = peer_of(name, copies)
        except ImportError as error:
            print(f"{name}: its golden data stay, as {error.name} cannot be had here")
            continue
        random = np.random.default_rng(7)
        found[name] = []
        for episode in range(4):
            level, first = peer.begin()
            names = Convention(name, level).actions
            line = solution(level, names) if episode % 2 else []
            seen, actions, rewards, is_over = sha256(first.tobytes()), "", [], False
            while not is_over:
                action = line.pop(0) if line else int(random.integers(len(names)))
                last, reward, is_over = peer.step(action)
                seen.update(b"" if last is None else last.tobytes())
                actions += str(action)
                rewards.append(float(np.float32(reward)))
            worth = sha256(np.array(rewards, np.float32).tobytes()).hexdigest()
            one = {"level": write([level], "xsb"), "actions": actions, "total": round(sum(rewards), 4)}
            found[name].append(one | {"rewards": worth, "seen": seen.hexdigest()})
    return json.dumps(found, indent=1) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(variants(), "utf-8")
    GOLDEN_CONVENTIONS.write_text(conventions(copies(parsed())), "utf-8")
