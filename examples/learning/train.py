"""Train the network of `network.py` on the CPU, with JAX, in minutes: from the solver's proofs of 2,000 small levels.

    python examples/learning/train.py [--minutes 8] [--levels 2000] [--to examples/learning/weights.npz]

Writes the weights, and beside them the curve: what the network gets right of the positions of other levels, by
processor time.  `curve.py` draws it.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from network import PLANES, Network, Weights, judged
from positions import Lessons, collected, examples, levels

HERE = Path(__file__).parent
BANDS = (4, 5, 6, 7)  # 7 to 40 pushes, on boards of 7 x 7 to 12 x 11 cells
SIDE = 12
CHANNELS, BLOCKS = 16, 3
BATCH = 128
RATE = 4e-3  # of learning, at its height
_TESTED = 60  # other levels, whose positions the curve is about
_EVERY = 200  # steps between two points of the curve


def fresh(seed: int) -> dict[str, Any]:
    """Return the weights of a network that knows nothing (He, Zhang, Ren and Sun 2015)."""
    draw = np.random.default_rng(seed)

    def kernel(inputs: int, outputs: int, scale: float = 2.0) -> Any:
        return draw.normal(0, np.sqrt(scale / inputs), (inputs, outputs)).astype(np.float32)

    weights = {"first": kernel(9 * PLANES, CHANNELS), "first bias": np.zeros(CHANNELS, np.float32)}
    for block in range(BLOCKS):
        weights[f"inner {block}"] = kernel(9 * CHANNELS, CHANNELS)
        weights[f"bias {block}"] = np.zeros(CHANNELS, np.float32)
        weights[f"outer {block}"] = kernel(9 * CHANNELS, CHANNELS, 0.2)
    weights["cell"], weights["cell bias"] = kernel(CHANNELS, 5, 0.1), np.array([-2, 0, 0, 0, 0], np.float32)
    return weights | {"lost": kernel(CHANNELS, 1, 0.1), "lost bias": np.zeros(1, np.float32)}


def _convolved(seen: Any, kernel: Any) -> Any:
    kernel = kernel.reshape(3, 3, seen.shape[-1], -1)
    return jax.lax.conv_general_dilated(seen, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def faults(weights: Weights, seen: Any, can: Any, push: Any, pushes: Any) -> tuple[Any, ...]:
    """Return of each position: the error in pushes, that in the odds of being lost, that of the policy."""
    said, lost, logits = judged(weights, seen, jnp, _convolved)
    solvable = jnp.isfinite(pushes)
    away = jnp.abs(said - jnp.where(solvable, pushes, 0))
    distance = jnp.where(solvable, jnp.where(away < 1, away * away / 2, away - 0.5), 0)  # Huber 1964
    odds = jnp.logaddexp(lost, 0) - jnp.where(solvable, 0, lost)
    logits = jnp.where(can, logits.reshape(len(can), -1), -1e9)
    chosen = -(jax.nn.log_softmax(logits) * push).sum(-1)
    return distance, odds, chosen


@jax.jit
def _trained(weights: Any, means: Any, squares: Any, step: Any, rate: Any, *examples: Any) -> Any:
    """Return the weights after one step of Adam (Kingma and Ba 2015), its two means and the loss."""

    def loss(weights: Any) -> Any:
        distance, odds, chosen = faults(weights, *examples)
        return distance.mean() / 4 + odds.mean() + chosen.mean()

    value, slopes = jax.value_and_grad(loss)(weights)
    size = jnp.sqrt(sum((slope**2).sum() for slope in slopes.values()))
    slopes = {name: slope * jnp.minimum(1, 2 / size) for name, slope in slopes.items()}
    means = {name: 0.9 * means[name] + 0.1 * slope for name, slope in slopes.items()}
    squares = {name: 0.999 * squares[name] + 0.001 * slope**2 for name, slope in slopes.items()}
    first, second = 1 - 0.9**step, 1 - 0.999**step
    moved = {
        name: weight - rate * means[name] / first / (jnp.sqrt(squares[name] / second) + 1e-8)
        for name, weight in weights.items()
    }
    return moved, means, squares, value


@jax.jit
def _tested(weights: Any, seen: Any, can: Any, push: Any, pushes: Any) -> Any:
    said, lost, logits = judged(weights, seen, jnp, _convolved)
    best = jnp.where(can, logits.reshape(len(can), -1), -1e9).argmax(-1)
    solvable = jnp.isfinite(pushes)
    right = jnp.take_along_axis(push, best[:, None], 1)[:, 0]
    away = jnp.abs(said - jnp.where(solvable, pushes, 0))
    return away, (lost > 0) != solvable, right, solvable


def tested(weights: Any, lessons: Lessons) -> dict[str, float]:
    """Return the mean error in pushes, the share of lost positions found, the share of right pushes."""
    starts = range(0, len(lessons.push) - BATCH + 1, BATCH)
    parts = [_tested(weights, *examples(lessons, slice(start, start + BATCH), 0)) for start in starts]
    away, lost, right, solvable = (np.concatenate(values) for values in zip(*parts, strict=True))
    return {
        "pushes": float(away[solvable].mean()),
        "lost": float(lost.mean()),
        "push": float(right[solvable].mean()),
    }


def main() -> None:
    """Make the levels, learn from them, write what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8, help="of processor time, with the levels (default: 8)")
    parser.add_argument("--steps", type=int, help="learn by so many steps, whatever time they take")
    parser.add_argument("--levels", type=int, default=2000, help="to learn from (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="(default: 1)")
    parser.add_argument("--to", type=Path, default=HERE / "weights.npz", help="file of the weights")
    given = parser.parse_args()
    begun, clock = time.process_time(), time.monotonic()
    chosen = levels(given.seed, BANDS, given.levels // len(BANDS))
    lessons = collected(chosen, SIDE, given.seed)
    others = collected(levels(given.seed + 1, BANDS, _TESTED // len(BANDS), chosen), SIDE, given.seed)
    made = time.process_time() - begun
    print(
        f"{len(chosen)} levels, {len(lessons.push)} positions, {np.isinf(lessons.pushes).mean():.0%} lost, {made:.0f} s"
    )
    weights = jax.tree.map(jnp.asarray, fresh(given.seed))
    means = squares = jax.tree.map(jnp.zeros_like, weights)
    draw, turn = np.random.default_rng(given.seed), random.Random(given.seed)
    curve, step, done = [], 0, 0.0
    while done < 1:
        step += 1
        spent = (time.process_time() - begun - made) / max(1e-9, given.minutes * 60 - made)
        done = step / given.steps if given.steps else spent
        rate = RATE * min(1, step / 50) * max(0.01, (1 + np.cos(np.pi * min(1, done))) / 2)
        picked = draw.integers(len(lessons.push), size=BATCH)
        batch = examples(lessons, picked, turn.randrange(8))
        weights, means, squares, loss = _trained(weights, means, squares, step, rate, *batch)
        if step % _EVERY == 0 or done >= 1 or step == 1:
            point = {"step": step, "seconds": round(time.process_time() - begun, 1), **tested(weights, others)}
            curve.append(point)
            print(f"{point}, loss {float(loss):.3f}, {time.monotonic() - clock:.0f} s by the clock", flush=True)
    Network(weights).save(given.to)
    given.to.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n")


if __name__ == "__main__":
    main()
