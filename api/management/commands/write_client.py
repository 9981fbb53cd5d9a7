"""Write the calls and shapes of the Python client from the OpenAPI document."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

FOLDER = Path(settings.BASE_DIR) / "clients" / "python" / "tavleya_client"


class Command(BaseCommand):
    help = "Write clients/python/tavleya_client from the OpenAPI document."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, text in files().items():
            (FOLDER / name).write_text(text)
            self.stdout.write(name)


_HEAD = '"""{title}  Made by `manage.py write_client`; not to be edited."""\n\nfrom __future__ import annotations\n\n'
#: Modules of calls: the first with a pattern that matches the address takes it.
GROUPS: Mapping[str, tuple[str, str]] = {
    "arbiters": (r"/(games|rulings|duty|incidents)/", "Games and rulings."),
    "rounds": (r"/rounds/", "Rounds, drafts, results."),
    "players": (
        r"/(registrations|players|online-entries|bye\w*|bye-requests|restrictions|check-ins|numbers|ratings|absences)/",
        "Players and their entries.",
    ),
    "teams": (r"/(teams|team-restrictions)/", "Teams."),
    "sections": (r"/sections/", "Sections: settings, standings, prizes, documents."),
    "events": (r"", "Events, their officials, keys and webhooks."),
}
#: The client's names for parts of addresses.
_PLACES = {"slug": "event", "player_id": "player", "game_id": "game", "round_number": "round", "report_id": "report"}
_SIMPLE = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}


@dataclass(frozen=True)
class _Document:
    paths: Mapping[str, Any]
    shapes: Mapping[str, Any]

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            schema = self.shapes[schema["$ref"].rsplit("/", 1)[1]]
        return schema


def files() -> dict[str, str]:
    """Return the generated modules, by name."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    document = _Document(schema["paths"], schema["components"]["schemas"])
    methods: dict[str, list[str]] = {name: [] for name in GROUPS}
    used: set[str] = set()
    for path, operations in document.paths.items():
        for method, operation in operations.items():
            group = next(name for name, (pattern, _) in GROUPS.items() if re.search(pattern, path))
            if operation["operationId"] not in ("schema_retrieve", "stream"):
                methods[group].append(_method(document, path, method, operation, used))
    modules = {f"{name}.py": _module(name, title, methods[name]) for name, (_, title) in GROUPS.items()}
    return modules | _shapes(document, used)


def _module(name: str, title: str, methods: list[str]) -> str:
    body = "".join(methods)
    shapes = sorted(set(re.findall(r"\bshapes\.(\w+)", body)))
    types = [item for item in ("Iterator", "Mapping", "Sequence") if re.search(rf"\b{item}\[", body)]
    text = _HEAD.format(title=title)
    text += f"from collections.abc import {', '.join(types)}\n" if types else ""
    text += "from typing import Any, cast\n\n"
    text += "from tavleya_client import shapes\n" if shapes else ""
    text += "from tavleya_client.core import UNSET, Core, Unset\n\n\n"
    return f"{text}class {name.capitalize()}(Core):\n" + body.rstrip() + "\n"


def _method(document: _Document, path: str, method: str, operation: Mapping[str, Any], used: set[str]) -> str:
    answer = _answer(document, operation, used)
    places = [
        (item["name"], _type(document, item["schema"]))
        for item in operation.get("parameters", ())
        if item["in"] == "path"
    ]
    order = re.findall(r"{(\w+)}", path)
    places.sort(key=lambda item: order.index(item[0]))
    place_names = {_PLACES.get(name, name) for name, _ in places}
    body_fields = [
        (name, f"{name}_" if name in place_names else _safe(name), kind, required)
        for name, kind, required in _body(document, operation)
    ]
    arguments = ["self", *(f"{_PLACES.get(name, name)}: {kind}" for name, kind in places)]
    named = [f"{text}: {kind}" for _, text, kind, required in body_fields if required]
    named += [f"{text}: {kind} | Unset = UNSET" for _, text, kind, required in body_fields if not required]
    listed = answer.startswith("Iterator[")
    if method != "get":
        named.append("key: str | None = None")
    if operation["operationId"] == "entries_list":
        named.append("after: int | Unset = UNSET")
    if listed:
        named += [f"{name}: str | Unset = UNSET" for name in _filters(operation)]
    arguments += ["*", *named] if named else []
    signature = (
        f"    def {operation['operationId']}(\n        " + ",\n        ".join(arguments) + f",\n    ) -> {answer}:\n"
    )
    url = path.removeprefix("/api/v1/")
    for name, short in _PLACES.items():
        url = url.replace(f"{{{name}}}", f"{{{short}}}")
    address = f'f"{url}"' if places else f'"{url}"'
    docstring = f'        """{operation["summary"]}."""\n'
    return signature + docstring + _call(operation, method, address, body_fields, answer, listed) + "\n"


