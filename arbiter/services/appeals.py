"""Appeals: file, hear, decide and publish. The panel excludes parties to the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.urls import reverse as address_of
from django.utils.translation import gettext

from arbiter.kinds import (
    APPEAL_DECIDED,
    APPEAL_EFFECT,
    APPEAL_FILED,
    APPEAL_HEARING,
    APPEAL_PUBLISHED,
    APPEAL_WITHDRAWN,
    APPEALS_REGULATION,
    COMMITTEE_APPOINTED,
    COMMITTEE_LEFT,
)
from arbiter.messages import say
from arbiter.models import Appeal, AppealRegulation, CommitteeMember, Ruling
from arbiter.selectors.rulings import StandingChange, barred_from, board_of, standings_effect
from arbiter.services.reversal import keep_result, preview_reversal, preview_superseding, reverse, supersede
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds, moment
from games.verification import entries_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.law import regulations as law
from tavleya.law.remedies import Remedy
from tavleya.law.terms import MINUTE
from tavleya.permissions import Action, allowed, refuse_read_only
from tavleya.permissions import require as require_standing
from tavleya.record.entries import EntryKind
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.access import require, standing_in
from tournaments.activity import happened, tables_changed
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.notices import Occasion, Story, at_board, pairings_of
from tournaments.registry import Kind
from tournaments.services.shared import lock_event


@dataclass(frozen=True, slots=True)
class Amendment:
    """The committee's replacement of a ruling: a kind of `tavleya.law.kinds`, and its facts."""

    kind: str
    facts: Mapping[str, object]


@transaction.atomic
def file_appeal(
    *, actor: Actor, now: datetime, ruling_id: int, grounds: str, side: Side | None = None, deposit_paid: bool = False
) -> Appeal:
    """File a player's appeal against a ruling in their game; an officer enters one received on paper, for `side`.

    Raises: BadInput ("grounds_missing", "deposit_missing"); Conflict ("appeal_too_late" with the delay,
    "ruling_is_final", "ruling_does_not_stand", "already_appealed"); NotPermitted ("not_your_board").
    """
    ruling = Ruling.objects.select_related("game").filter(pk=ruling_id).first()
    if ruling is None:
        raise NotFound(say("no_such_ruling"))
    event = lock_event(board_of(ruling.game).round.section.event_id)
    appellant = _appellant(actor, ruling.game, side)
    if not grounds.strip():
        raise BadInput(say("grounds_missing"))
    rules = rules_in(event)
    until = admit(ruling, rules, now)
    if Appeal.objects.filter(ruling=ruling, side=appellant.value).exclude(status=Appeal.Status.WITHDRAWN).exists():
        raise Conflict(say("already_appealed"))
    if rules.deposit and not deposit_paid:
        raise BadInput(say("deposit_missing", deposit=rules.deposit))
    appeal = Appeal.objects.create(
        event=event,
        number=Appeal.objects.filter(event=event).count() + 1,
        ruling=ruling,
        side=appellant.value,
        grounds=grounds,
        filed_by_id=actor.user_id,
        filed_at=now,
        due_at=until,
        deposit=rules.deposit,
        deposit_state=Appeal.Deposit.PAID if rules.deposit else Appeal.Deposit.NONE,
        effect_suspended=rules.effect_suspended,
    )
    _note(APPEAL_FILED, appeal, actor=actor, now=now, after={"ruling": ruling.pk, "side": appellant.value})
    return appeal


def appeal_story(occasion: Occasion) -> Story | None:
    """Return the notification of officials about a filed appeal, with a link to its page."""
    appeal = Appeal.objects.select_related("event", "ruling__game").get(pk=occasion.facts["appeal"])
    path = address_of("appeals", args=[appeal.event.slug])
    boards = pairings_of(board_of(appeal.ruling.game).pk)
    return at_board(boards, occasion, lambda: gettext("an appeal has been filed"), "appeal", path)


def admit(ruling: Ruling, rules: law.AppealRules, now: datetime) -> datetime | None:
    """Return the time limit of an appeal against the ruling, None if it has not started.

    Raises: Conflict ("ruling_is_final", "ruling_does_not_stand", "appeal_too_late").
    """
    until = law.deadline(rules, ruled_at=milliseconds(ruling.at), game_ended_at=_ended_at(ruling.game))
    stands = ruling.stands and ruling.outcome not in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    law.admit(rules, kind=ruling.kind, stands=stands, until=until, at=milliseconds(now))
    return None if until is None else moment(until)


