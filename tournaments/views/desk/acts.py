"""Acts of the desk: one way from a posted form through a service to the notice and the next page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.views.requests import Attempt, Result, actor_of, whole_number
from tavleya.actors import Actor
from tavleya.errors import DomainError
from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.ratings import FIDE_LISTS, FROM_FILE, FROM_LIST, TYPED
from tournaments.activity import heard
from tournaments.forms.base import DeskForm
from tournaments.forms.players import late_fields
from tournaments.forms.systems import LateEntryForm
from tournaments.models.round import RoundStatus
from tournaments.names import rating_name
from tournaments.services.attendance import enter_late
from tournaments.services.entries import enter_person
from tournaments.services.undo import Arguments, note_of, undo_act
from tournaments.views import typed_offline
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from

# The note of an undo is the number of the line that the act wrote to the log.


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
            result = operation()
        return {**result, "note": note_of(lines, actor)}

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
        undo_act(**frame.caller, event_id=frame.event.pk, line_id=whole_number(request.POST.get("note", "")) or 0)
    except DomainError as error:
        messages.error(request, error.message.render(gettext))
    else:
        messages.success(request, gettext("Undone."))
    return redirect(back if back.startswith(home) else home)


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
    return [round_.number for round_ in frame.rounds if round_.number and round_.status != RoundStatus.DRAFT]


def next_number(frame: SectionDesk) -> int:
    return max((round_.number or 0 for round_ in frame.rounds), default=0) + 1


def unpublished_number(frame: SectionDesk) -> int:
    """Return the number of the draft round, else of the next one to be paired."""
    return max((round_.number or 0 for round_ in frame.rounds if round_.status != RoundStatus.DRAFT), default=0) + 1


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
    sentences = [words % {"player": registration.player.full_name, "number": registration.number}]
    if registration.number < frame.section.registrations.count():
        sentences.append(gettext("Starting numbers have been reassigned by rating."))
    return " ".join(sentences)


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
    parts = [name if source != kind else "", origin_words(TYPED) if origin == TYPED else ""]
    return ", ".join(filter(None, parts))
