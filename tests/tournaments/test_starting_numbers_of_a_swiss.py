"""Starting numbers (FIDE C.04.2): ranked before the first pairing, given to late entrants, moved until round 4."""

from datetime import timedelta

import pytest

from ratings.services.player_lists import import_players
from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tests.refusals import refused
from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import boards, make_swiss, names, pair, play, play_round, publish, registration
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services.attendance import enter_late
from tournaments.services.pairing_again import exchange_numbers
from tournaments.services.players import add_player
from tournaments.services.restore_points import restore
from tournaments.services.rounds import pair_round_robin
from tournaments.services.schedule import discard_drafts, reschedule_round
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import (
    edit_registration,
    may_renumber,
    number_by_hand,
    number_by_rating,
    number_then,
    renumber_by_rating,
)
from tournaments.services.swiss import request_pairing

pytestmark = pytest.mark.django_db


LIST = "Name;Rating;Title\nAdams;1500;\nBoll;2400;FM\nCole;1800;\nDunn;2400;GM\nEden;;\nFord;1800;WCM\n"
RANKED = ["Dunn", "Boll", "Ford", "Cole", "Adams", "Eden"]


def import_section(world, text: str = LIST, **fields: object):
    section = world.section(**{"format": "swiss", "rounds_planned": 5, **fields})
    import_players(actor=world.olga, now=NOW, event_id=world.event.pk, section_id=section.pk, data=text)
    return section


def with_numbers(text: str) -> str:
    head, *lines = text.splitlines()
    return "\n".join([f"No;{head}", *(f"{number};{line}" for number, line in enumerate(lines, start=1))])


@pytest.mark.parametrize("system", ["swiss", "keizer", "by the worker"])
def test_a_list_without_numbers_is_ranked_by_rating_title_and_name_before_it_is_paired(world, system):
    if system == "by the worker":
        section = import_section(world)
        request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    else:
        section = import_section(world, format=system)
        round_ = pair(world, section, 1)
        assert system == "keizer" or boards(round_) == [(1, 4), (5, 2), (3, 6)]
    assert names(section) == RANKED


def test_equal_ratings_are_ranked_by_title_as_the_rules_list_them(world):
    titles = ("WCM", "WFM", "CM", "WIM", "FM", "WGM", "IM", "GM")
    section = import_section(world, "Name;Rating;Title\n" + "".join(f"P{title};2100;{title}\n" for title in titles))
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


@pytest.mark.parametrize("text", [LIST, with_numbers(LIST)], ids=["by hand", "of the list"])
def test_numbers_that_were_given_are_kept(world, text):
    section = import_section(world, text)
    if text == LIST:
        number_by_hand(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[])
    pair(world, section, 1)
    assert names(section) == ["Adams", "Boll", "Cole", "Dunn", "Eden", "Ford"]


@pytest.mark.parametrize(
    ("by_hand", "half_points", "number"),
    [(False, [], 2), (False, [1], 2), (True, [], 5)],
    ids=["by rating", "with half a point for the round missed", "last where numbers were given"],
)
def test_a_late_entrant_takes_the_number_of_the_rating_at_once(world, by_hand, half_points, number):
    section = numbered_swiss(world, 4) if by_hand else make_swiss(world, 4)
    play_round(world, section, 1)
    assert come_late(world, section, "Larsen", 2395, 2, half_points=half_points).number == number


def numbered_swiss(world, players: int):
    """Create a Swiss with starting numbers by hand, so that players are not renumbered automatically."""
    section = make_swiss(world, players)
    number_by_hand(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[])
    return section


def come_late(world, section, name: str, rating: int | None, round_number: int, **more: object):
    common = {"actor": world.olga, "now": NOW}
    ratings = {"standard": rating} if rating else {}
    player = add_player(**common, event_id=world.event.pk, family_name=name, ratings=ratings)
    values = {"section_id": section.pk, "player_id": player.pk, "from_round": round_number, **more}
    return enter_late(**common, **values)


def renumber(world, section):
    return renumber_by_rating(actor=world.olga, now=NOW, section_id=section.pk, confirmed=["numbers_move"])


