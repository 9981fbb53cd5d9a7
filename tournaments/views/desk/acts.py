"""Acts of the desk: one way from a posted form through a service to the notice and the next page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.models.game import TrackingLevel
from games.views.requests import Attempt, Result, actor_of, whole_number
from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.ratings import FIDE_LISTS, FROM_FILE, FROM_LIST, TYPED
from tournaments.activity import Lines, happened, heard
from tournaments.forms.base import DeskForm
from tournaments.forms.players import late_fields
from tournaments.forms.systems import LateEntryForm
from tournaments.kinds import (
    ACT_UNDONE,
    BYE_CANCELLED,
    BYE_REQUESTED,
    EVENT_EDITED,
    PAIR_CONSTRAINT_ADDED,
    PAIR_CONSTRAINT_REMOVED,
    REGISTRATION_RETURNED,
    REGISTRATION_WITHDRAWN,
    REGISTRATIONS_EXCHANGED,
    REGISTRATIONS_RENUMBERED,
    RESULT_ENTERED,
    RESULT_RETYPED,
    RESULT_WITHDRAWN,
    ROUND_CHANGED_BY_HAND,
    ROUND_PAIRED,
    ROUND_PUBLISHED,
    ROUND_UNDONE,
)
from tournaments.messages import say
from tournaments.models.activity import Log
from tournaments.models.round import Round, RoundStatus
from tournaments.names import rating_name
from tournaments.registry import Kind
from tournaments.services.attendance import enter_late, reenter_player
from tournaments.services.bye_requests import cancel_bye, request_bye
from tournaments.services.entries import enter_person
from tournaments.services.events import edit_event
from tournaments.services.pairing_again import undo_last_round, unpublish_round
from tournaments.services.restore_points import restore
from tournaments.services.results import enter_result, retype_result, withdraw_result
from tournaments.services.sections import enter_player
from tournaments.services.shared import find
from tournaments.views import typed_offline
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from

# Undo of the last act: one message with one button, instead of a confirmation before every act.
#
# The note of the undo is the number of the line that the act wrote to the log; when the acting user posts it, the
# services decide whether the undo is still possible.

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
    *kinds: Kind, needed: str = "", offered: Callable[[Any], bool] = lambda _: True
) -> Callable[[TakeBack], TakeBack]:
    """Register the function that undoes acts of these kinds."""

    def register(take_back: TakeBack) -> TakeBack:
        _undos.update({kind.name: Undo(take_back, needed, offered) for kind in kinds})
        return take_back

    return register


def _undo_of(line: Log) -> Undo | None:
    undo = _undos.get(line.action)
    return undo if undo is not None and undo.needed in {"", *(line.before or ())} else None


def note_of(lines: Lines, actor: Actor) -> str:
    """Return the number of the last of these lines that the actor can undo; empty if there is none."""
    own = [(line, subject, undo) for line, subject in lines if line.actor == actor.key and (undo := _undo_of(line))]
    return next((str(line.pk) for line, subject, undo in reversed(own) if undo.offered(subject)), "")


class DeskAttempt(Attempt[Result]):
    """An attempt at the desk, with the `note` of its undo."""

    def __init__(self, request: HttpRequest, act: Callable[[], Result]) -> None:
        with heard() as lines:
            super().__init__(request, act)
        self.note = note_of(lines, actor_of(request)) if self else ""


def once(request: HttpRequest, actor: Actor, operation: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the result of `typed_offline.once`, with the `note` of the undo."""

    def run() -> dict[str, Any]:
        with heard() as lines:
            answer = operation()
        return {**answer, "note": note_of(lines, actor)}

    return typed_offline.once(request, actor, run)


def tell(request: HttpRequest, sentence: str, note: str = "") -> None:
    """Show a success message, if there is one, with the undo button if there is a note."""
    if sentence:
        messages.success(request, sentence, extra_tags=note)


class Done(NamedTuple):
    """The success message and the next page."""

    words: str
    url: str


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


@transaction.atomic
def take_back(frame: DeskFrame, note: str) -> None:
    """Undo the act of a line of the log.

    Raises: Conflict ("undo_too_late") for an old line, another user's or event's, or an undone one; the errors of the
    services.
    """
    caller, lines = frame.caller, frame.event.log.filter(actor=frame.actor.key)
    line = lines.filter(pk=whole_number(note) or 0, at__gt=caller["now"] - _LONGEST).first()
    if line is None or not (line.before or line.after) or (act := _undo_of(line)) is None:
        raise Conflict(say("undo_too_late"))
    act.take_back(caller, line, line.before or {}, line.after or {})
    # Only now, because the locks of the act make simultaneous requests wait.
    if lines.filter(action=ACT_UNDONE.name, subject=f"log:{line.pk}").exists():
        raise Conflict(say("undo_too_late"))
    happened(ACT_UNDONE, line, **caller)


