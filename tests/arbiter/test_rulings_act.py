"""Rulings through the service: preview, application, advice, permissions, races and standings."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from arbiter.models import Ruling
from arbiter.selectors.regimes import regulations_of
from arbiter.services import appeals
from arbiter.services import ruling as ruling_service
from arbiter.services.duty import set_regulations
from arbiter.services.reversal import reverse
from arbiter.services.ruling import claim_draw, claim_flag, preview
from games.models.game import Game
from games.services.moves import answer_draw, call_arbiter, offer_draw, resign
from notifications.models import Channel
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import Subject
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.record.fold import fold, snapshot
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, adjourned, in_session
from tests.arbiter.ruling import at_board, rule
from tests.pages.live.conftest import started_world
from tests.refusals import raises_error
from tests.tournaments.push_service import PushService, follow, push_is_set_up
from tests.tournaments.receivers import HERE
from tests.world import NOW, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.selectors.standings import standings_of
from tournaments.services.players import actor_for, issue_player_links

pytestmark = pytest.mark.django_db
MINUTE = 60_000
LOSS = {"offender": "white", "measure": "loss"}


def snapshot_is_the_fold(game: Game) -> None:
    game.refresh_from_db()
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert game.snapshot == snapshot(state)


MID_GAME = ("e2-e4", "e7-e5", "g1-f3")
# Every kind once, at a board where Black is to move after three moves; what is expected of the game after it.
KINDS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("touch_move", {"offender": "black", "touches": [["g8", False]], "claimed_by": "white"}, {"phase": "playing"}),
    ("draw_claim", {"claimant": "black", "claim": "repetition"}, {"phase": "playing"}),
    ("absence", {"absent": "white", "decision": "excuse", "reason": "White is here"}, {"contradicts": True}),
    ("beginning", {"what": "pieces"}, {"phase": "annulled"}),
    ("displaced", {"offender": "white"}, {"phase": "playing"}),
    ("restored", {"ply": 1, "reason": "a dog"}, {"phase": "playing"}),
    ("defective_clock", {"clocks": {"white": 1, "black": MINUTE}, "reason": "dead"}, {"phase": "playing"}),
    ("disturbance", {"white_ms": MINUTE, "reason": "light went out"}, {"phase": "playing"}),
    ("time", {"white_ms": 1, "article": "tavreli-1997:6.10", "reason": "late"}, {"phase": "playing"}),
    ("penalty", {"offender": "white", "measure": "warning"}, {"phase": "playing"}),
    ("penalty", {"offender": "white", "measure": "loss"}, {"result": "0-1"}),
    ("refusal", {"refuses": "both", "reason": "fought"}, {"result": "0-0"}),
    ("score", {"result": "1/2-0", "article": "tavreli-1997:12.7", "reason": "as ruled"}, {"result": "1/2-0"}),
    ("incident", {"what": "spectators", "reason": "noise"}, {"phase": "playing"}),
    ("dismissed", {}, {"phase": "playing"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "facts", "after"), KINDS, ids=[f"{kind[0]}-{n}" for n, kind in enumerate(KINDS)])
def test_each_kind_appends_exactly_what_its_preview_showed(kind, facts, after):
    world = started_world()
    world.play(*MID_GAME)
    board = world.board
    if after.get("contradicts"):
        with raises_error(BadInput, "facts_contradict_record"):
            rule(world, kind, **facts)
        return
    visible = preview(actor=world.artur, now=later(seconds=60), game=board, kind=kind, facts=facts)
    before = board.entries.count()
    ruling = rule(world, kind, game_id=board.pk, **facts)
    entries = list(board.entries.order_by("seq"))[before:]
    assert [(row.kind, row.side, dict(row.data)) for row in entries] == [
        (draft.kind.value, draft.side.value if draft.side else "", dict(draft.data)) for draft in visible.remedy.drafts
    ]
    assert (ruling.first_seq, ruling.last_seq) == (entries[0].seq, entries[-1].seq)
    assert ruling.clock_after == (
        {side.value: ms for side, ms in visible.remedy.clock.after.items()} if visible.remedy.clock else None
    )
    board.refresh_from_db()
    for field, value in after.items():
        assert getattr(board, field) == value
    snapshot_is_the_fold(board)
    assert all(str(sentence) for sentence in ruling.sentences)


def test_a_flag_a_quickplay_claim_and_both_flags_through_the_service() -> None:
    world = World(control="15")
    world.started()
    postponed = rule(world, "quickplay", 14 * 60, claimant="white", decision="postpone")
    assert postponed.outcome == "postponed"
    with raises_error(Conflict, "claim_pending"):
        rule(world, "flag", 16 * 60, side="white")
    drawn = rule(world, "quickplay", 16 * 60, claimant="white", decision="agree")
    assert (drawn.result, world.pairing.result) == ("1/2-1/2", "1/2-1/2")

    flagged = World(control="5", slug="autumn-cup")
    flagged.started()
    assert rule(flagged, "flag", 301, side="white").result == "0-1"

    result_only = World(tracking="result", slug="winter-cup")
    ruling = rule(result_only, "both_flags", first="unknown", last_period=True)
    assert (ruling.result, ruling.article) == ("1/2-1/2", "tavreli-1997:10.4")


@pytest.mark.article("tavreli:13.4", "tavreli:11.1")
def test_the_preview_says_what_the_standings_will_be_and_then_they_are() -> None:
    world = started_world()
    facts = {"offender": "white", "measure": "loss"}
    visible = preview(actor=world.artur, now=later(seconds=9), game=world.board, kind="penalty", facts=facts)
    after = {str(line.registration.player): line.points_after for line in visible.standings}
    assert after["Bob"] == 2
    rule(world, "penalty", **facts)
    table = [(str(row.registration.player), row.points) for row in standings_of(world.section).rows]
    assert table == [("Bob", "1"), ("Alice", "0")]


def test_advice_is_written_down_and_changes_nothing() -> None:
    world = started_world()
    before = world.board.seq
    common = {"actor": world.artur, "now": later(seconds=5), "game_id": world.board.pk, "kind": "penalty"}
    ruling = ruling_service.rule(**common, facts=LOSS, advice=True, note="told the captain")
    assert (world.board.seq, world.board.phase, ruling.outcome) == (before, "playing", "advice")
    assert (ruling.first_seq, ruling.last_seq) == (before, before)
    with raises_error(Conflict, "advice_has_no_effect"):
        reverse(actor=world.artur, now=later(seconds=6), ruling_id=ruling.pk)


def test_a_ruling_on_what_an_arbiter_no_longer_sees_is_refused() -> None:
    world = started_world()
    seen = world.board.seq
    world.play("e2-e4")
    with pytest.raises(Conflict) as excinfo:
        ruling_service.rule(**at_board(world, later()), kind="penalty", facts=LOSS, expected=seen)
    assert (excinfo.value.code, excinfo.value.detail["seq"]) == ("stale", world.board.seq)


def test_a_finished_game_an_unknown_ruling_and_a_claim_out_of_turn_are_refused() -> None:
    world = started_world()
    with raises_error(NotFound, "no_such_ruling"):
        rule(world, "thunder")
    with raises_error(Conflict, "not_to_move"):
        rule(world, "draw_claim", claimant="black", claim="repetition")
    resign(actor=world.alice, now=later(seconds=9), game_id=world.board.pk)
    with raises_error(Conflict, "game_over"):
        rule(world, "displaced", offender="white")
    assert not Ruling.objects.exists()


@pytest.mark.article("tavreli:7.1")
def test_an_annulled_game_is_replayed_at_the_same_board_and_stays_readable() -> None:
    world = started_world()
    world.play(*MID_GAME)
    old = world.board
    rule(world, "beginning", what="pieces", game_id=old.pk)
    pairing = world.pairing
    assert (pairing.game.replaces_id, pairing.game.phase, pairing.game.seq) == (old.pk, "pending", 1)
    assert (pairing.result, pairing.white.player.family_name) == ("", "Alice")
    assert rule(world, "incident", 90, what="note", reason="begun again")
    with pytest.raises(Conflict) as excinfo:
        rule(world, "dismissed", game_id=old.pk)
    assert excinfo.value.code == "annulled", "its arbiters still reach it, and cannot rule on it"


def test_the_event_s_regulations_are_what_a_ruling_goes_by_and_points_reach_the_standings() -> None:
    world = started_world()
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
    ("game", "regime", "regulations"),
    [("tavreli", "tavreli-1997", {"agreed_draw_moves": 20}), ("draughts", "fmjd64", {})],
)
def test_players_agree_on_a_draw_only_after_the_moves_of_the_rules_or_the_event_unless_the_arbiter_permits(
    game, regime, regulations
):
    world = World(game=game, regime=regime)
    if regulations:
        section = world.section.pk
        set_regulations(actor=world.olga, now=later(), section_id=section, regulations=regulations)
    world.started()
    game = world.board
    offer_draw(actor=world.alice, now=later(seconds=1), game_id=game.pk)
    for answer in (
        lambda user: answer_draw(actor=user, now=later(seconds=2), game_id=game.pk, accept=True),
        lambda user: offer_draw(actor=user, now=later(seconds=2), game_id=game.pk),
    ):
        with raises_error(Conflict, "agreement_too_early"):
            answer(world.bob)
    answer_draw(actor=world.artur, now=later(seconds=3), game_id=game.pk, accept=True)
    assert Pairing.objects.get(game=game).result == "1/2-1/2"


@pytest.mark.article("tavreli:6.14")
def test_a_claim_is_decided_from_the_record_whatever_the_public_boards_show() -> None:
    world = started_world()
    world.play("g1-f3", "g8-f6", "f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1")
    context = {**world.board.snapshot, "ply": 8, "turn": "white"}
    Game.objects.filter(pk=world.board.pk).update(snapshot=context)
    ruling = claim_draw(**at_board(world, later(seconds=20), "bob"), kind=ClaimKind.FIFTY_MOVES)
    assert ruling.outcome == "rejected"
    common = {"actor": world.bob, "now": later(seconds=30), "game_id": world.board.pk}
    right = claim_draw(**common, kind=ClaimKind.REPETITION, intended="f6-g8")
    assert (right.outcome, world.pairing.result) == ("upheld", "1/2-1/2")


# Rulings and resumptions are told to the two players, calls and appeals to the officials who chose it.


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
        actor=Actor(organiser.pk, organiser.username), now=NOW, event_id=player.event_id, player_ids=[player.pk]
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
