"""A tournament from three answers: a name, a preset, and a pasted list."""

import re
from datetime import UTC, datetime

import pytest
from django.http import HttpResponse
from django.test import Client

from portal.services import ROUNDS, usual_rounds
from tavleya.clocks.controls import parse_control
from tavleya.rules.registry import SPECS
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.security.forms import forms_of
from tests.world import person
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.presets import PRESETS
from tournaments.systems.registry import SYSTEMS

NEW = "/desk/new-event/quick/"
LIST = "No;Name;Fed;Rating\n1;Tal, Mikhail;LAT;2700\n2;Fine, Reuben;USA;2650\n3;Keres, Paul;EST;2680"
ANSWERS = {"name": "Riga Open", "game": "chess", "format": "swiss", "time_zone": "Europe/Riga"}


@pytest.fixture
def organiser(db: None) -> Client:
    person("nina")
    return signed_in("nina")


def filled_in(answer: HttpResponse) -> dict[str, str]:
    forms = forms_of(answer.content.decode(), NEW, datetime(2027, 1, 1, tzinfo=UTC))
    form = next(form for form in forms if form.action == NEW)
    return {name: values[0] for name, values in form.fields.items()}


def symbols(sprite: str) -> set[str]:
    return set(re.findall(r'id="([^"]*)"', (ROOT / "static/img" / sprite).read_text(encoding="utf-8")))


def test_every_format_and_every_game_has_its_picture_and_every_format_says_what_it_is_for() -> None:
    assert set(SYSTEMS) == symbols("systems.svg")
    assert {spec.icon for spec in SPECS.values()} <= symbols("icons.svg")
    assert [system.key for system in SYSTEMS.values() if not system.summary] == []


def families(event: str) -> list[str]:
    players = Event.objects.get(slug=event).players.order_by("pk")
    return list(players.values_list("family_name", flat=True))


def test_names_are_shown_in_parts_and_their_order_is_chosen_where_it_does_not_show(organiser):
    players = {**ANSWERS, "players": "John Smith\nMary Ann Jones"}
    preview = page_of(organiser.post(NEW, {**players, "act": "look"}))
    assert "Smith John Jones Mary Ann" in preview.words and preview.find(data_code="given_name_first")
    organiser.post(NEW, players)
    assert families("riga-open") == ["Smith", "Jones"]
    unclear = {**ANSWERS, "players": "Xyzzy Plugh"}
    assert page_of(organiser.post(NEW, {**unclear, "act": "look"})).find(data_code="family_name_first")
    unclear["name_order"] = "given_first"
    preview = page_of(organiser.post(NEW, {**unclear, "act": "look"}))
    assert "Plugh Xyzzy" in preview.words and not preview.find(data_code="family_name_first")
    organiser.post(NEW, unclear)
    assert families("riga-open-2") == ["Plugh"]


def test_three_answers_make_a_tournament_that_is_ready_to_be_paired(organiser: Client) -> None:
    answer = organiser.post(NEW, {**ANSWERS, "players": LIST}, follow=True)
    assert answer.redirect_chain == [("/desk/riga-open/", 302)]
    words = page_of(answer).words
    assert "3 players entered." in words and "Next: Pair round 1" in words
    event = Event.objects.get(slug="riga-open")
    section = event.sections.get()
    assert (event.published, event.time_zone, event.languages) == (False, "Europe/Riga", ["en"])
    assert event.starts_on is not None
    assert (section.slug, section.game) == ("main", "chess")
    assert (section.format, section.regime) == ("swiss", "fide-2023")
    assert section.tiebreaks == list(SYSTEMS["swiss"].tiebreaks)
    assert section.rounds_planned == usual_rounds(3) == 2
    assert set(Log.objects.filter(event=event).values_list("actor", flat=True)) == {person("nina").key}
    assert NEW in page_of(organiser.get("/desk/")).links


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_can_be_played_in_every_format(organiser, settings, system):
    for game in SPECS:
        settings.EXTRA_GAMES = [game]
        answer = organiser.post(NEW, {"name": f"Cup of {game}", "game": game, "format": system})
        assert answer.status_code == 302
        section = Section.objects.latest("pk")
        assert (section.game, section.format) == (game, system)
        assert section.rounds_planned == (ROUNDS if SYSTEMS[system].needs_rounds else None)


def test_a_second_event_of_the_same_name_gets_a_different_address_and_an_unknown_zone_is_utc(organiser: Client) -> None:
    locations = [organiser.post(NEW, ANSWERS)["Location"] for _ in range(3)]
    assert locations == ["/desk/riga-open/", "/desk/riga-open-2/", "/desk/riga-open-3/"]
    strange = {**ANSWERS, "name": "New event", "time_zone": "Mars/Olympus"}
    assert organiser.post(NEW, strange)["Location"] == "/desk/new-event-2/"
    assert Event.objects.get(slug="new-event-2").time_zone == "UTC"


