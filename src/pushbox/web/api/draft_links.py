"""Links by which others test a collection of yours before it is published."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Annotated

from pydantic import Field

from ... import store
from ..dependencies import Library
from ..identity_cookie import CurrentVisitor, hashed
from ..rate_limits import READS, WRITES
from .access import OwnCollection
from .models import ApiRouter, RequestModel, ResponseModel, described, example, examples

router = ApiRouter(prefix="/api", tags=["collections"])

_CODE = "8nB3V0m5qkJr1cTz7yWx2aLs4dFg6hKp9uQeRt0YiOo"


class DraftCommentOut(ResponseModel):
    """A comment on a level of a collection, by the account with a `name`."""

    id: int
    level: int
    number: int
    title: str
    name: str
    text: str
    made: datetime


class DraftLinkOut(ResponseModel):
    """When the link of a collection was made, null without one, how many have followed it, and the last comments."""

    model_config = example(
        made="2026-01-01T00:00:00Z",
        testers=1,
        comments=[
            {"id": 3, "level": 7, "number": 2, "title": "Aisle", "name": "Ada", "text": "The last push is a surprise."}
            | {"made": "2026-01-02T00:00:00Z"}
        ],
    )

    made: datetime | None
    testers: int
    comments: list[DraftCommentOut]


class NewDraftLink(ResponseModel):
    """The code of a new link, which is shown once: the link is ``/collection#test=CODE``."""

    model_config = example(code=_CODE)

    code: str


class CodeIn(RequestModel):
    """The code of a link."""

    model_config = examples({"code": _CODE})

    code: Annotated[str, Field(min_length=1, max_length=100)]


class TestedOut(ResponseModel):
    """The collection that you test."""

    model_config = example(collection=4)

    collection: int


@router.get("/collections/{collection}/draft-link", **described("The link for testers", READS, 403))
def get_draft_link(entry: OwnCollection, library: Library) -> DraftLinkOut:
    """Return when the link of a collection of yours was made, how many have followed it, and the newest comments."""
    link = store.draft_links.get(library, entry.id)
    found = store.draft_links.newest_comments(library, entry.id)
    return DraftLinkOut(
        made=link and link.made,
        testers=link.testers if link else 0,
        comments=[DraftCommentOut.from_value(one, name=one.account) for one in found],
    )


@router.post(
    "/collections/{collection}/draft-link", status_code=201, **described("Make a link for testers", WRITES, 409)
)
def make_draft_link(entry: OwnCollection, library: Library) -> NewDraftLink:
    """Make a link by which others play a collection of yours before it is published, and comment with an account.

    It takes the place of the link that there is, and ends when you revoke it or publish.
    """
    code = secrets.token_urlsafe(32)
    store.draft_links.make(library, entry.id, hashed(code))
    return NewDraftLink(code=code)


@router.delete("/collections/{collection}/draft-link", status_code=204, **described("End a link for testers", WRITES))
def end_draft_link(entry: OwnCollection, library: Library) -> None:
    """End the link of a collection of yours: those who have followed it see the collection no more."""
    store.draft_links.end(library, entry.id)


@router.post("/draft-links", **described("Follow a link for testers", WRITES, 404))
def follow_draft_link(body: CodeIn, library: Library, visitor: CurrentVisitor) -> TestedOut:
    """See the collection of a link, until the link ends."""
    return TestedOut(collection=store.draft_links.follow(library, hashed(body.code), visitor.id))