def test_a_late_entrant_is_put_between_those_of_their_strength(world):
    section = numbered_swiss(world, 6)  # P01 to P06 with 2400, 2390 … 2350
    first = play_round(world, section, 1)
    come_late(world, section, "Larsen", 2385, 2)
    come_late(world, section, "Novice", None, 2)
    assert names(section) == ["P01", "P02", "P03", "P04", "P05", "P06", "Larsen", "Novice"]
    seats = list(first.pairings.order_by("board").values_list("white", "black"))
    renumber(world, section)
    assert names(section) == ["P01", "P02", "Larsen", "P03", "P04", "P05", "P06", "Novice"]
    assert [entrant.number for entrant in section.registrations.order_by("number")] == list(range(1, 9))
    assert list(first.pairings.order_by("board").values_list("white", "black")) == seats
    source = Provenance.objects.get(round=first)
    seated = [[number_then(source, seat) for seat in (board.white, board.black)] for board in first.pairings.all()]
    assert sorted(seated) == sorted(source.boards), "the rounds before remember the numbers they were paired by"
    assert len(boards(pair(world, section, 2))) == 4


def test_a_restore_point_gives_the_numbers_back_and_numbers_who_entered_since_last(world):
    section = numbered_swiss(world, 4)
    play_round(world, section, 1)
    come_late(world, section, "Larsen", 2500, 2)
    before = names(section)
    renumber(world, section)
    assert names(section)[0] == "Larsen"
    for point in ("renumbered", "pairing"):
        restore(actor=world.olga, now=NOW, point_id=section.restore_points.get(before=point).pk)
        assert names(section) == before == ["P01", "P02", "P03", "P04", "Larsen"]


@pytest.mark.long
def test_numbers_stand_while_a_draft_waits_and_once_round_four_is_paired(world):
    section = equals(world, 8)
    number_by_hand(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[])

    def assert_stand(code: str) -> None:
        with refused(Conflict, code):
            renumber(world, section)
        with refused(Conflict, code):
            exchange(world, section, 2, 3, "exchange_of_numbers")

    play_round(world, section, 1)
    round_ = pair(world, section, 2)
    assert_stand("earlier_round_is_draft")
    play(world, publish(world, round_))
    play_round(world, section, 3)
    assert may_renumber(section)
    renumber(world, section)
    play_round(world, section, 4)
    assert not may_renumber(section)
    assert_stand("numbers_stand")


@pytest.mark.long
def test_a_late_entrant_after_round_four_is_numbered_by_rating_and_no_other_player_moves(world):
    section = make_swiss(world, 8)
    for number in (1, 2, 3, 4):
        play_round(world, section, number)
    wrong = section.registrations.get(player__family_name="P07")
    # The rating is corrected too late: the order of the others stays.
    edit_registration(actor=world.olga, now=NOW, registration_id=wrong.pk, changes={"rating": 2600})
    assert come_late(world, section, "Larsen", 2385, 5).number == 3
    assert names(section) == ["P01", "P02", "Larsen", *(f"P{number:02}" for number in range(3, 9))]
    assert come_late(world, section, "Novice", None, 5).number == 10


def test_renumbering_that_moves_two_or_more_is_confirmed_with_old_and_new_numbers(world):
    section = numbered_swiss(world, 4)
    play_round(world, section, 1)
    come_late(world, section, "Larsen", 2395, 2)
    values = {"actor": world.olga, "now": NOW, "section_id": section.pk}
    with pytest.raises(Conflict) as excinfo:
        renumber_by_rating(**values)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("numbers_move", 3)
    rows = excinfo.value.detail["moves"]
    moves = {name.partition(" ")[0].strip(","): (old, new) for name, old, new in rows}
    assert moves == {"P02": (2, 3), "P03": (3, 4), "P04": (4, 5), "Larsen": (5, 2)}
    renumber_by_rating(**values, confirmed=["numbers_move"])
    assert names(section) == ["P01", "Larsen", "P02", "P03", "P04"]
    assert renumber_by_rating(**values)  # no number changes any more: nothing to confirm


def equals(world: World, players: int = 6) -> Section:
    """Create a Swiss in which the second and the third player have the same rating."""
    section = make_swiss(world, players)
    section.registrations.filter(number__in=(2, 3)).update(rating=2385)
    return section


def exchange(world: World, section: Section, number: int, other: int, *confirmed: str) -> None:
    keys = {"one_id": registration(section, number).pk, "other_id": registration(section, other).pk}
    exchange_numbers(actor=world.olga, now=NOW, section_id=section.pk, **keys, confirmed=confirmed)


