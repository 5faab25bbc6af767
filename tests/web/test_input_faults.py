"""What is wrong with a request is a sentence, too, which German and Chinese say."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pushbox.sentence import translate
from pushbox.web.input_faults import sentence_of


class _Part(BaseModel):
    pass


class _Body(BaseModel):
    """A field for each kind of fault."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field("ab", min_length=2, max_length=3)
    whole: int = Field(1, ge=1, le=9)
    number: float = 0.5
    flag: bool = True
    several: list[int] = Field([], max_length=1)
    part: _Part = _Part()
    word: Literal["a", "b"] = "a"
    needed: int


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "body.needed: field required", "body.needed: dieses Feld fehlt"),
    ({"more": 1}, "body.more: extra inputs are not permitted", "body.more: dieses Feld gibt es nicht"),
    ({"text": 1}, "body.text: input should be a valid string", "body.text: erwartet: ein Text"),
    ({"text": "a"}, "body.text: string should have at least 2 characters", "body.text: erwartet: mindestens 2 Zeichen"),
    ({"text": "abcd"}, "body.text: string should have at most 3 characters", "body.text: höchstens 3 Zeichen erlaubt"),
    ({"whole": []}, "body.whole: input should be a valid integer", "body.whole: erwartet: eine ganze Zahl"),
    ({"whole": "x"}, "body.whole: input should be a valid integer, unable", "body.whole: erwartet: eine ganze Zahl"),
    ({"whole": 0}, "body.whole: input should be greater than or equal to 1", "body.whole: erwartet: mindestens 1"),
    ({"whole": 10}, "body.whole: input should be less than or equal to 9", "body.whole: erwartet: höchstens 9"),
    ({"number": []}, "body.number: input should be a valid number", "body.number: erwartet: eine Zahl"),
    ({"flag": []}, "body.flag: input should be a valid boolean", "body.flag: erwartet: true oder false"),
    ({"several": 1}, "body.several: input should be a valid list", "body.several: erwartet: eine Liste"),
    (
        {"several": [1, 2]},
        "body.several: list should have at most 1 item",
        "body.several: 2 Einträge; höchstens 1 Eintrag",
    ),
    ({"part": 1}, "body.part: input should be a valid dictionary or object", "body.part: erwartet: ein Objekt"),
    ({"word": "c"}, "body.word: input should be 'a' or 'b'", "body.word: erwartet: 'a' or 'b'"),
    ({"needed": 2.5}, "body.needed: input should be a valid integer, got a number", "body.needed: input should be"),
]


@pytest.mark.parametrize(("given", "english", "german"), FAULTS)
def test_a_fault_is_said_in_every_language(given: dict[str, Any], english: str, german: str) -> None:
    """The place and what was expected there; a rare fault in the words of pydantic."""
    with pytest.raises(ValidationError) as raised:
        _Body.model_validate({"needed": 1} | given if given else {}, from_attributes=True)
    (fault,) = raised.value.errors()
    sentence = sentence_of(dict(fault) | {"loc": ("body", *fault["loc"])})
    assert sentence.startswith(english)
    assert translate(sentence, "de").startswith(german)
