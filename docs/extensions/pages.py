"""Pages that are made when the site is built, and what must have a page for the build to succeed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from sphinx.errors import SphinxError

import pushbox
from pushbox import cli, formats, games, levels
from pushbox.render import skins
from pushbox.web.app import create_app

from .campaign import campaign_table
from .keys import keys_page
from .notebook import notebook_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GENERATED = Path(__file__).parents[1] / "generated"
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the pages before the sources are looked for, and hold the finished site to what must be in it."""
    GENERATED.mkdir(exist_ok=True)
    _write("http.md", http_page(create_app().openapi()))
    _write("commands.md", commands_page())
    _write("gallery.md", gallery_page())
    _write("keys.md", keys_page())
    _write("levels.md", levels_page())
    _write("notebook.md", notebook_page(NOTEBOOKS / "first-steps.ipynb", GENERATED))
    _write("trained-agent.md", notebook_page(NOTEBOOKS / "trained-agent.ipynb", GENERATED))
    app.connect("build-finished", _require_pages)
    return {"parallel_read_safe": True}


def _write(name: str, lines: Iterable[str]) -> None:
    """Write a page, unless it is the same, so that a build takes up only what has changed."""
    path, text = GENERATED / name, "\n".join(lines) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


# ---------------------------------------------------------------------------------------------------------- commands


def commands_page() -> Iterator[str]:
    """Yield the page of the command line: what each command says of itself."""
    yield from ("# Commands", "", "What `pushbox COMMAND --help` prints.", "")
    for words, command in _commands(cli.pushbox, ("pushbox",)):
        context = click.Context(command, info_name=" ".join(words), max_content_width=100, terminal_width=100)
        yield from ("#" * min(len(words) + 1, 4) + f" `{' '.join(words)}`", "")
        yield from ("```text", *command.get_help(context).splitlines(), "```", "")


