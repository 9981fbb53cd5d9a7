"""Adjourning and resuming through the services: who may, what is stored, and what is not."""

from __future__ import annotations

import io
import json
import threading
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import close_old_connections, connection

from arbiter.envelopes import adjourned_games, due_of, envelope_sheet
from arbiter.law.sealing import Holder, Policy, SealedMove, Sealing, entropy_needed, proves, seal
from arbiter.models import Envelope, Ruling
from arbiter.services import adjournment, resumption, sessions
from common.actors import Actor
from common.errors import BadInput, Conflict, DomainError, NotFound, NotPermitted
from common.sides import Side
from games import services as games
from games.models import Game
from games.record.fold import fold, snapshot
from tests.world import NOW, World

DUE = NOW + timedelta(hours=30)
ENDS = NOW + timedelta(hours=1)


@pytest.fixture
def world(db: None) -> World:
    """One move each, in a session that ends an hour after NOW; the next one is announced for the day after."""
    world = World(control="120")
    past = NOW - timedelta(hours=5)
    for starts, ends in ((NOW - timedelta(hours=3), ENDS), (DUE, DUE + timedelta(hours=4))):
        sessions.announce_session(
            actor=world.olga,
            now=past,
            section_id=world.section.pk,
            starts_at=starts,
            ends_at=ends,
            place="Hall 2",
        )
    world.started()
    world.play("e2-e4", "e7-e5")
    return world


def sealed(world: World, move: str = "g1-f3", actor: Actor | None = None, **options: object) -> Sealing:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    return adjournment.seal_move(
        actor=actor or world.alice,
        now=ENDS + timedelta(minutes=1),
        game_id=world.board.pk,
        move=move,
        **options,  # type: ignore[arg-type]
    )


def adjourned(world: World, move: str = "g1-f3") -> tuple[Envelope, Sealing]:
    made = sealed(world, move)
    stopped = adjournment.adjourn(actor=world.artur, now=ENDS + timedelta(minutes=2), game_id=world.board.pk)
    return stopped, made


def two_cards(made: Sealing) -> list[str]:
    return [made.cards[Holder.ENVELOPE], made.cards[Holder.OPPONENT]]


def open_(world: World, made: Sealing, now: datetime = DUE, **options: object) -> Game:
    values: dict[str, object] = {"cards": two_cards(made), "present": frozenset({Side.BLACK})} | options
    return resumption.open_envelope(actor=world.artur, now=now, game_id=world.board.pk, **values)  # type: ignore[arg-type]


@pytest.mark.article("tavreli:A.13")
def test_a_session_is_announced_before_it_starts_and_by_officers_only(world: World) -> None:
    times = {"starts_at": DUE + timedelta(days=2), "ends_at": DUE + timedelta(days=2, hours=3)}
    for actor in (world.alice, world.hana, world.charlie):
        with pytest.raises(NotPermitted):
            sessions.announce_session(actor=actor, now=NOW, section_id=world.section.pk, **times)
    with pytest.raises(BadInput) as late:
        sessions.announce_session(
            actor=world.artur, now=times["starts_at"], section_id=world.section.pk, **times
        )
    assert late.value.code == "not_announced_ahead"
    with pytest.raises(Conflict) as twice:
        sessions.announce_session(
            actor=world.artur,
            now=NOW,
            section_id=world.section.pk,
            starts_at=DUE + timedelta(hours=1),
            ends_at=DUE + timedelta(hours=9),
        )
    assert twice.value.code == "sessions_overlap"


@pytest.mark.article("tavreli:A.1", "tavreli:A.13")
def test_the_arbiter_asks_for_the_sealed_move_at_the_announced_end(world: World) -> None:
    with pytest.raises(Conflict) as early:
        adjournment.call_to_seal(actor=world.artur, now=ENDS - timedelta(seconds=1), game_id=world.board.pk)
    assert early.value.code == "session_goes_on"
    for actor in (world.alice, world.bob, world.hana, world.olga, world.charlie):
        with pytest.raises(NotPermitted):
            adjournment.call_to_seal(actor=actor, now=ENDS, game_id=world.board.pk)
    game = adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    assert game.snapshot["sealing"] == "white"


