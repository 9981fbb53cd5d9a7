"""Undo of the last act of an account, in place of a confirmation before every act.

An act is named by the line that it wrote to the log; the services decide whether it can still be undone.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from games.models.game import TrackingLevel
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tournaments import kinds
from tournaments.activity import Lines, happened
from tournaments.messages import say
from tournaments.models.activity import Log
from tournaments.models.round import Round
from tournaments.registry import Kind
from tournaments.services.attendance import reenter_player
from tournaments.services.bye_requests import cancel_bye, request_bye
from tournaments.services.events import edit_event
from tournaments.services.pairing_again import undo_last_round, unpublish_round
from tournaments.services.restore_points import restore
from tournaments.services.results import enter_result, retype_result, withdraw_result
from tournaments.services.sections import enter_player
from tournaments.services.shared import find

Arguments = dict[str, Any]
#: Undoes the act of a line of the log, by its values before and after; the first argument is that of every service.
#: Raises DomainError if that is no longer possible.
TakeBack = Callable[[Arguments, Log, Arguments, Arguments], object]

_LONGEST = timedelta(hours=1)


class Undo(NamedTuple):
    """`needed`: a value in `before` without which it is impossible; `offered`: whether a subject has its button."""

    take_back: TakeBack
    needed: str
    offered: Callable[[Any], bool]


_undos: dict[str, Undo] = {}


def takes_back(
    *of: Kind, needed: str = "", offered: Callable[[Any], bool] = lambda _: True
) -> Callable[[TakeBack], TakeBack]:
    """Register the function that undoes acts of these kinds."""

    def register(take_back: TakeBack) -> TakeBack:
        _undos.update({kind.name: Undo(take_back, needed, offered) for kind in of})
        return take_back

    return register


def _undo_of(line: Log) -> Undo | None:
    undo = _undos.get(line.action)
    return undo if undo is not None and undo.needed in {"", *(line.before or ())} else None


def note_of(lines: Lines, actor: Actor) -> str:
    """Return the number of the last of these lines that the actor can undo; empty if there is none."""
    own = [(line, subject, undo) for line, subject in lines if line.actor == actor.key and (undo := _undo_of(line))]
    return next((str(line.pk) for line, subject, undo in reversed(own) if undo.offered(subject)), "")


@transaction.atomic
def undo_act(*, actor: Actor, now: datetime, event_id: int, line_id: int) -> None:
    """Undo the act of a line of the log.

    Raises: Conflict ("undo_too_late") for an old line, another user's or event's, or an undone one; the errors of the
    services.
    """
    caller: Arguments = {"actor": actor, "now": now}
    lines = Log.objects.filter(event=event_id, actor=actor.key)
    line = lines.filter(pk=line_id, at__gt=now - _LONGEST).first()
    if line is None or not (line.before or line.after) or (undo := _undo_of(line)) is None:
        raise Conflict(say("undo_too_late"))
    undo.take_back(caller, line, line.before or {}, line.after or {})
    # Only now, because the locks of the act make simultaneous requests wait.
    if lines.filter(action=kinds.ACT_UNDONE.name, subject=f"log:{line.pk}").exists():
        raise Conflict(say("undo_too_late"))
    happened(kinds.ACT_UNDONE, line, **caller)


@takes_back(
    *(kinds.RESULT_ENTERED, kinds.RESULT_RETYPED, kinds.RESULT_WITHDRAWN),
    offered=lambda board: board.game.tracking != TrackingLevel.LIVE,
)
def _result(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the result before an entered, replaced or withdrawn one."""
    common = {**caller, "pairing_id": line.subject_id, "expected_version": after["version"]}
    if not before["result"]:
        return withdraw_result(**common)
    return (retype_result if after["result"] else enter_result)(**common, result=before["result"])


@takes_back(kinds.REGISTRATION_WITHDRAWN, needed="undo")
def _withdrawal(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Undo a withdrawal: a player who had not been paired is entered again at their old place."""
    if before["undo"]:
        return enter_player(**caller, **before["undo"])
    return reenter_player(**caller, registration_id=line.subject_id)


def _by_round(subject: Any) -> bool:
    return not getattr(subject, "section", subject).system.by_stage


@takes_back(
    *(kinds.PAIR_CONSTRAINT_ADDED, kinds.PAIR_CONSTRAINT_REMOVED, kinds.ROUND_CHANGED_BY_HAND, kinds.ROUND_UNDONE),
    *(kinds.REGISTRATION_RETURNED, kinds.REGISTRATIONS_EXCHANGED, kinds.REGISTRATIONS_RENUMBERED),
    needed="restore_point",
    offered=_by_round,
)
def _restore(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the point before the act, unless the draft that it changed has been changed since."""
    draft = (line.subject_id, after["version"]) if "version" in after else None
    return restore(**caller, point_id=before["restore_point"], if_newest=True, if_draft=draft)


@takes_back(kinds.BYE_REQUESTED, kinds.BYE_CANCELLED)
def _byes(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the byes before the act, which may have several lines, or its restore point."""
    if "restore_point" in before:
        return _restore(caller, line, before, after)
    for row in line.event.log.filter(action=line.action, subject=line.subject, actor=line.actor, at=line.at):
        former, values = row.before or {}, {**(row.before or {}), **(row.after or {})}
        common = {**caller, "registration_id": row.subject_id, "round_number": values["in_round"]}
        request_bye(**common, kind=former["bye"]) if former else cancel_bye(**common)
    return None


@takes_back(kinds.ROUND_PAIRED)
def _paired(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    sections = Round.objects.filter(pk=line.subject_id).values_list("section", flat=True)
    return undo_last_round(**caller, section_id=find(sections, Conflict(say("undo_too_late"))), number=after["round"])


takes_back(kinds.ROUND_PUBLISHED, offered=_by_round)(
    lambda caller, line, *_: unpublish_round(**caller, round_id=line.subject_id)
)
takes_back(kinds.EVENT_EDITED, needed="published")(
    lambda caller, line, before, _: edit_event(
        **caller, event_id=line.subject_id, changes={"published": before["published"]}
    )
)
