"""Two players of one rating may take each other's starting numbers until round 4 is paired (C.04.2, 2.2, 2.3)."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import NOW, World, raises_code
from tests.tournaments.swiss import boards, make_swiss, names, pair, play_round, registration
from tournaments.models.section import Section
from tournaments.services.number_exchange import exchange_numbers
from tournaments.services.renumbering import number_then, renumber_by_rating
from tournaments.services.schedule import discard_drafts

pytestmark = pytest.mark.django_db


def equals(world: World, players: int = 6) -> Section:
    """The second and the third have the same rating."""
    section = make_swiss(world, players)
    section.registrations.filter(number__in=(2, 3)).update(rating=2385)
    return section


def exchange(world: World, section: Section, number: int, other: int, *confirmed: str) -> None:
    keys = {"one_id": registration(section, number).pk, "other_id": registration(section, other).pk}
    exchange_numbers(actor=world.olga, now=NOW, section_id=section.pk, **keys, confirmed=confirmed)


def test_equal_players_exchange_numbers_once_it_is_confirmed(world: World) -> None:
    section = equals(world)
    row = play_round(world, section, 1)
    seats = boards(row)
    with pytest.raises(Conflict) as excinfo:
        exchange(world, section, 2, 3)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("exchange_of_numbers", 3)
    exchange(world, section, 2, 3, "exchange_of_numbers")
    assert names(section) == ["P01", "P03", "P02", "P04", "P05", "P06"]
    source = row.provenance
    source.refresh_from_db()
    then = [
        (number_then(source, pairing.white), number_then(source, pairing.black))
        for pairing in row.pairings.filter(bye="").select_related("white", "black").order_by("board")
    ]
    assert then == seats
    text = "### TPN exchange @ Round 1: P02, section-1 and P03, section-1 ("
    assert text in trf_file(section).decode()


def test_unequal_players_keep_their_numbers(world: World) -> None:
    section = equals(world)
    with raises_code(Conflict, "numbers_of_unequal"):
        exchange(world, section, 1, 2, "exchange_of_numbers")
    with pytest.raises(BadInput):
        exchange(world, section, 2, 2, "exchange_of_numbers")


def test_numbers_stand_while_a_draft_waits_and_once_round_four_is_paired(world: World) -> None:
    section = equals(world, 8)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    with raises_code(Conflict, "earlier_round_is_draft"):
        exchange(world, section, 2, 3, "exchange_of_numbers")
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert row.number == 2
    for number in (2, 3, 4):
        play_round(world, section, number)
    with raises_code(Conflict, "numbers_stand"):
        exchange(world, section, 2, 3, "exchange_of_numbers")


def test_renumbering_keeps_the_order_of_equals(world: World) -> None:
    section = equals(world)
    play_round(world, section, 1)
    exchange(world, section, 2, 3, "exchange_of_numbers")
    section.registrations.filter(number=6).update(rating=2600)
    renumber_by_rating(actor=world.olga, now=NOW, section_id=section.pk, confirmed=["numbers_move"])
    assert names(section) == ["P06", "P01", "P03", "P02", "P04", "P05"]