def test_without_a_good_list_and_a_name_nothing_is_created(organiser: Client) -> None:
    answer = organiser.post(NEW, {**ANSWERS, "players": LIST + "\n4;Euwe, Max;HOLLAND;2600"})
    page = page_of(answer)
    assert answer.status_code == 422 and page.problems == []
    assert page.find(class_="line-number")[0]["data-line"] == "5"
    assert not Event.objects.exists()
    answer = organiser.post(NEW, {**ANSWERS, "players": LIST, "act": "look"})
    assert answer.status_code == 200 and "3 players recognised" in page_of(answer).words
    assert not Event.objects.exists()
    assert organiser.post(NEW, {**ANSWERS, "name": " "}).status_code == 422
    assert not Event.objects.exists()


def test_rounds_follow_the_number_of_players() -> None:
    rounds = {0: 7, 2: 1, 3: 2, 4: 3, 8: 5, 20: 7, 64: 8, 120: 9}
    assert {players: usual_rounds(players) for players in rounds} == rounds


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_a_preset_fills_the_page_in_and_what_it_shows_is_what_is_created(organiser, preset):
    page = organiser.get(NEW, {"preset": preset.key})
    assert page_of(page).problems == []
    assert organiser.post(NEW, {**filled_in(page), "name": "Cup"}).status_code == 302
    section = Event.objects.get(slug="cup").sections.get()
    settings = preset.settings
    names = ("game", "regime", "format", "rating_kind", "tiebreaks", "options")
    assert [getattr(section, name) for name in names] == [settings[name] for name in names]
    assert section.control == parse_control(preset.control).text()
    double = 2 if preset.regime == "fmjd64" else 1  # half-points of a draw
    points = section.points
    assert (points.win, points.draw, points.pairing_bye, points.loss) == (2 * double, double, 2 * double, 0)
    assert section.rounds_planned == preset.rounds


def test_another_format_has_its_own_usual_tie_breaks_and_options(organiser: Client) -> None:
    chosen = filled_in(organiser.get(NEW, {"preset": "school-league"}))
    other = {**chosen, "name": "Cup", "format": "swiss", "game": "draughts"}
    preview = filled_in(organiser.post(NEW, {**other, "act": "look"}))
    assert preview["tiebreaks"] == ", ".join(SYSTEMS["swiss"].tiebreaks)
    assert preview["control"] == "15+10"
    assert organiser.post(NEW, other).status_code == 302
    section = Event.objects.get(slug="cup").sections.get()
    assert (section.format, section.regime) == ("swiss", "draughts64")
    assert section.tiebreaks == list(SYSTEMS["swiss"].tiebreaks)
    assert section.options == SYSTEMS["swiss"].checked_options({})


def test_preset_values_can_be_changed_and_unreadable_input_is_reported(organiser: Client) -> None:
    chosen = filled_in(organiser.get(NEW, {"preset": "rapid-open"}))
    refused = organiser.post(NEW, {**chosen, "name": "Cup", "control": "soon", "tiebreaks": "NONE"})
    assert refused.status_code == 422
    changed = {**chosen, "name": "Cup", "control": "10+5", "tiebreaks": "", "rounds": "7"}
    assert organiser.post(NEW, changed).status_code == 302
    section = Event.objects.get(slug="cup").sections.get()
    assert (section.rounds_planned, section.tiebreaks) == (7, [])
    assert section.control == parse_control("10+5").text()


def test_templates_are_offered_and_a_template_is_set_up_from_the_desk(organiser: Client) -> None:
    organiser.post(NEW, ANSWERS)
    assert page_of(organiser.get("/desk/riga-open/template/")).problems == []
    assert organiser.post("/desk/riga-open/template/", {"name_en": "Club night"}).status_code == 422
    answer = organiser.post("/desk/riga-open/template/", {"name_en": "Club night", "sections": "main"})
    assert answer["Location"] == "/desk/riga-open-template/"
    desk = page_of(organiser.get("/desk/riga-open-template/"))
    assert desk.problems == [] and "Next: Check the settings" in desk.words
    assert "Club night" in page_of(organiser.get(NEW)).words
    assert "/desk/riga-open-template/" in page_of(organiser.get("/desk/")).links
    repeat = organiser.get("/desk/riga-open-template/repeat/")
    assert page_of(repeat).problems == [] and "Buchholz" in page_of(repeat).words
    response = organiser.post(
        "/desk/riga-open-template/repeat/", {"name_en": "Club night", "slug": "club-night"}, follow=True
    )
    assert response.redirect_chain[-1][0] == "/desk/club-night/"
