"""Rulings and resumptions are told to the two players, calls and appeals to the officials who chose it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from arbiter.models.ruling import Ruling
from arbiter.services import appeals
from arbiter.services.illegal_moves import claim_flag
from games.services.moves import call_arbiter
from notifications.models import Channel
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import Subject
from tavleya.actors import Actor, Role
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, adjourned, in_session
from tests.tournaments.push_service import PushService, follow, push_is_set_up
from tests.tournaments.receivers import HERE
from tests.world import NOW, World, later
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import actor_for, issue_player_links

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _push() -> Iterator[None]:
    with push_is_set_up:
        yield


@pytest.fixture
def service() -> Iterator[PushService]:
    push_service = PushService()
    yield push_service
    push_service.close()


def own(player: Player) -> tuple[Subject, Actor]:
    organiser = player.event.roles.get(role=Role.ORGANISER).user
    issue_player_links(
        actor=Actor(organiser.pk, organiser.username),
        now=NOW,
        event_id=player.event_id,
        player_ids=[player.pk],
    )
    holder = actor_for(PlayerLink.objects.get(player=player, revoked_at=None))
    return Subject(player.event, player=player, own=True), holder


def official(world: World, name: str) -> tuple[Subject, Actor]:
    actor = world.people[name]
    return Subject(world.event, user_id=actor.user_id), actor


def listen(service: PushService, user: tuple[Subject, Actor], kind: str, language: str = "en") -> Any:
    subject, actor = user
    phone = service.browser()
    follow(subject, phone, NOW - timedelta(hours=6), kind, actor=actor, language=language)
    return phone


def tell(now: datetime) -> int:
    spread_due(now)
    return send_due(Channel.PUSH, now, HERE)


def flagged(world: World) -> Ruling:
    world.started()
    world.play("e2-e4")
    claim_flag(actor=world.artur, now=later(minutes=20), game_id=world.board.pk, side=Side.BLACK)
    return Ruling.objects.get(kind="flag")


@pytest.mark.long
def test_a_ruling_is_sent_only_to_the_two_players(service: PushService) -> None:
    world = World(control="10", others=("dora", "emil"))
    pairing = world.pairing
    phones = [
        (listen(service, own(pairing.white.player), "ruling"), "the arbiter has made a ruling"),
        (listen(service, own(pairing.black.player), "ruling", "ru"), "судья"),
    ]
    elsewhere = listen(service, own(world.rounds[0].pairings.get(board=2).white.player), "ruling")
    flagged(world)
    assert tell(later(minutes=20)) == 2
    for phone, words in phones:
        (context,) = service.to(phone)
        assert words in context["title"] and "1" in context["title"]
    assert service.to(elsewhere) == []


def test_a_call_is_sent_to_arbiters_who_chose_it(service: PushService) -> None:
    world = World(control="60")
    phone = listen(service, official(world, "artur"), "call")
    helper = listen(service, official(world, "hana"), "call")
    world.started()
    call(world)
    assert tell(later(minutes=1)) == 1
    (context,) = service.to(phone)
    assert "an arbiter is called to the board" in context["title"] and "Alice" in context["body"]
    assert f"/desk/{world.event.slug}/" in context["url"]
    assert service.to(helper) == []


def call(world: World) -> None:
    at = {"actor": world.alice, "now": later(minutes=1), "game_id": world.board.pk}
    call_arbiter(**at, reason="claim", side=Side.WHITE)


def test_officials_who_did_not_choose_calls_get_none(service: PushService) -> None:
    world = World(control="60")
    listen(service, official(world, "artur"), "disputed")
    world.started()
    call(world)
    assert tell(later(minutes=1)) == 0


def test_an_appeal_is_sent_with_its_page_to_the_official_who_handles_it(service: PushService) -> None:
    world = World(control="10")
    phone = listen(service, official(world, "olga"), "appeal")
    ruling = flagged(world)
    appeals.file_appeal(actor=world.bob, ruling_id=ruling.pk, now=later(minutes=30), grounds="The clock was wrong.")
    assert tell(later(minutes=30)) == 1
    (context,) = service.to(phone)
    assert "an appeal has been filed" in context["title"] and "appeals" in context["url"]


def test_a_resumption_is_announced_half_an_hour_before_with_its_place(service: PushService) -> None:
    world = in_session()
    phone = listen(service, own(world.pairing.white.player), "resumption")
    adjourned(world)
    assert tell(DUE - timedelta(minutes=31)) == 0
    assert tell(DUE - timedelta(minutes=30)) == 1
    (context,) = service.to(phone)
    assert "Your adjourned game is resumed at " in context["title"]
    assert "Hall 2" in context["body"] and "Alice" in context["body"]
