"""Players, followers and officials get notifications that concern them, in their language, at a suitable hour."""

from collections.abc import Iterator
from datetime import time, timedelta

import pytest
from django.db.models import Q

from games.models.game import Game
from notifications.models import Channel, Delivery, Notice
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import (
    MOST_OF_SUBJECT,
    Choice,
    Subject,
    choice_of,
    choose_notifications,
    subscribe,
    unsubscribe,
)
from tavleya.actors import ANONYMOUS, Role
from tavleya.errors import BadInput, Conflict, NotPermitted
from tests.refusals import refused
from tests.tournaments.conftest import NOW, fixtures_of
from tests.tournaments.push_service import Browser, follow, push_is_set_up
from tests.tournaments.receivers import HERE
from tests.tournaments.test_players_speak_for_themselves import holder
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.events import edit_event, revoke_role
from tournaments.services.results import correct_result, enter_result, report_result
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture(autouse=True)
def _push(world) -> Iterator[None]:
    # After the world, which is not copied under changed settings.
    with push_is_set_up:
        yield


def public_section(world):
    """Four players and a first round that waits to be published, in a public event."""
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    round_robin = world.round_robin("Keres", "Tal", "Stein", "Fine", slug="main", tracking="result")
    round_robin.event.refresh_from_db()
    return round_robin


world, section = fixtures_of(public_section)


def player(section, name):
    return section.registrations.get(player__family_name=name).player


def board_of(section, name):
    """The board of a player in round 1."""
    seated = Q(white__player__family_name=name) | Q(black__player__family_name=name)
    return section.rounds.get(number=1).pairings.get(seated)


def publish(world, section, number=1, now=NOW):
    return publish_round(actor=world.olga, now=now, round_id=section.rounds.get(number=number).pk)


def tell(now=NOW):
    """Run the tasks of the worker."""
    spread_due(now)
    return send_due(Channel.PUSH, now, HERE)


def own(section, name):
    return Subject(section.event, player=player(section, name), own=True)


def test_a_player_gets_board_colour_opponent_and_time_with_a_link_to_their_page(world, section, service):
    phone, subject = service.browser(), own(section, "Keres")
    follow(subject, phone, NOW, actor=holder(world, subject.player))
    round_ = section.rounds.get(number=1)
    round_.starts_at = NOW + timedelta(hours=2)
    round_.save()
    pairing = board_of(section, "Keres")
    white = pairing.white.player == subject.player
    opponent = (pairing.black if white else pairing.white).player.family_name
    publish(world, section)
    assert tell() == 1 and tell() == 0
    (message,) = service.to(phone)
    assert message["title"] == f"Round 1: board {pairing.board}, {'White' if white else 'Black'}, {opponent}, 14:00"
    assert message["url"].startswith("http://localhost:8000/my/") and message["lang"] == "en"
    assert not Notice.objects.exists()


def test_followers_of_a_player_and_of_the_section_are_notified_once(world, section, service):
    of_player, of_section, both, other = (service.browser() for _ in range(4))
    tal, event = player(section, "Tal"), section.event
    elsewhere = world.round_robin("Bronstein", "Smyslov", slug="other")
    for browser in (of_player, both):
        follow(Subject(event, player=tal), browser, NOW)
    for browser in (of_section, both):
        follow(Subject(event, section=section), browser, NOW)
    follow(Subject(event, section=elsewhere), other, NOW)
    follow(Subject(event, section=section), other, NOW, "standings")
    publish(world, section)
    assert tell() == 3
    assert "Tal" in service.to(of_player)[0]["title"] and "board" in service.to(of_player)[0]["title"]
    assert service.to(of_section)[0]["title"] == "Round 1: pairings published"
    assert [message["title"] for message in service.to(both)] == [service.to(of_player)[0]["title"]]
    assert service.to(other) == []


def test_each_subscriber_is_notified_in_their_language(world, section, service):
    browsers = {language: service.browser() for language in ("en", "ru", "uk")}
    for language, browser in browsers.items():
        follow(Subject(section.event, section=section), browser, NOW, language=language)
    publish(world, section)
    tell()
    titles = {language: service.to(browser)[0]["title"] for language, browser in browsers.items()}
    assert len(set(titles.values())) == 3 and "Тур 1" in titles["ru"]


