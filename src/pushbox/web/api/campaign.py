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

    `fewest` counts your levels in the fewest pushes without assists, `hardest` is the last level, and `boss` the one at
    the end of a pack of the road. A closed pack opens with `needs` more solved levels of the pack `after`, the last one
    and its paths also with `stars` more in the fewest pushes.
    """

    collection: CollectionOut
    branches_off: int | None
    fewest: int
    hardest: LevelOut
    boss: LevelOut | None
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
    idents = {ident for place in places for ident in (place.hardest, place.boss) if ident is not None}
    shown = levels_out(library, [bare(store.levels.get(library, ident)) for ident in sorted(idents)], visitor)
    by_id = {level.id: level for level in shown}
    on_the_map = [
        PackOut.from_value(
            place,
            collection=pack.model_copy(update={"cover": None}),
            hardest=by_id[place.hardest],
            boss=None if place.boss is None else by_id[place.boss],
        )
        for place, pack in zip(places, packs, strict=True)
    ]
    return Campaign(packs=on_the_map)