@pytest.mark.article("tavreli:A.1", "tavreli:A.2", "tavreli:A.3")
def test_the_adjourned_game_waits_in_its_phase_with_an_envelope_in_the_arbiter_s_hands(world: World) -> None:
    envelope, made = adjourned(world)
    game = world.board
    assert (game.phase, game.result) == ("adjourned", "")
    assert (envelope.due_at, envelope.place, envelope.holder) == (DUE, "Hall 2", "artur")
    assert (envelope.side, envelope.ply, envelope.commitment) == ("white", 3, made.stored.commitment)
    adjournment.hand_over(
        actor=world.artur, now=ENDS + timedelta(hours=1), game_id=game.pk, holder="hotel safe"
    )
    assert Envelope.objects.get(game=game).holder == "hotel safe"
    last = game.entries.order_by("-seq")[0]
    assert (last.kind, last.data["giver"], last.data["holder"]) == ("custody", "artur", "hotel safe")
    assert (
        snapshot(fold(row.entry() for row in game.entries.order_by("seq")))
        == Game.objects.get(pk=game.pk).snapshot
    )


def test_the_opponent_and_helpers_do_not_seal(world: World) -> None:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    for actor in (world.hana, world.olga, world.charlie):
        with pytest.raises(NotPermitted):
            adjournment.seal_move(actor=actor, now=ENDS, game_id=world.board.pk, move="g1-f3")
    with pytest.raises(NotPermitted):
        adjournment.seal_move(
            actor=world.bob, now=ENDS, game_id=world.board.pk, move="g1-f3", side=Side.WHITE
        )
    with pytest.raises(Conflict):
        adjournment.seal_move(actor=world.bob, now=ENDS, game_id=world.board.pk, move="g8-f6")
    # the arbiter lends the player his tablet
    adjournment.seal_move(actor=world.artur, now=ENDS, game_id=world.board.pk, move="g1-f3")
    assert world.board.snapshot["sealed"]


@pytest.mark.article("tavreli:A.1")
def test_in_a_whole_dump_of_the_database_no_legal_move_can_be_told_from_any_other(world: World) -> None:
    legal = [
        move.text
        for move in fold(row.entry() for row in world.board.entries.order_by("seq")).position.legal_moves()
    ]
    made = sealed(world, legal[5])
    adjournment.adjourn(actor=world.artur, now=ENDS + timedelta(minutes=2), game_id=world.board.pk)
    out = io.StringIO()
    call_command("dumpdata", stdout=out)
    dump = out.getvalue()
    assert made.stored.commitment in dump
    for secret in (*made.cards.values(), made.receipt):
        assert secret not in dump and secret.replace("-", "") not in dump
    after = dump[dump.index('"seal_call"') :]
    assert not [move for move in legal if f'"{move}"' in after]
    # every stored string of bytes, tried as the nonce with every legal move
    stored = world.board.entries.get(kind="sealing").data["sealed"]
    row = SealedMove.from_json(stored)
    candidates = [bytes.fromhex(row.commitment), row.ciphertext[:32], row.ciphertext[-32:], row.salt * 2]
    candidates += [bytes.fromhex(digest) for digest in world.board.entries.values_list("digest", flat=True)]
    for move in legal:
        assert not any(proves(row, move, "", nonce) for nonce in candidates)


def test_two_games_with_the_same_sealed_move_store_nothing_alike(world: World) -> None:
    other = World(control="120", slug="other")
    other.started()
    other.play("e2-e4", "e7-e5")
    rows = []
    for one in (world, other):
        made = sealed(one)
        rows.append(made.stored)
    assert rows[0].commitment != rows[1].commitment
    assert rows[0].ciphertext[:64] != rows[1].ciphertext[:64]


