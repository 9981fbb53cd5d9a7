"""Appeals: filed in time, heard by members who are no party, decided, published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from arbiter.law import appeals as law
from arbiter.law.terms import MINUTE
from arbiter.models import Appeal, AppealRegulation, CommitteeMember, Ruling
from arbiter.services.reversal import reverse, supersede
from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound, NotPermitted
from common.messages import N_, Message
from common.permissions import Action, allowed
from common.permissions import require as require_standing
from common.sides import Side
from games import hooks
from games.models import Game
from games.models.record import milliseconds, moment
from games.record.entries import Kind
from tournaments.access import require, standing_in
from tournaments.models import Event, Pairing
from tournaments.services.shared import lock_event, write_log


@dataclass(frozen=True, slots=True)
class Amendment:
    """The ruling that the committee puts in the place of the old one: a kind of `arbiter.law.kinds`, and its facts."""

    kind: str
    facts: Mapping[str, object]


def rules_in(event: Event) -> law.AppealRules:
    """The event's regulation on appeals, or the usual one."""
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
    """Set how the event takes appeals.  Raises BadInput `bad_appeal_regulation`."""
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    if within_minutes < 1 or seats < 1 or counted_from not in set(law.CountedFrom):
        raise BadInput(
            Message(
                "bad_appeal_regulation",
                N_("An appeal has a time of a minute or more, and somebody to decide."),
            )
        )
    values = {
        "within_minutes": within_minutes,
        "counted_from": counted_from,
        "seats": seats,
        "deposit": deposit,
        "effect_suspended": effect_suspended,
        "final_kinds": sorted(final_kinds),
    }
    row, _ = AppealRegulation.objects.update_or_create(event=event, defaults=values)
    write_log(event=event, actor=actor, now=now, action="appeals.regulation", subject=row, after=values)
    return row


@transaction.atomic
def appoint_member(
    *, actor: Actor, now: datetime, event_id: int, user_id: int, chair: bool = False, reserve: bool = False
) -> CommitteeMember:
    """Appoint a member of the appeals committee.  Raises Conflict `already_a_member`, `chair_taken`."""
    event = lock_event(event_id)
    require(actor, event, Action.APPOINT_COMMITTEE)
    sitting = CommitteeMember.objects.filter(event=event, left_at__isnull=True)
    if sitting.filter(user=user_id).exists():
        raise Conflict(Message("already_a_member", N_("This person sits in the committee already.")))
    if chair and (reserve or sitting.filter(chair=True).exists()):
        raise Conflict(Message("chair_taken", N_("The committee has one chair, who is no reserve.")))
    member = CommitteeMember.objects.create(
        event=event, user_id=user_id, chair=chair, reserve=reserve, appointed_at=now
    )
    after = {"user": user_id, "chair": chair, "reserve": reserve}
    write_log(event=event, actor=actor, now=now, action="committee.appointed", subject=member, after=after)
    return member


@transaction.atomic
def dismiss_member(*, actor: Actor, now: datetime, member_id: int) -> CommitteeMember:
    found = CommitteeMember.objects.filter(pk=member_id, left_at__isnull=True).first()
    if found is None:
        raise NotFound(Message("no_such_member", N_("There is no such member.")))
    event = lock_event(found.event_id)
    require(actor, event, Action.APPOINT_COMMITTEE)
    found.left_at = now
    found.save(update_fields=["left_at"])
    write_log(event=event, actor=actor, now=now, action="committee.left", subject=found)
    return found


@transaction.atomic
def file_appeal(
    *,
    actor: Actor,
    now: datetime,
    ruling_id: int,
    grounds: str,
    side: Side | None = None,
    deposit_paid: bool = False,
) -> Appeal:
    """A player appeals against a ruling in his game; an officer enters one that came on paper, for `side`.

    Raises BadInput `grounds_missing`, `deposit_missing`; Conflict `appeal_too_late` (with how late), `ruling_is_final`,
    `ruling_does_not_stand`, `already_appealed`; NotPermitted `not_your_board`.
    """
    ruling = Ruling.objects.select_related("game").filter(pk=ruling_id).first()
    if ruling is None:
        raise NotFound(Message("no_such_ruling", N_("There is no such ruling.")))
    event = lock_event(_event_of(ruling.game).pk)
    by = _appellant(actor, ruling.game, side)
    if not grounds.strip():
        raise BadInput(Message("grounds_missing", N_("Say what is wrong with the ruling.")))
    rules = rules_in(event)
    until = law.deadline(rules, ruled_at=milliseconds(ruling.at), game_ended_at=_ended_at(ruling.game))
    stands = ruling.stands and ruling.outcome not in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    law.admit(rules, kind=ruling.kind, stands=stands, until=until, at=milliseconds(now))
    if Appeal.objects.filter(ruling=ruling, side=by.value).exclude(status=Appeal.Status.WITHDRAWN).exists():
        raise Conflict(
            Message("already_appealed", N_("This player has appealed against this ruling already."))
        )
    if rules.deposit and not deposit_paid:
        raise BadInput(
            Message(
                "deposit_missing",
                N_("An appeal is taken with its deposit: %(deposit)s."),
                {"deposit": rules.deposit},
            )
        )
    appeal = Appeal.objects.create(
        event=event,
        number=Appeal.objects.filter(event=event).count() + 1,
        ruling=ruling,
        side=by.value,
        grounds=grounds,
        filed_by_id=actor.user_id,
        filed_at=now,
        due_at=None if until is None else moment(until),
        deposit=rules.deposit,
        deposit_state=Appeal.Deposit.PAID if rules.deposit else Appeal.Deposit.NONE,
        effect_suspended=rules.effect_suspended,
    )
    _log(appeal, actor, now, "appeal.filed", {"ruling": ruling.pk, "side": by.value})
    return appeal


