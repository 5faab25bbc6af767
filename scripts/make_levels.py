"""Write the levels of the campaign and of the other games into `src/pushbox/levels/packs/`.

    python scripts/make_levels.py campaign        all packs of the campaign, or those of the numbers that follow
    python scripts/make_levels.py order           the packs as they are, rated and put in order anew, all or those whose
                                                  names follow; the packs of the campaign get notes anew
    python scripts/make_levels.py notes           the packs of the campaign as they are, with notes anew, all or those
                                                  whose names follow
    python scripts/make_levels.py spread          levels change packs until difficulty rises from each pack to the next
    python scripts/make_levels.py candidates FILE adds levels with themes to a file, until it is stopped
    python scripts/make_levels.py themes FILE     packs of the campaign with a theme each, chosen from such a file
    python scripts/make_levels.py drafts FILE     adds levels for bosses to a file until it is stopped, of all buildings
                                                  or of those whose names follow
    python scripts/make_levels.py bosses FILE     the pack of bosses, chosen from such a file or several
    python scripts/make_levels.py games           a collection for each other game, or for those that follow: it keeps
                                                  the levels it has and gets those that are missing

Seeds are fixed: the same generator and solver make the same levels.  A collection of another game takes ten seconds to
four minutes, the campaign an hour, so what it writes is part of the repository.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

from levels import bosses, campaign, family, notes, themed

from pushbox import builtin, formats
from pushbox.level import Collection, Level
from pushbox.levels import names as shipped_names
from pushbox.levels import path as shipped_path

ROOT = Path(__file__).parent.parent / "src" / "pushbox"
FOLDER = ROOT / "levels" / "packs"
WORDS = ROOT / "client" / "i18n" / "de" / "levels.json"
AUTHOR = "the pushbox authors"
BOSSES = "campaign-18"


def titles() -> list[str]:
    """Return all titles of two words, shuffled.  The words are the keys by which other languages say them."""
    keys = json.loads(WORDS.read_text(encoding="utf-8"))
    first, second = (
        [key.removeprefix(place) for key in keys if key.startswith(place)]
        for place in ("level.first.", "level.second.")
    )
    every = [f"{one} {other}" for one, other in product(first, second)]
    Random(1).shuffle(every)
    return every


def make_campaign(numbers: Sequence[str]) -> None:
    """Write packs of the campaign, all or those of some numbers."""
    for number, pack in enumerate(campaign.PACKS, 1):
        if not numbers or str(number) in numbers:
            levels = campaign.ordered(campaign.levels_of(pack, number, show))
            names = titles()[(number - 1) * campaign.LEVELS :]
            write(f"campaign-{number:02}.xsb", pack.title, levels, names)


def order_packs(names: Sequence[str]) -> None:
    """Rate the levels of packs and put them in order anew, all that have ratings or those of some names."""
    for name in shipped_names():
        if "Difficulty" in dict(builtin(name)[0].headers) and (not names or name in names):
            rewrite(name, campaign.rated_anew(builtin(name)))


def note_campaign(names: Sequence[str]) -> None:
    """Write notes anew into the packs of the campaign, all or those of some names."""
    for name in shipped_names():
        if name.startswith("campaign-") and (not names or name in names):
            rewrite(name, builtin(name))


def rewrite(name: str, levels: Sequence[Level]) -> None:
    """Write levels of a pack in the place of those that it has, with notes anew if it is one of the campaign."""
    if name == BOSSES:
        levels = bosses.noted(levels)
    elif name.startswith("campaign-"):
        is_themed = themed.HEADER in dict(levels[0].headers)
        levels = campaign.noted(levels, notes.THEMED if is_themed else notes.SENTENCES)
    write(shipped_path(name).name, builtin(name).title, levels, [level.title for level in levels])


def spread_campaign(numbers: Sequence[str]) -> None:
    """Move levels between the packs of some numbers, of all that have no theme without; they get notes anew."""
    chosen = [number for number in range(1, len(campaign.PACKS) + 1) if not numbers or str(number) in numbers]
    packs = [formats.read_file(FOLDER / f"campaign-{number:02}.xsb") for number in chosen]
    for number, levels in zip(chosen, campaign.spread(packs), strict=True):
        written = campaign.noted(levels)
        write(f"campaign-{number:02}.xsb", campaign.PACKS[number - 1].title, written, [one.title for one in written])


def make_candidates(files: Sequence[str]) -> None:
    """Add candidates to a file, without end."""
    themed.accumulate(Path(files[0]), show)


def make_themes(files: Sequence[str]) -> None:
    """Write the packs with themes, of the candidates of a file."""
    candidates = themed.read(Path(files[0]))
    shipped = [level for name in shipped_names() for level in builtin(name)]
    kept = [level for level in shipped if themed.HEADER not in dict(level.headers)]
    others = [level for level in kept if not level.options and level.game == "sokoban"]
    taken = {level.title for level in kept}
    free = [title for title in titles() if title not in taken]
    for pack in themed.PACKS:
        levels = themed.levels_of(pack, candidates, others)
        others += levels
        number = int(pack.title.removeprefix("Campaign ").partition(":")[0])
        write(f"campaign-{number:02}.xsb", pack.title, levels, themed.titles_of(pack, free))


def make_drafts(words: Sequence[str]) -> None:
    """Add levels for bosses to a file, without end, of all buildings or of some."""
    bosses.accumulate(Path(words[0]), words[1:], show)


def make_bosses(files: Sequence[str]) -> None:
    """Write the pack of bosses, of the levels of some files."""
    others = [level for name in shipped_names() if name != BOSSES for level in builtin(name)]
    plain = [level for level in others if not level.options and level.game == "sokoban"]
    drafts = [candidate for name in files for candidate in bosses.read(Path(name))]
    levels = bosses.levels_of(drafts, plain, len(campaign.PACKS), show)
    write(f"{BOSSES}.xsb", bosses.TITLE, levels, [level.title for level in levels])


def make_games(keys: Sequence[str]) -> None:
    """Write the collections of the other games, all or some: what they have stays, and they get what is missing."""
    for game in family.GAMES:
        if not keys or game.collection.removesuffix("-puzzles") in keys:
            shipped = {name: builtin(name) for name in shipped_names()}
            known = [*shipped[game.collection]] if game.collection in shipped else []
            levels = family.levels_of(game, known, show)
            taken = {level.title for collection in shipped.values() for level in collection}
            write(f"{game.collection}.json", game.title, levels, family.titles_of(game, levels, taken))


def write(name: str, title: str, levels: Sequence[Level], names: Sequence[str]) -> None:
    """Write a collection, its levels with titles."""
    titled = tuple(replace(level, title=name) for level, name in zip(levels, names, strict=False))
    collection = Collection(titled, title=title, author=AUTHOR)
    (FOLDER / name).write_text(formats.write(collection, format=Path(name).suffix[1:]), encoding="utf-8")
    show(f"{name}: {len(titled)} levels")


def show(text: str) -> None:
    """Show how far it is."""
    print(text, flush=True)


if __name__ == "__main__":
    commands = {
        "campaign": make_campaign,
        "order": order_packs,
        "notes": note_campaign,
        "spread": spread_campaign,
        "candidates": make_candidates,
        "themes": make_themes,
        "drafts": make_drafts,
        "bosses": make_bosses,
        "games": make_games,
    }
    commands[sys.argv[1]](sys.argv[2:])
