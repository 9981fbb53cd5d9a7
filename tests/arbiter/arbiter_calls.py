"""Services of arbiters and of appeals, called so that they succeed, and the action that each requires."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model

from arbiter.models import Appeal, Duty
from arbiter.selectors.sheet_findings import findings_at
from arbiter.services.answers import answer_board_question, answer_call, let_stand, set_game_source
from arbiter.services.appeals import (
    appoint_member,
    decide_appeal,
    dismiss_member,
    file_appeal,
    publish_decision,
    set_appeal_regulation,
    set_hearing,
)
from arbiter.services.clock_readings import adjust_time, read_clocks
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident, set_regulations, tick, untick
from arbiter.services.reversal import preview_reversal, preview_superseding, reverse, supersede
from arbiter.services.ruling import (
    claim_draw,
    claim_flag,
    dismiss_call,
    preview,
    preview_illegal_move,
    rule,
    rule_illegal_move,
)
from arbiter.services.rulings import note_payment
from games.models.game import Game
from games.services.moves import call_arbiter, play_move
from games.services.results import record_result
from games.services.sheets import write_sheet
from games.states import state_of
from tavleya.actors import Actor
from tavleya.permissions import Action
from tavleya.record.merging import Keeper
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.games.game_calls import BoardWorld, at, on_paper
from tests.tournaments.conftest import LATER, NOW
from tests.who_may import Row, Table
from tournaments.models.boards import BoardQuestion, Feed
from tournaments.models.pairing import Pairing
from venue.services.reports import report_boards

HEARING = LATER + timedelta(hours=1)
WARNING: dict[str, Any] = {"kind": "penalty", "facts": {"offender": "white", "measure": "warning"}}


class ArbiterWorld(BoardWorld):
    """`dora` has the only seat of the appeals committee, and no role in the event."""

    def __init__(self) -> None:
        super().__init__()
        user = get_user_model().objects.create_user("dora", password="for the tests only")
        self.dora = Actor(user.pk, user.username)
        set_appeal_regulation(actor=self.olga, now=NOW, event_id=self.event.pk, seats=1)
        self.member = appoint_member(actor=self.olga, now=NOW, event_id=self.event.pk, user_id=user.pk)
        self.section_id = Pairing.objects.get(game=self.live).round.section_id
        self.round_id = Pairing.objects.get(game=self.live).round_id

    def rule(self, **ruling: Any) -> None:
        self.play("e2e4")
        self.ruling = rule(**at(self, self.chen), **(ruling or WARNING))

    def appeal(self) -> None:
        self.rule()
        self.appeal_id = file_appeal(**ruling_arguments(self, self.pia), grounds="The flag had not fallen.").pk

    def hear(self) -> None:
        self.appeal()
        set_hearing(**appeal_arguments(self, self.chen), at=HEARING)

    def decide(self) -> None:
        self.hear()
        decide_appeal(**decision_arguments(self, self.dora))


def in_event(world: Any, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "now": LATER, "event_id": world.event.pk}


def ruling_arguments(world: Any, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "now": LATER, "ruling_id": world.ruling.pk}


def appeal_arguments(world: Any, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "now": LATER, "appeal_id": world.appeal_id}


def decision_arguments(world: Any, actor: Actor) -> dict[str, Any]:
    arguments = appeal_arguments(world, actor)
    return arguments | {"now": HEARING, "outcome": Appeal.Outcome.UPHELD, "decision": "The flag had fallen."}


def _fined(world: ArbiterWorld) -> None:
    fines = {"fines": {"currency": "EUR", "amounts": [20]}}
    set_regulations(actor=world.olga, now=NOW, section_id=world.section_id, regulations=fines)
    world.rule(kind="penalty", facts={"offender": "white", "measure": "fine", "amount": 20})


def _open_question(world: ArbiterWorld) -> None:
    """The electronic board shows moves that differ from the record's."""
    world.play("e2e4", "e7e5")
    report_boards(
        actor=world.hal, now=LATER, round_id=world.round_id, source="hall",
        reports=[{"board": 1, "moves": ["e2e4", "c7c5", "g1f3"]}],
    )  # fmt: skip


def _called(world: ArbiterWorld, reason: str = "disturbance") -> None:
    world.play("e2e4")
    call_arbiter(**at(world, world.pia), side=Side.WHITE, reason=reason)


def _illegal(world: ArbiterWorld) -> None:
    world.play("e2e4")
    play_move(**at(world, world.chen), text="e7e3", irregular=True)


def _differing_sheet(world: ArbiterWorld) -> None:
    record_result(**on_paper(world, world.chen), result="1-0")
    write_sheet(**on_paper(world, world.chen), keeper=Keeper.WHITE, text="1. e4 e5 0-1")


def _on_duty(world: ArbiterWorld) -> None:
    for actor in (world.olga, world.chen, world.ana, world.hal, world.tom, world.pia, world.sam):
        Duty.objects.create(event=world.event, user_id=actor.user_id, began_at=NOW)


def _view_arguments(world: Any, actor: Actor) -> dict[str, Any]:
    """Return the arguments of a service that only reads."""
    return {"actor": actor, "now": LATER, "game": Game.objects.get(pk=world.live)}


