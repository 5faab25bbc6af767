"""Read printed sentences back: their code and parameters, by the English texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pushbox.analysis.texts import texts


class Said(NamedTuple):
    """A sentence: the key of its text, and the words in the places of its parameters."""

    code: str
    params: Mapping[str, str]

    def number(self, name: str) -> int:
        """Return a parameter that is a whole number."""
        return int(self.params[name].replace(",", ""))

    def names(self, name: str) -> list[str]:
        """Return a parameter that lists cells; those that are only counted are left out."""
        listed = re.sub(r" and \d+ more$", "", self.params[name])
        return re.split(r", | and ", listed)

    def with_param(self, name: str, value: str) -> Said:
        """Return the sentence with another parameter."""
        return self._replace(params={**self.params, name: value})


def codes(*families: str) -> list[str]:
    """Return the keys of the texts of some families, "review"."""
    return [key for key in texts("en") if key.partition(".")[0] in families]


def read_back(text: str, family: str, *, but: str = "") -> Said:
    """Return what a text says, in another code than one.  Fails for a text that no key has, or more than one."""
    keys = (key for key in codes(family) if key != but)
    found = [Said(key, params) for key in keys if (params := _params(text, texts("en")[key])) is not None]
    assert len(found) == 1, (text, [said.code for said in found])
    return found[0]


def _params(text: str, template: str) -> dict[str, str] | None:
    pattern = "".join(_patterns(template))
    match = re.fullmatch(pattern, text)
    return None if match is None else match.groupdict()


def _patterns(template: str) -> Iterator[str]:
    known: set[str] = set()
    for part in re.split(r"(\{\w+\})", template):
        if not part.startswith("{"):
            yield re.escape(part)
        elif part in known:
            yield f"(?P={part[1:-1]})"
        else:
            known.add(part)
            yield f"(?P<{part[1:-1]}>.+?)"
