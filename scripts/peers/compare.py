"""Hold environments of pushbox to their peers, step for step, and say how fast both are.

It runs where the peers are installed; `__main__.py` starts it there.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

from made_by_python import GymSokoban
from options import VARIANTS, copies, parsed, peers_of
from peer import peer_of
from sides import any_step, many_steps, own_side
from speeds import BOARDS, speed
from starts import solution


def main() -> int:
    """Compare the peers that are asked for; return 1 where one does otherwise."""
    warnings.filterwarnings("ignore")
    options = parsed()
    faults = 0
    for name in peers_of(options):
        try:
            peer = peer_of(name, copies(options))
        except ImportError as error:
            print(f"{name}: not compared, as {error.name} cannot be had here", flush=True)
            continue
        found = difference(peer, options.steps) or pictured(peer, options.steps // 10)
        faults += bool(found)
        print(f"{name}: {found or f'{options.steps:,} steps are equal'}; {_speeds(name, peer)}", flush=True)
    return 1 if faults else 0


def _speeds(name: str, peer: Any) -> str:
    """Return in words how fast a peer and pushbox step."""
    theirs = f"{speed(peer.any_step):,.0f} steps/s"
    if name in VARIANTS:
        return f"{theirs}, pushbox {speed(any_step(name)):,.0f}"
    many = BOARDS * speed(many_steps(name, BOARDS))
    return f"{theirs}, pushbox {speed(many_steps(name, 1)):,.0f} alone, {many:,.0f} with {BOARDS:,} boards"


def difference(peer: Any, steps: int) -> str:
    """Return the first difference, empty for none."""
    import numpy as np

    random = np.random.default_rng(1)
    done = episode = solved = 0
    while done < steps:
        level, theirs = peer.begin()
        ours = own_side(peer.name, level)
        if (ours.seen != theirs).any():
            return f"episode {episode} begins otherwise"
        line = solution(level, ours.actions) if episode % 4 == 0 else []
        solved += bool(line)
        episode += 1
        is_over = False
        while not is_over:
            action = line.pop(0) if line else int(random.integers(getattr(peer, "least", 0), len(ours.actions)))
            seen, reward, is_over = peer.step(action)
            own_reward, own_over = ours.step(action)
            done += 1
            if seen is not None and (ours.seen != seen).any():
                return f"step {done}: another observation after {action}"
            if not np.array_equal(np.float32(own_reward), np.float32(reward), equal_nan=True):
                return f"step {done}: a reward of {reward}, here {own_reward}"
            if own_over != is_over:
                return f"step {done}: one episode is over"
    return "" if solved else "no level has a solution"


def pictured(peer: Any, steps: int) -> str:
    """Return the first difference of the large pictures of gym-sokoban, empty for none and for peers that have none."""
    if not isinstance(peer, GymSokoban):
        return ""
    import gym_sokoban
    import numpy as np

    from pushbox.env.gym_sokoban import make

    tiles = Path(gym_sokoban.__file__).parent / "envs" / "surface"
    name = f"{peer.name}-Sokoban-v0" if peer.name in VARIANTS else "Sokoban-v1"
    random = np.random.default_rng(2)
    done, is_over = 0, True
    while done < steps:
        if is_over:
            env = make(name, levels=[peer.begin()[0]], tiles=str(tiles), max_steps=120)
            ours = env.reset()
        if (ours != peer.picture()).any():
            return f"picture {done} is another"
        action = int(random.integers(len(peer.actions)))
        ours, _, is_over, _ = env.step(action)
        peer.step(action)
        done += 1
    return ""


if __name__ == "__main__":
    sys.exit(main())
