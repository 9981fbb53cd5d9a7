"""The URL map.  A language is in no path; `?lang=` asks for one."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.module_loading import module_has_submodule

from config import outages
from portal.views import site

# The URLs of the installed apps, each listed next to its view.
#
# An app lists the full URLs of its views in `<app>/urls.py` or in the modules of `<app>/urls/`. Their order
# there has no meaning. They are tried part by part: a literal word before a variable part, and a variable
# part that takes only some words (`<int:number>`, `<name:code>.pdf`) before one that takes any word
# (`<name:slug>`).

Address = URLPattern | URLResolver


def collect(apps: Iterable[AppConfig]) -> list[Address]:
    """Return the addresses of this project's own apps among `apps`, grouped by their first word."""
    addresses = [address for app in apps for module in _modules(app) for address in module.urlpatterns]
    return [_group(word, list(group)) for word, group in groupby(sorted(addresses, key=_order), key=_first_word)]


def _group(word: str, addresses: list[Address]) -> Address:
    """Return URLs with the same first word as one entry, so that other requests skip them."""
    return addresses[0] if len(addresses) == 1 else URLResolver(_Below(word), addresses)


def _modules(app: AppConfig) -> Iterator[ModuleType]:
    """Yield the URL modules of an app."""
    name = f"{app.name}.urls"
    is_ours = Path(app.path).resolve().parent == settings.BASE_DIR and name != settings.ROOT_URLCONF
    if is_ours and app.module is not None and module_has_submodule(app.module, "urls"):
        module = import_module(name)
        if hasattr(module, "__path__"):
            yield from (import_module(iter_module.name) for iter_module in iter_modules(module.__path__, f"{name}."))
        else:
            yield module


def _order(address: Address) -> tuple[str, list[int], str]:
    route = _route(address)
    return _first_word(address), [_width(part) for part in route.split("/")], route


def _width(part: str) -> int:
    """Return how many words a part of a route matches: 0 one, 1 some, 2 any."""
    if "<" not in part:
        return 0
    return 2 if RoutePattern(part, is_endpoint=True).match("any-word") else 1


def _first_word(address: Address) -> str:
    return _route(address).partition("/")[0].partition("<")[0]


def _route(address: Address) -> str:
    return str(address.pattern).removeprefix("^")


class _Below(RoutePattern):
    """Matches every URL that begins with a word, without consuming it."""

    def __init__(self, word: str) -> None:
        super().__init__("")
        self._word = word

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, Any]] | None:
        return (path, (), {}) if path.startswith(self._word) else None


urlpatterns = collect(apps.get_app_configs())

handler400 = site.bad_request
handler403 = site.permission_denied
handler404 = site.not_found
handler500 = outages.server_error
