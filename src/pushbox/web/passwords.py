"""New passwords: which are refused because they are guessed first.

`zxcvbn` has the lists of common passwords, names and words, and estimates how many guesses a password takes.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

from .. import games
from ..sentence import say
from ..store.fulltext import fold
from .errors import ApiError

MIN_LENGTH, MAX_LENGTH = 8, 200  # characters
_MIN_SCORE = 2  # of zxcvbn's 0 to 4: a million guesses are not enough
_MIN_REST = 4  # characters beside the name of the account

_JUDGED = 72  # characters; zxcvbn takes the square of the length in time
_MAX_SUBSTITUTES = 5  # signs that may stand for letters; zxcvbn tries out all combinations of those that there are
_SITE_WORDS = ("pushbox", *games.keys())

_estimating = Lock()  # zxcvbn keeps the words of one call in a table that all calls share


def check(name: str, password: str) -> None:
    """Raise ApiError, with the reason, for a password that an account with this name may not have."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ApiError.said("bad-input", "password-length", count=len(password), minimum=MIN_LENGTH, maximum=MAX_LENGTH)
    if password.casefold() in _common_passwords():
        raise ApiError.said("bad-input", "password-common")
    own = "".join(fold(name).split())
    rest = "".join(fold(password).split()).replace(own, "") if own else password
    if len(rest) < _MIN_REST:
        raise ApiError.said("bad-input", "password-name")
    estimate = _estimate(password, [name, own, *fold(name).split(), *_SITE_WORDS])
    if estimate["score"] < _MIN_SCORE:
        why = _WARNINGS.get(estimate["feedback"]["warning"]) or say("password-short")
        raise ApiError.said("bad-input", "password-weak", why=why)


_WARNINGS = {  # of zxcvbn
    "Straight rows of keys are easy to guess.": say("password-row"),
    "Short keyboard patterns are easy to guess.": say("password-pattern"),
    'Repeats like "aaa" are easy to guess.': say("password-repeat"),
    'Repeats like "abcabcabc" are only slightly harder to guess than "abc".': say("password-repeats"),
    'Sequences like "abc" or "6543" are easy to guess.': say("password-sequence"),
    "Recent years are easy to guess.": say("password-year"),
    "Dates are often easy to guess.": say("password-date"),
    "This is a top-10 common password.": say("password-very-common"),
    "This is a top-100 common password.": say("password-very-common"),
    "This is a very common password.": say("password-very-common"),
    "This is similar to a commonly used password.": say("password-similar"),
    "A word by itself is easy to guess.": say("password-word"),
    "Names and surnames by themselves are easy to guess.": say("password-names"),
    "Common names and surnames are easy to guess.": say("password-names"),
}


def _estimate(password: str, words: list[str]) -> dict[str, Any]:
    from zxcvbn import zxcvbn

    with _estimating:
        estimate: dict[str, Any] = zxcvbn(_with_few_substitutes(password[:_JUDGED]), user_inputs=words)
    return estimate


def _with_few_substitutes(password: str) -> str:
    """Return a password that keeps only the first few kinds of signs that may stand for letters.

    Every other such sign becomes a character without a meaning, which is not easier to guess.
    """
    from zxcvbn.matching import L33T_TABLE

    substitutes = {sign for signs in L33T_TABLE.values() for sign in signs}
    used = [sign for sign in dict.fromkeys(password) if sign in substitutes]
    return password.translate({ord(sign): 0xE000 + ord(sign) for sign in used[_MAX_SUBSTITUTES:]})


@cache
def _common_passwords() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
