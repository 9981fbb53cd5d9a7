"""Rulings at a resumption, boards that are not followed, and sessions, through the services."""

from datetime import datetime, timedelta

import pytest

from arbiter.models import Envelope, PlaySession, Ruling
from arbiter.selectors.work_record import programme
from arbiter.services import adjournment, duty, resumption
from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule
from games.services.moves import play_move
from games.services.record import export_record
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.law.sealing import ShareHolder
from tavleya.record.fold import fold, snapshot
from tavleya.record.ndjson import verify
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, ENDS, adjourned, in_session, open_, sealed
from tests.arbiter.ruling import at_board
from tests.concurrency import together
from tests.refusals import refused
from tests.world import NOW, SYSTEM, World
from tournaments.models.activity import Log

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return in_session()


@pytest.mark.article("tavreli:A.9")
def test_a_reply_sealed_for_the_absent_author_makes_a_second_envelope(world: World) -> None:
    _, sealing = adjourned(world)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, sealing)
    reply = adjournment.seal_move(**at_board(world, DUE + timedelta(minutes=5), "bob"), move="b8-c6")
    second = Envelope.objects.get(game=world.board, number=2)
    assert (second.second, second.side, second.status, second.due_at) == (True, "black", "closed", None)
    assert world.board.snapshot["clock"]["running"] == "white"
    cards = [reply.cards[ShareHolder.ENVELOPE], reply.cards[ShareHolder.SEALER]]
    game = open_(world, reply, cards=cards, now=DUE + timedelta(minutes=30), present=frozenset(Side))
    assert (game.snapshot["last"], game.snapshot["turn"]) == ("b8-c6", "white")


@pytest.mark.article("tavreli:A.11")
def test_the_lost_envelope_s_move_is_made_and_the_receipt_shows_whether_it_is_the_one(world: World) -> None:
    _, sealing = adjourned(world)
    adjournment.declare_lost(actor=world.artur, now=DUE, game_id=world.board.pk, note="stolen")
    with pytest.raises(Conflict):
        resumption.set_up(actor=world.artur, now=DUE - timedelta(hours=1), game_id=world.board.pk)
    ruling = resumption.restore_lost(**at_board(world, DUE), move="g1-f3", receipt=sealing.receipt)
    assert (ruling.article, ruling.facts["proved"]) == ("tavreli-1997:A.11", True)
    assert world.board.snapshot["last"] == "g1-f3"


ON_THE_TABLE = {Side.WHITE: adjournment.law.Times(1_200_000, 6_000_000), Side.BLACK: adjournment.law.Times(3_000_000)}


