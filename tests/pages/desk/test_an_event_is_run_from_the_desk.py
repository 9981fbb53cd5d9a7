"""A round robin by the forms alone, from nothing: no script is needed for any of it."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import person
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

pytestmark = pytest.mark.django_db
D = "/desk/kubok-vesny/"
S = D + "open/"
LIST = """No;Name;Fed;Rating;Birth
1;Ботвинник Михаил;RUS;2630;1911
2;Euwe, Max;NED;2600;1901
3;Keres, Paul;EST;2620;1916
4;Smyslov, Vasily;RUS;2620;1921
"""
SECTION = {
    "name_en": "Open", "game": "chess", "regime": "fide-2023", "control": "90 min + 30 s", "format": "round_robin",
    "tracking": "result", "rating_kind": "standard", "tiebreaks": "de, sb/c1; WIN",
    "points_win": "1", "points_draw": "½", "points_loss": "0",
}  # fmt: skip


@pytest.fixture
def organiser() -> Client:
    person("olga")
    return signed_in("olga")


@pytest.fixture
def section(organiser: Client) -> Section:
    new = {"name_ru": "Кубок весны", "languages": ["ru", "en"], "place": "Pskov", "federation": "rus"}
    organiser.post("/desk/new-event/", new)
    organiser.post(D + "new-section/", SECTION)
    return Section.objects.get(slug="open")


def test_the_next_step_is_shown_at_every_stage(organiser: Client, section: Section) -> None:
    def next_step() -> str:
        return page_of(organiser.get(D)).words.partition("Next: ")[2]

    assert next_step().startswith("Enter players")
    organiser.post(S + "players/list/", {"text": LIST})
    assert next_step().startswith("Pair all rounds")
    organiser.post(S + "rounds/pair/", {})
    assert next_step().startswith("Review and publish round 1")
    organiser.post(S + "rounds/1/action/", {"act": "publish"})
    assert next_step().startswith("Publish the event")
    organiser.post(D + "edit/published/", {"published": "1"})
    assert next_step().startswith("Start round 1")
    organiser.post(S + "rounds/1/action/", {"act": "start"})
    assert next_step().startswith("Enter results: 2 boards are missing")
    organiser.post(S + "rounds/1/boards/1/result/", {"result": "1-0", "version": "0"})
    assert next_step().startswith("Enter results: 1 board is missing")
    early = organiser.post(S + "rounds/1/action/", {"act": "close"})
    assert early.status_code == 409 and "These boards have no result yet: 2." in page_of(early).words
    organiser.post(S + "rounds/1/boards/2/result/", {"result": "-/-", "version": "0"})
    assert next_step().startswith("Close round 1")
    organiser.post(S + "rounds/1/action/", {"act": "close"})
    assert next_step().startswith("Review and publish round 2")


def test_a_wrong_pairing_is_discarded_and_created_again(organiser: Client, section: Section) -> None:
    organiser.post(S + "players/list/", {"text": LIST})
    for _ in range(2):
        organiser.post(S + "rounds/pair/", {})
        assert organiser.post(S + "rounds/discard/").status_code == 302
        assert not section.rounds.exists()
    organiser.post(S + "rounds/pair/", {})
    organiser.post(S + "rounds/1/action/", {"act": "publish"})
    refused = organiser.post(S + "rounds/discard/")
    assert refused.status_code == 409
    assert "A round of this schedule has been published" in page_of(refused).words


def test_a_round_by_hand_and_its_byes(organiser: Client, section: Section) -> None:
    organiser.post(S + "edit/", {**SECTION, "slug": "open", "format": "free", "rounds_planned": "2"})
    organiser.post(S + "players/list/", {"text": LIST})
    first, second, third, _fourth = section.registrations.order_by("number")
    boards = {"white_1": first.pk, "black_1": second.pk, "white_2": first.pk, "black_2": third.pk}
    refused = organiser.post(S + "rounds/new/", boards)
    page = page_of(refused)
    assert refused.status_code == 422 and "A player can be on only one board in a round." in page.words
    assert len([option for option in page.find(value=str(first.pk)) if "selected" in option]) == 2
    assert not section.rounds.exists()

    alone = page_of(organiser.post(S + "rounds/new/", {"white_1": first.pk, "black_1": ""}))
    assert "A player is left here without an opponent." in alone.words

    boards = {"white_1": first.pk, "black_1": second.pk}
    assert organiser.post(S + "rounds/new/", boards).status_code == 302
    bye = {"act": "bye", "registration": third.pk, "kind": "half"}
    organiser.post(S + "rounds/1/action/", bye)
    pairings = Pairing.objects.filter(round__section=section).values_list("white", "black", "bye")
    assert set(pairings) == {(first.pk, second.pk, ""), (third.pk, None, "half")}
    assert organiser.post(S + "rounds/1/action/", bye).status_code == 422  # they are not free any more


def test_a_round_is_published_by_itself_or_not_after_all(organiser: Client, section: Section) -> None:
    organiser.post(S + "players/list/", {"text": LIST})
    organiser.post(S + "rounds/pair/", {})
    past = organiser.post(S + "rounds/1/action/", {"act": "schedule", "at": "2020-01-01T10:00"})
    assert past.status_code == 422 and page_of(past).find(data_code="time_is_past")
    organiser.post(S + "rounds/1/action/", {"act": "schedule", "at": "2099-01-01T10:00"})
    first = section.rounds.get(number=1)
    assert first.publish_at is not None
    assert "Will be published on 1 January 2099 at 10:00 UTC" in page_of(organiser.get(S + "rounds/1/")).words
    organiser.post(S + "rounds/1/action/", {"act": "schedule", "at": ""})
    first.refresh_from_db()
    assert first.publish_at is None


def test_the_printed_list_is_by_board_and_by_name(organiser: Client, section: Section) -> None:
    organiser.post(S + "players/list/", {"text": LIST})
    organiser.post(S + "rounds/pair/", {})
    words = page_of(organiser.get(S + "rounds/1/print/")).words
    assert "Draft: do not post." in words
    by_name = words.partition("By name")[2]
    places = [by_name.index(name) for name in ("Euwe", "Keres", "Smyslov", "Ботвинник")]
    assert places == sorted(places)


def test_nothing_is_lost_when_a_form_is_refused(organiser: Client, section: Section) -> None:
    before = Section.objects.count(), Log.objects.count()
    bad = {**SECTION, "name_en": "Second", "control": "ninety", "tiebreaks": "DE, XYZ", "points_win": "¾"}
    answer = organiser.post(D + "new-section/", bad)
    page = page_of(answer)
    assert answer.status_code == 422 and page.problems == []
    codes = {tag["data-code"] for tag in page.find() if "data-code" in tag}
    assert {"time_control_unreadable", "unknown_tiebreak", "bad_points"} <= codes
    for value in ("Second", "ninety", "DE, XYZ", "¾"):
        assert page.find(value=value)
    assert (Section.objects.count(), Log.objects.count()) == before


def test_a_taken_address_and_laws_of_another_game_are_reported_at_their_fields(organiser, section):
    for changes, code in (
        ({}, "slug_taken"),
        ({"slug": "boards"}, "slug_reserved"),
        ({"name_en": "Two", "regime": "tavreli-1997"}, "regime_of_other_game"),
    ):
        answer = organiser.post(D + "new-section/", {**SECTION, **changes})
        assert answer.status_code in (409, 422) and page_of(answer).find(data_code=code)
    values = {"name_en": "x", "slug": "kubok-vesny", "languages": ["en"]}
    assert page_of(organiser.post("/desk/new-event/", values)).find(data_code="slug_taken")
    assert Event.objects.count() == 1


def test_a_section_whose_games_are_on_the_boards_keeps_its_game(organiser: Client, section: Section) -> None:
    organiser.post(S + "players/list/", {"text": LIST})
    organiser.post(S + "rounds/pair/", {})
    changed = {**SECTION, "slug": "open", "game": "draughts", "regime": "draughts64", "control": "60+10"}
    assert organiser.post(S + "edit/", changed).status_code == 302
    section.refresh_from_db()
    assert (section.game, section.regime, section.control) == ("chess", "fide-2023", "60+10")


def test_points_follow_a_win_that_is_worth_more(organiser: Client, section: Section) -> None:
    football = {**SECTION, "slug": "open", "points_win": "3", "points_draw": "1", "points_half_bye": "0.5"}
    organiser.post(S + "edit/", football)
    section.refresh_from_db()
    assert (section.control, section.tiebreaks, section.event.federation) == ("90+30", ["DE", "SB/C1", "WIN"], "RUS")
    scoring = section.points
    assert (scoring.win, scoring.draw, scoring.loss) == (6, 2, 0)
    assert (scoring.forfeit_win, scoring.pairing_bye, scoring.full_bye, scoring.half_bye) == (6, 6, 6, 1)


def test_another_name_does_not_change_the_events_own_language(organiser: Client) -> None:
    first = {"name_en": "Spring Cup", "languages": ["ru", "en"], "main_language": "en"}
    organiser.post("/desk/new-event/", first)
    names = {"name_en": "Spring Cup", "name_ru": "Кубок весны", "slug": "spring-cup"}
    second = {**names, "languages": ["ru", "en", "uk"], "main_language": "en"}
    assert organiser.post("/desk/spring-cup/edit/", second).status_code == 302
    assert Event.objects.get().languages == ["en", "ru", "uk"]


def test_input_is_interpreted_at_once(organiser: Client) -> None:
    control = organiser.get("/desk/suggest/control/", {"control": '40/90, 30; +30"'})
    assert "90 min for 40 moves" in control.content.decode()
    laws = {"control": "5+5", "regime": "fide-2023-rapid"}
    notice = page_of(organiser.get("/desk/suggest/control/", laws)).words
    assert "This time control is blitz" in notice and "A.1, B.1" in notice
    bad = organiser.get("/desk/suggest/tie-breaks/", {"tiebreaks": "BH/C1, ZZ"})
    assert page_of(bad).find(data_code="unknown_tiebreak")
    address = organiser.get("/desk/suggest/address/", {"name_ru": "Кубок Щёлкова – 2026!"})
    assert address.json() == {"slug": "kubok-shchelkova-2026"}
    short = organiser.get("/desk/suggest/address/", {"name_en": "A", "kind": "section"})
    assert short.json() == {"slug": "section-a"}