def test_a_move_can_be_sealed_on_the_player_s_own_device(world: World) -> None:
    game = adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    policy = Policy.TWO_OF_TWO
    own = seal(
        "g1-f3",
        game=str(game.key),
        ply=3,
        side=Side.WHITE,
        entropy=bytes(range(entropy_needed(Policy.TWO_OF_TWO))),
        policy=policy,
    )
    body = json.loads(json.dumps(own.stored.to_json()))
    for wrong in (body | {"game": "another"}, body | {"ply": 5}, body | {"scheme": "x"}):
        with pytest.raises(BadInput):
            adjournment.deliver_sealed(actor=world.alice, now=ENDS, game_id=game.pk, sealed=wrong)
    adjournment.deliver_sealed(actor=world.alice, now=ENDS, game_id=game.pk, sealed=body)
    envelope = adjournment.adjourn(actor=world.artur, now=ENDS, game_id=game.pk)
    assert envelope.policy == "two_of_two"


@pytest.mark.article("tavreli:A.5", "tavreli:A.7")
def test_the_envelope_is_opened_when_play_resumes_and_the_record_proves_it(world: World) -> None:
    _, made = adjourned(world)
    with pytest.raises(Conflict) as early:
        resumption.set_up(actor=world.artur, now=DUE - timedelta(hours=1), game_id=world.board.pk)
    assert early.value.code == "too_early"
    with pytest.raises(Conflict) as closed:
        open_(world, made)
    assert closed.value.code == "not_set_up"
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    with pytest.raises(Conflict) as absent:
        open_(world, made, present=frozenset({Side.WHITE}))
    assert absent.value.code == "reply_player_absent"
    game = open_(world, made)
    assert (game.phase, game.snapshot["last"], game.snapshot["turn"]) == ("playing", "g1-f3", "black")
    data = game.entries.get(kind="opening").data
    assert proves(made.stored, data["written"], data["language"], bytes.fromhex(data["nonce"]))
    assert Envelope.objects.get(game=game).status == "opened"
    call_command("verify_records", stdout=io.StringIO())
    games.play_move(actor=world.bob, now=DUE + timedelta(minutes=1), game_id=game.pk, text="b8-c6")


def test_wrong_lost_or_foreign_cards_open_nothing_and_leave_no_entry(world: World) -> None:
    _, made = adjourned(world)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    seq = world.board.seq
    for cards, code in (
        ([], "too_few_cards"),
        ([made.cards[Holder.ENVELOPE]], "too_few_cards"),
        ([made.cards[Holder.ENVELOPE], "0000-1111"], "card_unreadable"),
        ([made.cards[Holder.ENVELOPE], sealed_elsewhere()], "card_of_another_envelope"),
    ):
        with pytest.raises(BadInput) as refused:
            open_(world, made, cards=cards)
        assert refused.value.code == code
    assert world.board.seq == seq


def sealed_elsewhere() -> str:
    return seal(
        "e2-e4", game="x", ply=1, side=Side.WHITE, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE))
    ).cards[Holder.SEALER]


def test_players_and_helpers_open_nothing(world: World) -> None:
    _, made = adjourned(world)
    for actor in (world.alice, world.bob, world.hana, world.olga):
        with pytest.raises(NotPermitted):
            resumption.open_envelope(
                actor=actor, now=DUE, game_id=world.board.pk, cards=two_cards(made), present=frozenset(Side)
            )


@pytest.mark.article("tavreli:A.8")
def test_an_illegal_sealed_move_waits_for_the_ruling_that_it_loses(world: World) -> None:
    _, made = adjourned(world, "g1-g5")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    game = open_(world, made)
    assert (game.phase, game.snapshot["sealed"][0]["outcome"]) == ("paused", "illegal")
    shown = resumption.preview_sealed_move(actor=world.artur, game=game)
    assert shown.result == "0-1"
    ruling = resumption.rule_sealed_move(actor=world.artur, now=DUE, game_id=game.pk)
    assert (ruling.article, ruling.offender, ruling.result) == ("tavreli:A.8", "white", "0-1")
    assert world.pairing.result == "0-1"


