"""The draw of players to check at random, and the log of inspections, whose entries are never changed."""

import secrets
from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from fairplay.kinds import DRAWN, RECORDED, REVERSED, SCREENED
from fairplay.messages import say
from fairplay.models import CheckDraw, DrawnPlayer, Inspection
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.conduct import LATELY, Candidate, draw_players
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.services.shared import check_fields, lock_section

_SEED_BYTES = 16


@transaction.atomic
def draw_checks(
    *, actor: Actor, now: datetime, section_id: int, round_number: int, count: int, seed: str = ""
) -> CheckDraw:
    """Draw `count` players of a round to check, from those not yet selected by a draw of the round.

    `seed` is generated here and stored with the eligible players; the same seed draws the same players again.
    Raises: NotFound ("no_such_section", "no_such_round"); BadInput ("bad_number"); Conflict
    ("round_over.checks", "all_drawn").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    row = round_in(section, round_number)
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_over.checks"))
    if count < 1:
        raise BadInput(say("bad_number"), field="count")
    by_number = {registration.number: registration for registration in _not_drawn(row)}
    if not by_number:
        raise Conflict(say("all_drawn"))
    checked = _checked_lately(section, round_number)
    pool = [Candidate(number, checked[registration.pk]) for number, registration in sorted(by_number.items())]
    draw = CheckDraw(
        section=section,
        round_number=round_number,
        number=CheckDraw.objects.filter(section=section, round_number=round_number).count() + 1,
        seed=seed or secrets.token_hex(_SEED_BYTES),
        pool=[[registration.number, registration.lately] for registration in pool],
        at=now,
        arbiter_id=actor.user_id,
    )
    check_fields(draw)
    draw.save(force_insert=True)
    numbers = draw_players(draw.seed, pool, count)
    DrawnPlayer.objects.bulk_create(
        DrawnPlayer(draw=draw, place=place, registration=by_number[number])
        for place, number in enumerate(numbers, start=1)
    )
    happened(DRAWN, section, actor=actor, now=now, after={"number": len(numbers)})
    return draw


def _not_drawn(row: Round) -> list[Registration]:
    """Return the players at boards of the round whom no draw of the round has selected."""
    boards = Pairing.objects.filter(round=row, black__isnull=False)
    named = DrawnPlayer.objects.filter(draw__section=row.section_id, draw__round_number=row.number or 0)
    seated = Registration.objects.filter(Q(as_white__in=boards) | Q(as_black__in=boards))
    return list(seated.exclude(pk__in=named.values("registration")).distinct())


def _checked_lately(section: Section, round_number: int) -> Counter[int]:
    """Count the checks of each player in the last rounds before this one, by registration."""
    rows = Inspection.objects.filter(
        section=section,
        round_number__gte=round_number - LATELY,
        round_number__lt=round_number,
        reverses=None,
        reversed_by=None,
    ).exclude(outcome=Inspection.Outcome.SKIPPED)
    return Counter(rows.order_by().values_list("registration", flat=True))


@transaction.atomic
def record_check(
    *, actor: Actor, now: datetime, drawn_id: int, outcome: str, means: Collection[str] = (), note: str = ""
) -> Inspection:
    """Record the outcome of the check of a drawn player, `skipped` if it did not take place.

    Raises: NotFound ("no_such_check"); Conflict ("check_recorded"); the errors of `record_inspection`.
    """
    seen = DrawnPlayer.objects.select_related("draw").filter(pk=drawn_id).first()
    if seen is None:
        raise NotFound(say("no_such_check"))
    section = lock_section(seen.draw.section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    if Inspection.objects.filter(drawn=seen, reverses=None, reversed_by=None).exists():
        raise Conflict(say("check_recorded"))
    row = Inspection(
        section=section,
        round_number=seen.draw.round_number,
        registration_id=seen.registration_id,
        kind=Inspection.Kind.RANDOM,
        drawn=seen,
    )
    return _recorded(row, actor, now, outcome, means, note)


@transaction.atomic
def record_inspection(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    round_number: int,
    registration_id: int,
    kind: str,
    outcome: str,
    means: Collection[str] = (),
    note: str = "",
) -> Inspection:
    """Record a check of a player who was not drawn. Its consequences are decided at the board (FIDE 11.3.2).

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("bad_inspection").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    round_in(section, round_number)
    if kind not in Inspection.Kind.values:
        raise BadInput(say("bad_inspection"), field="kind")
    if outcome == Inspection.Outcome.SKIPPED:
        raise BadInput(say("bad_inspection"), field="outcome")
    registration = registration_in(section.pk, registration_id)
    row = Inspection(section=section, round_number=round_number, registration=registration, kind=kind)
    return _recorded(row, actor, now, outcome, means, note)


def _recorded(
    row: Inspection, actor: Actor, now: datetime, outcome: str, means: Collection[str], note: str
) -> Inspection:
    if outcome not in Inspection.Outcome.values:
        raise BadInput(say("bad_inspection"), field="outcome")
    if not set(means) <= set(Inspection.Means.values):
        raise BadInput(say("bad_inspection"), field="means")
    row.outcome, row.note = outcome, note.strip()
    row.means = [name for name in Inspection.Means.values if name in means]
    row.at, row.arbiter_id = now, actor.user_id
    check_fields(row)
    row.save(force_insert=True)
    happened(RECORDED, row.section, actor=actor, now=now)
    return row


@transaction.atomic
def reverse_inspection(*, actor: Actor, now: datetime, inspection_id: int, note: str = "") -> Inspection:
    """Take an entry back by a counter-entry; a drawn player is then to be checked again.

    Raises: NotFound ("no_such_check"); Conflict ("check_reversed").
    """
    seen = Inspection.objects.filter(pk=inspection_id).first()
    if seen is None:
        raise NotFound(say("no_such_check"))
    section = lock_section(seen.section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    entry = Inspection.objects.select_related("reversed_by").get(pk=seen.pk)  # read again under the lock
    if not entry.stands:
        raise Conflict(say("check_reversed"))
    row = Inspection(
        section=section,
        round_number=entry.round_number,
        registration_id=entry.registration_id,
        kind=entry.kind,
        means=entry.means,
        outcome=entry.outcome,
        note=note.strip(),
        at=now,
        arbiter_id=actor.user_id,
        drawn_id=entry.drawn_id,
        reverses=entry,
    )
    check_fields(row)
    row.save(force_insert=True)
    happened(REVERSED, section, actor=actor, now=now)
    return row


# Shared functions of the fair play services: look-ups of an entry's round and player, and log entries.


def round_in(section: Section, number: int) -> Round:
    """Return a round of the section. Raises: NotFound ("no_such_round")."""
    round_ = Round.objects.filter(section=section, number=number).first()
    if round_ is None:
        raise NotFound(say("no_such_round"))
    return round_


def registration_in(section_id: int, registration_id: int) -> Registration:
    """Return a registration of the section. Raises: NotFound ("no_such_registration")."""
    rows = Registration.objects.select_related("player")
    registration = rows.filter(pk=registration_id, section=section_id).first()
    if registration is None:
        raise NotFound(say("no_such_registration"))
    return registration


# Games of a section that are taken to be screened elsewhere.


@transaction.atomic
def log_screening(*, actor: Actor, now: datetime, section_id: int) -> Section:
    """Note in the event's log that the file of a section is taken. Raises: NotFound ("no_such_section")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.LEAD_FAIR_PLAY)
    happened(SCREENED, section, actor=actor, now=now)
    return section
