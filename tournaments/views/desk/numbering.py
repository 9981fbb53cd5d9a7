"""Starting numbers next to the list of players, and a withdrawal with undo."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext

from games.views.requests import Attempt, redirect_with, whole_number
from tavleya.permissions import Action
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.selectors.rounds import round_view
from tournaments.services.attendance import record_no_shows
from tournaments.services.renumbering import may_renumber, will_be_seeded
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import contradict_ratings
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk
from tournaments.views.desk.round_boards import board_rows
from tournaments.views.desk.undo import undoable
from tournaments.views.frame import round_name


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


def withdraw_with_undo(frame: DeskFrame, registration: Registration, reason: str = "") -> str:
    """Withdraw a player; return the undo note.  Raises the errors of the service."""
    before = {
        "section": registration.section_id,
        "player": registration.player_id,
        "number": registration.number,
        "rating": registration.rating,
    }
    key = registration.pk
    withdraw_player(actor=frame.actor, now=timezone.now(), registration_id=key, reason=reason)
    stays = Registration.objects.filter(pk=key).exists()
    return undoable(frame, "withdrawal", **({"registration": key} if stays else before))


# Players who did not come: several boards of a round at once, and what it does to the pairings after it.


@desk
def no_shows(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """The boards without a result, each seat to be marked; `absent` and `notice` are keys of entries."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT)
    row = frame.round(number)
    if row.status in (RoundStatus.DRAFT, RoundStatus.CLOSED):
        return redirect(frame.url("round", row.number))
    marked, messages = _keys(request, "absent"), _keys(request, "notice")
    may_take_out = frame.section.system.pairs_players and frame.may[Action.CORRECT_RESULT]
    attempt = Attempt(
        request,
        lambda: record_no_shows(
            actor=frame.actor,
            now=timezone.now(),
            round_id=row.pk,
            registration_ids=marked,
            without_notice=marked - messages if may_take_out else (),
            reason=request.POST.get("reason", "").strip()[:200],
        ),
    )
    if attempt:
        n = len(attempt.result)
        words = ngettext("%(n)s board has been forfeited.", "%(n)s boards have been forfeited.", n)
        return redirect_with(request, words % {"n": n}, frame.url("results", row.number))
    view = round_view(frame.section, row.number)
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "boards": [
            {**board_row, "seats": _seats(board_row, marked, messages)}
            for board_row in board_rows(frame, view, {})
            if not board_row["bye"] and not board_row["result"]
        ],
        "may_take_out": may_take_out,
        "reason": request.POST.get("reason", "")[:200],
        "refused": attempt.error,
        "back": frame.url("results", row.number),
    }
    return render(request, "desk/no_shows.html", context, status=attempt.status)


def _keys(request: HttpRequest, name: str) -> set[int]:
    return {key for text in request.POST.getlist(name) if (key := whole_number(text)) is not None}


def _seats(board: dict[str, object], marked: set[int], messages: set[int]) -> list[dict[str, object]]:
    pairing = board["pairing"]
    return [
        {"side": side, "key": key, "seat": board[side], "absent": key in marked, "notice": key in messages}
        for side, key in (("white", pairing.white_id), ("black", pairing.black_id))  # type: ignore[attr-defined]
    ]
