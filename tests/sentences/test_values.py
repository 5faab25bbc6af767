"""A sentence is a value: its English text to whatever prints it, with what other languages need."""

from __future__ import annotations

import copy
import errno
import ssl

from tests.commands import run

from pushbox import errors
from pushbox.errors import FormatError
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS
from pushbox.sentence import LANGUAGES, counted, place, say, to_json, translate, word

from .texts import ENGLISH, TEXTS, placeholders


def test_a_sentence_is_its_english_text() -> None:
    """To whatever prints, compares, copies it; an error keeps the sentence that it was raised with."""
    sentence = say("boxes-and-goals", boxes=counted(1, "box"), goals=counted(1200, "goal"))
    assert sentence == "found 1 box and 1200 goals"
    assert hash(sentence) == hash("found 1 box and 1200 goals")
    assert repr(sentence) == "'found 1 box and 1200 goals'"
    for copied in (copy.copy(sentence), copy.deepcopy(sentence), str(sentence)):
        assert to_json(copied) == to_json(sentence)
    assert translate(sentence, "de") == "1 Kiste und 1200 Ziele gefunden"
    error = FormatError(sentence, line=3, column=4)
    assert translate(str(error), "zh") == "第 3 行第 4 列：有 1 个箱子和 1200 个目标"
    assert translate(str(copy.deepcopy(error)), "zh") == translate(str(error), "zh")


def test_a_parameter_is_shown_as_in_english() -> None:
    """Quoted, or with commas between thousands; braces of a foreign text are no parameters."""
    sentence = say("too-many-moves", count=70000, most=5000)
    assert sentence.to_json() == {
        "code": "too-many-moves",
        "params": {"count": "70,000", "most": "5,000"},
        "text": "found 70,000 moves, expected at most 5,000",
    }
    assert translate(sentence, "de") == "70,000 Züge; höchstens 5,000 erlaubt"
    foreign = word("colour", "{count}")
    german = TEXTS["de"]["no-such-stone"].replace("{colour}", "{count}")
    assert translate(say("no-such-stone", colour=foreign), "de") == german
    assert translate("{count}", "de") == "{count}"
    assert translate(place(4), "xx") == "line 4"


def test_a_noun_has_its_article_in_german() -> None:
    """Of a piece, terrain, or either with a number, a colour or a direction; a noun without a gender has none."""
    red = say("label-with", words=word("colour", "red"), noun=word("piece", "stone"))
    numbered = say("label-numbered", noun=word("terrain", "goal"), number=3)
    said = [
        say("the-noun", noun=word("piece", "box")), say("the-noun", noun=red), say("the-at", noun=red, cell="B2"),
        say("onto-a", noun=numbered), say("onto-a", noun=word("terrain", "weak")),
        say("onto-a", noun=word("terrain", "x")),
        say("is-now", was=word("terrain", "weak"), cell="B2", now=word("terrain", "hole")),
        say("the-noun", noun=say("label-fixed-stone")), say("the-at", noun=say("label-fixed-stone"), cell="B2"),
    ]  # fmt: skip
    assert [translate(one, "de") for one in said] == [
        "die Kiste", "den Stein (rot)", "der Stein (rot) auf B2", "auf ein Ziel 3", "auf eine brüchige Platte", "auf x",
        "die brüchige Platte auf B2 ist jetzt Loch", "den Stein (fest)", "der Stein (fest) auf B2",
    ]  # fmt: skip
    genders = {key: text for key, text in TEXTS["de"].items() if key.startswith("gender.")}
    assert {f"gender.terrain.{kind}" for kind in TERRAIN_KINDS} <= genders.keys()
    assert {f"gender.piece.{kind}" for kind in PIECE_KINDS} <= genders.keys()
    variants = {key[:-2] for key in TEXTS["de"] if key.endswith((".f", ".m", ".n"))}
    for code in variants:
        assert {placeholders(TEXTS["de"][f"{code}.{gender}"]) == placeholders(ENGLISH[code]) for gender in "fmn"} == {
            True
        }


def test_the_operating_system_speaks_every_language() -> None:
    """Of what is wrong with a file; other errors keep their numbers' own texts, such as those of a connection."""
    for number in (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EEXIST, errno.EROFS):
        text = errors.why_of(OSError(number, "as the system says it"))
        assert {translate(text, language) for language in LANGUAGES} >= {text}
        assert len({translate(text, language) for language in LANGUAGES}) == 3
    assert errors.why_of(ssl.SSLError(1, "not this certificate")) == "not this certificate"  # 1 is EPERM of the system
    assert errors.why_of(ValueError("no number")) == "no number"
    assert run("--lang", "de", "solve", "nothing.xsb").err == "pushbox: nothing.xsb: Datei oder Ordner nicht gefunden\n"
    assert run("--lang", "zh", "solve", ".").err == "pushbox: .：是一个目录\n"