@transaction.atomic
def set_hearing(
    *, actor: Actor, now: datetime, appeal_id: int, at: datetime, place: str = "", expected: int | None = None
) -> Appeal:
    """Set the hearing and the panel: members who are not parties to the game and did not make the ruling.

    `expected`, here and below: the version (`version_of`) that the actor saw.
    Raises: Conflict ("no_panel", "stale"); BadInput ("hearing_in_the_past").
    """
    appeal = _pending(appeal_id, expected)
    require(actor, appeal.event, Action.HANDLE_APPEALS)
    if at < now:
        raise BadInput(say("hearing_in_the_past"))
    chosen = law.panel(_members(appeal.event), barred_from(appeal), rules_in(appeal.event).seats)
    appeal.hearing_at, appeal.hearing_place = at, place
    appeal.save(update_fields=["hearing_at", "hearing_place"])
    appeal.panel.set([member.key for member in chosen])
    happened(
        APPEAL_HEARING,
        appeal,
        actor=actor,
        now=now,
        after={"at": at.isoformat(), "panel": [panel_member.person for panel_member in chosen]},
    )
    return appeal


@transaction.atomic
def suspend_effect(
    *, actor: Actor, now: datetime, appeal_id: int, suspended: bool, reason: str, expected: int | None = None
) -> Appeal:
    """Suspend the ruling's effect while the appeal is pending, or restore it, as a member of the panel."""
    appeal = _pending(appeal_id, expected)
    _require_seat(appeal, actor)
    if not reason.strip():
        raise BadInput(say("reason_missing"))
    appeal.effect_suspended = suspended
    appeal.save(update_fields=["effect_suspended"])
    _note(APPEAL_EFFECT, appeal, actor=actor, now=now, after={"suspended": suspended, "reason": reason})
    return appeal


@transaction.atomic
def withdraw_appeal(
    *, actor: Actor, now: datetime, appeal_id: int, deposit_returned: bool = False, expected: int | None = None
) -> Appeal:
    """Withdraw an undecided appeal, as the player or as an officer who handles appeals on the player's word.

    The arbiter who ruled may not. An officer decides whether the deposit is returned.
    Raises: NotPermitted ("not_your_board").
    """
    appeal = _pending(appeal_id, expected)
    side = _appellant(actor, appeal.ruling.game, Side(appeal.side))
    official = allowed(standing_in(actor, appeal.event), Action.HANDLE_APPEALS)
    if not official and side not in hooks.standing_of(actor, appeal.ruling.game).sides:
        raise NotPermitted(say("not_your_board"))
    appeal.status, appeal.effect_suspended = Appeal.Status.WITHDRAWN, False
    _settle_deposit(appeal, returned=deposit_returned and official)
    appeal.save(update_fields=["status", "effect_suspended", "deposit_state"])
    _note(APPEAL_WITHDRAWN, appeal, actor=actor, now=now)
    return appeal


@transaction.atomic
def decide_appeal(
    *,
    actor: Actor,
    now: datetime,
    appeal_id: int,
    outcome: Appeal.Outcome,
    decision: str,
    amendment: Amendment | None = None,
    result: Result | str = "",
    deposit_returned: bool | None = None,
    expected: int | None = None,
    expected_entry: int | None = None,
) -> Appeal:
    """Enter the panel's decision, as one of its members; a reversal or replacement takes effect with it.

    `result`: that of the board if it would lose it, as a closed round requires. The deposit is returned on success,
    unless `deposit_returned` differs. `expected_entry`: the last entry of the game's record in the preview. Nothing is
    saved on an error.

    Raises: NotPermitted ("not_on_panel"); Conflict ("stale" if the game has changed, "not_heard_yet", "appeal_decided"
    and the errors of the reversal); BadInput ("decision_missing", "amendment_missing").
    """
    appeal = _pending(appeal_id, expected)
    _require_seat(appeal, actor)
    if appeal.hearing_at is None or now < appeal.hearing_at:
        raise Conflict(say("not_heard_yet"))
    if not decision.strip():
        raise BadInput(say("decision_missing"))
    if (outcome == Appeal.Outcome.AMENDED) != (amendment is not None):
        raise BadInput(say("amendment_missing"))
    # The committee is above the arbiters: its decision is carried out in its own name.
    committee = Actor.of_system(f"appeal:{appeal.pk}")
    if outcome == Appeal.Outcome.REVERSED:
        appeal.followed_by = reverse(
            actor=committee, now=now, ruling_id=appeal.ruling_id, note=decision, result=result, expected=expected_entry
        )
    elif amendment is not None:
        appeal.followed_by = supersede(
            actor=committee,
            now=now,
            ruling_id=appeal.ruling_id,
            kind=amendment.kind,
            facts=amendment.facts,
            note=decision,
            result=result,
            expected=expected_entry,
        )
    appeal.status, appeal.outcome = Appeal.Status.DECIDED, outcome
    appeal.decision, appeal.decided_at, appeal.effect_suspended = decision, now, False
    success = outcome != Appeal.Outcome.UPHELD
    _settle_deposit(appeal, returned=success if deposit_returned is None else deposit_returned)
    appeal.save()
    _note(APPEAL_DECIDED, appeal, actor=actor, now=now, after={"outcome": outcome, "decision": decision})
    return appeal


