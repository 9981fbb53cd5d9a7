"""Each app lists only the addresses of its views, each leads to its view, and an optional app can be left out."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import AppConfig, apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from config import environment
from config.urls import collect
from tests.paths import PACKAGES, ROOT

#: A variable part gets the first of these that it accepts; no address contains one of them as a fixed word.
SAMPLES = ("open-a", "7", "EunjIPlv6AOI23Fe", "00000000-0000-0000-0000-000000000001", "pgn", "svg", "csv", "rounds/3")


class Address(NamedTuple):
    route: str
    converters: dict[str, Any]
    pattern: URLPattern


def leaves(
    patterns: Iterable[URLPattern | URLResolver], before: str = "", above: dict[str, Any] | None = None
) -> Iterator[Address]:
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix("$")
        converters = (above or {}) | pattern.pattern.converters
        if isinstance(pattern, URLResolver):
            yield from leaves(pattern.url_patterns, route, converters)
        else:
            yield Address(route, converters, pattern)


ALL = list(leaves(get_resolver().url_patterns))


def sample(address: Address) -> tuple[str, dict[str, Any]]:
    """Return a path of the address, and the values of its variable parts."""
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
    assert [address.route for address in leaves(backwards)] == [address.route for address in ALL]
    assert {app.name for app in WITH_ADDRESSES} >= {"accounts", "tournaments", "venue", "portal", "arbiter", "api"}


def test_a_word_is_tried_before_a_name() -> None:
    assert resolve("/desk/organisations/boards/").url_name == "desk_organisation"
    assert resolve("/desk/cup/boards/").url_name == "boards"
    assert resolve("/desk/cup/open/").url_name == "desk_section"


@pytest.mark.parametrize("app", WITH_ADDRESSES, ids=lambda app: app.name)
def test_an_app_lists_only_its_own_views_and_takes_them_along_when_it_is_left_out(app: AppConfig) -> None:
    own = own_addresses(app)
    assert {app_of(address.pattern.callback) for address in own} & set(PACKAGES) <= {app.name}
    rest = {address.route for address in leaves(collect([other for other in apps.get_app_configs() if other != app]))}
    assert {address.route for address in ALL} - rest == {address.route for address in own}


# An installation that leaves out an optional app has neither its pages nor its code, and works without them.


WALK = "import django, runpy; django.setup(); runpy.run_module('tests.setup.walk_left_out', run_name='__main__')"
DATABASE = "left-out.sqlite3"
#: Pages that every installation has.
ALWAYS = {
    *("api-event", "api-stream", "boards", "desk_event", "desk_log", "entry", "event", "home", "manual_pdf", "my"),
    *("privacy", "round", "worker"),
}


def run(app: str, folder: Path, *command: str) -> str:
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("TAVLEYA_")},
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
        "REDIS_URL": "",
        "TAVLEYA_MODE": "test",
        "TAVLEYA_LOG_LEVEL": "ERROR",
        "TAVLEYA_VAR": str(folder),
        "TAVLEYA_WITHOUT": app,
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def without_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without any optional app; each walk migrates those that it has."""
    folder = tmp_path_factory.mktemp("without-all")
    run(",".join(settings.OPTIONAL_APPS), folder, "manage.py", "migrate", "-v0")
    return folder / DATABASE


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("app", settings.OPTIONAL_APPS)
def test_an_app_can_be_left_out(app: str, without_all: Path, tmp_path: Path) -> None:
    shutil.copyfile(without_all, tmp_path / DATABASE)
    opened = set(json.loads(run(app, tmp_path, "-c", WALK, app)))
    own = {address.pattern.name for address in own_addresses(apps.get_app_config(app))}
    assert opened >= ALWAYS
    assert len(opened) > 150
    assert not opened & own


def test_only_an_optional_app_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_WITHOUT", "venue, tournaments")
    with pytest.raises(ImproperlyConfigured, match="can name documents"):
        environment.some_of("TAVLEYA_WITHOUT", settings.OPTIONAL_APPS)
