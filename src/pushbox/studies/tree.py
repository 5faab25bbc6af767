"""A study's tree while it is made: nodes that know those played from them, put into order at the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..level import Level
from .values import Study, StudyNode


@dataclass(eq=False, slots=True)
class Draft:
    """A node whose parent and place are not known yet; `branches` are those played from it, the main line first."""

    node: StudyNode
    branches: list[Draft] = field(default_factory=list)


def drafts_of(study: Study) -> list[Draft]:
    """Return the nodes of a study as drafts, in its order."""
    drafts = [Draft(node) for node in study.nodes]
    for draft in drafts[1:]:
        drafts[draft.node.parent].branches.append(draft)
    return drafts


def study_of(level: Level, root: Draft, title: str = "", author: str = "") -> tuple[Study, dict[Draft, int]]:
    """Return the study of a tree, and the index of each of its drafts."""
    indices: dict[Draft, int] = {}
    nodes: list[StudyNode] = []
    waiting = [(root, -1)]
    while waiting:
        draft, parent = waiting.pop()
        indices[draft] = len(nodes)
        nodes.append(replace(draft.node, parent=parent))
        waiting += [(branch, indices[draft]) for branch in reversed(draft.branches)]
    return Study(level, title, author, tuple(nodes)), indices
