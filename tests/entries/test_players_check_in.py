"""Check-in before a round, by staff and by the player's own link; missing players are left out."""

from datetime import timedelta

import pytest

from entries.models import CheckIn, Presence
from entries.selectors.self_service import check_in_of, own_check_in
from entries.services.check_in import check_player_in, remove_check_in, set_check_in
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.swiss import PlayerLink, RequestedBye
from tournaments.services.attendance import record_absences
from tournaments.services.bye_requests import request_bye
from tournaments.services.players import actor_for, issue_player_links
from tournaments.services.rounds import publish_round
from tournaments.services.swiss import pair_next_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(world: World):
    result = world.section(format="swiss", rounds_planned=3)
    world.enter(result, "Tal", "Stein", "Geller", "Keres")
    return result


def open_check_in(world: World, section, number: int = 1, **times) -> CheckIn:
    return set_check_in(actor=world.olga, now=NOW, section_id=section.pk, round_number=number, **times)


def holder(world: World, registration) -> Actor:
    world.do(issue_player_links, event_id=world.event.pk, player_ids=[registration.player_id])
    return actor_for(PlayerLink.objects.get(player=registration.player_id))


def check(actor: Actor, registration, *, now=NOW, number: int = 1, present: bool = True) -> bool:
    return check_player_in(actor=actor, now=now, registration_id=registration.pk, round_number=number, present=present)


def test_staff_note_who_is_there_and_that_they_are_not_also_after_it_has_closed(world, section):
    open_check_in(world, section)
    tal = section.registrations.get(player__family_name="Tal")
    assert check(world.hal, tal) and not check(world.olga, tal) and check_in_of(section, 1).present == 1
    assert check(world.hal, tal, present=False) and not Presence.objects.exists()
    check(world.hal, tal)
    remove_check_in(actor=world.olga, now=NOW, section_id=section.pk, round_number=1)
    assert not (CheckIn.objects.exists() or Presence.objects.exists() or RequestedBye.objects.exists())
    open_check_in(world, section, closes_at=NOW)
    assert check(world.hal, tal, now=LATER)


def test_only_the_player_checks_in_by_their_own_link_while_it_is_open(world, section):
    open_check_in(world, section, opens_at=NOW, closes_at=LATER)
    tal, stein = section.registrations.order_by("number")[:2]
    actor = holder(world, tal)
    for when in (NOW - timedelta(seconds=1), LATER):
        with refused(Conflict, "check_in_closed"):
            check(actor, tal, now=when)
    with pytest.raises(NotPermitted):
        check(actor, stein)
    assert check(actor, tal) and Presence.objects.get().own
    for stranger in (world.sam, world.nobody):
        with pytest.raises(NotPermitted):
            check(stranger, tal)


def test_missing_players_are_left_out_of_the_round_in_one_action_that_can_be_undone(world, section):
    open_check_in(world, section)
    tal, stein, geller, keres = section.registrations.order_by("number")
    request_bye(actor=world.olga, now=NOW, registration_id=keres.pk, round_number=1, kind="half")
    for registration in (tal, stein):
        check(world.hal, registration)
    missing = [row.registration.pk for row in check_in_of(section, 1).missing]
    assert missing == [geller.pk]  # a player with a bye need not be present
    record_absences(actor=world.olga, now=LATER, section_id=section.pk, absent_ids=missing)
    round_ = pair_next_round(actor=world.olga, now=LATER, section_id=section.pk, number=1, first_colour="white")
    seated = {key for pairing in round_.pairings.filter(bye="") for key in (pairing.white_id, pairing.black_id)}
    assert seated == {tal.pk, stein.pk}


def test_there_is_no_check_in_for_a_round_that_is_public_or_that_there_is_none_of(world, section):
    for number in (0, 4):
        with pytest.raises(BadInput):
            open_check_in(world, section, number)
    with refused(BadInput, "check_in_closes_too_early"):
        open_check_in(world, section, 1, opens_at=LATER, closes_at=NOW)
    tal = section.registrations.order_by("number").first()
    with pytest.raises(NotFound):
        check(world.hal, tal)
    open_check_in(world, section)
    round_ = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    assert check(world.hal, tal)  # the round is still a draft
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    with pytest.raises(Conflict):
        check(world.hal, tal, present=False)
    assert own_check_in(tal) is None


def test_check_in_tells_namesakes_apart_in_the_same_queries(world, section, django_assert_max_num_queries):
    world.event.players.filter(family_name__in=("Tal", "Stein")).update(sort_key="post noor", club="")
    open_check_in(world, section)
    with django_assert_max_num_queries(4):
        notes = [row.registration.player.note for row in check_in_of(section, 1).rows]
    assert sorted(notes, key=str) == ["", "", 1, 2]
