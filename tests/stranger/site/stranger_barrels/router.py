"""``/api/barrels``."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(prefix="/api/barrels")


@router.get("/largest")
def largest() -> dict[str, int]:
    return {"litres": 954}
