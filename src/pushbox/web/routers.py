"""Routers that packages bring by the group ``pushbox.routers``; each serves paths below ``/api/NAME``."""

from __future__ import annotations

import logging

from fastapi import APIRouter, FastAPI

from ..registry import Registry

_PREFIX = "/api/"
# What pushbox serves itself below /api; a test compares it with the routes of the app.
_OWN = """
accounts analyse campaign check classes collections comments daily draft-links dump feed.atom formats games jobs
levels levels-near login logout me metrics plays profiles publish puzzles read read-files reconstruct recover
reports rooms searches share storms studies studies-read trace unshare verify write
""".split()

ROUTERS: Registry[APIRouter] = Registry(
    "router",
    "tournaments",
    APIRouter,
    dict.fromkeys(_OWN, ""),
    "pushbox.routers",
    lambda router: router.prefix.removeprefix(_PREFIX),
)


def install(app: FastAPI) -> None:
    """Add the routers of packages to an app.  One that cannot be used is left out and logged: the server starts."""
    faults = dict(ROUTERS.faults())
    for key, reason in faults.items():
        logging.getLogger(__name__).warning("the router %s is left out: %s", key, reason)
    for key in ROUTERS.brought:
        if key not in faults:
            app.include_router(ROUTERS.find(key))
