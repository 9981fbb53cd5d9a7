"""The form of a section asks for what its system has; an invented system, lots, is run from its one record."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.formats.trf import read
from tavleya.formats.trf.proposal import propose_section
from tavleya.pairing import legality
from tavleya.pairing.engines import Engine, Progress
from tavleya.pairing.state import Pair, RoundPairing, SwissState
from tests.pages.desk.conftest import enter
from tests.pages.desk.test_systems import add_team, make, section_form
from tests.pages.html import page_of
from tests.world import NOW
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.results import enter_result
from tournaments.services.section_settings import edit_section
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_rounds import pair_teams
from tournaments.systems import registry
from tournaments.systems.base import IntegerOption, Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.registry import SYSTEMS

NEW = "/desk/spring-cup/new-section/"


def shown_by(answer) -> set[str]:
    return set(answer.context["form"].fields)


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_only_the_options_of_the_system_that_is_chosen_are_shown(olga, key):
    answer = olga.get(NEW, {"format": key})
    system = SYSTEMS[key]
    page = page_of(answer)
    assert page.problems == [] and 'id="of-the-system"' in answer.content.decode()
    options = {name for name in shown_by(answer) if name.startswith("option_")}
    group = system.option_group
    assert options == {f"option_{item.name}" for item in (group.fields if group else ())}
    settings = shown_by(answer) & {"edition", "accelerated", "correction_rounds"}
    assert settings == set(group.settings if group else ())
    assert ("third_place" in shown_by(answer)) is system.by_stage
    assert answer.context["form"]["tiebreaks"].value() == ", ".join(system.tiebreaks)


@pytest.mark.parametrize("key", [key for key in SYSTEMS if SYSTEMS[key].options])
def test_the_displayed_values_are_saved(olga, key):
    form = olga.get(NEW, {"format": key}).context["form"]
    visible = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in visible.items() if value not in (None, False)}
    answer = olga.post(NEW, {**data, **section_form(format=key, rounds_planned="5", shown=key)})
    assert answer.status_code == 302, answer.context["form"].errors
    sections = Section.objects.get(slug="cup")
    assert sections.options == SYSTEMS[key].checked_options({})
    assert sections.tiebreaks == list(SYSTEMS[key].tiebreaks)


def test_without_scripts_the_options_of_another_system_are_shown_before_anything_is_saved(olga):
    typed = section_form(format="keizer", name_en="Ladder", shown="round_robin", tiebreaks="DE, SB, KS, WIN")
    first = olga.post(NEW, typed)
    assert first.status_code == 422 and not Section.objects.filter(slug="cup").exists()
    page = page_of(first)
    assert page.problems == [] and "Check them and save again" in page.words
    form = first.context["form"]
    assert (form["name_en"].value(), form["option_gap"].value()) == ("Ladder", 4)
    assert form["tiebreaks"].value() == ""
    response = olga.post(NEW, {**typed, "shown": "keizer", "option_gap": "9"})
    assert response.status_code == 302 and Section.objects.get(slug="cup").options["gap"] == 9


def test_edited_tiebreaks_are_kept_when_another_system_is_chosen(olga):
    typed = section_form(format="swiss", rounds_planned="5", shown="round_robin", tiebreaks="WIN, DE")
    form = olga.post(NEW, typed).context["form"]
    assert form["tiebreaks"].value() == "WIN, DE"

    def form_tiebreaks(tiebreaks: str) -> str:
        query = {"format": "swiss", "shown": "round_robin", "tiebreaks": tiebreaks}
        return olga.get(NEW, query).context["form"]["tiebreaks"].value()

    assert form_tiebreaks("WIN, DE") == "WIN, DE"
    assert form_tiebreaks("DE, SB, KS, WIN") == "BH/C1, BH, SB, DE"


def test_a_section_can_be_given_another_system_before_it_is_paired(olga):
    assert olga.post(NEW, section_form(format="round_robin")).status_code == 302
    edit = "/desk/spring-cup/cup/edit/"
    assert "option_gap" not in shown_by(olga.get(edit))
    assert "option_gap" in shown_by(olga.get(edit, {"format": "keizer"}))
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
    visible = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = olga.post(edit, {**visible, "name_en": "Friends", "shown": "scheveningen"})
    section.refresh_from_db()
    assert answer.status_code == 302, answer.context["form"].errors
    assert (section.names["en"], section.options) == ("Friends", options)


@pytest.mark.parametrize(
    ("typed", "stored"), [("DE, SB, KS, WIN", ["DE", "SB", "KS", "WIN"]), ("BH", ["BH"]), ("", [])]
)
def test_the_tie_breaks_in_the_field_are_the_ones_that_are_stored(olga, typed, stored):
    """Also those that are usual in another system, and none."""
    data = section_form(format="swiss", rounds_planned="5", shown="swiss", tiebreaks=typed)
    assert olga.post(NEW, data).status_code == 302
    assert Section.objects.get(slug="cup").tiebreaks == stored


D = "/desk/spring-cup/lottery/"


@dataclass(frozen=True)
class LotsOptions:
    seed: int = 1


def pair_by_lots(state: SwissState, options: Mapping[str, Any], progress: Progress | None) -> RoundPairing:
    numbers = [player.number for player in state.present]
    random.Random(f"{options['seed']}/{state.round_number}").shuffle(numbers)
    bye = numbers.pop() if len(numbers) % 2 else None
    pairs = tuple(Pair(*two) for two in zip(numbers[::2], numbers[1::2], strict=True))
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
    sections = Section.objects.get(slug="lottery")
    for number in range(1, 6):
        enter(world, sections, f"Lot{number}")
    return sections


def test_the_form_offers_it_with_its_options_alone_and_asks_for_the_rounds(lots, olga):
    page = page_of(olga.get("/desk/spring-cup/new-section/?format=lots"))
    assert page.problems == []
    assert "How lots are drawn" in page.words and "Seed of the lots" in page.words
    assert "Baku acceleration" not in page.words and "Boards of a match" not in page.words
    answer = olga.post(NEW, section_form(format="lots", slug="other-lots", option_seed="7"))
    assert answer.status_code == 422 and not Section.objects.filter(slug="other-lots").exists()


def test_the_values_of_the_form_are_saved(section):
    assert (section.format, section.options, section.tiebreaks) == ("lots", {"seed": 7}, ["WIN"])


def test_the_system_is_paired_played_ranked_and_shown(section, world, olga):
    coming = page_of(olga.get(D + "pairing/"))
    assert coming.problems == [] and "Lots" in coming.words
    assert olga.post(D + "pairing/action/", {"act": "pair", "number": "1"}).status_code == 302
    row = section.rounds.get()
    assert (row.system, row.edition) == ("lots", "lots")
    assert row.pairings.filter(bye="").count() == 2 and row.pairings.exclude(bye="").count() == 1
    assert "Lots" in page_of(olga.get(D + "rounds/1/")).words
    assert olga.post(D + "rounds/1/action/", {"act": "publish"}).status_code == 302
    for board in row.pairings.filter(bye=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=board.pk, result="1-0")
    winners = {board.white_id for board in row.pairings.all()}
    table = standings_of(section)
    assert {item.registration.pk for item in table.rows if item.row.points == 2} == winners
    report = trf_of(section)
    assert report.system == "CUSTOM_LOTS"
    assert propose_section(read(trf_file(section)).tournament, registry.told_by).format == "lots"
    reader = Client(headers={"accept-language": "en"})
    for page in ("standings/", "rounds/1/", "crosstable/"):
        visible = page_of(reader.get(f"/events/spring-cup/lottery/{page}"))
        assert visible.problems == [] and "Lot1" in visible.words


def test_the_same_seed_draws_the_same_lots(section, world, olga):
    def pair() -> list[tuple[int, int]]:
        row = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
        boards = row.pairings.filter(bye="").order_by("board")
        return list(boards.values_list("white__number", "black__number"))

    first = pair()
    undo_last_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    assert pair() == first
    undo_last_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"options": {"seed": 8}})
    assert pair() != first