def test_a_round_unpublished_before_delivery_is_not_notified(world, section, service):
    phone = service.browser()
    follow(Subject(section.event, section=section), phone, NOW)
    publish(world, section)
    section.rounds.filter(number=1).update(status="draft", published_at=None)
    assert tell() == 0 and not Notice.objects.exists()


def test_the_players_of_a_board_with_other_colours_get_their_pairing_again(world, section, service):
    board, phone = board_of(section, "Keres"), service.browser()
    follow(own(section, "Keres"), phone, NOW, actor=holder(world, player(section, "Keres")))
    follow(Subject(section.event, section=section), service.browser(), NOW)
    publish(world, section)
    assert tell() == 2
    seats = [ActualSeats(board.board, board.black_id, board.white_id)]
    record_actual_seating(actor=world.ana, now=NOW, round_id=board.round_id, boards=seats, reason="colours reversed")
    assert tell() == 1
    assert {"White" in message["title"] for message in service.to(phone)} == {True, False}


def test_a_result_is_sent_to_followers_of_a_player_and_replaced_by_a_correction(world, section, service):
    phone = service.browser()
    publish(world, section)
    follow(Subject(section.event, player=player(section, "Tal")), phone, NOW)
    pairing = board_of(section, "Tal")
    enter_result(actor=world.ana, now=NOW, pairing_id=pairing.pk, result="1-0")
    spread_due(NOW)
    correct_result(actor=world.ana, now=NOW, pairing_id=pairing.pk, result="0-1", reason="slip")
    assert tell() == 1
    assert service.to(phone)[0]["title"].endswith("0\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}1")
    states = Delivery.objects.order_by("pk").values_list("state", "problem")
    assert list(states) == [(State.DROPPED, "overtaken"), (State.SENT, "")]


def test_results_of_a_delayed_broadcast_are_sent_when_they_are_public(world, section, service):
    phone = service.browser()
    publish(world, section)
    Game.objects.update(broadcast_delay=15)
    follow(Subject(section.event, player=player(section, "Tal")), phone, NOW)
    pairing = board_of(section, "Tal")
    enter_result(actor=world.ana, now=NOW, pairing_id=pairing.pk, result="1-0")
    later = NOW + timedelta(minutes=10)
    correct_result(actor=world.ana, now=later, pairing_id=pairing.pk, result="0-1", reason="slip")
    assert [tell(NOW + timedelta(minutes=minutes)) for minutes in (10, 14, 15, 24, 25)] == [0, 0, 0, 0, 1]
    assert service.to(phone)[0]["title"].endswith("0\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}1")


def test_reports_that_differ_are_sent_to_both_players_and_to_present_officials(world, section, service):
    publish(world, section)
    pairing = section.rounds.get(number=1).pairings.first()
    players = [pairing.white.player, pairing.black.player]
    phones = [service.browser() for _ in players]
    for player, phone in zip(players, phones, strict=True):
        follow(Subject(section.event, player=player, own=True), phone, NOW, actor=holder(world, player))
    desk, former = service.browser(), service.browser()
    for actor, browser in ((world.ana, desk), (world.hal, former)):
        follow(Subject(section.event, user_id=actor.user_id), browser, NOW, actor=actor)
    world.do(revoke_role, event_id=world.event.pk, user_id=world.hal.user_id, role=Role.HELPER)
    for player, result in zip(players, ("1-0", "0-1"), strict=True):
        report_result(actor=holder(world, player), now=NOW, pairing_id=pairing.pk, result=result)
    assert tell() == 3
    assert all("different results" in service.to(browser)[0]["title"] for browser in (*phones, desk))
    assert "/desk/" in service.to(desk)[0]["url"]
    assert service.to(former) == []