@transaction.atomic
def publish_decision(*, actor: Actor, now: datetime, appeal_id: int) -> Appeal:
    """Make the decision public."""
    appeal = _locked(appeal_id)
    require(actor, appeal.event, Action.HANDLE_APPEALS)
    if appeal.status != Appeal.Status.DECIDED:
        raise Conflict(say("not_decided"))
    if appeal.published_at is None:
        appeal.published_at = now
        appeal.save(update_fields=["published_at"])
        happened(APPEAL_PUBLISHED, appeal, actor=actor, now=now)
    return appeal


def _appellant(actor: Actor, game: Game, side: Side | None) -> Side:
    """Return the side of the appeal: a player's own, for an officer either side."""
    standing = hooks.standing_of(actor, game)
    require_standing(standing, Action.FILE_APPEAL)
    own = standing.sides if not actor.system else frozenset()
    if side is None and len(own) == 1:
        return next(iter(own))
    if side is not None and (side in own or allowed(standing, Action.READ_SHEETS)):
        return side
    raise NotPermitted(say("not_your_board"))


def _ended_at(game: Game) -> int | None:
    kinds = {EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT}
    ends = [entry.at for entry in entries_of(game) if entry.kind in kinds]
    return ends[-1] if ends and game.result else None


def _locked(appeal_id: int) -> Appeal:
    event_id = Appeal.objects.filter(pk=appeal_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_appeal"))
    lock_event(event_id)
    return Appeal.objects.select_related("event", "ruling__game").get(pk=appeal_id)


def version_of(appeal: Appeal) -> int:
    """Return the number of acts on the appeal."""
    return Log.objects.filter(event=appeal.event_id, subject=f"appeal:{appeal.pk}").count()


def _pending(appeal_id: int, expected: int | None) -> Appeal:
    appeal = _locked(appeal_id)
    if not appeal.pending:
        raise Conflict(say("appeal_decided"))
    if expected is not None and expected != version_of(appeal):
        raise Conflict(say("stale.appeal"))
    return appeal


def _members(event: Event) -> tuple[law.PanelMember, ...]:
    rows = CommitteeMember.objects.filter(event=event, left_at__isnull=True)
    return tuple(law.PanelMember(row.pk, row.user_id, row.chair, row.reserve) for row in rows)


def _require_seat(appeal: Appeal, actor: Actor) -> None:
    on_panel = actor.user_id is not None and appeal.panel.filter(user=actor.user_id).exists()
    standing = standing_in(actor, appeal.event)
    refuse_read_only(standing)
    scopes = standing.only
    if not on_panel or (scopes is not None and Action.HANDLE_APPEALS.value not in scopes):
        raise NotPermitted(say("not_on_panel"))


def _settle_deposit(appeal: Appeal, *, returned: bool) -> None:
    if appeal.deposit_state == Appeal.Deposit.PAID:
        appeal.deposit_state = Appeal.Deposit.RETURNED if returned else Appeal.Deposit.KEPT


def _note(
    kind: Kind, appeal: Appeal, *, actor: Actor, now: datetime, after: Mapping[str, object] | None = None
) -> None:
    """Log the act; the standings change, because they are provisional while the effect of a ruling is suspended."""
    tables_changed([board_of(appeal.ruling.game).round.section_id])
    happened(kind, appeal, actor=actor, now=now, after=after)


# The regulation on appeals of an event, and the committee that decides them.


def rules_in(event: Event) -> law.AppealRules:
    """Return the event's regulation on appeals, or the default."""
    row = AppealRegulation.objects.filter(event=event).first()
    if row is None:
        return law.AppealRules()
    return law.AppealRules(
        within_ms=row.within_minutes * MINUTE,
        counted_from=law.CountedFrom(row.counted_from),
        seats=row.seats,
        deposit=row.deposit,
        effect_suspended=row.effect_suspended,
        final_kinds=frozenset(row.final_kinds),
    )


@transaction.atomic
def set_appeal_regulation(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    within_minutes: int = 30,
    counted_from: str = "ruling",
    seats: int = 3,
    deposit: str = "",
    effect_suspended: bool = False,
    final_kinds: tuple[str, ...] = (),
) -> AppealRegulation:
    """Set the event's regulation on appeals. Raises: BadInput ("bad_appeal_regulation")."""
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    if within_minutes < 1 or seats < 1 or counted_from not in set(law.CountedFrom):
        raise BadInput(say("bad_appeal_regulation"))
    values = {
        "within_minutes": within_minutes,
        "counted_from": counted_from,
        "seats": seats,
        "deposit": deposit,
        "effect_suspended": effect_suspended,
        "final_kinds": sorted(final_kinds),
    }
    row, _ = AppealRegulation.objects.update_or_create(event=event, defaults=values)
    happened(APPEALS_REGULATION, row, actor=actor, now=now, after=values)
    return row


@transaction.atomic
def appoint_member(
    *, actor: Actor, now: datetime, event_id: int, user_id: int, chair: bool = False, reserve: bool = False
) -> CommitteeMember:
    """Appoint a member of the appeals committee. Raises: Conflict ("already_a_member", "chair_taken")."""
    event = lock_event(event_id)
    require(actor, event, Action.APPOINT_COMMITTEE)
    sitting = CommitteeMember.objects.filter(event=event, left_at__isnull=True)
    if sitting.filter(user=user_id).exists():
        raise Conflict(say("already_a_member"))
    if chair and (reserve or sitting.filter(chair=True).exists()):
        raise Conflict(say("chair_taken"))
    member = CommitteeMember.objects.create(
        event=event, user_id=user_id, chair=chair, reserve=reserve, appointed_at=now
    )
    after = {"user": user_id, "chair": chair, "reserve": reserve}
    happened(COMMITTEE_APPOINTED, member, actor=actor, now=now, after=after)
    return member


@transaction.atomic
def dismiss_member(*, actor: Actor, now: datetime, member_id: int) -> CommitteeMember:
    committee_member = CommitteeMember.objects.filter(pk=member_id, left_at__isnull=True).first()
    if committee_member is None:
        raise NotFound(say("no_such_member"))
    committee_member.event = lock_event(committee_member.event_id)
    require(actor, committee_member.event, Action.APPOINT_COMMITTEE)
    committee_member.left_at = now
    committee_member.save(update_fields=["left_at"])
    happened(COMMITTEE_LEFT, committee_member, actor=actor, now=now)
    return committee_member


# The effects of a decision on an appeal on board and standings, computed without saving.


def preview_decision(
    *,
    now: datetime,
    appeal: Appeal,
    outcome: Appeal.Outcome,
    amendment: Amendment | None = None,
    result: Result | str = "",
) -> tuple[Remedy, tuple[StandingChange, ...]] | None:
    """Return the remedy and the changed lines of the table; None if the ruling is upheld.

    Raises: the errors of applying the decision (`round_closed`, `fact_missing` …).
    """
    if outcome == Appeal.Outcome.UPHELD:
        return None
    committee, ruling = Actor.of_system(f"appeal:{appeal.pk}"), appeal.ruling
    reversal = preview_reversal(actor=committee, now=now, ruling=ruling, result=result)
    remedy = reversal
    if amendment is not None:
        remedy = preview_superseding(
            actor=committee, now=now, ruling=ruling, kind=amendment.kind, facts=amendment.facts, result=result
        )
    keep_result(ruling.game, (remedy.result or reversal.result or ""))
    return remedy, standings_effect(ruling.game, remedy, undone=reversal)