def test_a_paper_envelope_of_a_result_only_board_is_kept_opened_and_followed_by_a_second_one():
    world = World(tracking="result", control="120")
    game_id = world.board.pk
    with refused(BadInput, "position_by_hand"):
        adjournment.call_to_seal(actor=world.artur, now=NOW, game_id=game_id)
    off = adjournment.law.OffRecord(world.board.start_position, 61)
    adjournment.call_to_seal(actor=world.artur, now=NOW, game_id=game_id, off_record=off)
    adjournment.seal_on_paper(actor=world.artur, now=NOW, game_id=game_id)
    first = adjournment.adjourn(**at_board(world, NOW), due=DUE, place="Hall 2", times=ON_THE_TABLE)
    assert (first.commitment, first.policy, first.holder) == ("", "", "artur")
    adjournment.hand_over(actor=world.artur, now=NOW, game_id=game_id, holder="safe")
    resumption.set_up(actor=world.artur, now=DUE, game_id=game_id)
    present = frozenset({Side.BLACK})
    with refused(BadInput, "paper_not_read"):
        resumption.open_envelope(actor=world.artur, now=DUE, game_id=game_id, present=present, written=" ")
    resumption.open_envelope(actor=world.artur, now=DUE, game_id=game_id, present=present, written="e2-e4")
    adjournment.seal_on_paper(actor=world.artur, now=DUE, game_id=game_id, holder="Olga")
    second = Envelope.objects.get(game=game_id, number=2)
    assert (second.second, second.side, second.ply, second.holder) == (True, "black", 62, "Olga")
    game = resumption.open_envelope(
        actor=world.artur, now=DUE, game_id=game_id, present=frozenset({Side.WHITE}), written="e7-e5"
    )
    assert (game.phase, game.snapshot["sealed"]) == ("pending", [])
    assert [envelope.status for envelope in Envelope.objects.order_by("number")] == ["opened", "opened"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_arbiters_opens_the_envelope_and_the_other_finds_it_open() -> None:
    world = World(control="120")
    world.started()
    world.play("e2-e4", "e7-e5")
    sealing = sealed(world)
    adjournment.adjourn(actor=world.artur, now=ENDS, game_id=world.board.pk, due=DUE, place="")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    outcomes = together(*[lambda: open_(world, sealing)] * 2)
    assert [outcome.code for outcome in outcomes if isinstance(outcome, DomainError)] == ["no_closed_envelope"]
    assert world.board.entries.filter(kind="opening").count() == 1
    assert Ruling.objects.count() == 0


def test_a_ruling_on_a_sealed_move_can_be_undone_and_the_text_read_after_all(world: World) -> None:
    _, sealing = adjourned(world, "Кg1-f3!?")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    game = open_(world, sealing)
    assert game.snapshot["sealed"][0]["outcome"] == "unreadable"
    loss = resumption.rule_sealed_move(actor=world.artur, now=DUE, game_id=game.pk)
    assert world.pairing.result == "0-1"
    reverse(actor=world.artur, now=DUE + timedelta(minutes=5), ruling_id=loss.pk, note="a letter too many")
    assert (world.board.phase, world.pairing.result) == ("paused", "")
    common = {"actor": world.artur, "now": DUE + timedelta(minutes=6), "game_id": game.pk}
    resumption.rule_sealed_move(**common, reading="g1-f3", reason="К is the knight")
    game = world.board
    assert (game.phase, game.snapshot["last"], game.snapshot["turn"]) == ("playing", "g1-f3", "black")
    assert snapshot(fold(row.entry() for row in game.entries.order_by("seq"))) == game.snapshot
    assert verify(export_record(actor=SYSTEM, game=game)).sound


def test_a_game_whose_sealed_position_was_taken_back_can_be_adjourned_again(world: World) -> None:
    first, _ = adjourned(world)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    facts = {"ply": 1, "reason": "Black's first move was misread"}
    rule(actor=world.artur, now=DUE, game_id=world.board.pk, kind="restored", facts=facts)
    assert world.board.snapshot["sealed"] == []
    play_move(actor=world.bob, now=DUE + timedelta(minutes=1), game_id=world.board.pk, text="d7-d5")
    later_on = DUE + timedelta(hours=4)
    adjournment.call_to_seal(actor=world.artur, now=later_on, game_id=world.board.pk)
    adjournment.seal_move(actor=world.alice, now=later_on, game_id=world.board.pk, move="e4-e5")
    second = adjournment.adjourn(**at_board(world, later_on), due=DUE + timedelta(days=1), place="")
    first.refresh_from_db()
    assert (first.status, second.number, second.status) == ("void", 2, "closed")


MINUTE = timedelta(minutes=1)
BEFORE = NOW - timedelta(hours=5)


def announced(world: World, start: datetime, hours: int = 4) -> PlaySession:
    common = {"actor": world.olga, "now": BEFORE, "section_id": world.section.pk}
    return duty.announce_session(**common, starts_at=start, ends_at=start + timedelta(hours=hours))


@pytest.mark.article("tavreli:A.13")
def test_a_future_session_is_changed_and_cancelled_and_the_log_keeps_every_version() -> None:
    world = World()
    session = announced(world, NOW)
    common = {"actor": world.artur, "now": NOW - MINUTE, "session_id": session.pk}
    duty.alter_session(**common, starts_at=NOW + MINUTE, ends_at=ENDS, place="Hall 3")
    session.refresh_from_db()
    assert (session.starts_at, session.ends_at, session.place) == (NOW + MINUTE, ENDS, "Hall 3")
    entry = Log.objects.get(action="session.altered")
    assert entry.before["starts_at"] == NOW.isoformat() and entry.after["place"] == "Hall 3"
    duty.cancel_session(**common)
    assert not PlaySession.objects.exists()
    assert Log.objects.get(action="session.cancelled").before["place"] == "Hall 3"
    with pytest.raises(NotFound):
        duty.cancel_session(**common)


def test_a_session_that_has_begun_cannot_be_changed() -> None:
    world = World()
    common = {"actor": world.olga, "now": NOW, "session_id": announced(world, NOW).pk}
    with refused(Conflict, "session_has_begun"):
        duty.cancel_session(**common)
    with refused(Conflict, "session_has_begun"):
        duty.alter_session(**common, starts_at=DUE, ends_at=DUE + MINUTE)


@pytest.mark.article("tavreli:A.13")
@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (DUE + MINUTE, DUE, "session_ends_before_start"),
        (NOW - MINUTE, NOW, "not_announced_ahead"),
        (DUE - MINUTE, DUE + MINUTE, "sessions_overlap"),
    ],
)
def test_times_are_in_order_and_announced_ahead(start: datetime, end: datetime, code: str) -> None:
    world = World()
    session, _ = announced(world, NOW), announced(world, DUE)
    common = {"actor": world.olga, "now": NOW - MINUTE, "starts_at": start, "ends_at": end}
    with pytest.raises((BadInput, Conflict)) as excinfo:
        duty.alter_session(**common, session_id=session.pk)
    assert excinfo.value.code == code
    with pytest.raises((BadInput, Conflict)) as excinfo:
        duty.announce_session(**common, section_id=world.section.pk)
    assert excinfo.value.code == code


def test_boards_that_run_on_are_listed_from_a_quarter_of_an_hour_before_the_end(world: World) -> None:
    assert programme(world.event, ENDS - 16 * MINUTE).near == ()
    near = programme(world.event, ENDS - 15 * MINUTE).near
    assert [(session.running, session.past) for session in near] == [(1, False)]
    assert programme(world.event, ENDS).near[0].past
    adjourned(world)
    assert programme(world.event, ENDS + 3 * MINUTE).near == ()


def test_games_are_listed_with_the_session_of_their_resumption_or_as_unscheduled(world: World) -> None:
    adjourned(world)
    plan = programme(world.event, ENDS + 3 * MINUTE)
    assert [(session.status, session.resumed) for session in plan.sessions] == [("coming", 1), ("over", 0)]
    assert plan.unscheduled == ()
    duty.cancel_session(actor=world.olga, now=ENDS + 3 * MINUTE, session_id=PlaySession.objects.get(starts_at=DUE).pk)
    assert [envelope.due_at for envelope in programme(world.event, ENDS + 3 * MINUTE).unscheduled] == [DUE]
