"""Hearing aids and medical devices that players declare before playing."""

from datetime import datetime

from django.db import transaction

from fairplay.kinds import DECLARATION_REMOVED, DECLARED
from fairplay.messages import say
from fairplay.models import Declaration
from fairplay.services.shared import registration_in
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_section


@transaction.atomic
def record_declaration(
    *, actor: Actor, now: datetime, section_id: int, registration_id: int, kind: str, text: str = ""
) -> Declaration:
    """Record a player's declaration seen by an arbiter.

    Raises: NotFound ("no_such_section", "no_such_registration"); BadInput ("bad_declaration").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    if kind not in Declaration.Kind.values:
        raise BadInput(say("bad_declaration"), field="kind")
    registration = registration_in(section.pk, registration_id)
    row = Declaration(
        registration=registration, kind=kind, text=text.strip(), seen_at=now, seen_by_id=actor.user_id
    )
    check_fields(row)
    row.save(force_insert=True)
    happened(DECLARED, section, actor=actor, now=now)
    return row


@transaction.atomic
def remove_declaration(*, actor: Actor, now: datetime, declaration_id: int) -> None:
    """Delete a declaration: it says something of a player's health, and is kept no longer than it is needed.

    Raises: NotFound ("no_such_declaration").
    """
    row = Declaration.objects.select_related("registration").filter(pk=declaration_id).first()
    if row is None:
        raise NotFound(say("no_such_declaration"))
    section = lock_section(row.registration.section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    row.delete()
    happened(DECLARATION_REMOVED, section, actor=actor, now=now)
