"""Each app lists only the addresses of its views, and each address leads to its view."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest
from django.apps import AppConfig, apps
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from config.urls import collect
from tests.paths import PACKAGES

#: A variable part gets the first of these that it accepts; no address contains one of them as a fixed word.
SAMPLES = ("open-a", "7", "EunjIPlv6AOI23Fe", "00000000-0000-0000-0000-000000000001", "pgn", "svg", "csv", "rounds/3")


class Address(NamedTuple):
    route: str
    converters: dict[str, Any]
    pattern: URLPattern


def leaves(
    results: Iterable[URLPattern | URLResolver], before: str = "", above: dict[str, Any] | None = None
) -> Iterator[Address]:
    for item in results:
        route = before + str(item.pattern).removeprefix("^").removesuffix("$")
        converters = (above or {}) | item.pattern.converters
        if isinstance(item, URLResolver):
            yield from leaves(item.url_patterns, route, converters)
        else:
            yield Address(route, converters, item)


ALL = list(leaves(get_resolver().url_patterns))


def sample(address: Address) -> tuple[str, dict[str, Any]]:
    """An address of the pattern, and the values of its variable parts."""
    values = {}
    path = address.route
    for name, converter in address.converters.items():
        word = next(text for text in SAMPLES if re.fullmatch(converter.regex, text))
        values[name] = converter.to_python(word)
        path = re.sub(rf"<(\w+:)?{name}>", word, path)
    for name in re.findall(r"\(\?P<(\w+)>", path):  # a regular expression, as allauth has them
        values[name] = "7"
    path = re.sub(r"\^?\(\?P<\w+>[^()]+\)", "7", path)
    return f"/{path}", values


def app_of(view: Any) -> str:
    return str(getattr(view, "func", view).__module__).partition(".")[0]


def own_addresses(app: AppConfig) -> list[Address]:
    return list(leaves(collect([app])))


WITH_ADDRESSES = [app for app in apps.get_app_configs() if own_addresses(app)]


@pytest.mark.parametrize("address", ALL, ids=lambda address: address.route)
def test_an_address_leads_to_its_own_view(address: Address) -> None:
    path, values = sample(address)
    assert resolve(path).func is address.pattern.callback
    if address.pattern.name:
        assert resolve(reverse(address.pattern.name, kwargs=values)).func is address.pattern.callback


def test_the_order_of_apps_and_of_their_lists_means_nothing() -> None:
    backwards = collect(reversed(list(apps.get_app_configs())))
    assert [leave.route for leave in leaves(backwards)] == [leave.route for leave in ALL]


def test_a_word_is_tried_before_a_name() -> None:
    assert resolve("/desk/organisations/boards/").url_name == "desk_organisation"
    assert resolve("/desk/cup/boards/").url_name == "boards"
    assert resolve("/desk/cup/open/").url_name == "desk_section"


@pytest.mark.parametrize("app", WITH_ADDRESSES, ids=lambda app: app.name)
def test_an_app_lists_only_its_own_views(app: AppConfig) -> None:
    strangers = {app_of(own_address.pattern.callback) for own_address in own_addresses(app)} & set(PACKAGES)
    assert strangers <= {app.name}


@pytest.mark.parametrize("app", WITH_ADDRESSES, ids=lambda app: app.name)
def test_an_app_that_is_left_out_takes_its_addresses_along(app: AppConfig) -> None:
    others = [get_app_config for get_app_config in apps.get_app_configs() if get_app_config is not app]
    left = {get_app_config.route for get_app_config in leaves(collect(others))}
    assert {get_app_config.route for get_app_config in ALL} - left == {
        get_app_config.route for get_app_config in own_addresses(app)
    }


def test_every_app_with_pages_lists_them() -> None:
    assert {app.name for app in WITH_ADDRESSES} >= {"accounts", "tournaments", "venue", "portal", "arbiter", "api"}
