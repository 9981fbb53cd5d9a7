"""Default starting numbers follow rating, title and name (FIDE C.04.2, 2.2); numbers set by hand stay."""

import pytest

from ratings.services.player_lists import import_players
from tavleya.errors import BadInput
from tests.tournaments.conftest import NOW
from tests.tournaments.swiss import boards, make_swiss, names, pair, play_round
from tests.tournaments.test_late_entrants_are_numbered_by_rating import come_late
from tournaments.services.rounds import pair_round_robin
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import number_by_hand
from tournaments.services.swiss_jobs import request_pairing

pytestmark = pytest.mark.django_db

LIST = "Name;Rating;Title\nAdams;1500;\nBoll;2400;FM\nCole;1800;\nDunn;2400;GM\nEden;;\nFord;1800;WCM\n"
RANKED = ["Dunn", "Boll", "Ford", "Cole", "Adams", "Eden"]


def import_section(world, text: str = LIST, **fields: object):
    section = world.section(**{"format": "swiss", "rounds_planned": 5, **fields})
    import_players(actor=world.olga, now=NOW, event_id=world.event.pk, section_id=section.pk, data=text)
    return section


def numbered(text: str) -> str:
    head, *lines = text.splitlines()
    return "\n".join([f"No;{head}", *(f"{number};{line}" for number, line in enumerate(lines, start=1))])


@pytest.mark.parametrize("system", ["swiss", "keizer"])
def test_a_list_without_numbers_is_ranked_by_rating_title_and_name(world, system):
    section = import_section(world, format=system)
    row = pair(world, section, 1)
    assert names(section) == RANKED
    if system == "swiss":
        assert boards(row) == [(1, 4), (5, 2), (3, 6)]


def test_equal_ratings_are_ranked_by_title_as_the_rules_list_them(world):
    titles = ("WCM", "WFM", "CM", "WIM", "FM", "WGM", "IM", "GM")
    section = import_section(
        world, "Name;Rating;Title\n" + "".join(f"P{title};2100;{title}\n" for title in titles)
    )
    pair(world, section, 1)
    assert names(section) == [f"P{title}" for title in ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")]


def test_the_section_may_rank_equal_players_by_the_order_of_entry(world):
    section = import_section(world, "Name;Rating;Title\nFord;2100;\nAdams;2100;\nBoll;2100;FM\nCole;2200;\n")
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"equal_seeds": "entry"})
    pair(world, section, 1)
    assert names(section) == ["Cole", "Boll", "Ford", "Adams"]
    with pytest.raises(BadInput):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"equal_seeds": "birth"})


def test_the_lots_of_a_round_robin_are_kept(world):
    section = import_section(world, format="round_robin", rounds_planned=None)
    pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    assert names(section) == ["Adams", "Boll", "Cole", "Dunn", "Eden", "Ford"]


def test_numbers_of_the_list_are_kept(world):
    section = import_section(world, numbered(LIST))
    pair(world, section, 1)
    assert names(section) == ["Adams", "Boll", "Cole", "Dunn", "Eden", "Ford"]


def test_numbers_given_by_hand_are_kept(world):
    section = import_section(world)
    number_by_hand(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[])
    pair(world, section, 1)
    assert names(section) == ["Adams", "Boll", "Cole", "Dunn", "Eden", "Ford"]


def test_a_large_section_is_ranked_before_the_worker_pairs_it(world):
    section = import_section(world)
    request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    assert names(section) == RANKED


def test_a_late_entrant_takes_the_number_of_the_rating_at_once(world):
    section = make_swiss(world, 4)
    play_round(world, section, 1)
    assert come_late(world, section, "Larsen", 2395, 2).number == 2


def test_a_late_entrant_comes_last_where_numbers_were_given(world):
    section = make_swiss(world, 4)
    number_by_hand(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[])
    play_round(world, section, 1)
    assert come_late(world, section, "Larsen", 2395, 2).number == 5
