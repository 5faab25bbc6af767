"""The campaign as a map: its packs, what is open to the visitor, and what opens the rest."""

from __future__ import annotations

from ... import store
from ..dependencies import Library
from ..identity_cookie import OptionalVisitor
from ..rate_limits import READS
from .access import CollectionOut, bare, collections_out, levels_out, viewer_id
from .models import ApiRouter, ResponseModel, described
from .schemas import LevelOut

router = ApiRouter(prefix="/api/campaign", tags=["you"])


class PackOut(ResponseModel):
    """A pack on the map; `branches_off` is the pack of the road that a path leaves it at, null for a pack of the road.

    `fewest` counts your levels in the fewest pushes without assists, `boss` is the hardest level. A closed pack opens
    with `needs` more solved levels of the pack `after`, the last one also with `stars` more in the fewest pushes.
    """

    collection: CollectionOut
    branches_off: int | None
    fewest: int
    boss: LevelOut
    is_open: bool
    after: int | None
    needs: int
    stars: int


class Campaign(ResponseModel):
    """The packs in the order of the road, each followed by the paths that branch off it."""

    packs: list[PackOut]


@router.get("", **described("The campaign as a map", READS))
def get_campaign(library: Library, visitor: OptionalVisitor) -> Campaign:
    """Return the packs of the campaign with your progress, what is open to you, and what opens the rest."""
    places = store.campaign.places(library, viewer_id(visitor))
    packs = collections_out(library, [place.collection for place in places], visitor)
    bosses = levels_out(library, [bare(store.levels.get(library, place.boss)) for place in places], visitor)
    shown = [
        PackOut.from_value(place, collection=pack.model_copy(update={"cover": None}), boss=boss)
        for place, pack, boss in zip(places, packs, bosses, strict=True)
    ]
    return Campaign(packs=shown)
