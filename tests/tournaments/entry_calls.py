"""Services of online entry and check-in, with the action that each asks for."""

import uuid
from typing import Any

from entries.services.check_in import remove_check_in, set_check_in
from entries.services.online_entries.decisions import approve_entry, move_entry, refuse_entry, reopen_entry
from entries.services.online_entries.submission import submit_entry
from entries.services.online_entries.terms import set_entry_terms
from tavleya.actors import ANONYMOUS, Actor
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, requiring
from tests.who_may import Table
from tournaments.models.entry import Entry


def prepare(world: Any) -> None:
    """A section with one place, that an official gives, and two who wait; another with check-in."""
    world.entered = world.section(slug="entered", format="swiss", rounds_planned=3)
    set_entry_terms(
        actor=world.olga,
        now=NOW,
        section_id=world.entered.pk,
        changes={"offered": True, "approval": True, "places": 1},
    )
    world.pending, world.waiting, world.last = (
        _enter(world, ANONYMOUS, name) for name in ("Kotov", "Kholmov", "Korchnoi")
    )
    world.checked = world.section(slug="checked", format="swiss", rounds_planned=3)
    set_check_in(actor=world.olga, now=NOW, section_id=world.checked.pk, round_number=1)


def _enter(world: Any, actor: Actor, name: str) -> Entry:
    return submit_entry(
        actor=actor, now=NOW, section_id=world.entered.pk, key=uuid.uuid4(), given={"family_name": name}
    )


CALLS: Table = {
    **requiring(
        Action.EDIT_SECTION,
        set_entry_terms=lambda w, a: set_entry_terms(
            actor=a, now=NOW, section_id=w.entered.pk, changes={"lookup": False}
        ),
    ),
    **requiring(
        Action.ENTER_PLAYERS,
        approve_entry=lambda w, a: approve_entry(actor=a, now=NOW, entry_id=w.pending.pk),
        refuse_entry=lambda w, a: refuse_entry(actor=a, now=NOW, entry_id=w.last.pk),
        reopen_entry=lambda w, a: reopen_entry(actor=a, now=NOW, entry_id=w.last.pk, state="pending"),
        move_entry=lambda w, a: move_entry(actor=a, now=NOW, entry_id=w.last.pk, to=1),
        set_check_in=lambda w, a: set_check_in(actor=a, now=NOW, section_id=w.checked.pk, round_number=2),
        remove_check_in=lambda w, a: remove_check_in(
            actor=a, now=NOW, section_id=w.checked.pk, round_number=1
        ),
    ),
}
