"""The actions of the project: what the services of every app do for an `actor` at a time `now`."""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.paths import PACKAGES, ROOT

Service = Callable[..., Any]


@cache
def actions() -> dict[str, Service]:
    """Return the public functions with keyword arguments `actor` and `now`, by app and name: `games.start_game`."""
    result: dict[str, Service] = {}
    for file in _files():
        module = import_module(".".join(file.with_suffix("").parts))
        for name, service in inspect.getmembers(module, inspect.isfunction):
            if service.__module__ == module.__name__ and not name.startswith("_") and _is_action(service):
                if name_of(service) in result:
                    raise AssertionError(f"two services have the name {name_of(service)}")
                result[name_of(service)] = service
    return result


def name_of(service: Service) -> str:
    return f"{service.__module__.partition('.')[0]}.{service.__name__}"


def services_named_in(text: str) -> set[str]:
    """Return the services that a module imports, or calls by the name of an imported module of services."""
    tree = ast.parse(text)
    modules = {name: service.__module__ for name, service in actions().items()}
    imported = [
        (node.module, alias.name, alias.asname or alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and ".services" in node.module
        for alias in node.names
    ]
    used = {(module, name) for module, name, _ in imported}
    called = {
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    used |= {
        (f"{module}.{name}", attribute)
        for module, name, alias in imported
        for prefix, attribute in called
        if prefix == alias
    }
    return {name for name, module in modules.items() if (module, name.partition(".")[2]) in used}


def _files() -> Iterator[Path]:
    for app in PACKAGES:
        for file in (*ROOT.glob(f"{app}/services.py"), *sorted(ROOT.glob(f"{app}/services/**/*.py"))):
            yield file.relative_to(ROOT)


def _is_action(service: Service) -> bool:
    parameters = inspect.signature(service).parameters.values()
    return {"actor", "now"} <= {parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY}
