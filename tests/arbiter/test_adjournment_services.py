"""Adjourn through the services: stored data, data that is never stored, and games in the queue of the console."""

import io
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.views.debug import ExceptionReporter

from arbiter.models import Envelope
from arbiter.selectors.adjournments import AwaitedStep, adjournments_due, envelope_sheet
from arbiter.services import adjournment, resumption
from games.models.game import Game
from games.services.moves import offer_draw, play_move, resign
from games.verification import rows_of
from tavleya.errors import Conflict, NotFound
from tavleya.law.sealing import SealedMove, proves
from tavleya.record.fold import fold, snapshot
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, ENDS, adjourned, in_session, open_, sealed
from tests.arbiter.ruling import at_board
from tests.refusals import refused
from tests.world import World


@pytest.fixture
def world(db: None) -> World:
    return in_session()


@pytest.mark.article("tavreli:A.1", "tavreli:A.13")
def test_the_arbiter_asks_for_the_sealed_move_at_the_announced_end(world: World) -> None:
    with refused(Conflict, "session_goes_on"):
        adjournment.call_to_seal(actor=world.artur, now=ENDS - timedelta(seconds=1), game_id=world.board.pk)
    game = adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    assert game.snapshot["sealing"] == "white"


@pytest.mark.article("tavreli:A.1", "tavreli:A.2", "tavreli:A.3")
def test_the_adjourned_game_waits_in_its_phase_with_an_envelope_in_the_arbiter_s_hands(world: World) -> None:
    envelope, sealing = adjourned(world)
    game = world.board
    assert (game.phase, game.result) == ("adjourned", "")
    assert (envelope.due_at, envelope.place, envelope.holder) == (DUE, "Hall 2", "artur")
    assert (envelope.side, envelope.ply, envelope.commitment) == ("white", 3, sealing.stored.commitment)
    adjournment.hand_over(actor=world.artur, now=ENDS + timedelta(hours=1), game_id=game.pk, holder="hotel safe")
    assert Envelope.objects.get(game=game).holder == "hotel safe"
    last = rows_of(Game.objects.get(pk=game.pk))[-1]
    assert (last.kind, last.said("giver"), last.said("holder")) == ("custody", "artur", "hotel safe")
    assert "artur" not in str(last.data)
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert snapshot(state) == Game.objects.get(pk=game.pk).snapshot


@pytest.mark.article("tavreli:A.1")
def test_a_database_dump_does_not_reveal_the_sealed_move(world: World) -> None:
    legal = [
        move.text for move in fold(row.entry() for row in world.board.entries.order_by("seq")).position.legal_moves()
    ]
    sealing = sealed(world, legal[5])
    adjournment.adjourn(actor=world.artur, now=ENDS + timedelta(minutes=2), game_id=world.board.pk)
    out = io.StringIO()
    call_command("dumpdata", stdout=out)
    dump = out.getvalue()
    assert sealing.stored.commitment in dump
    for secret in (*sealing.cards.values(), sealing.receipt):
        assert secret not in dump and secret.replace("-", "") not in dump
    after = dump[dump.index('"seal_call"') :]
    assert not [move for move in legal if f'"{move}"' in after]
    # every stored string of bytes, tried as the nonce with every legal move
    stored = SealedMove.from_json(world.board.entries.get(kind="sealing").data["sealed"])
    candidates = [bytes.fromhex(stored.commitment), stored.ciphertext[:32], stored.ciphertext[-32:], stored.salt * 2]
    candidates += [bytes.fromhex(digest) for digest in world.board.entries.values_list("digest", flat=True)]
    for move in legal:
        assert not any(proves(stored, move, "", nonce) for nonce in candidates)


