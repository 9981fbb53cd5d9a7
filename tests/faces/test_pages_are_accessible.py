"""No page has anything that axe-core finds against it, in light and in dark colours.

The usual run asks the main pages; the long one every address of the site, from the table of addresses itself, so that a
new page is asked the day it has its line there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Browser, Page
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from tests.faces.axe import OF_COLOURS, SETTLED, findings
from tests.faces.scenes import MAIN, Scene
from tests.faces.stage import DESKTOP, PHONE, Stage
from tests.security.access import EVERYBODY
from tests.security.addresses import patterns_of_no_event
from tests.security.site import OPENERS, Site, open_site
from tests.security.walking import signed_in
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


@pytest.mark.long
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_is_accessible(shown: Callable[..., Page], scene: Scene) -> None:
    page = shown(scene)
    found = [str(one) for one in findings(page)]
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in findings(page, OF_COLOURS)]
    assert found == []


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker, browser: Browser) -> Iterator[Site]:
    with django_db_blocker.unblock(), made_once(open_site) as opened:
        yield opened


def pages_of_the_site(site: Site) -> Iterator[tuple[Client, str]]:
    """Every page that is read, with a browser of somebody who may."""
    for page in site.pages.values():
        roles = ("anonymous",) if page.line.read == EVERYBODY else OPENERS
        for role in roles:
            if role in site.expected(page.line.read, page):
                yield site.visitors[role].client, page.address
                break


def _is_page(answer: HttpResponseBase) -> bool:
    if answer.streaming or answer.headers.get("Content-Disposition", "").startswith("attachment"):
        return False
    return b"<!doctype html" in answer.content[:200].lower()  # type: ignore[attr-defined]


#: Pages that somebody who has signed in is led away from.
_OF_NOBODY = ("account_login", "account_signup", "account_reset_password")


def pages_of_no_event() -> Iterator[tuple[Client, str]]:
    """Accounts and the administration of the service, as an administrator who has signed in and as nobody."""
    User.objects.create_superuser("axe", "axe@example.org", "a pass phrase of tests", name="Axe")
    client = signed_in("axe")
    client.post("/login/", {"login": "axe", "password": "a pass phrase of tests"})
    for pattern in patterns_of_no_event():
        try:
            address = reverse(pattern.name)
        except NoReverseMatch:
            continue  # of one person, invitation or letter: the same templates
        if pattern.name not in ("account_logout", "logout"):
            yield (Client() if pattern.name in _OF_NOBODY else client), address


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_of_the_site_is_accessible(
    site: Site, browser: Browser, device: dict[str, object]
) -> None:
    found, seen = [], 0
    for client, address in (*pages_of_the_site(site), *pages_of_no_event(), (Client(), "/nowhere/")):
        answer = client.get(address, headers={"accept": "text/html"})
        if answer.status_code not in (200, 404) or not _is_page(answer):
            continue  # a file, a part of a page, or an address that leads elsewhere
        with Stage(browser, client, **device) as stage:
            page = stage.open(address)
            found += [f"{address}: {one}" for one in findings(page)]
            page.emulate_media(color_scheme="dark")
            found += [f"{address}, dark: {one}" for one in findings(page, OF_COLOURS)]
            found += [f"{address}: {problem}" for problem in stage.problems]
            seen += 1
    assert seen > 120
    assert found == [], "\n".join(found)


def test_what_is_settled_has_its_reason() -> None:
    assert all(len(one.reason) > 20 for one in SETTLED)
    assert len({(one.rule, one.why, one.html) for one in SETTLED}) == len(SETTLED)


def test_what_is_wrong_is_found(browser: Browser, db: None) -> None:
    with Stage(browser, Client()) as stage:
        page = stage.page
        page.set_content(
            "<html><body><main><h1>A</h1><input><p style='color:#eee'>pale</p></main></body></html>"
        )
        rules = {one.rule for one in findings(page)}
    assert {"label", "color-contrast", "html-has-lang", "document-title"} <= rules