@pytest.mark.article("tavreli:A.9")
def test_a_reply_sealed_for_the_absent_author_makes_a_second_envelope(world: World) -> None:
    _, made = adjourned(world)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, made)
    reply = adjournment.seal_move(
        actor=world.bob, now=DUE + timedelta(minutes=5), game_id=world.board.pk, move="b8-c6"
    )
    second = Envelope.objects.get(game=world.board, number=2)
    assert (second.second, second.side, second.status, second.due_at) == (True, "black", "closed", None)
    assert world.board.snapshot["clock"]["running"] == "white"
    cards = [reply.cards[Holder.ENVELOPE], reply.cards[Holder.SEALER]]
    game = open_(world, reply, cards=cards, now=DUE + timedelta(minutes=30), present=frozenset(Side))
    assert (game.snapshot["last"], game.snapshot["turn"]) == ("b8-c6", "white")


@pytest.mark.article("tavreli:A.10")
def test_a_player_an_hour_late_loses_by_a_ruling(world: World) -> None:
    _, made = adjourned(world)
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, made)
    late = DUE + timedelta(minutes=60, seconds=1)
    ruling = resumption.rule_late(actor=world.artur, now=late, game_id=world.board.pk, sides=[Side.WHITE])
    assert (ruling.article, ruling.result) == ("tavreli:A.10", "0-1")


@pytest.mark.article("tavreli:A.11")
def test_the_lost_envelope_s_move_is_made_and_the_receipt_shows_whether_it_is_the_one(world: World) -> None:
    _, made = adjourned(world)
    adjournment.declare_lost(actor=world.artur, now=DUE, game_id=world.board.pk, note="stolen")
    with pytest.raises(Conflict):
        resumption.set_up(actor=world.artur, now=DUE - timedelta(hours=1), game_id=world.board.pk)
    ruling = resumption.restore_lost(
        actor=world.artur, now=DUE, game_id=world.board.pk, move="g1-f3", receipt=made.receipt
    )
    assert (ruling.article, ruling.facts["proved"]) == ("tavreli:A.11", True)
    assert world.board.snapshot["last"] == "g1-f3"


@pytest.mark.article("tavreli:A.11")
def test_a_receipt_does_not_prove_another_move(world: World) -> None:
    _, made = adjourned(world)
    adjournment.declare_lost(actor=world.artur, now=DUE, game_id=world.board.pk, note="stolen")
    ruling = resumption.restore_lost(
        actor=world.artur, now=DUE, game_id=world.board.pk, move="b1-c3", receipt=made.receipt
    )
    assert ruling.facts["proved"] is False


@pytest.mark.article("tavreli:A.11")
def test_where_nothing_can_be_restored_another_game_stands_at_the_board(world: World) -> None:
    adjourned(world)
    old = world.board
    adjournment.declare_lost(actor=world.artur, now=DUE, game_id=old.pk, note="fire")
    resumption.annul_lost(actor=world.artur, now=DUE, game_id=old.pk, reason="no sheet is left either")
    old.refresh_from_db()
    assert (old.phase, world.board.replaces_id, world.board.phase) == ("annulled", old.pk, "pending")


@pytest.mark.article("tavreli:A.12")
def test_a_wrong_time_is_corrected_as_a_ruling(world: World) -> None:
    _, made = adjourned(world)
    wrong = {Side.WHITE: 1000, Side.BLACK: 60_000}
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk, clocks=wrong)
    open_(world, made)
    ruling = resumption.correct_time(
        actor=world.artur,
        now=DUE,
        game_id=world.board.pk,
        clocks={Side.WHITE: 3_000_000},
        noticed_by=Side.WHITE,
    )
    assert (ruling.clock_before, ruling.clock_after) == (
        {"white": 1000, "black": 60_000},
        {"white": 3_000_000, "black": 60_000},
    )