@takes_back(
    *(RESULT_ENTERED, RESULT_RETYPED, RESULT_WITHDRAWN), offered=lambda board: board.game.tracking != TrackingLevel.LIVE
)
def _result(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the result before an entered, replaced or withdrawn one."""
    common = {**caller, "pairing_id": line.subject_id, "expected_version": after["version"]}
    if not before["result"]:
        return withdraw_result(**common)
    return (retype_result if after["result"] else enter_result)(**common, result=before["result"])


@takes_back(REGISTRATION_WITHDRAWN, needed="undo")
def _withdrawal(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Undo a withdrawal: a player who had not been paired is entered again at their old place."""
    if before["undo"]:
        return enter_player(**caller, **before["undo"])
    return reenter_player(**caller, registration_id=line.subject_id)


def _by_round(subject: Any) -> bool:
    return not getattr(subject, "section", subject).system.by_stage


@takes_back(
    *(PAIR_CONSTRAINT_ADDED, PAIR_CONSTRAINT_REMOVED, REGISTRATION_RETURNED, REGISTRATIONS_EXCHANGED),
    *(REGISTRATIONS_RENUMBERED, ROUND_CHANGED_BY_HAND, ROUND_UNDONE),
    needed="restore_point",
    offered=_by_round,
)
def _restore(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the point before the act, unless the draft that it changed has been changed since."""
    draft = (line.subject_id, after["version"]) if "version" in after else None
    return restore(**caller, point_id=before["restore_point"], if_newest=True, if_draft=draft)


@takes_back(BYE_REQUESTED, BYE_CANCELLED)
def _byes(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    """Restore the byes before the act, which may have several lines, or its restore point."""
    if "restore_point" in before:
        return _restore(caller, line, before, after)
    for row in line.event.log.filter(action=line.action, subject=line.subject, actor=line.actor, at=line.at):
        former, values = row.before or {}, {**(row.before or {}), **(row.after or {})}
        common = {**caller, "registration_id": row.subject_id, "round_number": values["in_round"]}
        request_bye(**common, kind=former["bye"]) if former else cancel_bye(**common)
    return None


@takes_back(ROUND_PAIRED)
def _paired(caller: Arguments, line: Log, before: Arguments, after: Arguments) -> object:
    sections = Round.objects.filter(pk=line.subject_id).values_list("section", flat=True)
    return undo_last_round(**caller, section_id=find(sections, Conflict(say("undo_too_late"))), number=after["round"])


takes_back(ROUND_PUBLISHED, offered=_by_round)(
    lambda caller, line, *_: unpublish_round(**caller, round_id=line.subject_id)
)
takes_back(EVENT_EDITED, needed="published")(
    lambda caller, line, before, _: edit_event(
        **caller, event_id=line.subject_id, changes={"published": before["published"]}
    )
)

#: Render the page of the form again: the refused form, the error of the service if there is one, the status.
Refuse = Callable[[DeskForm | None, DomainError | None, int], HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskAct:
    """An act: `arguments` of `service` by the cleaned data of the form, and the notice by its result and arguments."""

    service: Callable[..., Any]
    message: Callable[[Any, Arguments], str]
    arguments: Callable[[Arguments], Arguments] = dict


def perform(
    frame: DeskFrame,
    act: DeskAct,
    refuse: Refuse,
    to: Callable[[Any], str],
    *,
    form: DeskForm | None = None,
    **place: Any,
) -> HttpResponse:
    """Perform an act once for each idempotency key and redirect to the page `to` of its result.

    `place`: arguments of the service that are not in the form. If the form or the service refuses, the answer is that
    of `refuse`.
    """
    if form is not None and not form.is_valid():
        return refuse(form, None, HTTPStatus.UNPROCESSABLE_ENTITY)
    arguments = place | act.arguments(form.cleaned_data if form is not None else {})

    def run() -> dict[str, str]:
        result = act.service(**frame.caller, **arguments)
        return {"message": act.message(result, arguments), "url": to(result)}

    try:
        answer = once(frame.request, frame.actor, run)
    except DomainError as error:
        if form is not None:
            form.refuse(error)
        return refuse(form, error, error.status)
    tell(frame.request, answer["message"], answer.get("note", ""))
    return redirect(answer["url"])


# Late entries at the desk: which rounds they miss, and the form that enters one.


def begun(frame: SectionDesk) -> bool:
    """Return whether new entries are late ones."""
    return frame.section.system.pairs_players and bool(frame.rounds)


def missed_rounds(frame: SectionDesk) -> list[int]:
    """Return the public rounds: a player entered now has missed them."""
    return [row.number for row in frame.rounds if row.number and row.status != RoundStatus.DRAFT]


def next_number(frame: SectionDesk) -> int:
    return max((row.number or 0 for row in frame.rounds), default=0) + 1


def unpublished_number(frame: SectionDesk) -> int:
    """Return the number of the draft round, else of the next one to be paired."""
    return max((row.number or 0 for row in frame.rounds if row.status != RoundStatus.DRAFT), default=0) + 1


def absences_can_be_noted(frame: SectionDesk) -> bool:
    """Return whether absences can be noted: before the first pairing, and before each round paired one by one."""
    if not frame.rounds:
        return True
    last = frame.section.rounds_planned
    return frame.section.system.pairs_players and (last is None or unpublished_number(frame) <= last)


def fields_of_late_entry(frame: SectionDesk) -> dict[str, forms.Field]:
    """Return the fields of a late entry; a player who starts after the coming round misses that one too."""
    coming, last = next_number(frame), frame.section.rounds_planned
    missed = missed_rounds(frame)
    if last is None or coming < last:
        missed.append(coming)
    return late_fields(missed, coming, last)


def late_entry(frame: SectionDesk, form: LateEntryForm) -> str:
    """Enter the player of the form; return the success message."""
    cleaned = form.cleaned_data
    common: dict[str, Any] = {
        **frame.caller,
        "section_id": frame.section.pk,
        "from_round": cleaned["from_round"],
        "half_points": cleaned.get("half_points", ()),
    }
    if cleaned["player"]:
        registration = enter_late(**common, player_id=cleaned["player"], rating=cleaned["rating"])
    else:
        registration = enter_person(**common, person=form.person(frame.section.rating_kind), who=cleaned["who"])
    words = gettext("%(player)s has been added as number %(number)s.")
    messages = [words % {"player": registration.player.full_name, "number": registration.number}]
    if registration.number < frame.section.registrations.count():
        messages.append(gettext("Starting numbers have been reassigned by rating."))
    return " ".join(messages)


# Labels of states, actions and origins of ratings.

_ACTIONS: Mapping[str, str] = MappingProxyType(
    {
        Action.PLAY: N_("Make moves, press clocks, offer draws"),
        Action.ENTER_RESULT: N_("Enter results"),
        Action.CORRECT_RESULT: N_("Correct results"),
        Action.START_GAME: N_("Start games"),
        Action.STOP_CLOCKS: N_("Stop and resume clocks"),
        Action.SET_CLOCKS: N_("Set clocks"),
        Action.CALL_ARBITER: N_("Call the arbiter"),
        Action.CLAIM: N_("Claim draws and flags"),
        Action.ENTER_PLAYERS: N_("Add and edit players"),
        Action.SUBMIT_ENTRY: N_("Submit online entries"),
        Action.PAIR_ROUND: N_("Pair rounds"),
        Action.PUBLISH_ROUND: N_("Publish rounds"),
        Action.CLOSE_ROUND: N_("Start and close rounds"),
        Action.IMPORT_GAMES: N_("Import games"),
        Action.READ_SHEETS: N_("Read score sheets"),
        Action.SEE_DRAFTS: N_("See drafts"),
        Action.CREATE_EVENT: N_("Create events"),
        Action.EDIT_ORGANISATION: N_("Edit organisations and give roles in them"),
        Action.OWN_EVENTS: N_("Let organisations own events"),
        Action.EDIT_EVENT: N_("Edit and publish the event"),
        Action.EDIT_SECTION: N_("Set up sections and prizes"),
        Action.CHECK_IN: N_("Check players in"),
        Action.SET_LINE_UP: N_("Set line-ups"),
        Action.RULE: N_("Rule on incidents"),
        Action.SEE_DESK: N_("See what officials see"),
        Action.ISSUE_PLAYER_LINKS: N_("Issue player links"),
        Action.GRANT_ROLES: N_("Give and revoke roles"),
        Action.ISSUE_TOKENS: N_("Issue API keys"),
        Action.MANAGE_WEBHOOKS: N_("Manage webhooks"),
        Action.REPORT_BOARDS: N_("Report electronic boards and PGN"),
        Action.HANDLE_FEES: N_("Handle entry fees"),
        Action.REHEARSE: N_("Make rehearsals"),
        Action.HAND_OFF: N_("Export the whole event"),
    }
)


_STATES: Mapping[str, str] = MappingProxyType(
    {
        RoundStatus.DRAFT: N_("Draft"),
        RoundStatus.PUBLISHED: N_("Published"),
        RoundStatus.PLAYING: N_("In progress"),
        RoundStatus.CLOSED: N_("Finished"),
    }
)


def state_name(status: str) -> str:
    """Return the short label of a status; users of the desk know who sees a draft."""
    return gettext(_STATES[status])


def action_name(action: str) -> str:
    return gettext(_ACTIONS[action]) if action in _ACTIONS else action


_ORIGINS: Mapping[str, str] = MappingProxyType(
    {TYPED: N_("typed"), FROM_FILE: N_("from a file"), FROM_LIST: N_("from the rating list")}
)


def origin_words(origin: str) -> str:
    """Return the label of a rating's source (`Player.rating_sources`)."""
    return gettext(_ORIGINS[origin]) if origin in _ORIGINS else ""


def source_words(kind: str, source: str, origin: str = "") -> str:
    """Return the source list of a rating, if it is not the usual list of the pace, and whether it was typed."""
    if source == TYPED:
        return origin_words(TYPED)
    name = rating_name(source) if source in FIDE_LISTS else source
    messages = [name if source != kind else "", origin_words(TYPED) if origin == TYPED else ""]
    return ", ".join(filter(None, messages))
