"""Draw the curve that `train.py` wrote: python examples/learning/curve.py weights.json docs/images/learning.svg."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "pushbox"  # the same file for the same curve
from matplotlib import pyplot as plt  # noqa: E402

curve = json.loads(Path(sys.argv[1]).read_text("utf-8"))
minutes = [point["seconds"] / 60 for point in curve]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
left.plot(minutes, [point["pushes"] for point in curve])
left.set(title="error of the pushes left", xlabel="minutes of processor time", ylabel="pushes", ylim=(0, None))
right.plot(minutes, [point["push"] for point in curve], label="next push as in the solution")
right.plot(minutes, [point["lost"] for point in curve], label="lost or not")
right.set(title="right answers", xlabel="minutes of processor time", ylim=(0, 1))
right.legend()
figure.savefig(sys.argv[2], metadata={"Date": None})
