"""A language is a line in the list and a catalogue; missing messages are English."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from config import catalogues
from games.views.requests import notation_language
from tavleya import languages
from tavleya.errors import BadInput
from tavleya.formats.players_csv import read_players
from tavleya.languages import Language
from tests.pages.html import page_of
from tests.refusals import refused
from tests.world import NOW, World
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.events import edit_event
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import edit_section

TEN = {
    "Events": "Turniere", "Language": "Sprache", "Appearance": "Darstellung", "Sign in": "Anmelden",
    "Skip to content": "Zum Inhalt", "Standings": "Tabelle", "Players": "Spieler", "Rounds": "Runden",
    "Rules": "Regeln", "Result": "Ergebnis",
}  # fmt: skip
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)
EVENT, SECTION = "/desk/spring-cup/", "/desk/spring-cup/open/"


@pytest.fixture
def add_language(monkeypatch, settings):
    def add(language):
        monkeypatch.setattr(languages, "LANGUAGES", (*languages.LANGUAGES, language))
        settings.LANGUAGES = languages.choices()

    return add


@pytest.fixture
def german(add_language, settings, tmp_path):
    add_language(Language("de", "Deutsch", "German"))
    source = tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(HEADER + "".join(f'\nmsgid "{english}"\nmsgstr "{german}"\n' for english, german in TEN.items()))
    assert catalogues.ready(tmp_path / "locale", tmp_path / "var") == tmp_path / "locale"
    settings.LOCALE_PATHS = [tmp_path / "locale", *settings.LOCALE_PATHS]


@pytest.fixture
def world(db):
    return World(game="chess", regime="fide-2023", control="90+30")


def reader(language):
    return Client(headers={"accept-language": language})


def olga(world):
    client = Client()
    client.force_login(get_user_model().objects.get(pk=world.olga.user_id))
    return client


def fields(page, tag="input"):
    return [values["name"] for element, values in page.attributes if element == tag and "name" in values]


OPEN = "/events/spring-cup/open/"
PAGES = ("/", "/events/spring-cup/", OPEN + "rounds/1/", OPEN + "standings/", OPEN + "rules/")


def test_a_reader_can_choose_the_language_and_pages_have_its_ten_messages(world, german, db):
    text, english = "", ""
    for address in PAGES:
        answer = reader("de").get(address)
        assert answer.status_code == 200
        page = page_of(answer)
        assert page.problems == []
        assert page.attributes[0] == ("html", {"lang": "de"})
        text += page.text
        english += page_of(reader("en").get(address)).text
    assert [word for word in TEN.values() if word not in text] == []
    assert not set(TEN.values()) & set(english.split())
    assert "Free software under the AGPL" in text
    visitor = Client()
    elements = [(tag, values.get("lang")) for tag, values in page_of(visitor.get("/")).attributes]
    assert ("button", "de") in elements
    visitor.post("/language/", {"language": "de", "next": "/"})
    assert TEN["Events"] in page_of(visitor.get("/")).text


def test_laws_without_a_file_of_the_language_are_english(world, german):
    sentences, in_german = (
        re.findall(r">([^<>]{60,})<", reader(language).get(OPEN + "rules/").content.decode())
        for language in ("en", "de")
    )
    assert len(sentences) > 50
    assert in_german == sentences


def test_an_event_has_fields_for_names_in_the_languages_that_it_chooses(world, german):
    desk = olga(world)
    values = {"name_en": "Spring Cup", "slug": "spring-cup", "languages": ["ru", "de"], "main_language": "de"}
    assert desk.post(EVENT + "edit/", values).status_code == 302
    assert Event.objects.get().languages == ["de", "ru"]

    for address in (EVENT + "edit/", EVENT + "new-section/", SECTION + "edit/", SECTION + "players/new/"):
        page = page_of(desk.get(address))
        names = [name for name in fields(page) if name.startswith("name_")]
        assert names == ["name_de", "name_ru"], address
        assert "Deutsch" in page.text
    assert fields(page_of(desk.get(EVENT + "edit/")), "textarea") == ["description_de", "description_ru"]

    player = {"family_name": "Müller", "name_de": "Müller, Jürgen", "name_ru": "Мюллер Юрген"}
    assert desk.post(SECTION + "players/1/", player).status_code == 302
    assert Player.objects.get(family_name="Müller").names == {"de": "Müller, Jürgen", "ru": "Мюллер Юрген"}


def test_a_language_that_an_event_no_longer_has_keeps_its_names(world, german):
    desk = olga(world)
    names = {"name_en": "Spring Cup", "name_ru": "Кубок весны", "name_uk": "Кубок весни", "slug": "spring-cup"}
    desk.post(EVENT + "edit/", {**names, "languages": ["en", "ru", "uk"], "main_language": "en"})
    desk.post(EVENT + "edit/", {**names, "languages": ["de", "ru"], "main_language": "ru"})
    values = {"name_de": "Frühlingspokal", "name_ru": "Весенний кубок", "slug": "spring-cup"}
    assert desk.post(EVENT + "edit/", {**values, "languages": ["de", "ru"]}).status_code == 302
    stored = Event.objects.get()
    assert stored.names == {"de": "Frühlingspokal", "ru": "Весенний кубок", "en": "Spring Cup", "uk": "Кубок весни"}
    assert "Кубок весни" in page_of(reader("uk").get("/events/spring-cup/")).text


def test_a_missing_translation_of_a_name_falls_back_to_the_main_name(world, german):
    event = {"names": {"uk": "Кубок весни", "ru": "Кубок весны"}, "languages": ["uk", "de", "ru"]}
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes=event)
    names = {"ru": "Общий", "uk": "Загальний"}
    edit_section(actor=world.olga, now=NOW, section_id=world.section.pk, changes={"names": names})
    page = page_of(reader("de").get("/events/spring-cup/"))
    assert "Кубок весни" in page.text and "Загальний" in page.text
    assert "Кубок весны" not in page.text
    assert Section.objects.get().name_in("ru") == "Общий"


def test_the_main_language_must_be_one_of_the_event(world, german):
    values = {"name_en": "Spring Cup", "slug": "spring-cup", "languages": ["ru"], "main_language": "de"}
    answer = olga(world).post(EVENT + "edit/", values)
    assert answer.status_code == 422
    assert page_of(answer).find(data_code="not_chosen")
    missing = olga(world).post(EVENT + "edit/", {"name_en": "Spring Cup", "slug": "spring-cup"})
    assert page_of(missing).find(data_code="required")


@pytest.mark.parametrize(
    ("chosen", "code"), [([], "no_language"), (["ru", "ru"], "no_language"), (["de"], "unknown_language")]
)
def test_a_service_takes_languages_of_the_list_once_each(world, chosen, code):
    with refused(BadInput, code) as excinfo:
        edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"languages": chosen})
    assert excinfo.value.detail["field"] == "languages"


@pytest.mark.parametrize("heading", ["Name (de)", "name_de", "ФИО de", "Name in German"])
def test_lists_of_players_have_a_column_for_it_and_leave_out_one_of_a_language_that_is_not_in_the_list(german, heading):
    row = read_players(f"Name;{heading};Name (ru);Name in Ukrainian\nMüller, J;Müller, Jürgen;Мюллер;Мюллєр\n").rows[0]
    assert row.names == {"de": "Müller, Jürgen", "ru": "Мюллер", "uk": "Мюллєр"}
    reading = read_players("Name;Name (eo)\nMüller, J;Müller, Jürgen\n")
    assert [warning.message.code for warning in reading.warnings] == ["unknown_column"]
    assert reading.rows[0].names == {}


def test_a_language_with_nothing_but_its_line_is_english_throughout(world, add_language):
    add_language(Language("eo", "Esperanto", "Esperanto"))
    world.started()
    world.play("e2e4", "e7e5", "g1f3")
    game = f"/events/spring-cup/games/{world.board.pk}/"
    for address in (*PAGES, game):
        assert reader("eo").get(address).status_code == 200
    with override("eo"):
        assert notation_language() == "en"
    assert "Nf3" in page_of(reader("eo").get(game)).text


def test_a_name_in_the_main_language_costs_no_question_for_each_board(german, db, django_assert_max_num_queries):
    world = World(game="chess", regime="fide-2023", control="90+30", others=("dora", "egor", "fima", "gleb"))
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    rounds = Round.objects.filter(section=world.section).count()
    desk, english = reader("de"), reader("en")
    for client in (desk, english):
        client.force_login(get_user_model().objects.get(pk=world.olga.user_id))
    for address in ("/desk/spring-cup/log/", "/desk/spring-cup/rulings/", "/desk/spring-cup/boards/"):
        with CaptureQueriesContext(connection) as captured:
            assert english.get(address).status_code == 200
        with django_assert_max_num_queries(len(captured) + 1):
            assert desk.get(address).status_code == 200
    assert rounds > 4
