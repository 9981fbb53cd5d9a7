"""The manual on the site: contents, search, chapters, one file without a network, a PDF, the way to it from pages."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from portal.manual.sources import chapters
from portal.manual.views import search
from tavleya.languages import codes
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import issue_player_links, secret_of

TITLES = {"en": "Manual", "ru": "Руководство", "uk": "Посібник"}


def links(html: str) -> set[str]:
    return set(re.findall(r'href="([^"]*)"', html))


@pytest.mark.django_db
@pytest.mark.parametrize("language", codes())
def test_the_contents_lead_to_every_part_of_every_chapter(visitor: Client, language: str) -> None:
    assert page_of(visitor.get(f"/manual/?lang={language}")).problems == []
    html = visitor.get(f"/manual/?lang={language}").content.decode()
    assert f"<h1>{TITLES[language]}</h1>" in html
    for chapter in chapters(language):
        for part in chapter.headings:
            assert f'<a href="/manual/{chapter.key}/#{part.anchor}">' in html
    assert {f"/manual/manual.pdf?lang={language}", f"/manual/manual.html?lang={language}"} <= links(html)


@pytest.mark.django_db
@pytest.mark.parametrize("language", codes())
def test_every_chapter_is_a_well_made_page_with_its_anchors(visitor: Client, language: str) -> None:
    all_chapters = chapters(language)
    for index, chapter in enumerate(all_chapters):
        response = visitor.get(f"/manual/{chapter.key}/?lang={language}")
        assert page_of(response).problems == [], chapter.key
        html = response.content.decode()
        assert all(f'<h2 id="{part.anchor}">' in html for part in chapter.headings)
        onward = re.findall(r'rel="(prev|next)" href="/manual/([a-z-]+)/"', html)
        before, after = all_chapters[:index][-1:], all_chapters[index + 1 :][:1]
        neighbours = [*(("prev", other.key) for other in before), *(("next", other.key) for other in after)]
        assert onward == neighbours


@pytest.mark.django_db
def test_labels_links_and_tables_are_set_as_such(visitor: Client) -> None:
    assert "<strong>Publish now</strong>" in visitor.get("/manual/pairing/").content.decode()
    assert '<a href="/manual/results/#forfeits">' in visitor.get("/manual/players/").content.decode()
    results = visitor.get("/manual/results/").content.decode()
    assert '<div class="table-wrap"><table>' in results and '<th scope="col">Key</th>' in results
    assert visitor.get("/manual/no-such-chapter/").status_code == 404


def test_a_search_finds_the_parts_that_hold_all_its_words_with_their_context() -> None:
    hits = search("en", "Late entr")
    assert (hits[0].title, hits[0].url) == ("Late entries", "/manual/players/#late")
    results = search("en", "no-shows forfeit")
    assert "/manual/results/#forfeits" in [hit.url for hit in results]
    assert search("ru", "жеребьевк чернов")  # without the dots of ё too
    assert "/manual/pairing/#drafts" in [hit.url for hit in search("uk", "чернетк перевір")]
    assert search("en", "quickstep") == []
    assert search("en", "  ") == []
    assert search("en", "ismiss") == []  # words are found by how they begin
    hit = next(hit for hit in search("en", "fingerprint projector") or search("en", "projector") if hit.word)
    assert hit.word == "projector"
    assert hit.before.endswith("the machine at the ")
    assert len(hit.before) <= 95


@pytest.mark.django_db
def test_the_page_shows_what_was_found_and_keeps_markup_of_a_query_as_text(visitor: Client) -> None:
    html = visitor.get("/manual/?q=envelope").content.decode()
    assert "<mark>envelope</mark>" in html and '<a href="/manual/paper-boards/#adjourn">' in html
    nothing = visitor.get("/manual/", {"q": "<b>quickstep"}).content.decode()
    assert "<b>quickstep" not in nothing and "Nothing in the manual matches" in nothing


@pytest.mark.django_db
@pytest.mark.parametrize("language", codes())
def test_the_one_file_needs_nothing_but_itself(visitor: Client, language: str) -> None:
    response = visitor.get(f"/manual/manual.html?lang={language}")
    html = response.content.decode()
    assert response["Content-Disposition"] == f'attachment; filename="tavleya-manual-{language}.html"'
    assert f'<html lang="{language}">' in html
    assert not re.search(r"<(script|img|link|iframe)\b|url\(|@import|src=", html)
    ids = re.findall(r'id="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert {f"#{anchor}" for anchor in ids} >= links(html)
    wanted = {f"{chapter.key}-{part.anchor}" for chapter in chapters(language) for part in chapter.headings}
    assert wanted <= set(ids)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("language", codes())
def test_the_pdf_has_contents_with_the_pages_of_its_chapters(visitor: Client, language: str) -> None:
    response = visitor.get(f"/manual/manual.pdf?lang={language}")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="tavleya-manual-{language}.pdf"'
    reader = PdfReader(BytesIO(response.content))
    first = chapters(language)[0]
    texts = [page.extract_text() for page in reader.pages]
    heading, part = f"1. {first.title}", first.sections[1].title
    begins = next(index for index, text in enumerate(texts) if text.startswith(heading) and part in text)
    front = " ".join(" ".join(texts[:begins]).split())
    for chapter in chapters(language):
        line = rf"\. ([0-9]+) {chapter.number}\. {re.escape(chapter.title)}"  # its number is written first
        number = re.search(line, front)
        assert number, chapter.title
        text = " ".join(texts[int(number[1]) - 1].split())
        assert text.startswith(f"{chapter.number}. {chapter.title}")
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == [f"{chapter.number}. {chapter.title}" for chapter in chapters(language)]


@pytest.mark.django_db
def test_working_pages_lead_to_what_the_manual_says_of_them(world: World, visitor: Client) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    secret = secret_of(PlayerLink.objects.filter(player__event=world.event, revoked_at=None)[0])
    olga = signed_in("olga")
    for client, address, place in (
        (visitor, "/login/", "people-and-rights/#account"),
        (visitor, "/hall/spring-cup/", "screens-and-prints/#screens"),
        (visitor, "/hall/spring-cup/open/boards/", "screens-and-prints/#screens"),
        (visitor, f"/my/{secret}/", "live-boards/#links"),
        (visitor, f"/events/spring-cup/games/{world.board.pk}/board/", "live-boards/#play"),
        (visitor, "/events/", ""),
        (olga, "/desk/", "first-tournament/#create"),
        (olga, "/desk/spring-cup/", "events-and-sections/#section"),
        (olga, "/desk/spring-cup/open/rounds/1/", "pairing/#drafts"),
        (olga, "/desk/spring-cup/boards/", "console/#overview"),
        (olga, f"/desk/spring-cup/boards/{world.board.pk}/", "console/#card"),
    ):
        html = client.get(address).content.decode()
        targets = re.findall(r'<a(?: class="page-help")? href="([^"]*)" rel="help"', html)
        assert set(targets) == {f"{reverse('manual')}{place}"}, address
    html = signed_in("olga").get("/desk/spring-cup/open/rounds/1/").content.decode()
    panel = re.search(r'<details class="menu page-help".*?</details>', html, re.DOTALL)
    assert panel
    assert "A draft can be changed as often as you like" in panel[0]
    assert '<a href="/manual/pairing/#drafts" rel="help">Read more in the manual</a>' in panel[0]