@transaction.atomic
def set_hearing(*, actor: Actor, now: datetime, appeal_id: int, at: datetime, place: str = "") -> Appeal:
    """Fix hearing and panel: members who are no party to the game and did not make the ruling.

    Raises Conflict `no_panel`; BadInput `hearing_in_the_past`.
    """
    appeal = _pending(appeal_id)
    require(actor, appeal.event, Action.HANDLE_APPEALS)
    if at < now:
        raise BadInput(Message("hearing_in_the_past", N_("A hearing is held at a time still to come.")))
    chosen = law.panel(_members(appeal.event), _barred(appeal), rules_in(appeal.event).seats)
    appeal.hearing_at, appeal.hearing_place = at, place
    appeal.save(update_fields=["hearing_at", "hearing_place"])
    appeal.panel.set([member.key for member in chosen])
    _log(
        appeal, actor, now, "appeal.hearing", {"at": at.isoformat(), "panel": [one.person for one in chosen]}
    )
    return appeal


@transaction.atomic
def suspend_effect(*, actor: Actor, now: datetime, appeal_id: int, suspended: bool, reason: str) -> Appeal:
    """The ruling's effect is provisional while the appeal is pending, or is not, by a member of the panel."""
    appeal = _pending(appeal_id)
    _sits(appeal, actor)
    if not reason.strip():
        raise BadInput(Message("reason_missing", N_("Say why.")))
    appeal.effect_suspended = suspended
    appeal.save(update_fields=["effect_suspended"])
    _log(appeal, actor, now, "appeal.effect", {"suspended": suspended, "reason": reason})
    return appeal


@transaction.atomic
def withdraw_appeal(*, actor: Actor, now: datetime, appeal_id: int, deposit_returned: bool = False) -> Appeal:
    """The player takes his appeal back before it is decided."""
    appeal = _pending(appeal_id)
    _appellant(actor, appeal.ruling.game, Side(appeal.side))
    appeal.status, appeal.effect_suspended = Appeal.Status.WITHDRAWN, False
    _settle_deposit(appeal, returned=deposit_returned)
    appeal.save(update_fields=["status", "effect_suspended", "deposit_state"])
    _log(appeal, actor, now, "appeal.withdrawn")
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
    deposit_returned: bool | None = None,
) -> Appeal:
    """The panel's decision, entered by one of its members; a reversal or another ruling takes effect with it.

    The deposit comes back with success, unless `deposit_returned` says otherwise.  Raises NotPermitted `not_on_panel`;
    Conflict `not_heard_yet`, `appeal_decided` and what undoing the ruling raises (`game_went_on` …); BadInput
    `decision_missing`, `amendment_missing`.  Nothing is written then.
    """
    appeal = _pending(appeal_id)
    _sits(appeal, actor)
    if appeal.hearing_at is None or now < appeal.hearing_at:
        raise Conflict(Message("not_heard_yet", N_("The appeal has not been heard yet.")))
    if not decision.strip():
        raise BadInput(Message("decision_missing", N_("Write the decision and its grounds.")))
    if (outcome == Appeal.Outcome.AMENDED) != (amendment is not None):
        raise BadInput(
            Message(
                "amendment_missing", N_("An amended ruling has another ruling in its place, and only that.")
            )
        )
    # The committee is above the arbiters: its decision is carried out in its own name.
    committee = Actor.of_system(f"appeal:{appeal.pk}")
    if outcome == Appeal.Outcome.REVERSED:
        appeal.followed_by = reverse(actor=committee, now=now, ruling_id=appeal.ruling_id, note=decision)
    elif amendment is not None:
        appeal.followed_by = supersede(
            actor=committee,
            now=now,
            ruling_id=appeal.ruling_id,
            kind=amendment.kind,
            facts=amendment.facts,
            note=decision,
        )
    appeal.status, appeal.outcome = Appeal.Status.DECIDED, outcome
    appeal.decision, appeal.decided_at, appeal.effect_suspended = decision, now, False
    success = outcome != Appeal.Outcome.UPHELD
    _settle_deposit(appeal, returned=success if deposit_returned is None else deposit_returned)
    appeal.save()
    _log(appeal, actor, now, "appeal.decided", {"outcome": outcome, "decision": decision})
    return appeal


