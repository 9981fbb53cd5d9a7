"""Undo of the last act: one message with one button, instead of a confirmation before every act.

The acting user gets a signed undo note; when it is posted, the services decide whether the undo is still possible.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tournaments.messages import say
from tournaments.services.attendance import reenter_player
from tournaments.services.bye_requests import cancel_bye, request_bye
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result, retype_result, withdraw_result
from tournaments.services.rollback.last_round import undo_last_round, unpublish_round
from tournaments.services.rollback.restore_points import restore
from tournaments.services.sections import enter_player
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from

#: Undoes an act by its noted values.  Raises DomainError if that is no longer possible.
TakeBack = Callable[[Actor, datetime, Mapping[str, Any]], object]

_SALT = "tournaments.undo"
_MARK = "undo "
_SECONDS = 3600
_takes_back: dict[str, TakeBack] = {}


def register_undo(act: str, take_back: TakeBack) -> None:
    """Register the undo function of an act of another app."""
    _takes_back[act] = take_back


def undoable(frame: DeskFrame, act: str, **values: object) -> str:
    """Return a signed note for the user of the desk that describes the undo of `act`."""
    note = {"act": act, "event": frame.event.pk, "user": frame.actor.user_id, "values": values}
    return signing.dumps(note, salt=_SALT, compress=True)


def tell(request: HttpRequest, sentence: str, note: str = "") -> None:
    """Show a success message, with the undo button if there is a note."""
    messages.success(request, sentence, extra_tags=_MARK + note if note else "")


class Done(NamedTuple):
    """The success message, the next page, and the undo note, if the act has a separate one."""

    words: str
    url: str
    note: str = ""


def last_point(frame: SectionDesk) -> int | None:
    """Return the newest restore point of the section."""
    return frame.section.restore_points.order_by("-pk").values_list("pk", flat=True).first()


def to_restore_point(frame: SectionDesk, before: int | None, **more: object) -> str:
    """Return the undo note for the restore point of an act; empty if the newest is still that of `before`."""
    point = last_point(frame)
    if point == before:
        return ""
    return undoable(frame, "restored", section=frame.section.pk, point=point, **more)


def note_in(extra_tags: str) -> str:
    """Return the undo note of a message; empty if there is no note."""
    return extra_tags.removeprefix(_MARK) if extra_tags.startswith(_MARK) else ""


@posted_from("desk_event", "slug")
@desk
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the act in `note`, and redirect to `back`, a page of the event's desk."""
    frame = DeskFrame.at(request, slug, None)  # the undo function checks permissions
    home = DeskFrame.url(frame, "event")
    back = request.POST.get("back", "")
    try:
        take_back(frame, request.POST.get("note", ""))
    except DomainError as error:
        messages.error(request, error.message.render(gettext))
    else:
        messages.success(request, gettext("Undone."))
    return redirect(back if back.startswith(home) else home)


def take_back(frame: DeskFrame, note: str) -> None:
    """Undo the act of a note.  Raises: Conflict ("undo_too_late") for an old note, or another user's."""
    try:
        data = signing.loads(note, salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature:
        raise Conflict(say("undo_too_late")) from None
    if (data["event"], data["user"]) != (frame.event.pk, frame.actor.user_id):
        raise Conflict(say("undo_too_late"))
    _takes_back[data["act"]](frame.actor, timezone.now(), data["values"])


def _result(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Undo an entered result; if it replaced another (`before`), that one is restored."""
    common = {
        "actor": actor,
        "now": now,
        "pairing_id": values["pairing"],
        "expected_version": values["version"],
    }
    if values.get("before"):
        return retype_result(**common, result=values["before"])
    return withdraw_result(**common)


def _result_withdrawn(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    return enter_result(
        actor=actor,
        now=now,
        pairing_id=values["pairing"],
        result=values["result"],
        expected_version=values["version"],
    )


def _withdrawal(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Undo a withdrawal: a player who had not been paired is entered again at their old place."""
    if values.get("player"):
        return enter_player(
            actor=actor,
            now=now,
            section_id=values["section"],
            player_id=values["player"],
            number=values["number"],
            rating=values["rating"],
        )
    return reenter_player(actor=actor, now=now, registration_id=values["registration"])


@transaction.atomic
def _byes(actor: Actor, now: datetime, values: Mapping[str, Any]) -> None:
    for number in values["rounds"]:
        cancel_bye(actor=actor, now=now, registration_id=values["registration"], round_number=number)


def _bye_cancelled(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    return request_bye(
        actor=actor,
        now=now,
        registration_id=values["registration"],
        round_number=values["round"],
        kind=values["kind"],
    )


def _publication(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Undo the publication of a round in which nothing has happened yet."""
    return unpublish_round(actor=actor, now=now, round_id=values["round"])


def _event_published(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    changes = {"published": values["published"]}
    return edit_event(actor=actor, now=now, event_id=values["event"], changes=changes)


def _paired(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    return undo_last_round(actor=actor, now=now, section_id=values["section"], number=values["number"])


def _restored(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Restore the point before the act, unless the pairing has been changed since."""
    draft = (values["round"], values["version"]) if values.get("round") else None
    return restore(actor=actor, now=now, point_id=values["point"], if_newest=True, if_draft=draft)


for _act, _take_back in (
    ("result", _result),
    ("result_withdrawn", _result_withdrawn),
    ("withdrawal", _withdrawal),
    ("byes", _byes),
    ("bye_cancelled", _bye_cancelled),
    ("publication", _publication),
    ("event_published", _event_published),
    ("paired", _paired),
    ("restored", _restored),
):
    register_undo(_act, _take_back)
