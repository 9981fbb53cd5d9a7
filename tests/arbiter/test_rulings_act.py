"""Rulings through the service: preview, application, advice, permissions, races and standings."""

from typing import Any

import pytest

from arbiter.models.ruling import Ruling
from arbiter.selectors.regimes import regulations_of
from arbiter.services import ruling as ruling_service
from arbiter.services.claims import claim_draw
from arbiter.services.regimes import set_regulations
from arbiter.services.reversal import reverse
from arbiter.services.ruling import preview
from games.models.game import Game
from games.services.play import answer_draw, offer_draw, play_move, resign
from games.states import state_of
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.record.fold import fold, snapshot
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.world import World, later
from tournaments.models.pairing import Pairing

pytestmark = pytest.mark.django_db
MINUTE = 60_000


def rule(world: World, kind: str, seconds: int = 60, game: Game | None = None, **facts: Any) -> Ruling:
    return ruling_service.rule(
        actor=world.artur,
        now=later(seconds=seconds),
        game_id=(game or world.board).pk,
        kind=kind,
        facts=facts,
    )


def snapshot_is_the_fold(game: Game) -> None:
    game.refresh_from_db()
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert game.snapshot == snapshot(state)


MID_GAME = ("e2-e4", "e7-e5", "g1-f3")
# Every kind once, at a board where Black is to move after three moves; what is expected of the game after it.
KINDS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("touch_move", {"offender": "black", "touches": [["g8", False]]}, {"phase": "playing"}),
    ("draw_claim", {"claimant": "black", "claim": "repetition"}, {"phase": "playing"}),
    ("absence", {"absent": "white", "decision": "excuse", "reason": "White is here"}, {"contradicts": True}),
    ("beginning", {"what": "pieces"}, {"phase": "annulled"}),
    ("displaced", {"offender": "white"}, {"phase": "playing"}),
    ("restored", {"ply": 1, "reason": "a dog"}, {"phase": "playing"}),
    (
        "defective_clock",
        {"clocks": {"white": MINUTE, "black": MINUTE}, "reason": "dead battery"},
        {"phase": "playing"},
    ),
    ("disturbance", {"white_ms": MINUTE, "reason": "light went out"}, {"phase": "playing"}),
    (
        "time",
        {"white_ms": MINUTE, "article": "tavreli-1997:6.10", "reason": "late press"},
        {"phase": "playing"},
    ),
    ("penalty", {"offender": "white", "measure": "warning"}, {"phase": "playing"}),
    ("penalty", {"offender": "white", "measure": "loss"}, {"result": "0-1"}),
    ("refusal", {"refuses": "both", "reason": "fought"}, {"result": "0-0"}),
    ("score", {"result": "1/2-0", "article": "tavreli-1997:12.7", "reason": "as ruled"}, {"result": "1/2-0"}),
    ("incident", {"what": "spectators", "reason": "noise"}, {"phase": "playing"}),
    ("dismissed", {}, {"phase": "playing"}),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "facts", "after"), KINDS, ids=[f"{one[0]}-{n}" for n, one in enumerate(KINDS)]
)
def test_each_kind_appends_exactly_what_its_preview_showed(kind, facts, after):
    world = World()
    world.started()
    world.play(*MID_GAME)
    board = world.board
    if after.get("contradicts"):
        with pytest.raises(BadInput) as excinfo:
            rule(world, kind, **facts)
        assert excinfo.value.code == "facts_contradict_record"
        return
    visible = preview(actor=world.artur, now=later(seconds=60), game=board, kind=kind, facts=facts)
    before = board.entries.count()
    ruling = rule(world, kind, game=board, **facts)
    entries = list(board.entries.order_by("seq"))[before:]
    assert [(row.kind, row.side, dict(row.data)) for row in entries] == [
        (draft.kind.value, draft.side.value if draft.side else "", dict(draft.data))
        for draft in visible.remedy.drafts
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
    with pytest.raises(Conflict) as excinfo:
        rule(world, "flag", 16 * 60, side="white")
    assert excinfo.value.code == "claim_pending"
    drawn = rule(world, "quickplay", 16 * 60, claimant="white", decision="agree")
    assert (drawn.result, world.pairing.result) == ("1/2-1/2", "1/2-1/2")

    flagged = World(control="5", slug="autumn-cup")
    flagged.started()
    assert rule(flagged, "flag", 301, side="white").result == "0-1"

    result_only = World(tracking="result", slug="winter-cup")
    ruling = rule(result_only, "both_flags", first="unknown", last_period=True)
    assert (ruling.result, ruling.article) == ("1/2-1/2", "tavreli-1997:10.4")


def test_a_late_player_loses_at_a_board_tracked_by_result_only() -> None:
    world = World(tracking="result")
    start = int(later(seconds=0).timestamp() * 1000)
    ruling = rule(world, "absence", 3601, absent="black", scheduled_at=start)
    assert world.pairing.result == "+/-"
    assert ruling.article == "tavreli-1997:6.6"


def test_time_is_deducted_before_play_and_a_control_is_left_unproved() -> None:
    world = World(control="40/90, 30")
    rule(world, "deduction", 0, offender="black", ms=5 * MINUTE, reason="cannot write")
    world.started()
    world.play("e2-e4", "e7-e5")
    rule(world, "control_unproven", 60, reason="sheets")
    state = state_of(world.board)
    assert state.clock is not None and state.clock.black.period == 1
    snapshot_is_the_fold(world.board)


def test_a_draughts_violation_and_an_illegal_move_through_the_service() -> None:
    world = World(game="draughts", regime="draughts64", control="45")
    world.started()
    play_move(actor=world.alice, now=later(seconds=5), game_id=world.board.pk, text="c3-c5", irregular=True)
    ruling = rule(world, "draughts_violation", 20, offender="white", wish="correct")
    assert ruling.article == "draughts64:violations.4.2"
    snapshot_is_the_fold(world.board)
    chess = World(game="chess", regime="fide-2023", control="90+30", slug="chess-cup")
    chess.started()
    play_move(actor=chess.alice, now=later(seconds=5), game_id=chess.board.pk, text="e2e5", irregular=True)
    rule(chess, "illegal_move", 20)
    assert state_of(chess.board).illegal[Side.WHITE] == 1


@pytest.mark.article("tavreli:13.4", "tavreli:11.1")
def test_the_preview_says_what_the_standings_will_be_and_then_they_are() -> None:
    world = World()
    world.started()
    facts = {"offender": "white", "measure": "loss"}
    visible = preview(actor=world.artur, now=later(seconds=9), game=world.board, kind="penalty", facts=facts)
    lines = {
        str(line.registration.player): (line.points_before, line.points_after) for line in visible.standings
    }
    assert lines["Bob"] == (0, 2)
    from tournaments.selectors.standings import standings_of

    rule(world, "penalty", **facts)
    assert [(str(row.registration.player), row.points) for row in standings_of(world.section).rows] == [
        ("Bob", "1"),
        ("Alice", "0"),
    ]


def test_advice_is_written_down_and_changes_nothing() -> None:
    world = World()
    world.started()
    before = world.board.seq
    ruling = ruling_service.rule(
        actor=world.artur,
        now=later(seconds=5),
        game_id=world.board.pk,
        kind="penalty",
        facts={"offender": "white", "measure": "loss"},
        advice=True,
        note="told the captain",
    )
    assert (world.board.seq, world.board.phase, ruling.outcome) == (before, "playing", "advice")
    assert (ruling.first_seq, ruling.last_seq) == (before, before)
    with pytest.raises(Conflict) as excinfo:
        reverse(actor=world.artur, now=later(seconds=6), ruling_id=ruling.pk)
    assert excinfo.value.code == "advice_has_no_effect"


@pytest.mark.parametrize("name", ["alice", "hana", "olga", "charlie"])
def test_only_arbiters_rule(name: str) -> None:
    world = World()
    world.started()
    facts = {"offender": "white", "measure": "loss"}
    actor = world.people[name]
    with pytest.raises(NotPermitted):
        ruling_service.rule(
            actor=actor, now=later(seconds=5), game_id=world.board.pk, kind="penalty", facts=facts
        )
    with pytest.raises(NotPermitted):
        preview(actor=actor, now=later(seconds=5), game=world.board, kind="penalty", facts=facts)
    assert not Ruling.objects.exists()


def test_a_ruling_on_what_an_arbiter_no_longer_sees_is_refused() -> None:
    world = World()
    world.started()
    seen = world.board.seq
    world.play("e2-e4")
    with pytest.raises(Conflict) as excinfo:
        ruling_service.rule(
            actor=world.artur,
            now=later(seconds=5),
            game_id=world.board.pk,
            kind="penalty",
            facts={"offender": "white", "measure": "loss"},
            expected=seen,
        )
    assert (excinfo.value.code, excinfo.value.detail["seq"]) == ("stale", world.board.seq)


def test_a_finished_game_an_unknown_ruling_and_a_claim_out_of_turn_are_refused() -> None:
    world = World()
    world.started()
    with pytest.raises(NotFound) as excinfo:
        rule(world, "thunder")
    assert excinfo.value.code == "no_such_ruling"
    with pytest.raises(Conflict) as exc_info:
        rule(world, "draw_claim", claimant="black", claim="repetition")
    assert exc_info.value.code == "not_to_move"
    resign(actor=world.alice, now=later(seconds=9), game_id=world.board.pk)
    with pytest.raises(Conflict) as exc_info:
        rule(world, "displaced", offender="white")
    assert exc_info.value.code == "game_over"
    assert not Ruling.objects.exists()


@pytest.mark.article("tavreli:7.1")
def test_an_annulled_game_is_replayed_at_the_same_board_and_stays_readable() -> None:
    world = World()
    world.started()
    world.play(*MID_GAME)
    old = world.board
    rule(world, "beginning", what="pieces", game=old)
    pairing = world.pairing
    assert (pairing.game.replaces_id, pairing.game.phase, pairing.game.seq) == (old.pk, "pending", 1)
    assert (pairing.result, pairing.white.player.family_name) == ("", "Alice")
    assert ruling_service.rule(
        actor=world.artur,
        now=later(seconds=90),
        game_id=pairing.game.pk,
        kind="incident",
        facts={"what": "note", "reason": "begun again"},
    )
    with pytest.raises(Conflict) as excinfo:
        rule(world, "dismissed", game=old)
    assert excinfo.value.code == "annulled", "its arbiters still reach it, and cannot rule on it"


def test_the_event_s_regulations_are_what_a_ruling_goes_by_and_points_reach_the_standings() -> None:
    world = World()
    world.started()
    with pytest.raises(NotPermitted):
        set_regulations(actor=world.hana, now=later(), section_id=world.section.pk, regulations={})
    with pytest.raises(BadInput):
        set_regulations(
            actor=world.olga, now=later(), section_id=world.section.pk, regulations={"points": {"win": 0}}
        )
    own = {"penalties": ["loss"], "points": {"win": 6, "draw": 2}}
    set_regulations(actor=world.olga, now=later(), section_id=world.section.pk, regulations=own)
    rule(world, "penalty", offender="white")
    assert world.pairing.result == "0-1"
    from tournaments.selectors.standings import standings_of

    world.section.refresh_from_db()
    assert [row.points for row in standings_of(world.section).rows] == ["3", "0"]
    changed = {line.key for line in regulations_of(world.section) if line.own}
    assert changed == {"penalties", "points"}


def test_players_agree_on_a_draw_only_after_the_moves_that_the_event_wants_and_the_arbiter_may_let_them():
    world = World()
    set_regulations(
        actor=world.olga, now=later(), section_id=world.section.pk, regulations={"agreed_draw_moves": 20}
    )
    world.started()
    game = world.board
    offer_draw(actor=world.alice, now=later(seconds=1), game_id=game.pk)
    for answer in (
        lambda user: answer_draw(actor=user, now=later(seconds=2), game_id=game.pk, accept=True),
        lambda user: offer_draw(actor=user, now=later(seconds=2), game_id=game.pk),
    ):
        with pytest.raises(Conflict) as excinfo:
            answer(world.bob)
        assert excinfo.value.code == "agreement_too_early"
    answer_draw(actor=world.artur, now=later(seconds=3), game_id=game.pk, accept=True)
    assert Pairing.objects.get(game=game).result == "1/2-1/2"


@pytest.mark.article("tavreli:6.14")
def test_a_claim_is_decided_from_the_record_whatever_the_public_boards_show() -> None:
    world = World()
    world.started()
    world.play("g1-f3", "g8-f6", "f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1")
    context = {**world.board.snapshot, "ply": 8, "turn": "white"}
    Game.objects.filter(pk=world.board.pk).update(snapshot=context)
    ruling = claim_draw(
        actor=world.bob, now=later(seconds=20), game_id=world.board.pk, kind=ClaimKind.FIFTY_MOVES
    )
    assert ruling.outcome == "rejected"
    right = claim_draw(
        actor=world.bob,
        now=later(seconds=30),
        game_id=world.board.pk,
        kind=ClaimKind.REPETITION,
        intended="f6-g8",
    )
    assert (right.outcome, world.pairing.result) == ("upheld", "1/2-1/2")
