"""axe-core finds nothing on any page, in light and in dark colours; and the check itself finds defects."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.faces.axe import OF_COLOURS, findings
from tests.faces.scenes import MAIN, Scene
from tests.faces.site_accessibility import (
    SitePage,
    html_pages,
    of_the_desk,
    pages_of_no_event,
    pages_of_the_site,
    problems_of,
)
from tests.faces.stage import Stage
from tests.security.site import empty_site, open_pages
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


@pytest.mark.long
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_is_accessible(show_scene: Callable[..., Page], scene: Scene) -> None:
    page = show_scene(scene)
    results = [str(finding) for finding in findings(page)]
    page.emulate_media(color_scheme="dark")
    results += [f"dark: {finding}" for finding in findings(page, OF_COLOURS)]
    assert results == []


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("of_desk", [True, False], ids=["the desk", "all other pages"])
def test_every_other_page_is_accessible(browser: Browser, db: None, of_desk: bool) -> None:
    """The desk with the console; the public pages, the hall, players' pages, accounts and the administration."""
    with made_once(empty_site) as site:
        open_pages(site, lambda pattern: of_the_desk(pattern) is of_desk)
        others = () if of_desk else (*pages_of_no_event(), (Client(), "/nowhere/"))
        pages = html_pages((*pages_of_the_site(site), *others))
        problems = problems_of(pages, browser)
    assert len(pages) > (90 if of_desk else 60)
    assert problems == [], "\n".join(problems)


@pytest.mark.long
def test_defects_are_found(browser: Browser, db: None) -> None:
    with Stage(browser, Client()) as stage:
        page = stage.page
        page.set_content("<html><body><main><h1>A</h1><input><p style='color:#eee'>pale</p></main></body></html>")
        rules = {finding.rule for finding in findings(page)}
    assert {"label", "color-contrast", "html-has-lang", "document-title"} <= rules


ON_A_PHONE = "(max-width: 500px)"
IN_DARK = "(prefers-color-scheme: dark)"
PALE = "p { color: #ddd; background: #fff }"
#: The media of each defect, and its places.
DEFECTS = {
    "everywhere": ("all", ["desktop, light", "desktop, dark", "phone, light", "phone, dark"]),
    "in-dark": (IN_DARK, ["desktop, dark", "phone, dark"]),
    "on-a-phone": (ON_A_PHONE, ["phone, light", "phone, dark"]),
    "under-a-finger": ("(pointer: coarse)", ["phone, light", "phone, dark"]),
    "in-dark-on-a-phone": (f"{ON_A_PHONE} and {IN_DARK}", ["phone, dark"]),
}


@pytest.mark.long
def test_a_defect_of_one_page_is_found_on_its_device_and_in_its_colours(browser, db):
    client, good = Client(), html_page("")
    bad = [
        SitePage(client, f"/{name}/", html_page(f"@media {media} {{ {PALE} }}")) for name, (media, _) in DEFECTS.items()
    ]
    pages = [page for defect in bad for page in (defect, SitePage(client, "/good/", good))]
    problems = problems_of(pages, browser)
    places = [f"/{name}/, {place}" for name, (_, spots) in DEFECTS.items() for place in spots]
    assert [line.partition(": ")[0] for line in problems] == places
    assert all("violations color-contrast" in line for line in problems)


@pytest.mark.long
def test_a_page_leaves_nothing_for_the_next_one_in_its_window(browser: Browser, db: None) -> None:
    client = Client()
    storing = html_page("", "localStorage.setItem('kept', 'x'); document.cookie = 'kept=x'; throw Error('one')")
    reading = html_page("", "if (localStorage.getItem('kept') || document.cookie) throw Error('two')")
    pages = [SitePage(client, "/first/", storing), SitePage(client, "/second/", reading)]
    assert problems_of(pages, browser) == ["/first/: one"]


def html_page(style: str, script: str = "") -> HttpResponse:
    return HttpResponse(
        '<!doctype html><html lang="en"><head><title>A</title><meta name="viewport" content="width=device-width">'
        f"<style>p {{ color: #111; background: #fff }} {style}</style></head>"
        f"<body><main><h1>A</h1><p>A text</p></main><script>{script}</script></body></html>"
    )