def _commands(command: click.Command, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _commands(child, (*words, name))


# ---------------------------------------------------------------------------------------------------------- HTTP API


def http_page(spec: dict[str, Any]) -> Iterator[str]:
    """Yield the page of an OpenAPI description: each operation with what it takes and answers, then the schemas."""
    yield from ("# HTTP API", "", spec["info"]["description"], "")
    yield from ("The machine-readable description is at `/openapi.json` of every server.", "")
    operations = [
        (method, path, operation) for path, methods in spec["paths"].items() for method, operation in methods.items()
    ]
    for tag in spec["tags"]:
        yield from (f"## {tag['name'].capitalize()}", "", tag["description"], "")
        for method, path, operation in operations:
            if tag["name"] in operation["tags"]:
                yield from _operation(method, path, operation)
    yield from ("## Schemas", "")
    for name, schema in sorted(spec["components"]["schemas"].items()):
        yield from _schema(name, schema)


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {operation['summary']}", "", f"`{method.upper()} {path}`", "")
    yield from (operation.get("description", ""), "")
    for parameter in operation.get("parameters", ()):
        needed = "" if parameter.get("required") else ", optional"
        about = parameter.get("description", "")
        yield f"* `{parameter['name']}` ({parameter['in']}{needed}): {_type(parameter['schema'])} {about}".rstrip()
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"* body (`{kind}`): {_type(content['schema'])}"
    for status, response in sorted(operation["responses"].items()):
        shapes = [_type(content["schema"]) for content in response.get("content", {}).values() if "schema" in content]
        yield f"* {status}: {', '.join([*shapes, response['description']])}"
    yield ""


def _schema(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from (f"({_anchor(name)})=", f"### {name}", "", schema.get("description", ""), "")
    needed = schema.get("required", ())
    for field, of in schema.get("properties", {}).items():
        optional = "" if field in needed else ", optional"
        yield f"* `{field}`: {_type(of)}{optional}{'. ' + of['description'] if 'description' in of else ''}"
    if "enum" in schema:
        yield f"One of {', '.join(f'`{value}`' for value in schema['enum'])}."
    yield ""


def _type(schema: dict[str, Any]) -> str:
    """Return how a schema is spoken of, with a link to one that has a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{_anchor(name)})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_type, schema[key])))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def _anchor(name: str) -> str:
    return f"schema-{name.lower()}"


# ----------------------------------------------------------------------------------------------------------- gallery


def gallery_page() -> Iterator[str]:
    """Yield the page of pictures: a level of each game, and one in each skin."""
    yield from ("# Gallery", "", "Drawn by `pushbox render`; each picture is an SVG.", "", "## Games", "")
    for key in games.keys():
        level = pushbox.builtin(key)[0] if key != "sokoban" else pushbox.builtin("lessons")[6]
        yield from (f"### {games.find(key).info.name}", "", *_picture(key, level, "plain", level.title), "")
    yield from ("## Skins", "")
    for skin in skins.SKINS:
        yield from (f"### {skin.capitalize()}", "", *_picture(f"skin-{skin}", pushbox.builtin("lessons")[6], skin), "")


def _picture(name: str, level: pushbox.Level, skin: str, title: str = "") -> Iterator[str]:
    pushbox.draw(level, skin=skin).save(GENERATED / f"{name}.svg")
    yield f"```{{image}} {name}.svg"
    yield f":alt: {title or skin}"
    yield "```"


# ------------------------------------------------------------------------------------------------------------ levels


def levels_page() -> Iterator[str]:
    """Yield the page of the collections that come along."""
    found = levels.catalogue()
    count = sum(len(each.collection) for each in found if not each.name.startswith("campaign-"))
    yield from ("# The levels that come with pushbox", "")
    yield f"pushbox brings {count} levels of its own, under the MIT licence like the program, each with a solution that"
    yield from ("the tests replay. Every command takes a collection as `builtin:NAME`:", "")
    yield from ("```console", "$ pushbox play builtin:campaign", "```", "")
    yield from (
        "Each lesson teaches one idea; the puzzles come after them. The campaign has ten packs, each harder than the",
        "one before, and seven more with one idea each, which begin gently again. The levels of a pack rise by",
        "difficulty. The table says how hard they are for people, from 0 to 100 (`pushbox rate`), and for a search",
        "that knows only the rules: the positions that it visits, at most 500,000, as the median of the first half of",
        "a pack and of the second. The last pack has a boss for each of the ten: a building of 12 to 16 boxes, which",
        "this search does not solve. The numbers of pushes are proven to be the fewest, except those of the bosses,",
        "which are the fewest known. No two levels of the campaign are nearly the same, however turned or mirrored.",
        "",
        *campaign_table(),
        "",
    )
    yield "Each other game, and the variants of Sokoban, have a collection of at least 30 puzzles. It begins with a few"
    yield "moves that show one rule, and rises by difficulty for people where that is rated (Sokoban Plus), else by the"
    yield from ("fewest moves. No two puzzles of a game are nearly the same, however turned.", "")
    yield from ("| name | title | game | kind | levels |", "|---|---|---|---|---|")
    for each in found:
        names = ", ".join(f"`{name}`" for name in (each.name, *each.other_names))
        played = ", ".join(f"[{key}](../games/{key}.md)" for key in each.games)
        yield f"| {names} | {each.collection.title} | {played} | {each.kind} | {len(each.collection)} |"
    yield from ("", "pushbox reads levels of others from files in any of its [formats](../reference/formats.md).")


# -------------------------------------------------------------------------------------------------------- completeness


def _require_pages(app: Sphinx, error: Exception | None) -> None:
    """Raise SphinxError for a game, format or public name that no page has; commands and requests have theirs here."""
    if error is not None or app.builder.name not in {"html", "dummy"}:
        return
    missing = [*_missing_names(app), *_missing_keys(app)]
    if missing:
        raise SphinxError(f"no page has {', '.join(missing)}")


def _missing_names(app: Sphinx) -> Iterator[str]:
    documented = app.env.domaindata["py"]["objects"]
    for name in pushbox.__all__:
        thing = getattr(pushbox, name)
        home = f"{getattr(thing, '__module__', '')}.{name}"
        if not name.startswith("__") and not {f"pushbox.{name}", home} & set(documented):
            yield f"pushbox.{name}"


def _missing_keys(app: Sphinx) -> Iterator[str]:
    for folder, keys in (("games", games.keys()), ("formats", formats.keys())):
        yield from (f"{folder}/{key}" for key in keys if f"{folder}/{key}" not in app.env.all_docs)
