"""The base of all requests and responses, and the descriptions of routes."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from typing import Any, Self

from fastapi import APIRouter
from fastapi.params import Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, model_validator

from ..bodies import JsonRoute
from ..errors import ErrorBody

Values = dict[str, Any]

_SURROGATE = re.compile("[\ud800-\udfff]")


class RequestModel(BaseModel):
    """The body of a request: unknown fields are refused, and characters that no text has."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, value: object) -> object:
        values: list[object] = [value]
        for one in values:  # grows while it is walked
            if isinstance(one, dict):
                values += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                values += one
            elif isinstance(one, str) and not one.isascii() and _SURROGATE.search(one):
                message = "found half of a character, expected text"
                raise ValueError(message)
        return value


class ResponseModel(BaseModel):
    """The body of a response, which is made of the attributes of a value."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def from_value(cls, value: object, **fields: Any) -> Self:
        """Return the response with some fields given, the others taken from the attributes of a value."""
        names = cls.model_fields.keys() - fields.keys()
        return cls(**{name: getattr(value, name) for name in names if hasattr(value, name)}, **fields)


def one_of(fault: str, *names: str) -> Any:
    """Return the check of a model that just one of some fields is given; `fault` says so."""

    def check(body: BaseModel) -> BaseModel:
        if sum(getattr(body, name) is not None for name in names) != 1:
            raise ValueError(fault)
        return body

    return model_validator(mode="after")(check)


def example(**fields: Any) -> ConfigDict:
    """Return the configuration of a model whose description shows an example."""
    return ConfigDict(json_schema_extra={"example": fields})


def examples(*values: Values) -> ConfigDict:
    """Return the configuration of a model whose description shows several examples."""
    return ConfigDict(json_schema_extra={"examples": [*values]})


_ERROR_DESCRIPTIONS = {
    403: "The request is not allowed for you, or does not come from a page of this server.",
    404: "The resource does not exist, or you may not see it.",
    409: "The request conflicts with what exists.",
    413: "The request is larger than this server accepts.",
    415: "The body is not JSON, or it is compressed.",
    422: "The request is not valid.",
    429: "Too many requests in a short time, or more than one visitor may keep; the header Retry-After may be set.",
    500: "The server has failed.",
    503: "The library is busy or out of reach for a moment; the header Retry-After says when to try again.",
    507: "The library has no room: nothing was changed.",
}


def described(summary: str, rate: Depends, *codes: int, content: Values | None = None) -> Values:
    """Return the arguments of a route of `ApiRouter`: a summary, its rate limit, and errors that are its own.

    `content` describes the response by its media type, where the model of the route does not say it all.
    """
    responses: dict[int, Values] = {code: {} for code in codes}
    if content is not None:
        responses[200] = {"content": content}
    return {"summary": summary, "dependencies": [rate], "responses": responses}


class ApiRouter(APIRouter):
    """The routes of a part of the API.

    An operation is named by its function: `list_games` is listGames. It answers with the errors of all routes, and
    those of changes, of paths with parameters, and of bodies if it is or has one.
    """

    def __init__(self, *, route_class: type[APIRoute] = JsonRoute, **options: Any) -> None:
        super().__init__(route_class=route_class, **options)

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add a route, with its name and errors described."""
        content = options["responses"].pop(200, None)
        codes = {*options["responses"], 429, 500, 503, 507}
        if options["methods"] != ["GET"]:
            codes.add(403)
        if "{" in path:
            codes |= {404, 422}
        if "body" in signature(endpoint).parameters:
            codes |= {413, 415, 422}
        error: Values = {"model": ErrorBody}
        if content and "application/json" not in content["content"]:  # the framework would give errors the same type
            error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}}
        options["responses"] = {200: content} if content else {}
        options["responses"] |= {code: error | {"description": _ERROR_DESCRIPTIONS[code]} for code in sorted(codes)}
        first, *words = endpoint.__name__.split("_")
        options["operation_id"] = options["operation_id"] or first + "".join(map(str.capitalize, words))
        super().add_api_route(path, endpoint, **options)
