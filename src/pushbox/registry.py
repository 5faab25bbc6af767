"""A registry of things with keys: pushbox's own, those of installed packages, and those that a program registers.

The module of a thing is imported when the thing is first looked up. A package adds things by entry points, whose names
are the keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Generic, TypeVar

from .arguments import check_text, check_type
from .entry_points import all_entry_points, entry_points, load, package_of
from .errors import PushboxError, UnsupportedError
from .sentence import suggestion

_Thing = TypeVar("_Thing")
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(eq=False)
class Registry(Generic[_Thing]):
    """What there is of a `kind`, which messages call a `noun`, one with the key `example`.

    `own` gives for each key of pushbox ``module:name``, `group` is the group of entry points, `key_of` the key of a
    thing, and `prepare` makes of a thing what the registry gives.  `aliases` are other names of keys.
    """

    noun: str
    example: str
    kind: type[_Thing]
    own: Mapping[str, str]
    group: str
    key_of: Callable[[_Thing], str]
    prepare: Callable[[_Thing], _Thing] = lambda thing: thing
    aliases: Mapping[str, str] = field(default_factory=dict)
    registered: dict[str, _Thing] = field(default_factory=dict, init=False)
    _loaded: dict[str, _Thing] = field(default_factory=dict, init=False)

    @property
    def brought(self) -> tuple[str, ...]:
        """The keys from installed packages."""
        return tuple(key for key in entry_points(self.group) if key not in self.own)

    def keys(self) -> tuple[str, ...]:
        """Return all keys: pushbox's own, those of packages, those registered."""
        return (*self.own, *self.brought, *self.registered)

    def find(self, key: str) -> _Thing:
        """Return the thing with a key or an alias.  Raises UnsupportedError for a key that is not registered."""
        if type(key) is str and (known := self.registered.get(key, self._loaded.get(key))) is not None:
            return known  # as nearly always: bulk runs ask of each level
        check_text(self.noun, key, f"the key of a {self.noun}, such as {self.example!r}")
        if key in self.aliases and key not in self.keys():
            key = self.aliases[key]
        if key in self.registered:
            return self.registered[key]
        if key not in self._loaded:
            self._loaded[key] = self.prepare(self._load(key))
        return self._loaded[key]

    def register(self, thing: _Thing) -> _Thing:
        """Add a thing and return it as `find` does.

        Raises UnsupportedError where its key is no short word, or is taken.
        """
        check_type(self.noun, thing, self.kind, f"a {self.kind.__name__}")
        key = self.key_of(thing)
        if not _KEY.fullmatch(key):
            raise UnsupportedError.said("bad-key", key=key[:40], noun=self.noun)
        if key in self.keys():
            raise UnsupportedError.said("second-key", noun=self.noun, key=key)
        self.registered[key] = self.prepare(thing)
        return self.registered[key]

    def unregister(self, key: str) -> None:
        """Remove a thing that was added by `register`. Raises UnsupportedError if the key is not registered."""
        if self.registered.pop(key, None) is None:
            raise UnsupportedError.said("not-registered", key=key[:40], noun=self.noun)

    def faults(self) -> Iterator[tuple[str, str]]:
        """Load what packages bring; yield each thing that cannot be used by its name, with the reason in a sentence."""
        used: set[str] = set()
        for point in all_entry_points(self.group):
            if point.name in self.own:
                yield point.name, f"the package {package_of(point)} brings a {self.noun} that pushbox has itself"
            elif point.name in used:
                yield point.name, f"the package {package_of(point)} brings a {self.noun} that another package brings"
            else:
                used.add(point.name)
                try:
                    self.find(point.name)
                except PushboxError as error:
                    yield point.name, str(error)

    def _load(self, key: str) -> _Thing:
        if key in self.own:
            module, _, name = self.own[key].partition(":")
            thing = getattr(import_module(module), name)
        elif key in self.brought:
            thing = load(entry_points(self.group)[key])
        else:
            known = self.keys()
            close = suggestion(key, (*known, *self.aliases))
            raise UnsupportedError.said(
                "unknown-key", noun=self.noun, key=key[:40], close=close, known=", ".join(known)
            )
        if not isinstance(thing, self.kind) or self.key_of(thing) != key:
            expected = f"a {self.kind.__name__} with that key"
            raise UnsupportedError.said("wrong-thing", thing=thing, noun=self.noun, key=key, expected=expected)
        return thing