def test_a_result_only_board_is_adjourned_with_the_position_by_hand(db: None) -> None:
    world = World(depth="result", control="120")
    text = world.board.start_position
    with pytest.raises(BadInput) as no_position:
        adjournment.call_to_seal(actor=world.artur, now=NOW, game_id=world.board.pk)
    assert no_position.value.code == "position_by_hand"
    off = adjournment.law.OffRecord(text, 61)
    adjournment.call_to_seal(actor=world.artur, now=NOW, game_id=world.board.pk, off_record=off)
    made = adjournment.seal_move(actor=world.alice, now=NOW, game_id=world.board.pk, move="e2-e4")
    adjournment.adjourn(actor=world.artur, now=NOW, game_id=world.board.pk, due=DUE, place="Hall 2")
    assert world.board.phase == "adjourned"
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    game = open_(world, made)
    assert (game.phase, game.entries.get(kind="opening").data["text"]) == ("pending", "e2-e4")
    games.record_result(actor=world.artur, now=DUE, game_id=game.pk, result="1-0")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_arbiters_who_open_it_at_once_one_finds_it_open() -> None:
    world = World(control="120")
    world.started()
    world.play("e2-e4", "e7-e5")
    made = sealed(world)
    adjournment.adjourn(actor=world.artur, now=ENDS, game_id=world.board.pk, due=DUE, place="")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    start, answers = threading.Barrier(2), []

    def opens() -> None:
        start.wait()
        try:
            open_(world, made)
            answers.append("opened")
        except DomainError as problem:
            answers.append(problem.code)
        finally:
            close_old_connections()
            connection.close()

    threads = [threading.Thread(target=opens) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(answers) == ["no_closed_envelope", "opened"]
    assert world.board.entries.filter(kind="opening").count() == 1
    assert Ruling.objects.count() == 0


@pytest.mark.article("tavreli:A.2", "tavreli:A.3")
def test_the_sheet_for_the_envelope_says_all_that_must_stand_on_it(world: World) -> None:
    adjourned(world)
    games.offer_draw(actor=world.bob, now=ENDS + timedelta(minutes=5), game_id=world.board.pk)
    adjournment.hand_over(
        actor=world.artur, now=ENDS + timedelta(hours=1), game_id=world.board.pk, holder="safe"
    )
    sheet = envelope_sheet(world.board)
    assert (sheet.white, sheet.black) == (world.board.white_name, world.board.black_name)
    assert (sheet.side, sheet.move_number, sheet.offered_by) == (Side.WHITE, 2, Side.BLACK)
    assert (sheet.due, sheet.place) == (DUE, "Hall 2")
    assert sheet.left_ms is not None and sheet.used_ms is not None
    # Black moved a second after White; White sealed two minutes after the hour
    assert sheet.used_ms == {Side.WHITE: 3_600_000 + 120_000 - 1000, Side.BLACK: 1000}
    assert sheet.left_ms == {side: 7_200_000 - used for side, used in sheet.used_ms.items()}
    assert len(sheet.squares) == 32
    assert [(one.giver, one.holder) for one in sheet.custody] == [("artur", "safe")]
    assert [row.game_id for row in adjourned_games(world.event)] == [world.board.pk]
    assert due_of(world.board) == DUE
    games.resign(actor=world.bob, now=ENDS + timedelta(hours=2), game_id=world.board.pk)
    assert adjourned_games(world.event) == []


def test_a_board_that_was_never_adjourned_has_no_envelope(world: World) -> None:
    with pytest.raises(NotFound):
        envelope_sheet(world.board)


@pytest.mark.article("tavreli:A.1")
def test_a_move_made_at_the_live_board_after_the_call_is_the_sealed_one(world: World) -> None:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    games.play_move(actor=world.alice, now=ENDS + timedelta(seconds=5), game_id=world.board.pk, text="g1-f3")
    assert world.board.snapshot["ply"] == 2
    envelope = adjournment.adjourn(actor=world.artur, now=ENDS + timedelta(minutes=1), game_id=world.board.pk)
    assert (envelope.commitment, envelope.policy) == ("", "")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    game = resumption.open_envelope(
        actor=world.artur, now=DUE, game_id=world.board.pk, cards=[], present=frozenset(Side)
    )
    assert game.snapshot["last"] == "g1-f3"