def test_a_report_of_an_error_has_neither_the_sealed_move_nor_its_cards(world: World, monkeypatch) -> None:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    monkeypatch.setattr(adjournment, "_store_sealed", lambda *sealed, **_: 1 // 0)
    with pytest.raises(ZeroDivisionError) as error:
        adjournment.seal_move(actor=world.alice, now=ENDS, game_id=world.board.pk, move="g1-f3")
    frames = ExceptionReporter(None, error.type, error.value, error.tb).get_traceback_frames()[1:]
    texts = [str(value) for frame in frames for _, value in frame["vars"]]
    assert texts and not any("g1-f3" in text or "Sealing(" in text for text in texts)


def test_two_games_with_the_same_sealed_move_store_nothing_alike(world: World) -> None:
    other = World(control="120", slug="other")
    other.started()
    other.play("e2-e4", "e7-e5")
    first, second = sealed(world).stored, sealed(other).stored
    assert first.commitment != second.commitment
    assert first.ciphertext[:64] != second.ciphertext[:64]


@pytest.mark.article("tavreli:A.5", "tavreli:A.7")
def test_the_envelope_is_opened_when_play_resumes_and_the_record_proves_it(world: World) -> None:
    _, sealing = adjourned(world)
    with refused(Conflict, "too_early"):
        resumption.set_up(actor=world.artur, now=DUE - timedelta(hours=1), game_id=world.board.pk)
    with refused(Conflict, "not_set_up"):
        open_(world, sealing)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    with refused(Conflict, "reply_player_absent"):
        open_(world, sealing, present=frozenset({Side.WHITE}))
    game = open_(world, sealing)
    assert (game.phase, game.snapshot["last"], game.snapshot["turn"]) == ("playing", "g1-f3", "black")
    data = game.entries.get(kind="opening").data
    assert proves(sealing.stored, data["written"], data["language"], bytes.fromhex(data["nonce"]))
    assert Envelope.objects.get(game=game).status == "opened"
    call_command("verify_records", stdout=io.StringIO())
    play_move(actor=world.bob, now=DUE + timedelta(minutes=1), game_id=game.pk, text="b8-c6")


@pytest.mark.article("tavreli:A.2", "tavreli:A.3")
def test_the_sheet_for_the_envelope_says_all_that_must_stand_on_it(world: World) -> None:
    with pytest.raises(NotFound):
        envelope_sheet(world.board)
    adjourned(world)
    offer_draw(actor=world.bob, now=ENDS + timedelta(minutes=5), game_id=world.board.pk)
    adjournment.hand_over(**at_board(world, ENDS + timedelta(hours=1)), holder="safe")
    sheet = envelope_sheet(world.board)
    assert (sheet.white, sheet.black) == (world.board.white_name, world.board.black_name)
    assert (sheet.side, sheet.move_number, sheet.offered_by) == (Side.WHITE, 2, Side.BLACK)
    assert (sheet.due, sheet.place) == (DUE, "Hall 2")
    # Black moved a second after White; White sealed two minutes after the hour
    assert sheet.used_ms == {Side.WHITE: 3_600_000 + 120_000 - 1000, Side.BLACK: 1000}
    assert sheet.left_ms == {side: 7_200_000 - used for side, used in sheet.used_ms.items()}
    assert len(sheet.squares) == 32
    assert [(custody["giver"], custody["holder"]) for custody in sheet.custody] == [("artur", "safe")]
    resign(actor=world.bob, now=ENDS + timedelta(hours=2), game_id=world.board.pk)
    assert adjournments_due(world.event, ENDS + timedelta(hours=2)) == []


@pytest.mark.article("tavreli:A.1")
def test_a_move_made_at_the_live_board_after_the_call_is_the_sealed_one(world: World) -> None:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    play_move(actor=world.alice, now=ENDS + timedelta(seconds=5), game_id=world.board.pk, text="g1-f3")
    assert world.board.snapshot["ply"] == 2
    envelope = adjournment.adjourn(actor=world.artur, now=ENDS + timedelta(minutes=1), game_id=world.board.pk)
    assert (envelope.commitment, envelope.policy) == ("", "")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    game = resumption.open_envelope(**at_board(world, DUE), cards=[], present=frozenset(Side))
    assert game.snapshot["last"] == "g1-f3"


SOON = ENDS + timedelta(minutes=1)


def waits(world: World, now: datetime = SOON) -> list[AwaitedStep]:
    return [due.waits for due in adjournments_due(world.event, now)]


def test_each_step_of_an_adjournment_is_named_with_when_and_where_play_goes_on(world: World) -> None:
    assert waits(world) == []
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    assert waits(world) == [AwaitedStep.SEAL]
    sealing = adjournment.seal_move(actor=world.alice, now=SOON, game_id=world.board.pk, move="g1-f3")
    assert waits(world) == [AwaitedStep.STOP]
    adjournment.adjourn(actor=world.artur, now=SOON, game_id=world.board.pk)
    (waiting,) = adjournments_due(world.event, DUE - timedelta(seconds=1))
    assert (waiting.waits, waiting.pairing.game_id) == (AwaitedStep.RESUMPTION, world.board.pk)
    assert (waiting.due, waiting.place, waiting.overdue) == (DUE, "Hall 2", False)
    assert adjournments_due(world.event, DUE)[0].overdue
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert waits(world, DUE) == [AwaitedStep.OPENING]
    open_(world, sealing)
    assert waits(world, DUE) == []


def test_an_illegal_sealed_move_waits_for_a_ruling_until_it_is_ruled(world: World) -> None:
    sealing = adjourned(world, "g1-g8")[1]
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, sealing)
    assert waits(world, DUE) == [AwaitedStep.RULING]
    resumption.rule_sealed_move(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert waits(world, DUE) == []


def test_a_lost_envelope_is_shown_with_its_last_holder(world: World) -> None:
    adjourned(world)
    adjournment.hand_over(actor=world.artur, now=SOON, game_id=world.board.pk, holder="Hall manager")
    adjournment.declare_lost(actor=world.artur, now=SOON, game_id=world.board.pk, note="not in the safe")
    (waiting,) = adjournments_due(world.event, DUE)
    assert (waiting.waits, waiting.holder) == (AwaitedStep.LOST, "Hall manager")


def test_the_list_costs_two_queries(world: World) -> None:
    sealed(world)
    with CaptureQueriesContext(connection) as queries:
        adjournments_due(world.event, SOON)
    assert len(queries) == 2
