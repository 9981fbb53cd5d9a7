"""The form of a section asks for what its system has and names what a change would do; an invented system is run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from arbiter.selectors.regimes import regime_of_section
from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.formats.trf import read
from tavleya.formats.trf.proposal import propose_section
from tavleya.pairing import legality
from tavleya.pairing.engines import Engine, Progress
from tavleya.pairing.state import Pair, RoundPairing, SwissState
from tests.pages.desk.conftest import enter, signed_in
from tests.pages.desk.test_an_event_is_run_from_the_desk import SECTION, D, S
from tests.pages.desk.test_systems import add_team, make, section_form
from tests.pages.html import page_of
from tests.world import NOW, person
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.results import enter_result
from tournaments.services.team_rounds import pair_teams
from tournaments.systems import registry
from tournaments.systems.base import IntegerOption, Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.registry import SYSTEMS
from tournaments.views.desk.acts import source_words
from tournaments.views.desk.section import changes_of

NEW = "/desk/spring-cup/new-section/"


def fields_of(answer) -> set[str]:
    return set(answer.context["form"].fields)


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_only_the_options_of_the_system_that_is_chosen_are_shown(olga, key):
    answer = olga.get(NEW, {"format": key})
    system = SYSTEMS[key]
    assert page_of(answer).problems == [] and 'id="of-the-system"' in answer.content.decode()
    options = {name for name in fields_of(answer) if name.startswith("option_")}
    group = system.option_group
    assert options == {f"option_{field.name}" for field in (group.fields if group else ())}
    settings = fields_of(answer) & {"edition", "accelerated", "correction_rounds"}
    assert settings == set(group.settings if group else ())
    assert ("third_place" in fields_of(answer)) is system.by_stage
    assert answer.context["form"]["tiebreaks"].value() == ", ".join(system.tiebreaks)


@pytest.mark.parametrize("key", [key for key in SYSTEMS if SYSTEMS[key].options])
def test_the_displayed_values_are_saved(olga, key):
    form = olga.get(NEW, {"format": key}).context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in values.items() if value not in (None, False)}
    answer = olga.post(NEW, {**data, **section_form(format=key, rounds_planned="5", shown=key)})
    assert answer.status_code == 302, answer.context["form"].errors
    section = Section.objects.get(slug="cup")
    assert section.options == SYSTEMS[key].checked_options({})
    assert section.tiebreaks == list(SYSTEMS[key].tiebreaks)


def test_without_scripts_the_options_of_another_system_are_shown_before_anything_is_saved(olga):
    form_data = section_form(format="keizer", name_en="Ladder", shown="round_robin", tiebreaks="DE, SB, KS, WIN")
    first = olga.post(NEW, form_data)
    assert first.status_code == 422 and not Section.objects.filter(slug="cup").exists()
    page = page_of(first)
    assert page.problems == [] and "Check them and save again" in page.words
    form = first.context["form"]
    assert (form["name_en"].value(), form["option_gap"].value()) == ("Ladder", 4)
    assert form["tiebreaks"].value() == ""
    response = olga.post(NEW, {**form_data, "shown": "keizer", "option_gap": "9"})
    assert response.status_code == 302 and Section.objects.get(slug="cup").options["gap"] == 9


def test_edited_tiebreaks_are_kept_when_another_system_is_chosen(olga):
    form_data = section_form(format="swiss", rounds_planned="5", shown="round_robin", tiebreaks="WIN, DE")
    assert olga.post(NEW, form_data).context["form"]["tiebreaks"].value() == "WIN, DE"

    def form_tiebreaks(tiebreaks: str) -> str:
        query = {"format": "swiss", "shown": "round_robin", "tiebreaks": tiebreaks}
        return olga.get(NEW, query).context["form"]["tiebreaks"].value()

    assert form_tiebreaks("WIN, DE") == "WIN, DE"
    assert form_tiebreaks("DE, SB, KS, WIN") == "BH/C1, BH, SB, DE"


def test_a_section_can_be_given_another_system_before_it_is_paired(olga):
    assert olga.post(NEW, section_form(format="round_robin")).status_code == 302
    edit = "/desk/spring-cup/cup/edit/"
    assert "option_gap" not in fields_of(olga.get(edit))
    assert "option_gap" in fields_of(olga.get(edit, {"format": "keizer"}))
    saved = olga.post(edit, section_form(format="keizer", shown="keizer", option_gap="3"))
    section = Section.objects.get(slug="cup")
    assert saved.status_code == 302 and (section.format, section.options["gap"]) == ("keizer", 3)


def test_saving_the_settings_of_a_paired_section_leaves_its_options_alone(world, olga):
    section = make(world, "two-teams", 2, format="scheveningen", options={"cycles": 2})
    for number in (1, 2):
        add_team(world, section, f"Team {number}", number)
    pair_teams(actor=world.olga, now=NOW, section_id=section.pk)
    options = section.options
    edit = "/desk/spring-cup/two-teams/edit/"
    form = olga.get(edit).context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = olga.post(edit, {**values, "name_en": "Friends", "shown": "scheveningen"})
    section.refresh_from_db()
    assert answer.status_code == 302, answer.context["form"].errors
    assert (section.names["en"], section.options) == ("Friends", options)


@pytest.mark.parametrize(
    ("typed", "stored"), [("DE, SB, KS, WIN", ["DE", "SB", "KS", "WIN"]), ("BH", ["BH"]), ("", [])]
)
def test_the_tie_breaks_in_the_field_are_the_ones_that_are_stored(olga, typed, stored):
    data = section_form(format="swiss", rounds_planned="5", shown="swiss", tiebreaks=typed)
    assert olga.post(NEW, data).status_code == 302
    assert Section.objects.get(slug="cup").tiebreaks == stored


LOTTERY = "/desk/spring-cup/lottery/"


@dataclass(frozen=True)
class LotsOptions:
    seed: int = 1


def pair_by_lots(state: SwissState, options: Mapping[str, Any], progress: Progress | None) -> RoundPairing:
    assert options["seed"] == 7
    numbers = [player.number for player in state.present]
    bye = numbers.pop() if len(numbers) % 2 else None
    pairs = tuple(Pair(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True))
    return RoundPairing(pairs, bye, "lots")


SEED = IntegerOption("seed", "Seed of the lots", 1, 1000)
OPTIONS_OF_ENGINE = {"takes_options": True, "colour_drawn": False}
ENGINE = Engine("lots 1", "lots", "lots", pair_by_lots, legality.check_ladder, **OPTIONS_OF_ENGINE)
LOTS = System(
    "lots",
    "Drawn by lots",
    PairingMode.BY_ROUND,
    Report("Individual: Lots", "CUSTOM_LOTS", signs=("LOTS",)),
    methods=(Method("lots", "Lots"),),
    engines={"lots": ENGINE},
    options=LotsOptions,
    option_group=OptionGroup("How lots are drawn", fields=(SEED,)),
    tiebreaks=("WIN",),
)


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, LOTS.key, LOTS)


@pytest.fixture
def section(lots, world, olga) -> Section:
    data = section_form(format="lots", name_en="Lottery", slug="lottery", rounds_planned="3")
    data |= {"shown": "lots", "option_seed": "7", "tiebreaks": "WIN"}
    answer = olga.post("/desk/spring-cup/new-section/", data)
    assert answer.status_code == 302, answer.content.decode()
    section = Section.objects.get(slug="lottery")
    for number in range(1, 6):
        enter(world, section, f"Lot{number}")
    return section


def test_the_form_offers_it_with_its_options_alone_and_asks_for_the_rounds(lots, olga):
    page = page_of(olga.get("/desk/spring-cup/new-section/?format=lots"))
    assert page.problems == []
    assert "How lots are drawn" in page.words and "Seed of the lots" in page.words
    assert "Baku acceleration" not in page.words and "Boards of a match" not in page.words
    answer = olga.post(NEW, section_form(format="lots", slug="other-lots", option_seed="7"))
    assert answer.status_code == 422 and not Section.objects.filter(slug="other-lots").exists()


def test_the_system_is_paired_played_ranked_and_shown(section, world, olga):
    assert (section.format, section.options, section.tiebreaks) == ("lots", {"seed": 7}, ["WIN"])
    coming = page_of(olga.get(LOTTERY + "pairing/"))
    assert coming.problems == [] and "Lots" in coming.words
    assert olga.post(LOTTERY + "pairing/action/", {"act": "pair", "number": "1"}).status_code == 302
    round_ = section.rounds.get()
    assert (round_.system, round_.edition) == ("lots", "lots")
    assert round_.pairings.filter(bye="").count() == 2 and round_.pairings.exclude(bye="").count() == 1
    assert "Lots" in page_of(olga.get(LOTTERY + "rounds/1/")).words
    assert olga.post(LOTTERY + "rounds/1/action/", {"act": "publish"}).status_code == 302
    for pairing in round_.pairings.filter(bye=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1-0")
    winners = {pairing.white_id for pairing in round_.pairings.all()}
    table = standings_of(section)
    assert {row.registration.pk for row in table.rows if row.row.points == 2} == winners
    assert trf_of(section).system == "CUSTOM_LOTS"
    assert propose_section(read(trf_file(section)).tournament, registry.told_by).format == "lots"
    reader = Client(headers={"accept-language": "en"})
    for path in ("standings/", "rounds/1/", "crosstable/"):
        page = page_of(reader.get(f"/events/spring-cup/lottery/{path}"))
        assert page.problems == [] and "Lot1" in page.words


# Settings: the game and its laws, what the first pairing fixes, ratings


LIST = "No;Name\n1;Leko, Peter\n2;Svidler, Peter\n3;Aronian, Levon\n4;Nakamura, Hikaru\n"


@pytest.fixture
def organiser(db: None) -> Client:
    person("olga")
    client = signed_in("olga")
    client.post("/desk/new-event/", {"name_ru": "Кубок весны", "languages": ["ru", "en"]})
    return client


def chess960_section(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, "game": "chess960", **fields})
    return Section.objects.get(slug="open")


def test_the_given_position_is_checked_and_kept_and_other_games_have_none(organiser: Client) -> None:
    wrong = organiser.post(D + "new-section/", {**SECTION, "game": "chess960", "start_position": "960"})
    assert wrong.status_code == 422 and "from 0 to 959" in page_of(wrong).words
    section = chess960_section(organiser, start_position="518")
    assert section.rules == {"start_position": "518"} and section.regime == "fide-2023"
    assert 'value="518"' in organiser.get(S + "edit/").content.decode()
    chess = {**SECTION, "name_en": "Other", "slug": "other", "start_position": "518"}
    assert organiser.post(D + "new-section/", chess).status_code == 302
    assert Section.objects.get(slug="other").rules == {}


def test_positions_are_drawn_for_every_board_and_shown_to_the_public(organiser: Client) -> None:
    section = chess960_section(organiser)
    organiser.post(S + "players/list/", {"text": LIST, "act": "import"})
    words = page_of(organiser.get(S + "openings/")).words
    assert "Start positions of Chess960: 960" in words and "Each board separately" in words
    assert "Each match separately" not in words
    organiser.post(S + "openings/", {"act": "commit", "table": "chess960", "scope": "board", "seed": ""})
    organiser.post(S + "rounds/pair/", {})
    organiser.post(S + "rounds/1/action/", {"act": "publish"})
    pairing = Pairing.objects.get(round__section=section, round__number=1, board=2)
    event = f"/events/{section.event.slug}/"
    assert f"board 2: {pairing.opening}" in page_of(organiser.get(f"{event}open/openings/")).words
    assert f"Start position {pairing.opening}: " in page_of(organiser.get(f"{event}games/{pairing.game_id}/")).words


def section_of(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, **fields})
    return Section.objects.get(slug="open")


def test_a_quickplay_finish_is_announced_and_taken_back_by_the_form(organiser: Client) -> None:
    section = section_of(organiser, game="chess", regime="fide-2023", quickplay="yes")
    assert regime_of_section(section).quickplay_in_force is not None
    section.regulations |= {"default_time_minutes": 30}
    section.save()
    assert '<option value="yes" selected>' in organiser.get(S + "edit/").content.decode()
    organiser.post(S + "edit/", {**SECTION, "game": "chess", "regime": "fide-2023", "quickplay": ""})
    section = Section.objects.get(slug="open")
    assert section.regulations == {"default_time_minutes": 30}, "what else the section rules is kept"
    assert regime_of_section(section).quickplay_in_force is None
    tavreli = {"name_en": "Other", "slug": "other", "game": "tavreli", "regime": "tavreli-1997", "quickplay": "no"}
    organiser.post(D + "new-section/", {**SECTION, **tavreli})
    assert regime_of_section(Section.objects.get(slug="other")).quickplay_in_force is None
    blitz = {**SECTION, "game": "chess", "regime": "fide-2023-blitz", "quickplay": "yes"}
    answer = organiser.post(D + "new-section/", {**blitz, "name_en": "Blitz", "slug": "blitz"})
    assert answer.status_code == 422 and "quickplay" in page_of(answer).words


def test_the_articles_of_the_regulations_are_typed_one_on_a_line_and_published(organiser: Client) -> None:
    laws = {"game": "chess", "regime": "fide-2023"}
    wrong = organiser.post(D + "new-section/", {**SECTION, **laws, "articles": "12"})
    assert wrong.status_code == 422 and not Section.objects.exists()
    section = section_of(organiser, **laws, articles="§12 No talking.\n12.1 No phones.")
    assert section.regulations == {"articles": {"12": "No talking.", "12.1": "No phones."}}
    assert "12 No talking.\n12.1 No phones." in organiser.get(S + "edit/").content.decode()
    public = organiser.get(reverse("rules", args=[section.event.slug, section.slug])).content.decode()
    assert 'id="regulations:12.1"><dt>Regulations 12.1</dt><dd>No phones.</dd>' in public


EDIT = "/desk/spring-cup/open/edit/"


def current_values(answer: HttpResponse) -> dict[str, str]:
    form = answer.context["form"]
    initial = {name: form[name].value() for name in form.fields}
    values = {name: str(value) for name, value in initial.items() if value not in (None, False)}
    return {**values, "shown": form.system.key}


def test_each_change_is_named_and_nothing_is_saved_before_it_is_confirmed_but_other_settings_at_once(olga, world):
    values = {**current_values(olga.get(EDIT)), "points_win": "3", "tiebreaks": "KS, WIN", "name_en": "Renamed"}
    answer = olga.post(EDIT, values)
    page = page_of(answer)
    assert answer.status_code == 409 and page.problems == []
    assert [change.name for change in answer.context["changes"]] == ["scoring", "tie-breaks"]
    assert "Win 1, Draw ½, Loss 0" in page.words and "Win 3, Draw ½, Loss 0" in page.words
    assert "KS, WIN" in page.words
    before = Section.objects.get(pk=world.section.pk)
    assert before.tiebreaks != ["KS", "WIN"] and before.names["en"] != "Renamed"
    second = {**dict(answer.context["typed"]), "confirmed": answer.context["fields"]}
    assert olga.post(EDIT, second).status_code == 302
    after = Section.objects.get(pk=world.section.pk)
    assert (after.tiebreaks, after.points.win, after.names["en"]) == (["KS", "WIN"], 6, "Renamed")
    assert "changed after round 1 was paired" in page_of(olga.get("/desk/spring-cup/log/")).words
    values = {**current_values(olga.get(EDIT)), "name_en": "Again", "control": "60+10"}
    assert olga.post(EDIT, values).status_code == 302
    assert Section.objects.get(pk=world.section.pk).names["en"] == "Again"
    values = {**current_values(olga.get(EDIT)), "points_pairing_bye": "4"}
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
