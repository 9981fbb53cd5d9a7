"""Settings of a section at the desk: its game and laws, what its first pairing fixes, ratings."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from arbiter.selectors.regimes import regime_of_section
from tests.pages.desk.conftest import signed_in
from tests.pages.desk.test_an_event_is_run_from_the_desk import SECTION, D, S
from tests.pages.html import page_of
from tests.world import NOW, World, person
from tournaments.models.pairing import OpeningDraw, Pairing
from tournaments.models.section import Section
from tournaments.views.desk.acts import source_words
from tournaments.views.desk.section import changes_of

pytestmark = pytest.mark.django_db
LIST = "No;Name\n1;Leko, Peter\n2;Svidler, Peter\n3;Aronian, Levon\n4;Nakamura, Hikaru\n"


@pytest.fixture
def organiser(db: None) -> Client:
    person("olga")
    client = signed_in("olga")
    client.post("/desk/new-event/", {"name_ru": "Кубок весны", "languages": ["ru", "en"]})
    return client


def create_section(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, "game": "chess960", **fields})
    return Section.objects.get(slug="open")


def test_the_given_position_is_checked_and_kept(organiser: Client) -> None:
    wrong = organiser.post(D + "new-section/", {**SECTION, "game": "chess960", "start_position": "960"})
    assert wrong.status_code == 422 and "from 0 to 959" in page_of(wrong).words
    section = create_section(organiser, start_position="518")
    assert section.rules == {"start_position": "518"} and section.regime == "fide-2023"
    assert 'value="518"' in organiser.get(S + "edit/").content.decode()


def test_other_games_have_no_start_position(organiser: Client) -> None:
    assert create_section(organiser, game="chess", start_position="518").rules == {}


def test_positions_are_drawn_for_every_board_and_shown_to_the_public(organiser: Client) -> None:
    section = create_section(organiser)
    organiser.post(S + "players/list/", {"text": LIST, "act": "import"})
    page = page_of(organiser.get(S + "openings/")).words
    assert "Start positions of Chess960: 960" in page and "Each board separately" in page
    assert "Each match separately" not in page
    organiser.post(S + "openings/", {"act": "commit", "table": "chess960", "scope": "board", "seed": ""})
    organiser.post(S + "rounds/pair/", {})
    organiser.post(S + "rounds/1/action/", {"act": "publish"})
    board = Pairing.objects.get(round__section=section, round__number=1, board=2)
    assert board.opening and board.game is not None
    event = section.event
    organiser.post(D + "edit/published/", {"published": "1"})
    visitor = Client(headers={"accept-language": "en"})
    text = page_of(visitor.get(f"/events/{event.slug}/open/openings/")).words
    assert OpeningDraw.objects.get().commitment in text and f"board 2: {board.opening}" in text
    game = visitor.get(f"/events/{event.slug}/games/{board.game_id}/")
    assert f"Start position {board.opening}: " in page_of(game).words


def section_of(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, **fields})
    return Section.objects.get(slug="open")


FIDE, TAVRELI = "fide-2023", "tavreli-1997"
SWITCHED = [(FIDE, "", False), (FIDE, "yes", True), (TAVRELI, "", True), (TAVRELI, "no", False)]


@pytest.mark.parametrize(("regime", "message", "played"), SWITCHED)
def test_the_form_switches_it(organiser: Client, regime: str, message: str, played: bool) -> None:
    game = "chess" if regime.startswith("fide") else "tavreli"
    section = section_of(organiser, game=game, regime=regime, quickplay=message)
    assert (regime_of_section(section).quickplay_in_force is not None) is played


def test_the_form_keeps_what_else_the_section_rules(organiser: Client) -> None:
    section = section_of(organiser, game="chess", regime="fide-2023", quickplay="yes")
    section.regulations |= {"default_time_minutes": 30}
    section.save()
    content = organiser.get(S + "edit/").content.decode()
    assert '<option value="yes" selected>' in content
    organiser.post(S + "edit/", {**SECTION, "game": "chess", "regime": "fide-2023", "quickplay": ""})
    section.refresh_from_db()
    assert section.regulations == {"default_time_minutes": 30}


def test_the_articles_of_the_regulations_are_typed_one_on_a_line_and_published(organiser: Client) -> None:
    laws = {"game": "chess", "regime": "fide-2023"}
    wrong = organiser.post(D + "new-section/", {**SECTION, **laws, "articles": "12"})
    assert wrong.status_code == 422 and not Section.objects.exists()
    section = section_of(organiser, **laws, articles="§12 No talking.\n12.1 No phones.")
    assert section.regulations == {"articles": {"12": "No talking.", "12.1": "No phones."}}
    assert "12 No talking.\n12.1 No phones." in organiser.get(S + "edit/").content.decode()
    public = organiser.get(reverse("rules", args=[section.event.slug, section.slug])).content.decode()
    assert 'id="regulations:12.1"><dt>Regulations 12.1</dt><dd>No phones.</dd>' in public


def test_laws_without_it_cannot_announce_it(organiser: Client) -> None:
    blitz = {**SECTION, "game": "chess", "regime": "fide-2023-blitz", "quickplay": "yes"}
    answer = organiser.post(D + "new-section/", blitz)
    assert answer.status_code == 422 and "quickplay" in page_of(answer).words


EDIT = "/desk/spring-cup/open/edit/"


def typed(page: HttpResponse) -> dict[str, str]:
    form = page.context["form"]
    context = {name: form[name].value() for name in form.fields}
    values = {name: str(value) for name, value in context.items() if value not in (None, False)}
    return {**values, "shown": form.system.key}


def test_each_change_is_named_and_nothing_is_saved_before_it_is_confirmed(olga: Client, world: World) -> None:
    values = {**typed(olga.get(EDIT)), "points_win": "3", "tiebreaks": "KS, WIN", "name_en": "Renamed"}
    answer = olga.post(EDIT, values)
    page = page_of(answer)
    assert answer.status_code == 409 and page.problems == []
    assert [item.name for item in answer.context["changes"]] == ["scoring", "tie-breaks"]
    assert "Win 1, Draw ½, Loss 0" in page.words and "Win 3, Draw ½, Loss 0" in page.words
    assert "KS, WIN" in page.words
    before = Section.objects.get(pk=world.section.pk)
    assert before.tiebreaks != ["KS", "WIN"] and before.names["en"] != "Renamed"
    second = {**dict(answer.context["typed"]), "confirmed": answer.context["fields"]}
    assert olga.post(EDIT, second).status_code == 302
    after = Section.objects.get(pk=world.section.pk)
    assert (after.tiebreaks, after.points.win, after.names["en"]) == (["KS", "WIN"], 6, "Renamed")
    assert "changed after round 1 was paired" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_other_settings_are_saved_without_a_question_and_bad_points_are_reported(olga, world):
    values = {**typed(olga.get(EDIT)), "name_en": "Renamed", "control": "60+10"}
    assert olga.post(EDIT, values).status_code == 302
    assert Section.objects.get(pk=world.section.pk).names["en"] == "Renamed"
    values = {**typed(olga.get(EDIT)), "points_pairing_bye": "2"}
    answer = olga.post(EDIT, values)
    assert answer.status_code == 422 and "A bye cannot be worth more than a win." in page_of(answer).words


ADVICE = "The event lasts more than 30 days"


@pytest.mark.parametrize(("days", "long"), [(30, False), (31, True)])
def test_its_forms_advise_against_rating_tiebreaks_and_take_ratings_by_round(world, olga, days, long):
    event = world.event
    event.starts_on, event.ends_on = NOW.date(), NOW.date() + timedelta(days=days)
    event.save()
    settings = olga.get("/desk/spring-cup/open/edit/")
    assert settings.status_code == 200 and (ADVICE in settings.content.decode()) is long
    registration = world.section.registrations.get(number=1)
    player = olga.get(f"/desk/spring-cup/open/players/{registration.number}/")
    assert player.status_code == 200 and ("later_ratings" in player.content.decode()) is long
    assert page_of(settings).title


def test_ratings_and_their_changes_are_named_in_the_language_of_the_reader() -> None:
    for language, name in (("ru", "Рапид"), ("uk", "Рапід"), ("en", "Rapid")):
        with translation.override(language):
            assert source_words("standard", "rapid") == name
    with translation.override("ru"):
        (change,) = changes_of(Section(rating_kind="standard"), ["rating_kind"], {"rating_kind": "blitz"})
    assert (change.before, change.after) == ("Классика", "Блиц")
