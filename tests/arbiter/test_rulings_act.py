"""Rulings through the service: preview, application, advice, permissions, races and standings."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from arbiter.models import Ruling
from arbiter.selectors.regimes import regulations_of
from arbiter.services import appeals
from arbiter.services import ruling as ruling_service
from arbiter.services.duty import set_regulations
from arbiter.services.reversal import reverse
from arbiter.services.ruling import claim_draw, claim_flag
from arbiter.views.live import claim_form
from games.models.game import Game
from games.services.moves import answer_draw, call_arbiter, offer_draw, resign
from notifications.models import Channel
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import Subject
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.law.library import regime
from tavleya.law.terms import Regime, WrongClaim
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, adjourned, in_session
from tests.arbiter.ruling import at_board, rule
from tests.pages.live.conftest import started_world
from tests.refusals import refused
from tests.tournaments.push_service import PushService, _push, follow  # noqa: F401
from tests.tournaments.receivers import HERE
from tests.world import NOW, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.standings import standings_of
from tournaments.services.players import actor_for, issue_player_links

pytestmark = pytest.mark.django_db
LOSS = {"offender": "white", "measure": "loss"}


@pytest.fixture
def world() -> World:
    return started_world()


def test_advice_is_written_down_and_changes_nothing(world: World) -> None:
    before = world.board.seq
    common = {"actor": world.artur, "now": later(seconds=5), "game_id": world.board.pk, "kind": "penalty"}
    ruling = ruling_service.rule(**common, facts=LOSS, advice=True, note="told the captain")
    assert (world.board.seq, world.board.phase, ruling.outcome) == (before, "playing", "advice")
    assert (ruling.first_seq, ruling.last_seq) == (before, before)
    with refused(Conflict, "advice_has_no_effect"):
        reverse(actor=world.artur, now=later(seconds=6), ruling_id=ruling.pk)


def test_what_is_refused_is_not_written(world: World) -> None:
    seen = world.board.seq
    world.play("e2-e4")
    before = world.board.entries.count()
    with refused(Conflict, "stale") as excinfo:
        ruling_service.rule(**at_board(world, later()), kind="penalty", facts=LOSS, expected=seen)
    assert excinfo.value.detail["seq"] == world.board.seq
    with refused(NotFound, "no_such_ruling"):
        rule(world, "thunder")
    with refused(Conflict, "not_to_move"):
        rule(world, "draw_claim", claimant="white", claim="repetition")
    with refused(NotPermitted, "not_your_board"):
        claim_flag(**at_board(world, later(hours=2), "bob"), side=Side.BLACK)
    assert (world.board.entries.count(), Ruling.objects.exists()) == (before, False)
    resign(actor=world.alice, now=later(seconds=9), game_id=world.board.pk)
    with refused(Conflict, "game_over"):
        rule(world, "displaced", offender="white")
    assert not Ruling.objects.exists()


@pytest.mark.article("tavreli:7.1")
def test_an_annulled_game_is_replayed_at_the_same_board_and_stays_readable(world: World) -> None:
    world.play("e2-e4", "e7-e5", "g1-f3")
    old = world.board
    rule(world, "beginning", what="pieces", game_id=old.pk)
    pairing = world.pairing
    assert (pairing.game.replaces_id, pairing.game.phase, pairing.game.seq) == (old.pk, "pending", 1)
    assert (pairing.result, pairing.white.player.family_name) == ("", "Alice")
    assert rule(world, "incident", 90, what="note", reason="begun again")
    with pytest.raises(Conflict) as excinfo:
        rule(world, "dismissed", game_id=old.pk)
    assert excinfo.value.code == "annulled", "its arbiters still reach it, and cannot rule on it"


def test_the_event_s_regulations_are_what_a_ruling_goes_by_and_points_reach_the_standings(world: World) -> None:
    common = {"actor": world.olga, "now": later(), "section_id": world.section.pk}
    with pytest.raises(BadInput):
        set_regulations(**common, regulations={"points": {"win": 0}})
    own = {"penalties": ["loss"], "points": {"win": 6, "draw": 2}}
    set_regulations(**common, regulations=own)
    rule(world, "penalty", offender="white")
    assert world.pairing.result == "0-1"
    world.section.refresh_from_db()
    assert [row.points for row in standings_of(world.section).rows] == ["3", "0"]
    changed = {line.key for line in regulations_of(world.section) if line.own}
    assert changed == {"penalties", "points"}


@pytest.mark.parametrize(
    ("game", "laws", "regulations"),
    [("tavreli", "tavreli-1997", {"agreed_draw_moves": 20}), ("draughts", "fmjd64", {})],
)
def test_players_agree_on_a_draw_only_after_the_moves_of_the_rules_or_the_event_unless_the_arbiter_permits(
    game, laws, regulations
):
    world = World(game=game, regime=laws)
    if regulations:
        set_regulations(actor=world.olga, now=later(), section_id=world.section.pk, regulations=regulations)
    world.started()
    game = world.board
    offer_draw(actor=world.alice, now=later(seconds=1), game_id=game.pk)
    for act in (
        lambda actor: answer_draw(actor=actor, now=later(seconds=2), game_id=game.pk, accept=True),
        lambda actor: offer_draw(actor=actor, now=later(seconds=2), game_id=game.pk),
    ):
        with refused(Conflict, "agreement_too_early"):
            act(world.bob)
    answer_draw(actor=world.artur, now=later(seconds=3), game_id=game.pk, accept=True)
    assert Pairing.objects.get(game=game).result == "1/2-1/2"


@pytest.mark.article("tavreli:6.14")
def test_a_claim_is_decided_from_the_record_whatever_the_public_boards_show(world: World) -> None:
    world.play("g1-f3", "g8-f6", "f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1")
    outdated = {**world.board.snapshot, "ply": 8, "turn": "white"}
    Game.objects.filter(pk=world.board.pk).update(snapshot=outdated)
    ruling = claim_draw(**at_board(world, later(seconds=20), "bob"), kind=ClaimKind.FIFTY_MOVES)
    assert ruling.outcome == "rejected"
    common = {"actor": world.bob, "now": later(seconds=30), "game_id": world.board.pk}
    second = claim_draw(**common, kind=ClaimKind.REPETITION, intended="f6-g8")
    assert (second.outcome, world.pairing.result) == ("upheld", "1/2-1/2")


@pytest.mark.parametrize(
    ("laws", "price"),
    [
        (replace(regime("fide-2023"), wrong_claim=WrongClaim(90_000)), "If not, your opponent gets 1 min 30 s extra."),
        (
            regime("tavreli-1997"),
            "If not, you lose half of your remaining time, at most 3 min, and your opponent gets 3 min extra.",
        ),
    ],
    ids=["seconds too", "both parts"],
)
def test_the_price_of_a_wrong_claim_is_shown_beside_it(laws: Regime, price: str) -> None:
    assert price in claim_form(laws)["consequences"]


# Rulings and resumptions are told to the two players, calls and appeals to the officials who chose it.


def as_player(player: Player) -> tuple[Subject, Actor]:
    organiser = player.event.roles.get(role=Role.ORGANISER).user
    issue_player_links(
        actor=Actor(organiser.pk, organiser.username), now=NOW, event_id=player.event_id, player_ids=[player.pk]
    )
    holder = actor_for(PlayerLink.objects.get(player=player, revoked_at=None))
    return Subject(player.event, player=player, own=True), holder


def as_official(world: World, name: str) -> tuple[Subject, Actor]:
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
        (listen(service, as_player(pairing.white.player), "ruling"), "the arbiter has made a ruling"),
        (listen(service, as_player(pairing.black.player), "ruling", "ru"), "судья"),
    ]
    elsewhere = listen(service, as_player(world.rounds[0].pairings.get(board=2).white.player), "ruling")
    flagged(world)
    assert tell(later(minutes=20)) == 2
    for phone, words in phones:
        (message,) = service.to(phone)
        assert words in message["title"] and "1" in message["title"]
    assert service.to(elsewhere) == []


def test_a_call_is_sent_to_arbiters_who_chose_it_and_to_no_other_official(service: PushService) -> None:
    world = World(control="60")
    phone = listen(service, as_official(world, "artur"), "call")
    others = [
        listen(service, as_official(world, "hana"), "call"),
        listen(service, as_official(world, "olga"), "disputed"),
    ]
    world.started()
    at = {"actor": world.alice, "now": later(minutes=1), "game_id": world.board.pk}
    call_arbiter(**at, reason="claim", side=Side.WHITE)
    assert tell(later(minutes=1)) == 1
    (message,) = service.to(phone)
    assert "an arbiter is called to the board" in message["title"] and "Alice" in message["body"]
    assert f"/desk/{world.event.slug}/" in message["url"]
    assert [service.to(other) for other in others] == [[], []]


def test_an_appeal_is_sent_with_its_page_to_the_official_who_handles_it(service: PushService) -> None:
    world = World(control="10")
    phone = listen(service, as_official(world, "olga"), "appeal")
    ruling = flagged(world)
    appeals.file_appeal(actor=world.bob, ruling_id=ruling.pk, now=later(minutes=30), grounds="The clock was wrong.")
    assert tell(later(minutes=30)) == 1
    (message,) = service.to(phone)
    assert "an appeal has been filed" in message["title"] and "appeals" in message["url"]


def test_a_resumption_is_announced_half_an_hour_before_with_its_place(service: PushService) -> None:
    world = in_session()
    phone = listen(service, as_player(world.pairing.white.player), "resumption")
    adjourned(world)
    assert tell(DUE - timedelta(minutes=31)) == 0
    assert tell(DUE - timedelta(minutes=30)) == 1
    (message,) = service.to(phone)
    assert "Your adjourned game is resumed at " in message["title"]
    assert "Hall 2" in message["body"] and "Alice" in message["body"]