@transaction.atomic
def publish_decision(*, actor: Actor, now: datetime, appeal_id: int) -> Appeal:
    """The decision can be read by everybody from now on."""
    appeal = _locked(appeal_id)
    require(actor, appeal.event, Action.HANDLE_APPEALS)
    if appeal.status != Appeal.Status.DECIDED:
        raise Conflict(Message("not_decided", N_("This appeal has not been decided yet.")))
    if appeal.published_at is None:
        appeal.published_at = now
        appeal.save(update_fields=["published_at"])
        _log(appeal, actor, now, "appeal.published")
    return appeal


def provisional_games(event: Event) -> frozenset[int]:
    """The games whose result is provisional: an appeal with suspensive effect is pending."""
    rows = Appeal.objects.filter(event=event, status=Appeal.Status.FILED, effect_suspended=True)
    return frozenset(rows.values_list("ruling__game", flat=True))


def _appellant(actor: Actor, game: Game, side: Side | None) -> Side:
    """For whom the actor appeals: a player for himself, an officer for either side."""
    standing = hooks.standing_of(actor, game)
    require_standing(standing, Action.FILE_APPEAL)
    own = standing.sides if not actor.system else frozenset()
    if side is None and len(own) == 1:
        return next(iter(own))
    if side is not None and (side in own or allowed(standing, Action.READ_SHEETS)):
        return side
    raise NotPermitted(Message("not_your_board", N_("You do not play this side of this game.")))


def _event_of(game: Game) -> Event:
    pairing = Pairing.objects.select_related("round__section__event").filter(game=game).first()
    if pairing is None:
        # A game that was annulled and replayed: the board has the later one.
        later = Game.objects.filter(replaces=game).first()
        if later is None:
            raise Conflict(Message("no_board", N_("This game is at no board of a round.")))
        return _event_of(later)
    return pairing.round.section.event


def _ended_at(game: Game) -> int | None:
    row = (
        game.entries.filter(kind__in=[Kind.RESULT, Kind.CORRECTION, Kind.ANNULMENT]).order_by("-seq").first()
    )
    return milliseconds(row.at) if row and game.result else None


def _locked(appeal_id: int) -> Appeal:
    row = Appeal.objects.filter(pk=appeal_id).values_list("event", flat=True).first()
    if row is None:
        raise NotFound(Message("no_such_appeal", N_("There is no such appeal.")))
    lock_event(row)
    return Appeal.objects.select_related("event", "ruling__game").get(pk=appeal_id)


def _pending(appeal_id: int) -> Appeal:
    appeal = _locked(appeal_id)
    if not appeal.pending:
        raise Conflict(Message("appeal_decided", N_("This appeal has been decided or withdrawn already.")))
    return appeal


def _members(event: Event) -> tuple[law.Member, ...]:
    rows = CommitteeMember.objects.filter(event=event, left_at__isnull=True)
    return tuple(law.Member(row.pk, row.user_id, row.chair, row.reserve) for row in rows)


def _barred(appeal: Appeal) -> frozenset[int | None]:
    """Both players, the arbiter who ruled, and whoever filed the appeal."""
    seats = (
        Pairing.objects.filter(game=appeal.ruling.game)
        .values_list("white__player__user", "black__player__user")
        .first()
    )
    return frozenset({*(seats or ()), appeal.ruling.arbiter_id, appeal.filed_by_id} - {None})


def _sits(appeal: Appeal, actor: Actor) -> None:
    on_panel = actor.user_id is not None and appeal.panel.filter(user=actor.user_id).exists()
    narrowed = standing_in(actor, appeal.event).only
    if not on_panel or (narrowed is not None and Action.HANDLE_APPEALS.value not in narrowed):
        raise NotPermitted(Message("not_on_panel", N_("You are not on the panel that decides this appeal.")))


def _settle_deposit(appeal: Appeal, *, returned: bool) -> None:
    if appeal.deposit_state == Appeal.Deposit.PAID:
        appeal.deposit_state = Appeal.Deposit.RETURNED if returned else Appeal.Deposit.KEPT


def _log(
    appeal: Appeal, actor: Actor, now: datetime, action: str, after: Mapping[str, object] | None = None
) -> None:
    said = dict(after) if after else None
    write_log(event=appeal.event, actor=actor, now=now, action=action, subject=appeal, after=said)