def _call(
    operation: Mapping[str, Any],
    method: str,
    address: str,
    body_fields: list[tuple[str, str, str, bool]],
    answer: str,
    listed: bool,
) -> str:
    if listed:
        more = ", after=after" if operation["operationId"] == "entries_list" else ""
        more += "".join(f", {name}={name}" for name in _filters(operation))
        return f"        return self.pages({address}{more})\n"
    if answer == "bytes":
        return f"        return self.read({address})\n"
    edits = any(item["name"] == "If-Match" for item in operation.get("parameters", ()))
    body, text = "", ""
    if body_fields:
        fields = "".join(f'            "{name}": {value},\n' for name, value, _, _ in body_fields)
        text = f"        body = {{\n{fields}        }}\n"
        body = ", body"
    key = ", key=key" if method != "get" else ""
    call = f'self.{"edit" if edits else "call"}("{method.upper()}", {address}{body}{key})'
    if answer == "None":
        return f"{text}        {call}\n"
    if answer.startswith("list["):
        return f'{text}        return cast("{answer}", {call}["results"])\n'
    return f'{text}        return cast("{answer}", {call})\n'


def _filters(operation: Mapping[str, Any]) -> list[str]:
    """Return the query parameters with listed values, which filter a list; `format` is the form of every response."""
    parameters = operation.get("parameters", ())
    return [
        item["name"]
        for item in parameters
        if item["in"] == "query" and item["name"] != "format" and "enum" in item["schema"]
    ]


def _answer(document: _Document, operation: Mapping[str, Any], used: set[str]) -> str:
    for status in ("200", "201", "202"):
        content = operation["responses"].get(status, {}).get("content", {})
        if any(item.get("schema", {}).get("format") == "binary" for item in content.values()):
            return "bytes"
        if "application/json" in content:
            schema = content["application/json"]["schema"]
            fields = document.resolved(schema).get("properties", {})
            if set(fields) == {"next", "previous", "results"}:
                return f"Iterator[{_type(document, fields['results']['items'], used)}]"
            if set(fields) == {"results"}:
                return f"list[{_type(document, fields['results']['items'], used)}]"
            return _type(document, schema, used)
    return "None"


def _body(document: _Document, operation: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    shape = document.resolved(content["schema"])
    for name, schema in shape["properties"].items():
        if not schema.get("readOnly"):
            yield name, _type(document, schema), name in shape.get("required", ())


def _type(document: _Document, schema: Mapping[str, Any], used: set[str] | None = None) -> str:
    """Return a type of Python.  `used`: it is a response, whose shapes are collected; other types may be wider."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        if used is None:
            return "Mapping[str, Any]"
        if name not in used:
            used.add(name)
            for field in document.shapes[name].get("properties", {}).values():
                _type(document, field, used)
        return f"shapes.{name}"
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            kinds = dict.fromkeys(_type(document, item, used) for item in schema[several] if item.get("enum") != [""])
            return " | ".join(kinds)
    named = schema.get("type", "any")
    types = [named] if isinstance(named, str) else named
    return " | ".join(dict.fromkeys(_annotation(document, kind, schema, used) for kind in types))


def _annotation(document: _Document, kind: str, schema: Mapping[str, Any], used: set[str] | None) -> str:
    if kind == "null":
        return "None"
    if kind == "array":
        item = _type(document, schema.get("items", {}), used)
        return f"list[{item}]" if used is not None else f"Sequence[{item}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        value = _type(document, more, used) if isinstance(more, Mapping) and more else "Any"
        return f"dict[str, {value}]" if used is not None else f"Mapping[str, {value}]"
    return _SIMPLE.get(kind, "Any")


def _shapes(document: _Document, used: set[str]) -> dict[str, str]:
    text = _HEAD.format(title="What the calls answer.") + "from typing import Any, NotRequired, TypedDict\n"
    for name in sorted(used):
        shape = document.shapes[name]
        text += f"\n\nclass {name}(TypedDict):\n"
        if shape.get("description"):
            sentence = fill(" ".join(shape["description"].split()), 110, subsequent_indent="    ")
            text += f'    """{sentence}"""\n\n'
        for field, schema in shape.get("properties", {}).items():
            kind = _type(document, schema, set()).replace("shapes.", "")
            value = kind if field in shape.get("required", ()) else f"NotRequired[{kind}]"
            text += f"    {field}: {value}\n"
    return {"shapes.py": text}


def _safe(name: str) -> str:
    """Return the name, with an underscore if the generated methods use it already."""
    return f"{name}_" if name in ("self", "key", "list") else name
