"""The regulation on appeals of an event, and the committee that decides them."""

from datetime import datetime

from django.db import transaction

from arbiter.kinds import APPEALS_REGULATION, COMMITTEE_APPOINTED, COMMITTEE_LEFT
from arbiter.messages import say
from arbiter.models.appeal import AppealRegulation, CommitteeMember
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law import appeals as law
from tavleya.law.terms import MINUTE
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.event import Event
from tournaments.services.shared import lock_event


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
    """Set how the event takes appeals. Raises: BadInput ("bad_appeal_regulation")."""
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
