"""axe-core finds nothing on the main pages, in light and in dark colours; and the check itself finds defects.

`test_pages_of_the_desk_are_accessible.py` and `test_public_pages_are_accessible.py` check all other pages.
"""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.faces.axe import OF_COLOURS, SETTLED, findings
from tests.faces.scenes import MAIN, Scene
from tests.faces.site_accessibility import SitePage, problems_of
from tests.faces.stage import DESKTOP, PHONE, Stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


@pytest.mark.long
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_is_accessible(show_scene: Callable[..., Page], scene: Scene) -> None:
    page = show_scene(scene)
    results = [str(finding) for finding in findings(page)]
    page.emulate_media(color_scheme="dark")
    results += [f"dark: {finding}" for finding in findings(page, OF_COLOURS)]
    assert results == []


def test_every_settled_finding_has_a_reason() -> None:
    assert all(len(settled.reason) > 20 for settled in SETTLED)
    assert len({(settled.rule, settled.why, settled.html) for settled in SETTLED}) == len(SETTLED)


def test_defects_are_found(browser: Browser, db: None) -> None:
    with Stage(browser, Client()) as stage:
        page = stage.page
        page.set_content(
            "<html><body><main><h1>A</h1><input><p style='color:#eee'>pale</p></main></body></html>"
        )
        rules = {finding.rule for finding in findings(page)}
    assert {"label", "color-contrast", "html-has-lang", "document-title"} <= rules


ON_A_PHONE = "(max-width: 500px)"
IN_DARK = "(prefers-color-scheme: dark)"
PALE = "p { color: #ddd; background: #fff }"
#: The media of each defect, and its selector on a desktop and on a phone.
DEFECTS = {
    "everywhere": ("all", ["/bad/", "/bad/, dark"], ["/bad/", "/bad/, dark"]),
    "in dark": (IN_DARK, ["/bad/, dark"], ["/bad/, dark"]),
    "on a phone": (ON_A_PHONE, [], ["/bad/", "/bad/, dark"]),
    "in dark on a phone": (f"{ON_A_PHONE} and {IN_DARK}", [], ["/bad/, dark"]),
}


@pytest.mark.long
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_of_one_page_is_found_on_its_device_and_in_its_colours(browser, db, defect):
    media, on_desktop, on_phone = DEFECTS[defect]
    client = Client()
    pages = [
        SitePage(client, "/good/", html_page("")),
        SitePage(client, "/bad/", html_page(f"@media {media} {{ {PALE} }}")),
        SitePage(client, "/good/", html_page("")),
    ]
    for device, places in ((DESKTOP, on_desktop), (PHONE, on_phone)):
        problems = problems_of(pages, browser, device)
        assert [line.partition(": ")[0] for line in problems] == places
        assert all("violations color-contrast" in line for line in problems)


@pytest.mark.long
def test_a_page_leaves_nothing_for_the_next_one_in_its_window(browser: Browser, db: None) -> None:
    client = Client()
    keeping = html_page(
        "", "localStorage.setItem('kept', 'x'); document.cookie = 'kept=x'; throw Error('one')"
    )
    asking = html_page("", "if (localStorage.getItem('kept') || document.cookie) throw Error('two')")
    pages = [SitePage(client, "/first/", keeping), SitePage(client, "/second/", asking)]
    assert problems_of(pages, browser, DESKTOP) == ["/first/: one"]


def html_page(style: str, script: str = "") -> HttpResponse:
    return HttpResponse(
        '<!doctype html><html lang="en"><head><title>A</title><meta name="viewport" content="width=device-width">'
        f"<style>p {{ color: #111; background: #fff }} {style}</style></head>"
        f"<body><main><h1>A</h1><p>A text</p></main><script>{script}</script></body></html>"
    )
