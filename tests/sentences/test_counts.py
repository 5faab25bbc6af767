"""A count of one has a text of its own where the plural would be wrong."""

from __future__ import annotations

import re

from pushbox.sentence import LANGUAGES, say, translate

from .texts import ENGLISH, SINGULARS, placeholders


def test_a_singular_has_no_plural() -> None:
    """In English too, where a sentence has one; each says what the plural says, but for the number."""
    assert len(SINGULARS) > 20
    assert sorted(code for code in SINGULARS if code.removesuffix(".one") not in ENGLISH) == []
    for code, text in SINGULARS.items():
        assert placeholders(text) == placeholders(ENGLISH[code.removesuffix(".one")]) - {"count"}
    one = say("at-least-pushes", count=1)
    assert [translate(one, language) for language in LANGUAGES] == [
        "at least 1 push is needed", "mindestens 1 Schub ist nötig", "至少需要 1 次推动"
    ]  # fmt: skip
    assert say("at-least-pushes", count=2) == "at least 2 pushes are needed"
    assert one.to_json()["code"] == "at-least-pushes"


NEVER_ONE = {
    "acts-times",  # of what may act once
    "add-one-level",  # of several
    "answer-several",
    "click-needs-values",
    "collections-named",
    "console-one-level",  # found none or several
    "list-players",
    "one-level-for",
    "pddl-one-player",
    "pddl-things",
    "pieces-on-one",
    "branch-count",  # shown where there are several
    "label-uses",
    "said-times",  # of what is said again
    "way-of-cells",
    "certificate-position-lines",  # of as many signs as any line
    "collection-name-length",  # which may have one
    "cells-range",
    "comment-length",
    "moves-on-board",  # too large a board for them
    "no-end-of-level",  # after very many
    "reason-length",
    "snapshot-name",
    "tag-length",
}


PLURAL = re.compile(r"\{count(?::,)?\} (?:different |people |(?!is |has |was |as )[a-z]+s\b)")


LIMIT = re.compile(r"expected at most|which is all|is full|more than|too few|already|may keep|more are not kept")


def test_a_count_of_one_has_a_singular() -> None:
    """In English: where the number stands before a plural, and is no limit, all of which are above one."""
    plural = {code for code, text in ENGLISH.items() if PLURAL.search(text)}
    assert len(plural) > 80
    assert {code for code in NEVER_ONE if f"{code}.one" in SINGULARS} == set()
    limits = {code for code in plural if LIMIT.search(ENGLISH[code])}
    assert sorted(plural - limits - NEVER_ONE - {code.removesuffix(".one") for code in SINGULARS}) == []
    said = [say("off-goal", count=1), say("boxes-gone", count=1), say("pushers", count=1)]
    assert [translate(one, "de") for one in said] == [
        "1 Kiste steht nach dem letzten Zug nicht auf einem Ziel", "1 Kiste ist weg", "1 Schieber gefunden"
    ]  # fmt: skip
    assert said == ["1 box is not on a goal after the last move", "1 box is gone", "found 1 pusher"]
