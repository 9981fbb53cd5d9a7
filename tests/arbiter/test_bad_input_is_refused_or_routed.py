"""Mistakes of arbiters and players, through the services and in each regime.

Every refusal has its stable code and a sentence, and does not change record or rulings; a mistake that an article
routes elsewhere has the result that the article states.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from arbiter.models import Envelope, Ruling
from arbiter.services import adjournment, resumption
from arbiter.services.clock_readings import adjust_time
from arbiter.services.ruling import claim_draw, claim_flag
from games.models.record import RecordEntry
from games.services.moves import resign
from games.services.results import annul
from games.states import state_of
from tavleya.errors import DomainError
from tavleya.law.facts import FactKind
from tavleya.law.kinds import kinds_of
from tavleya.law.library import regime
from tavleya.law.ruling_kind import RulingKind
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.arbiter.ruling import at_board, rule
from tests.databases import remembered
from tests.world import NOW, World, later
from tournaments.models.section import Section

pytestmark = pytest.mark.django_db
MINUTE, HOUR = 60_000, 3_600_000
DUE = NOW + timedelta(days=1)
REGIMES = {
    "tavreli-1997": ("tavreli", ("e2-e4", "e7-e5")),
    "tavreli-1997-rapid": ("tavreli", ("e2-e4", "e7-e5")),
    "fide-2023": ("chess", ("e2e4", "e7e5")),
    "fide-2023-rapid": ("chess", ("e2e4", "e7e5")),
    "draughts64": ("draughts", ("c3-d4", "d6-c5")),
}
every_regime = pytest.mark.parametrize("regime", REGIMES)
# Enough of each fact to be read.
ENOUGH: dict[FactKind, object] = {
    **dict.fromkeys((FactKind.SIDE, FactKind.SIDES), "white"), FactKind.TIME: 1, FactKind.WHOLE: 0,
    FactKind.CLOCKS: {"white": 1, "black": 1}, FactKind.TEXT: "so", FactKind.TOUCHES: [["g1", False]],
    FactKind.RESULT: "1-0", FactKind.ARTICLE: "own",
}  # fmt: skip


def enough(kind: RulingKind, laws: str) -> dict[str, object]:
    """The facts without which a ruling is not looked at, at a board that is followed."""
    return {
        fact.name: fact.answers[0] if fact.kind is FactKind.CHOICE else ENOUGH[fact.kind]
        for fact in kind.asked(regime(laws), live=True)
        if fact.required
    }


def world_of(regime: str, control: str = "60") -> World:
    return World(game=REGIMES[regime][0], regime=regime, control=control)


@remembered
def playing(regime: str) -> World:
    """White to move after a move by each; both have a little less than an hour."""
    world = world_of(regime)
    world.started()
    world.play(*REGIMES[regime][1])
    return world


def refusal_code(act: Callable[[], object]) -> str:
    """The code; nothing may have been written, and the sentence must be one."""
    before = (RecordEntry.objects.count(), Ruling.objects.count())
    with pytest.raises(DomainError) as excinfo:
        act()
    assert (RecordEntry.objects.count(), Ruling.objects.count()) == before
    sentence = str(excinfo.value)
    assert sentence.endswith(".") and not re.search(r"[a-z]_[a-z]|%\(", sentence), sentence
    return excinfo.value.code


# Facts that contradict the record, and times below nothing

RECORD, NEGATIVE = "facts_contradict_record", "negative_time"
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("absence", {"absent": "white"}, RECORD),
    ("absence", {"absent": "both"}, RECORD),
    ("restored", {"ply": 99, "reason": "a dog"}, RECORD),
    ("both_flags", {"first": "white"}, RECORD),
    ("penalty", {"offender": "white", "measure": "time_off", "ms": 2 * HOUR}, NEGATIVE),
    ("penalty", {"offender": "white", "measure": "time_off", "ms": -MINUTE}, NEGATIVE),
    ("time", {"black_ms": -2 * HOUR, "article": "own", "reason": "a fault"}, NEGATIVE),
    ("time", {"clocks": {"white": -1, "black": 1}, "article": "own", "reason": "a fault"}, NEGATIVE),
    ("defective_clock", {"clocks": {"white": 1, "black": -1}, "reason": "dead"}, NEGATIVE),
    ("displaced", {"offender": "black", "ms": 2 * HOUR}, NEGATIVE),
    ("disturbance", {"white_ms": -MINUTE, "reason": "noise"}, NEGATIVE),
    ("draw_claim", {"claimant": "black", "claim": "repetition"}, "not_to_move"),
]


@every_regime
def test_a_ruling_that_cannot_be_is_refused(regime: str) -> None:
    world = playing(regime)
    Section.objects.update(regulations={"articles": {"own": "The clocks are right."}})
    for kind, facts, code in IMPOSSIBLE:
        assert refusal_code(lambda k=kind, f=facts: rule(world, k, **f)) == code, (kind, facts)
    code = "not_of_this_game" if regime == "draughts64" else "no_irregular_move"
    assert refusal_code(lambda: rule(world, "illegal_move")) == code
    common = {"actor": world.artur, "now": later(seconds=60), "game_id": world.board.pk}
    taken = {"add": {Side.WHITE: -2 * HOUR}, "article": "own", "reason": "so"}
    assert refusal_code(lambda: adjust_time(**common, **taken)) == NEGATIVE


def test_a_violation_at_another_square_than_the_move_of_the_record() -> None:
    world = playing("draughts64")
    facts = {"offender": "black", "path": ["h6", "g5"], "wish": "correct"}
    assert refusal_code(lambda: rule(world, "draughts_violation", **facts)) == RECORD


@every_regime
def test_a_claim_that_cannot_be_is_refused(regime: str) -> None:
    world = playing(regime)
    flag = {"game_id": world.board.pk, "side": Side.WHITE}
    assert refusal_code(lambda: claim_flag(**flag, actor=world.bob, now=later(minutes=30))) == "flag_up"
    assert refusal_code(lambda: claim_flag(**flag, actor=world.alice, now=later(hours=2))) == "not_your_board"
    draw = {"now": later(seconds=60), "game_id": world.board.pk, "kind": ClaimKind.REPETITION}
    assert refusal_code(lambda: claim_draw(**draw, actor=world.bob)) == "not_to_move"
    assert refusal_code(lambda: claim_draw(**draw, actor=world.charlie)) == "not_permitted"


@every_regime
def test_more_time_deducted_before_play_than_there_is(regime: str) -> None:
    world = world_of(regime)
    facts = {"offender": "black", "ms": HOUR + 1, "reason": "cannot write"}
    assert refusal_code(lambda: rule(world, "deduction", **facts)) == "negative_time"


# Finished and annulled games


@pytest.mark.long
@pytest.mark.parametrize("key", REGIMES)
def test_no_ruling_but_those_on_conduct_and_result_on_a_finished_game(key: str) -> None:
    world = playing(key)
    resign(actor=world.alice, now=later(seconds=50), game_id=world.board.pk)
    for kind in kinds_of(regime(key)):
        if not kind.finished:
            assert refusal_code(lambda k=kind: rule(world, k.key, **enough(k, key))) == "game_over", kind.key
    loss = {"offender": "black", "measure": "loss"}
    assert refusal_code(lambda: rule(world, "penalty", **loss)) == "game_over"
    assert rule(world, "penalty", offender="black", measure="warning").outcome == "applied"


@pytest.mark.long
@pytest.mark.parametrize("key", REGIMES)
def test_no_ruling_at_all_on_an_annulled_game(key: str) -> None:
    world = playing(key)
    board = world.board.pk
    annul(actor=world.artur, now=later(seconds=50), game_id=board, reason="wrong board")
    for kind in kinds_of(regime(key)):
        code = refusal_code(lambda k=kind: rule(world, k.key, game_id=board, **enough(k, key)))
        assert code == "annulled", kind.key


@every_regime
def test_claims_on_a_game_that_is_over(regime: str) -> None:
    world = playing(regime)
    resign(actor=world.alice, now=later(seconds=50), game_id=world.board.pk)
    common = {"now": later(seconds=60), "game_id": world.board.pk}
    draw = {**common, "actor": world.alice, "kind": ClaimKind.REPETITION}
    assert refusal_code(lambda: claim_draw(**draw)) == "not_playing"
    assert refusal_code(lambda: claim_flag(**common, actor=world.bob, side=Side.WHITE)) == "clock_not_running"


# Envelopes


@remembered
def adjourned(regime: str, move: str) -> tuple[World, list[str]]:
    """Seal `move` for White and resume the game a day later."""
    world = playing(regime)
    game_id = world.board.pk
    adjournment.call_to_seal(actor=world.artur, now=later(minutes=10), game_id=game_id)
    sealing = adjournment.seal_move(actor=world.alice, now=later(minutes=11), game_id=game_id, move=move)
    adjournment.adjourn(actor=world.artur, now=later(minutes=11), game_id=game_id, due=DUE, place="Hall 2")
    return world, list(sealing.cards.values())


def open_it(world: World, cards: list[str], *present: Side, now: Any = DUE) -> None:
    resumption.open_envelope(**at_board(world, now), cards=cards, present=present or tuple(Side))


@every_regime
def test_an_envelope_opened_early_stays_closed(regime: str) -> None:
    world, cards = adjourned(regime, REGIMES[regime][1][0])
    assert refusal_code(lambda: open_it(world, cards, now=later(hours=1))) == "not_set_up"
    early = {"actor": world.artur, "now": later(hours=1), "game_id": world.board.pk}
    assert refusal_code(lambda: resumption.set_up(**early)) == "too_early"
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert refusal_code(lambda: open_it(world, cards, Side.WHITE)) == "reply_player_absent"
    assert refusal_code(lambda: open_it(world, cards[:1])) == "too_few_cards"
    assert refusal_code(lambda: open_it(world, ["nonsense", "words"])) == "card_unreadable"
    assert Envelope.objects.get(game=world.board).status == "closed"


@pytest.mark.long
@every_regime
@pytest.mark.article("tavreli:A.8")
def test_a_sealed_move_that_cannot_be_read_waits_for_the_arbiter_and_loses(regime: str) -> None:
    world, cards = adjourned(regime, "scrawl")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_it(world, cards)
    state = state_of(world.board)
    assert (state.sealed[0].opened, state.result, len(state.plies)) == (True, None, 2)
    ruling = resumption.rule_sealed_move(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert (ruling.result, world.pairing.result, ruling.offender) == ("0-1", "0-1", "white")
    wanted = {"tavreli": "tavreli-1997:A.8", "chess": "fide-2023:I.8", "draughts": "draughts64:violations.6"}
    assert ruling.article == wanted[REGIMES[regime][0]]
    common = {"actor": world.artur, "now": DUE, "game_id": world.board.pk}
    assert refusal_code(lambda: resumption.rule_sealed_move(**common)) == "no_bad_sealed_move"


@every_regime
def test_a_reading_of_the_sealed_move_needs_a_legal_move_and_a_reason(regime: str) -> None:
    world, cards = adjourned(regime, "scrawl")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_it(world, cards)
    common = {"actor": world.artur, "now": DUE, "game_id": world.board.pk}
    refusal_code(lambda: resumption.rule_sealed_move(**common, reading="z9-z9", reason="so I read it"))
    refusal_code(lambda: resumption.rule_sealed_move(**common, reading=REGIMES[regime][1][0], reason=""))
    assert world.board.result == ""
