"""An invented system, "lots", run from the form to the public table through its one record."""

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
from tests.pages.desk.test_systems import section_form
from tests.pages.html import page_of
from tests.world import NOW
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import enter_player
from tournaments.services.swiss import pair_next_round
from tournaments.systems import registry
from tournaments.systems.base import Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.fields import IntegerOption

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


LOTS = System(
    "lots",
    "Drawn by lots",
    PairingMode.BY_ROUND,
    Report("Individual: Lots", "CUSTOM_LOTS", signs=("LOTS",)),
    methods=(Method("lots", "Lots"),),
    engines={
        "lots": Engine(
            "lots 1",
            "lots",
            "lots",
            pair_by_lots,
            legality.check_ladder,
            takes_options=True,
            colour_drawn=False,
        )
    },
    options=LotsOptions,
    option_group=OptionGroup(
        "How lots are drawn", fields=(IntegerOption("seed", "Seed of the lots", 1, 1000),)
    ),
    tiebreaks=("WIN",),
)


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, LOTS.key, LOTS)


@pytest.fixture
def section(lots, world, olga) -> Section:
    data = section_form(format="lots", name_en="Lottery", slug="lottery", rounds_planned="3")
    answer = olga.post(
        "/desk/spring-cup/new-section/",
        {**data, "shown": "lots", "option_seed": "7", "tiebreaks": "WIN"},
    )
    assert answer.status_code == 302, answer.content.decode()
    sections = Section.objects.get(slug="lottery")
    for number in range(1, 6):
        player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=f"Lot{number}")
        enter_player(actor=world.olga, now=NOW, section_id=sections.pk, player_id=player.pk)
    return sections


def test_the_form_offers_it_with_its_options_alone(lots, olga):
    page = page_of(olga.get("/desk/spring-cup/new-section/?format=lots"))
    assert page.problems == []
    assert "How lots are drawn" in page.words and "Seed of the lots" in page.words
    assert "Baku acceleration" not in page.words and "Boards of a match" not in page.words


def test_the_values_of_the_form_are_saved(section):
    assert (section.format, section.options, section.tiebreaks) == ("lots", {"seed": 7}, ["WIN"])


def test_it_needs_to_know_how_many_rounds_there_are(lots, olga):
    answer = olga.post(
        "/desk/spring-cup/new-section/", section_form(format="lots", slug="other-lots", option_seed="7")
    )
    assert answer.status_code == 422 and not Section.objects.filter(slug="other-lots").exists()


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
        return [
            (pairing.white.number, pairing.black.number)
            for pairing in row.pairings.filter(bye="").order_by("board").select_related("white", "black")
        ]

    first = pair()
    undo_last_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    assert pair() == first
    undo_last_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"options": {"seed": 8}})
    assert pair() != first
