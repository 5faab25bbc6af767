"""Certificates: claims about a level with evidence that an independent checker goes through again.

`certify` makes one, `write` gives its text, and `check` returns the certificate that a text is, or refuses it, or
raises OutOfTime: then nothing is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deadline import OutOfTime
from .checker import check
from .claim import Certificate, Claim, InvalidCertificate, MalformedCertificate, Proof, UncertifiedError
from .text import write

if TYPE_CHECKING:
    from .make import Certified, certify

__all__ = [
    "Certificate", "Certified", "Claim", "InvalidCertificate", "MalformedCertificate", "OutOfTime", "Proof",
    "UncertifiedError", "certify", "check", "write",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import the functions that make certificates, and the solver, on first use; the checker needs neither."""
    if name in ("Certified", "certify"):
        from . import make

        return getattr(make, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