CALLS: Table = {
    "file_appeal": Row(
        Action.FILE_APPEAL,
        lambda w, a: file_appeal(**ruling_arguments(w, a), grounds="It was fair.", side=Side.WHITE),
        ArbiterWorld.rule,
        also=Action.READ_SHEETS,
    ),
    "set_hearing": Row(
        Action.HANDLE_APPEALS, lambda w, a: set_hearing(**appeal_arguments(w, a), at=HEARING), ArbiterWorld.appeal
    ),
    "publish_decision": Row(
        Action.HANDLE_APPEALS, lambda w, a: publish_decision(**appeal_arguments(w, a)), ArbiterWorld.decide
    ),
    "set_appeal_regulation": (Action.EDIT_EVENT, lambda w, a: set_appeal_regulation(**in_event(w, a))),
    "appoint_member": (Action.APPOINT_COMMITTEE, lambda w, a: appoint_member(**in_event(w, a), user_id=w.sam.user_id)),
    "dismiss_member": (
        Action.APPOINT_COMMITTEE,
        lambda w, a: dismiss_member(actor=a, now=LATER, member_id=w.member.pk),
    ),
    "answer_board_question": Row(
        Action.RULE,
        lambda w, a: answer_board_question(
            actor=a, now=LATER, board_question_id=BoardQuestion.objects.get().pk, answer=BoardQuestion.Answer.KEPT
        ),
        _open_question,
    ),
    "set_game_source": (Action.RULE, lambda w, a: set_game_source(**at(w, a), feed=Feed.HAND)),
    "answer_call": Row(
        Action.RULE,
        lambda w, a: answer_call(
            **at(w, a), call=state_of(Game.objects.get(pk=w.live)).calls[0].seq, upheld=True, note="Quiet."
        ),
        _called,
    ),
    "tick": (Action.RULE, lambda w, a: tick(**in_event(w, a), item="report")),
    "untick": Row(
        Action.RULE,
        lambda w, a: untick(**in_event(w, a), item="report"),
        lambda w: tick(**in_event(w, w.chen), item="report"),
    ),
    "claim_draw": Row(
        Action.CLAIM, lambda w, a: claim_draw(**at(w, a), kind=ClaimKind.REPETITION, side=Side.WHITE), ArbiterWorld.play
    ),
    "claim_flag": Row(
        Action.CLAIM,
        lambda w, a: claim_flag(**{**at(w, a), "now": LATER + timedelta(hours=1)}, side=Side.BLACK),
        lambda w: w.play("e2e4"),
    ),
    "read_clocks": Row(
        Action.SET_CLOCKS, lambda w, a: read_clocks(**at(w, a), read={Side.WHITE: 1000}), ArbiterWorld.play
    ),
    "adjust_time": Row(
        Action.SET_CLOCKS,
        lambda w, a: adjust_time(**at(w, a), add={Side.BLACK: 1000}, article="fide-2023:6.10.2", reason="late"),
        ArbiterWorld.play,
    ),
    "go_on_duty": (Action.RULE, lambda w, a: go_on_duty(**in_event(w, a))),
    "go_off_duty": Row(Action.RULE, lambda w, a: go_off_duty(**in_event(w, a)), _on_duty),
    "log_incident": (Action.RULE, lambda w, a: log_incident(**in_event(w, a), code="illegal_move", text="Noise")),
    "note_payment": Row(Action.RULE, lambda w, a: note_payment(**ruling_arguments(w, a)), _fined),
    "preview_illegal_move": Row(Action.RULE, lambda w, a: preview_illegal_move(**_view_arguments(w, a)), _illegal),
    "rule_illegal_move": Row(Action.RULE, lambda w, a: rule_illegal_move(**at(w, a)), _illegal),
    "dismiss_call": Row(Action.RULE, lambda w, a: dismiss_call(**at(w, a)), lambda w: _called(w, "illegal_move")),
    "set_regulations": (
        Action.EDIT_SECTION,
        lambda w, a: set_regulations(actor=a, now=LATER, section_id=w.section_id, regulations={}),
    ),
    "reverse": Row(Action.RULE, lambda w, a: reverse(**ruling_arguments(w, a)), ArbiterWorld.rule),
    "supersede": Row(Action.RULE, lambda w, a: supersede(**ruling_arguments(w, a), **WARNING), ArbiterWorld.rule),
    "preview_reversal": Row(
        Action.RULE, lambda w, a: preview_reversal(actor=a, now=LATER, ruling=w.ruling), ArbiterWorld.rule
    ),
    "preview_superseding": Row(
        Action.RULE, lambda w, a: preview_superseding(actor=a, now=LATER, ruling=w.ruling, **WARNING), ArbiterWorld.rule
    ),
    "preview": Row(Action.RULE, lambda w, a: preview(**_view_arguments(w, a), **WARNING), ArbiterWorld.play),
    "rule": Row(Action.RULE, lambda w, a: rule(**at(w, a), **WARNING), ArbiterWorld.play),
    "let_stand": Row(
        Action.RULE,
        lambda w, a: let_stand(**on_paper(w, a), key=findings_at(Game.objects.get(pk=w.paper))[0].finding.key),
        _differing_sheet,
    ),
}
