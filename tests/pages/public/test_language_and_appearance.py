"""Language, words, errors and appearance of the pages; both themes can be read."""

import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation

from games.templatetags.tavleya import ended, result, until
from portal.views import site
from tavleya.record.results import Result
from tests.pages.html import page_of
from tournaments.models.section import Section
from tournaments.views.frame import tiebreak_name

EVENT = "/events/tata-steel-2022/"


def test_the_language_switch_changes_the_text(visitor: Client, masters: Section) -> None:
    assert page_of(visitor.get(EVENT)).headings[0][1] == "Tata Steel Masters"
    assert visitor.post("/language/", {"language": "ru", "next": EVENT}).url == EVENT
    page = page_of(visitor.get(EVENT))
    assert page.headings[0][1] == "Турнир в Вейк-ан-Зее"
    assert page.attributes[0] == ("html", {"lang": "ru"})
    assert "январ" in page.words.casefold()


@pytest.mark.parametrize("strange", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
@pytest.mark.parametrize("switch", ["/language/", "/theme/"])
def test_no_switch_leads_to_another_site(visitor: Client, db: None, switch: str, strange: str) -> None:
    response = visitor.post(switch, {"language": "ru", "theme": "dark", "next": strange})
    assert response.status_code == 302 and "evil" not in response.url
    assert not response.url.startswith("javascript")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_appearance_is_set_before_the_page_is_drawn(visitor: Client, db: None, theme: str) -> None:
    visitor.post("/theme/", {"theme": theme, "next": "/events/"})
    assert visitor.cookies["theme"].value == theme
    # The first script of the head, and not deferred: it reads the cookie before anything is drawn.
    head = visitor.get("/events/").content.decode().partition("</head>")[0]
    first = head[head.index("<script") : head.index("</script>")]
    assert "js/theme.js" in first and "defer" not in first
    assert "data-theme" not in head  # the page is the same for all, whatever they chose


def test_an_automatic_or_made_up_appearance_is_left_to_the_system(visitor: Client, db: None) -> None:
    visitor.post("/theme/", {"theme": "dark", "next": "/events/"})
    visitor.post("/theme/", {"theme": "auto", "next": "/events/"})
    assert "data-theme" not in page_of(visitor.get("/events/")).attributes[0][1]
    assert not visitor.post("/theme/", {"theme": "<script>"}).cookies
    visitor.cookies["theme"] = '"><script>'
    page = page_of(visitor.get("/events/"))
    assert "data-theme" not in page.attributes[0][1]
    assert page.problems == []
    assert visitor.get("/theme/").status_code == 405


@pytest.mark.parametrize(
    ("first", "last", "printed"),
    [
        (date(2022, 1, 15), date(2022, 1, 30), "15–30 January 2022"),
        (date(2021, 12, 28), date(2022, 1, 3), "28 December 2021 – 3 January 2022"),
        (date(2022, 1, 15), date(2022, 1, 15), "15 January 2022"),
        (date(2022, 1, 15), None, "15 January 2022"),
        (None, None, ""),
    ],
)
def test_dates_say_nothing_twice(first: date | None, last: date | None, printed: str) -> None:
    with translation.override("en"):
        assert until(first, last) == printed


def test_results_and_tie_breaks_have_words() -> None:
    assert (result(""), result("1/2-1/2"), result("-/+")) == ("", "½ – ½", "− – +")
    assert len({result(item.value) for item in Result}) == len(Result)
    assert (ended("score_sheet"), ended("agreement")) == ("", "by agreement")
    with translation.override("en"):
        names = {code: tiebreak_name(code) for code in ("BH/C1", "BH/C2")}
    assert names == {"BH/C1": "Buchholz, cut lowest", "BH/C2": "Buchholz, cut 2 lowest"}


TOKENS = Path(settings.BASE_DIR, "static", "css", "tokens.css").read_text()
TEXT = [(text, ground) for text in ("ink", "ink-soft", "accent") for ground in ("paper", "surface", "sunken", "mark")]
TEXT += [("good", "good-ground"), ("warn", "warn-ground"), ("bad", "bad-ground"), ("on-accent", "accent")]
TEXT += [("on-accent", "accent-strong"), ("bad", "surface"), ("surface", "ink")]

EDGES = [(edge, ground) for edge in ("rule-strong", "focus") for ground in ("paper", "surface")]


def colours(start: str) -> dict[str, str]:
    block = TOKENS[TOKENS.index(start) :].split("}")[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


LIGHT = colours(":root {")
DARK = {**LIGHT, **colours(':root[data-theme="dark"]')}


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(name: str, other: str) -> float:
    darker, lighter = sorted((luminance(name), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_and_edges_of_controls_can_be_seen(theme: dict[str, str]) -> None:
    assert [pair for pair in TEXT if contrast(*(theme[name] for name in pair)) < 4.5] == []
    assert [pair for pair in EDGES if contrast(*(theme[name] for name in pair)) < 3] == []


def test_dark_by_choice_and_dark_by_system_are_the_same() -> None:
    by_system = colours('  :root:not([data-theme="light"])')
    assert by_system == colours(':root[data-theme="dark"]')
    assert by_system.keys() <= LIGHT.keys()


def test_an_address_that_is_not_there_has_a_page_and_a_problem_for_programs(visitor, db):
    response = visitor.get("/events/no-such-event/")
    page = page_of(response)
    assert response.status_code == 404 and page.problems == []
    assert page.headings == [(1, "Page not found")]
    assert "/events/" in page.links
    response = visitor.get("/api/v1/no-such-thing/")
    assert response.status_code == 404 and response["Content-Type"] == "application/problem+json"
    assert json.loads(response.content)["code"] == "not_found"


@pytest.mark.parametrize(
    ("view", "status", "code"),
    [
        (site.bad_request, 400, "bad_request"),
        (site.permission_denied, 403, "not_permitted"),
        (site.not_found, 404, "not_found"),
        (site.server_error, 500, "server_error"),
        (site.csrf_failure, 403, "csrf_failed"),
    ],
)
def test_every_error_has_a_page_and_a_problem(rf, view, status, code):
    page: HttpResponse = view(_anonymous(rf, "/events/"))  # type: ignore[operator]
    assert page.status_code == status
    assert page_of(page).problems == []
    document: HttpResponse = view(_anonymous(rf, "/api/v1/events/"))  # type: ignore[operator]
    assert (document.status_code, json.loads(document.content)["code"]) == (status, code)


def test_a_form_that_is_out_of_date_differs_from_a_forbidden_one(rf: RequestFactory) -> None:
    assert "has expired" in page_of(site.csrf_failure(_anonymous(rf, "/login/"))).words


def _anonymous(rf: RequestFactory, path: str) -> object:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get(path)
    request.user = AnonymousUser()
    return request
