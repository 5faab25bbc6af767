"""What the stars of a solution advise, in a sentence."""

from __future__ import annotations

from ..play.stars import Advice
from ..sentence import say

ADVICE: dict[Advice, str] = {
    "fewest": say("advice-fewest"),
    "fewer": say("advice-fewer"),
    "moves": say("advice-moves"),
    "shortest": say("advice-shortest"),
    "next": say("advice-next"),
    "first": say("advice-first"),
}
