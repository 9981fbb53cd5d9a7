"""Entering or removing several players at once: players of the event, absentees."""

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.views.requests import Attempt, redirect_with, require_found, whole_number
from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.models.activity import Job
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.names import bye_name
from tournaments.selectors.rounds import round_view
from tournaments.services.attendance import record_absences, record_no_shows
from tournaments.services.entries import enter_players
from tournaments.services.seeding import contradict_ratings, may_renumber, will_be_seeded
from tournaments.views.desk.acts import absences_can_be_noted, begun, next_number, unpublished_number
from tournaments.views.desk.frame import SectionDesk, at_round, at_section, desk
from tournaments.views.desk.round_boards import board_rows
from tournaments.views.frame import language, round_name
from tournaments.views.seats import seat_in

# Starting numbers next to the list of players.


def numbering(frame: SectionDesk, registrations: Sequence[Registration]) -> dict[str, object]:
    """Return the context of `desk/numbering.html` about the starting numbers of all entries.

    They will follow the ratings, or they do not and can still be corrected.
    """
    if not frame.may[Action.ENTER_PLAYERS] or not frame.section.system.pairs_players:
        return {}
    if will_be_seeded(frame.section, registrations):
        return {"will_be_seeded": True, "unpaired": not frame.rounds}
    if frame.rounds and not may_renumber(frame.section):
        return {}
    return {"contradict_ratings": contradict_ratings(registrations), "unpaired": not frame.rounds}


# Players who did not come: several boards of a round at once, and what it does to the pairings after it.


@desk
@at_round(Action.ENTER_RESULT)
def no_shows(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """The boards without a result, each seat to be marked; `absent` and `notice` are keys of entries."""
    if row.status in (RoundStatus.DRAFT, RoundStatus.CLOSED):
        return redirect(frame.url("round", row.number))
    marked, with_notice = _keys(request, "absent"), _keys(request, "notice")
    may_take_out = frame.section.system.pairs_players and frame.may[Action.CORRECT_RESULT]
    attempt = Attempt(
        request,
        lambda: record_no_shows(
            **frame.caller,
            round_id=row.pk,
            registration_ids=marked,
            without_notice=marked - with_notice if may_take_out else (),
            reason=request.POST.get("reason", "").strip()[:200],
        ),
    )
    if attempt:
        n = len(attempt.result)
        words = ngettext("%(n)s board has been forfeited.", "%(n)s boards have been forfeited.", n)
        return redirect_with(request, words % {"n": n}, frame.url("results", row.number))
    view = round_view(frame.section, row.number)
    return frame.page(
        "desk/no_shows.html",
        attempt.status,
        round=row,
        round_name=round_name(row.number),
        boards=[
            {**board_row, "seats": _seats(board_row, marked, with_notice)}
            for board_row in board_rows(frame, view, {})
            if not board_row["bye"] and not board_row["result"]
        ],
        may_take_out=may_take_out,
        reason=request.POST.get("reason", "")[:200],
        refused=attempt.error,
        back=frame.url("results", row.number),
    )


def _keys(request: HttpRequest, name: str) -> set[int]:
    return {key for text in request.POST.getlist(name) if (key := whole_number(text)) is not None}


def _seats(board: dict[str, object], marked: set[int], with_notice: set[int]) -> list[dict[str, object]]:
    pairing = board["pairing"]
    return [
        {"side": side, "key": key, "seat": board[side], "absent": key in marked, "notice": key in with_notice}
        for side, key in (("white", pairing.white_id), ("black", pairing.black_id))  # type: ignore[attr-defined]
    ]


def posted_keys(request: HttpRequest, name: str) -> list[int]:
    """Return the keys of the ticked rows."""
    return [key for text in request.POST.getlist(name) if (key := whole_number(text)) is not None]


@desk
@at_section(Action.ENTER_PLAYERS)
def event_players(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Players of the event who are not in this section; posted, the ticked ones are entered."""
    chosen = posted_keys(request, "player")
    attempt = Attempt(request, lambda: enter_players(**frame.caller, section_id=frame.section.pk, player_ids=chosen))
    if attempt:
        n = len(attempt.result)
        words = ngettext("%(n)s player entered.", "%(n)s players entered.", n)
        return redirect_with(request, words % {"n": n}, frame.url("players"))
    players = (
        Player.objects.filter(event=frame.event)
        .exclude(registrations__section=frame.section)
        .prefetch_related("registrations__section__event")
    )
    return frame.page(
        "desk/event_players.html",
        attempt.status,
        people=[
            {
                "player": player,
                "name": player.name_in(language()),
                "rating": player.ratings.get(frame.section.rating_kind),
                "sections": ", ".join(entry.section.name_in(language()) for entry in player.registrations.all()),
                "chosen": player.pk in chosen,
            }
            for player in players
        ],
        late_from=next_number(frame) if begun(frame) else None,
        refused=attempt.error,
    )


@desk
@at_section(Action.ENTER_PLAYERS)
def absences(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """All players of the section before the next pairing; posted, `state_<entry>` marks absence or withdrawal."""
    section = frame.section
    by_round = section.system.pairs_players
    number = unpublished_number(frame)
    draft = by_round and bool(frame.rounds) and frame.rounds[-1].status == RoundStatus.DRAFT
    require_found(absences_can_be_noted(frame))
    registrations = section.registrations.filter(status=RegistrationStatus.ACTIVE, from_round__lte=number)
    entries = list(registrations.select_related("player").order_by("number"))
    states = {entry.pk: request.POST.get(f"state_{entry.pk}", "") for entry in entries}
    back = frame.url("round", number) if draft else frame.url("swiss" if by_round else "players")
    absent = [key for key, state in states.items() if state == "absent"]
    withdrawn = [key for key, state in states.items() if state == "withdrawn"]
    attempt = Attempt(
        request,
        lambda: record_absences(**frame.caller, section_id=section.pk, absent_ids=absent, withdrawn_ids=withdrawn),
    )
    if attempt:
        words = gettext("Absent: %(absent)s. Withdrawn: %(withdrawn)s.")
        return redirect_with(request, words % {"absent": len(absent), "withdrawn": len(withdrawn)}, back)
    byes = _byes(frame, number)
    return frame.page(
        "desk/absences.html",
        attempt.status,
        round_name=round_name(number) if by_round else "",
        draft=draft,
        rows=[
            {
                "key": entry.pk,
                "seat": seat_in(frame.event.slug, section, entry),
                "bye": byes.get(entry.pk, ""),
                "state": states[entry.pk],
            }
            for entry in entries
        ],
        by_round=by_round,
        unpaired=not frame.rounds,
        refused=attempt.error,
        back=back,
    )


def _byes(frame: SectionDesk, number: int) -> dict[int, str]:
    """Return the byes noted for a round, by entry."""
    registrations = frame.section.registrations.filter(requested_byes__round_number=number)
    return {key: bye_name(kind) for key, kind in registrations.values_list("pk", "requested_byes__kind")}


# Files that come with a form of the desk and are worked on behind the scenes.


def take_file(form: DeskForm, field: str, actor: Actor, request_job: Callable[..., Job]) -> Job | None:
    """Pass the file in `field` to a service, which gets `actor`, `now`, `data` and `filename`.

    Return the job that works on it.  None if the form is not posted, is invalid, or shows an error of the service.
    """

    def act() -> Job:
        file = form.cleaned_data[field]
        return request_job(actor=actor, now=timezone.now(), data=file.read(), filename=file.name)

    form.attempt(act)
    job: Job | None = form.result
    return job