def test_equal_players_exchange_numbers_once_it_is_confirmed(world: World) -> None:
    section = equals(world)
    round_ = play_round(world, section, 1)
    seats = boards(round_)
    with pytest.raises(Conflict) as excinfo:
        exchange(world, section, 2, 3)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("exchange_of_numbers", 3)
    exchange(world, section, 2, 3, "exchange_of_numbers")
    assert names(section) == ["P01", "P03", "P02", "P04", "P05", "P06"]
    source = round_.provenance
    source.refresh_from_db()
    earlier = [
        (number_then(source, pairing.white), number_then(source, pairing.black))
        for pairing in round_.pairings.filter(bye="").select_related("white", "black").order_by("board")
    ]
    assert earlier == seats
    text = "### TPN exchange @ Round 1: P02, section-1 and P03, section-1 ("
    assert text in trf_file(section).decode()


def test_unequal_players_keep_their_numbers(world: World) -> None:
    section = equals(world)
    with refused(Conflict, "numbers_of_unequal"):
        exchange(world, section, 1, 2, "exchange_of_numbers")
    with pytest.raises(BadInput):
        exchange(world, section, 2, 2, "exchange_of_numbers")


def test_renumbering_keeps_the_order_of_equals(world: World) -> None:
    section = equals(world)
    play_round(world, section, 1)
    exchange(world, section, 2, 3, "exchange_of_numbers")
    section.registrations.filter(number=6).update(rating=2600)
    renumber_by_rating(actor=world.olga, now=NOW, section_id=section.pk, confirmed=["numbers_move"])
    assert names(section) == ["P06", "P01", "P03", "P02", "P04", "P05"]


@pytest.fixture
def four(world: World) -> Section:
    return world.round_robin("Alice", "Bob", "Dora", "Egor")


def edit(world: World, section: Section, number: int, /, **changes: object) -> Registration:
    key = registration(section, number).pk
    return edit_registration(actor=world.olga, now=NOW, registration_id=key, changes=changes)


def test_numbers_follow_ratings_and_names_where_there_are_none(world: World, four: Section) -> None:
    discarded = discard_drafts(actor=world.olga, now=NOW, section_id=four.pk)
    assert discarded == 3 and not Pairing.objects.exists()
    assert Log.objects.get(action="drafts.discarded").before == {"rounds": [1, 2, 3], "boards": 6}
    with refused(Conflict, "no_drafts"):
        discard_drafts(actor=world.olga, now=NOW, section_id=four.pk)
    edit(world, four, 4, rating=2100)
    edit(world, four, 3, rating=2200)
    registrations = number_by_rating(actor=world.olga, now=NOW, section_id=four.pk)
    assert [entrant.player.family_name for entrant in registrations] == ["Dora", "Egor", "Alice", "Bob"]
    assert names(four) == ["Dora", "Egor", "Alice", "Bob"]


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"number": 2}, Conflict, "number_taken"),
        ({"number": 0}, BadInput, "bad_number"),
        ({"rating": 9000}, BadInput, "bad_rating"),
        ({"status": "withdrawn"}, BadInput, "unknown_field"),
    ],
)
def test_a_registration_cannot_become_what_none_can_be(world: World, four: Section, changes, error, code) -> None:
    discard_drafts(actor=world.olga, now=NOW, section_id=four.pk)
    before = Log.objects.count()
    with refused(error, code):
        edit(world, four, 1, **changes)
    assert (registration(four, 1).rating, Log.objects.count()) == (None, before)


def test_numbers_stand_once_the_section_is_paired_and_ratings_may_still_change(world: World, four: Section) -> None:
    with refused(Conflict, "already_paired"):
        edit(world, four, 1, number=9)
    with pytest.raises(Conflict):
        number_by_rating(actor=world.olga, now=NOW, section_id=four.pk)
    assert edit(world, four, 1, rating=1999).rating == 1999


def test_a_round_begins_at_another_time_until_it_is_closed(world: World, four: Section) -> None:
    round_ = four.rounds.get(number=1)
    at = NOW + timedelta(days=1)
    for _ in range(2):
        assert world.do(reschedule_round, round_id=round_.pk, starts_at=at).starts_at == at
    assert Log.objects.filter(action="round.rescheduled").count() == 1
    play(world, publish(world, round_))
    with refused(Conflict, "round_closed"):
        world.do(reschedule_round, round_id=round_.pk, starts_at=None)
