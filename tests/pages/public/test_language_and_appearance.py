"""Readers choose language and appearance; both are remembered, and neither leads to a strange site."""

import pytest
from django.test import Client

from tests.pages.html import page_of
from tournaments.models.section import Section

HERE = "/events/tata-steel-2022/"


def test_the_language_switch_changes_the_text(visitor: Client, masters: Section) -> None:
    assert page_of(visitor.get(HERE)).headings[0][1] == "Tata Steel Masters"
    response = visitor.post("/language/", {"language": "ru", "next": HERE})
    assert response.url == HERE
    page = page_of(visitor.get(HERE))
    assert page.headings[0][1] == "Турнир в Вейк-ан-Зее"
    assert page.attributes[0] == ("html", {"lang": "ru"})
    assert "январ" in page.words.casefold()


@pytest.mark.parametrize("strange", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
@pytest.mark.parametrize("switch", ["/language/", "/theme/"])
def test_no_switch_leads_to_another_site(visitor: Client, db: None, switch: str, strange: str) -> None:
    response = visitor.post(switch, {"language": "ru", "theme": "dark", "next": strange})
    assert response.status_code == 302
    assert "evil" not in response.url
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


def test_automatic_appearance_leaves_the_choice_to_the_system(visitor: Client, db: None) -> None:
    visitor.post("/theme/", {"theme": "dark", "next": "/events/"})
    visitor.post("/theme/", {"theme": "auto", "next": "/events/"})
    assert "data-theme" not in page_of(visitor.get("/events/")).attributes[0][1]


def test_a_made_up_appearance_is_not_taken(visitor: Client, db: None) -> None:
    assert not visitor.post("/theme/", {"theme": "<script>"}).cookies
    visitor.cookies["theme"] = '"><script>'
    page = page_of(visitor.get("/events/"))
    assert "data-theme" not in page.attributes[0][1]
    assert page.problems == []


def test_the_switches_are_not_for_looking_at(visitor: Client, db: None) -> None:
    assert visitor.get("/theme/").status_code == 405
