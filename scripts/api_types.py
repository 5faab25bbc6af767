"""Write the types of the HTTP API for the web client, from the description that the app itself gives.

Descriptions, examples and limits are left out: the file changes where a name or a type does.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import indent
from typing import Any

from pushbox.web.app import create_app

TARGET = Path(__file__).parent.parent / "types/api.d.ts"

TITLE = "/* The HTTP API, written by `make docs` from its OpenAPI description. */\n\n"
HEAD = """\
/** The value of a parameter of a path. */
type Id = string | number;
/** The value of a parameter of a query; null and "" leave it out. */
type Param = string | number | boolean | null;

"""

PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WIDTH = 120  # of a line
METHODS = ("get", "post", "put", "patch", "delete")

Schema = dict[str, Any]


def type_of(schema: Schema) -> str:
    """Return a schema as a TypeScript type; an object of unknown properties is `any`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return " | ".join(dict.fromkeys(map(type_of, schema[alternatives])))
    if schema.get("type") == "array":
        return array_type(schema)
    if schema.get("type") == "object":
        return object_type(schema)
    return PRIMITIVES.get(schema.get("type", ""), "any")


def array_type(schema: Schema) -> str:
    """Return an array or tuple type."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    item = type_of(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


def object_type(schema: Schema) -> str:
    """Return the type of an inline object."""
    if {"game", "board"} <= schema.get("properties", {}).keys():
        return "LevelJson"  # docs/formats/json.md
    values = schema.get("additionalProperties")
    return f"Record<string, {type_of(values)}>" if isinstance(values, dict) else "any"


def interface(name: str, schema: Schema) -> str:
    """Return a named schema as an interface, on one line where it fits."""
    required = schema.get("required", [])
    fields = [
        f"{key}{'' if key in required else '?'}: {type_of(value)}"
        for key, value in schema.get("properties", {}).items()
    ]
    line = f"interface {name} {{ {'; '.join(fields)} }}\n"
    if len(line) <= WIDTH:
        return line
    lines = [f"  {field};\n" for field in fields]
    return f"interface {name} {{\n{''.join(lines)}}}\n"


def content_type(content: Schema) -> str:
    """Return the type of a JSON body, `null` where there is none."""
    return type_of(content["application/json"]["schema"]) if "application/json" in content else "null"


def route(path: str, operation: Schema) -> str:
    """Return the line of a path in the interface of its method."""
    params = [
        f"{each['name']}: Id" if each["in"] == "path" else f"{each['name']}?: Param"
        for each in operation.get("parameters", [])
    ]
    body = content_type(operation.get("requestBody", {}).get("content", {}))
    success = next(response for status, response in operation["responses"].items() if status.startswith("2"))
    result = content_type(success.get("content", {}))
    name = re.sub("^/api", "", path)
    return f'  "{name}": {{ params: {{ {"; ".join(params)} }}; body: {body}; result: {result} }};\n'


def api_types(description: Schema) -> str:
    """Return the type declarations of an OpenAPI description."""
    schemas = sorted(description["components"]["schemas"].items())
    text = HEAD + "".join(interface(name, schema) for name, schema in schemas)
    for method in METHODS:
        routes = [
            route(path, methods[method]) for path, methods in sorted(description["paths"].items()) if method in methods
        ]
        text += f"\ninterface {method.capitalize()}Routes {{\n{''.join(routes)}}}\n"
    return f"{TITLE}declare namespace Api {{\n{indent(text.replace('{  }', '{}'), '  ')}}}\n"


if __name__ == "__main__":
    TARGET.write_text(api_types(create_app().openapi()))
