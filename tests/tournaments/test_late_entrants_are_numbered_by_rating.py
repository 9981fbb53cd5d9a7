"""Late entrants take the starting numbers that their ratings give, until round 4 is paired (FIDE C.04.2)."""

import pytest

from tavleya.errors import Conflict
from tests.tournaments.conftest import NOW, raises_code
from tests.tournaments.swiss import boards, make_swiss, names, pair, play_round, publish
from tournaments.models.swiss import Provenance, RestorePoint
from tournaments.services.attendance import enter_late
from tournaments.services.players import add_player
from tournaments.services.renumbering import may_renumber, number_then, renumber_by_rating
from tournaments.services.results import enter_result
from tournaments.services.rollback.restore_points import restore
from tournaments.services.seeding import edit_registration, number_by_hand

pytestmark = pytest.mark.django_db


def numbered_swiss(world, players: int):
    """A Swiss whose starting numbers were given by hand, so that players are not renumbered unasked."""
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
    assert [item.number for item in section.registrations.order_by("number")] == list(range(1, 9))
    assert list(first.pairings.order_by("board").values_list("white", "black")) == seats
    assert len(boards(pair(world, section, 2))) == 4


def test_the_rounds_before_remember_the_numbers_they_were_paired_by(world):
    section = numbered_swiss(world, 6)
    row = play_round(world, section, 1)
    was = {registration.pk: registration.number for registration in section.registrations.all()}
    come_late(world, section, "Larsen", 2500, 2)
    renumber(world, section)
    source = Provenance.objects.get(round=row)
    for registration in section.registrations.filter(pk__in=was):
        assert number_then(source, registration) == was[registration.pk] == registration.number - 1
    seated = [[number_then(source, seat) for seat in (one.white, one.black)] for one in row.pairings.all()]
    assert sorted(seated) == sorted(source.boards)


def test_the_restore_point_gives_the_numbers_back(world):
    section = numbered_swiss(world, 4)
    play_round(world, section, 1)
    come_late(world, section, "Larsen", 2500, 2)
    before = names(section)
    renumber(world, section)
    assert names(section)[0] == "Larsen"
    point = RestorePoint.objects.filter(section=section, before="renumbered").get()
    restore(actor=world.olga, now=NOW, point_id=point.pk)
    assert names(section) == before


def test_a_player_entered_after_the_restore_point_is_numbered_last(world):
    section = numbered_swiss(world, 4)
    play_round(world, section, 1)
    point = RestorePoint.objects.filter(section=section, before="pairing").get()
    come_late(world, section, "Larsen", 2500, 2)
    renumber(world, section)
    restore(actor=world.olga, now=NOW, point_id=point.pk)
    assert names(section) == ["P01", "P02", "P03", "P04", "Larsen"]


@pytest.mark.long
def test_a_draft_waits_and_after_round_four_numbers_stand(world):
    section = numbered_swiss(world, 8)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    with raises_code(Conflict, "earlier_round_is_draft"):
        renumber(world, section)
    publish(world, row)
    assert may_renumber(section)
    for pairing in row.pairings.all():
        enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    play_round(world, section, 3)
    renumber(world, section)
    play_round(world, section, 4)
    assert not may_renumber(section)
    with raises_code(Conflict, "numbers_stand"):
        renumber(world, section)


@pytest.mark.long
def test_a_late_entrant_after_round_four_is_numbered_by_rating_and_no_other_player_moves(world):
    section = make_swiss(world, 8)
    for number in (1, 2, 3, 4):
        play_round(world, section, number)
    wrong = section.registrations.get(player__family_name="P07")
    # It is found out too late: the order of the others stands.
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


def test_a_late_entrant_with_half_a_point_for_a_round_missed_is_put_where_the_rating_belongs(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    assert come_late(world, section, "Larsen", 2385, 2, half_points=[1]).number == 3