def test_an_announcement_of_the_hall_is_sent(world, section, service):
    phone = service.browser()
    follow(Subject(section.event), phone, NOW, "announcement")
    text = {"en": "Prize-giving at 18:00"}
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"announcement": text})
    assert tell() == 1 and service.to(phone)[0]["title"] == "Prize-giving at 18:00"
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"announcement": {}})
    assert not Notice.objects.exists()


def test_in_quiet_hours_only_what_cannot_wait_is_sent(world, section, service):
    night = {"quiet_from": time(11), "quiet_to": time(20)}  # NOW is 12:00
    quiet, phone = service.browser(), service.browser()
    follow(Subject(section.event, section=section), quiet, NOW, **night)
    follow(Subject(section.event, section=section), phone, NOW, zone="Asia/Tokyo", **night)  # 21:00 there
    section.rounds.filter(number=1).update(starts_at=NOW + timedelta(days=1))
    section.rounds.filter(number=2).update(starts_at=NOW + timedelta(hours=3))
    publish(world, section)
    tell()
    assert (len(service.to(quiet)), len(service.to(phone))) == (0, 1)
    publish(world, section, 2)
    tell()
    assert [message["title"] for message in service.to(quiet)] == ["Round 2: pairings published"]
    tell(NOW + timedelta(hours=8))
    assert len(service.to(quiet)) == 2


def test_only_the_owner_of_the_page_gets_the_private_messages_of_a_player(world, section, service):
    subject = own(section, "Keres")
    for actor in (world.nobody, world.pia, holder(world, player(section, "Tal"))):
        with pytest.raises(NotPermitted, match="own notifications"):
            follow(subject, service.browser(), NOW, actor=actor)
    with pytest.raises(NotPermitted):
        follow(Subject(section.event, user_id=world.ana.user_id), service.browser(), NOW, actor=world.hal)


def test_only_their_owner_changes_and_ends_notifications_and_followers_share_no_settings(world, section, service):
    keres, official = own(section, "Keres"), Subject(section.event, user_id=world.ana.user_id)
    owners = {keres: holder(world, player(section, "Keres")), official: world.ana}
    for subject, owner in owners.items():
        follow(subject, service.browser(), NOW, actor=owner)
        choice = choice_of(subject, "en")
        for actor in (world.nobody, world.pia, world.hal, holder(world, player(section, "Tal"))):
            with pytest.raises(NotPermitted):
                choose_notifications(actor=actor, now=NOW, subject=subject, choice=choice)
            with pytest.raises(NotPermitted):
                unsubscribe(actor=actor, now=NOW, subject=subject, which=Q())
        assert choose_notifications(actor=owner, now=NOW, subject=subject, choice=choice) == 1
        assert unsubscribe(actor=owner, now=NOW, subject=subject, which=Q()) == 1
    subject = Subject(section.event, section=section)
    with pytest.raises(NotPermitted, match="own notifications"):
        choose_notifications(actor=world.olga, now=NOW, subject=subject, choice=choice_of(subject, "en"))


def test_addresses_of_unknown_services_and_keys_that_nothing_can_be_encrypted_for_are_refused(section, service):
    hosts = ("receiver.test.evil.example/", "127.0.0.1/", "user@receiver.test/", "receiver.test:22/", "[receiver.test/")
    for endpoint in ("http://receiver.test/a", *(f"https://{host}" for host in hosts), ""):
        with refused(BadInput, "not_a_push_service"):
            follow(Subject(section.event), Browser(endpoint), NOW)
    address, choice = service.browser().endpoint, Choice(["pairings"], "en")
    values = {"subject": Subject(section.event), "channel": "push", "address": address, "choice": choice}
    for keys in ({}, {"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "ж", "auth": "?"}):
        with pytest.raises(BadInput):
            subscribe(actor=ANONYMOUS, now=NOW, keys=keys, **values)


def test_a_player_has_room_for_some_devices_only(world, section, service):
    subject = own(section, "Keres")
    actor = holder(world, subject.player)
    for _ in range(MOST_OF_SUBJECT):
        follow(subject, service.browser(), NOW, actor=actor)
    with refused(Conflict, "too_many_addresses"):
        follow(subject, service.browser(), NOW, actor=actor)
