"""Why a level has no solution, in words."""

from __future__ import annotations

from ..sentence import Sentence, template_of


def proof_sentence(name: str) -> Sentence:
    """Return the sentence of a kind of proof, by its name in the core.

    >>> proof_sentence("dead-square")
    'a box stands on a dead square'
    """
    code = f"unsolvable.{name}"
    return Sentence(code, template_of(code), {})
