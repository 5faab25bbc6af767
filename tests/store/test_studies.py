"""Studies in a library: kept under keys that nobody guesses, and gone with their owner."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pushbox import store
from pushbox.errors import NotFound, StoreError
from pushbox.levels import builtin
from pushbox.studies import Study, StudyNode, say, study_of_level


def test_a_study_is_kept_changed_and_removed(make_url: Callable[[], str]) -> None:
    """Whoever has its key gets it as it was kept."""
    study = study_of_level(builtin("lessons")[9])
    with store.open(make_url()) as library:
        entry = store.studies.add(library, study, owner="ann")
        assert len(entry.key) >= 16
        assert store.studies.get(library, entry.key).study == study
        changed = say(study, 0, comment="First.")
        assert store.studies.replace(library, entry.key, changed).study == changed
        other = store.studies.add(library, study, owner="bob")
        assert [one.key for one in store.studies.listing(library, "ann", "bob")] == [other.key, entry.key]
        assert store.studies.count(library, "ann") == 1
        store.studies.delete(library, other.key)
        for act in (store.studies.get, store.studies.delete):
            with pytest.raises(NotFound, match="no study"):
                act(library, other.key)
        store.accounts.delete_visitor(library, "ann")
        assert store.studies.count(library, "ann") == 0


def test_a_study_that_is_too_long_is_refused(make_url: Callable[[], str]) -> None:
    """A library keeps a million characters of each."""
    comments = tuple(StudyNode(index - 1, "l" if index else "", "x" * 8_000) for index in range(130))
    with store.open(make_url()) as library, pytest.raises(StoreError, match="at most 1,000,000"):
        store.studies.add(library, Study(builtin("lessons")[9], nodes=comments), owner="ann")
