"""Plots of searches and solutions; those that use Matplotlib need pushbox[plots].

`cactus` compares solver runs, `search_progress` shows one search, `solution_profile` a solution move by move, and
`push_map` the cells it pushes on. All take values of the library and return a plot that saves itself and shows in a
notebook.
"""

from __future__ import annotations

from .chart import Chart
from .pushes import push_map, pushes_by_cell
from .searches import cactus, search_progress
from .solution import solution_profile

__all__ = ["Chart", "cactus", "push_map", "pushes_by_cell", "search_progress", "solution_profile"]
