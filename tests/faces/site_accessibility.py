"""Accessibility of each page of the site, in parts that separate processes can check."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from django.http import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Browser

from accounts.models import User
from tests.faces.axe import OF_COLOURS, axe_script, findings
from tests.faces.stage import DESKTOP, PHONE, Stage
from tests.security.access import EVERYBODY
from tests.security.addresses import Pattern, patterns_of_no_event
from tests.security.site import OPENERS, Site
from tests.security.walking import signed_in

#: Pages that redirect a user who is signed in.
_ANONYMOUS_ONLY = ("account_login", "account_signup", "account_reset_password")
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
#: The rules to check in each colour scheme; none means all rules.
SCHEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": OF_COLOURS}
#: Those of Chromium with the locale of `Stage`.
_HEADERS = {"accept": "text/html", "accept-language": "en-GB"}


@dataclass(frozen=True)
class SitePage:
    """A page, the client of a visitor who may read it, and the response to that visitor."""

    client: Client
    address: str
    response: HttpResponseBase


def of_the_desk(pattern: Pattern) -> bool:
    """Whether the page is of the desk or the console; the two parts of the site are these pages and all others."""
    return pattern.route.startswith("desk/")


def pages_of_the_site(site: Site) -> Iterator[tuple[Client, str]]:
    """Yield every readable page, with a client of a permitted user."""
    for page in site.pages.values():
        roles = ("anonymous",) if page.line.read == EVERYBODY else OPENERS
        for role in roles:
            if role in site.expected(page.line.read, page):
                yield site.visitors[role].client, page.address
                break


def pages_of_no_event() -> Iterator[tuple[Client, str]]:
    """Yield the pages of accounts and administration, with a signed-in administrator and an anonymous client."""
    User.objects.create_superuser("axe", "axe@example.org", "a pass phrase of tests", name="Axe")
    client, anonymous = signed_in("axe"), Client()
    client.post("/login/", {"login": "axe", "password": "a pass phrase of tests"})
    for pattern in patterns_of_no_event():
        try:
            address = reverse(pattern.name)
        except NoReverseMatch:
            continue  # of one person, invitation or letter: the same templates
        if pattern.name not in ("account_logout", "logout"):
            yield (anonymous if pattern.name in _ANONYMOUS_ONLY else client), address


def html_pages(pages: Iterable[tuple[Client, str]]) -> list[SitePage]:
    """Return the addresses that answer with a page: no files, parts of pages and redirects."""
    answered = [SitePage(client, address, client.get(address, headers=_HEADERS)) for client, address in pages]
    return [page for page in answered if page.response.status_code in (200, 404) and _is_page(page.response)]


def _is_page(response: HttpResponseBase) -> bool:
    if response.streaming or response.headers.get("Content-Disposition", "").startswith("attachment"):
        return False
    return b"<!doctype html" in response.content[:200].lower()


def problems_of(pages: list[SitePage], browser: Browser) -> list[str]:
    """Return the findings of axe on each page, on each device in each scheme; script errors; blocked content.

    Each visitor has one window for all pages. A new window for each page would take as long as axe does.
    """
    problems: list[str] = []
    for client in {id(page.client): page.client for page in pages}.values():
        with Stage(browser, client, script=axe_script()) as stage:
            for page in pages:
                if page.client is client:
                    problems += _problems_of_page(stage, page)
    return problems


def _problems_of_page(stage: Stage, site_page: SitePage) -> Iterator[str]:
    address = site_page.address
    stage.forget()
    stage.turn_into(DESKTOP)
    page = stage.open(address, site_page.response)
    for device, scheme in product(DEVICES, SCHEMES):
        stage.turn_into(DEVICES[device])
        page.emulate_media(color_scheme=scheme)
        yield from (f"{address}, {device}, {scheme}: {finding}" for finding in findings(page, SCHEMES[scheme]))
    yield from (f"{address}: {problem}" for problem in stage.problems)
