"""A Swiss draft in hand: colours, opponents, tables, who plays; beside it what the engine had made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from common.errors import BadInput, DomainError
from common.permissions import Action
from core.pairing import dutch
from core.pairing.state import DUTCH_2026
from tournaments import services
from tournaments.forms.base import DeskForm
from tournaments.forms.swiss import (
    AddToDraftForm,
    DraftForm,
    ExchangeForm,
    MoveTableForm,
    PairByHandForm,
    RemoveFromDraftForm,
)
from tournaments.models import Job, Pairing, Provenance, Registration, Round
from tournaments.models.pairing import Bye
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name
from tournaments.selectors import differences
from tournaments.selectors.actors import waived_by
from tournaments.selectors.standings import points_before
from tournaments.services.swiss import LARGE, is_stale
from tournaments.services.swiss_state import state_of
from tournaments.views.desk.frame import SectionDesk, desk, flash, posted_from, status_of
from tournaments.views.desk.round_boards import score_groups, seat_with
from tournaments.views.desk.rounds import round_answer
from tournaments.views.desk.swiss import swiss_desk
from tournaments.views.desk.undo import last_point, tell, to_restore_point
from tournaments.views.labels import round_name

Forms = dict[str, DeskForm]


@desk
def change(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    frame = swiss_desk(request, slug, section_slug, Action.PAIR_ROUND)
    row = frame.round(number)
    source = Provenance.objects.filter(round=row).first()
    if source is None:
        raise Http404
    if row.status != RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    if request.method != "POST":
        return _page(request, frame, row, source)
    name = request.POST.get("act", "")
    if name in _BUTTONS:
        return _button(request, frame, row, source, name)
    if name not in _HANDLERS:
        return _page(request, frame, row, source, status=400)
    form = _forms(frame, row, source, request.POST)[name]
    if not form.is_valid():
        return _page(request, frame, row, source, {name: form}, status=422)
    before = last_point(frame)
    try:
        _HANDLERS[name](frame, row, form)
    except DomainError as refused:
        form.refuse(refused)
        return _page(request, frame, row, source, {name: form}, status=status_of(refused))
    return _changed(request, frame, row, before)


@posted_from("desk_round", "slug", "section_slug", "number")
@desk
def pair_again(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """Drop the draft and pair the round from what holds now."""
    frame = swiss_desk(request, slug, section_slug, Action.PAIR_ROUND)
    row = frame.round(number)
    try:
        made = services.pair_again(actor=frame.actor, now=timezone.now(), round_id=row.pk)
    except DomainError as refused:
        return round_answer(request, frame, number, refused=refused, status=status_of(refused))
    if isinstance(made, Job):
        return redirect(frame.url("swiss_job", made.key))
    flash(request, gettext("%(round)s has been re-paired. It is a draft.") % {"round": round_name(number)})
    return redirect(frame.url("round", number))


def _button(
    request: HttpRequest, frame: SectionDesk, row: Round, source: Provenance, name: str
) -> HttpResponse:
    before = last_point(frame)
    try:
        _BUTTONS[name](frame, row, request.POST)
    except DomainError as refused:
        return _page(request, frame, row, source, refused=refused, status=status_of(refused))
    return _changed(request, frame, row, before)


def _changed(request: HttpRequest, frame: SectionDesk, row: Round, before: int | None) -> HttpResponse:
    version = Provenance.objects.values_list("version", flat=True).get(round=row)
    note = to_restore_point(frame, before, round=row.pk, version=version)
    tell(request, gettext("The draft has been changed."), note)
    return redirect(frame.url("swiss_change", row.number))


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    row: Round,
    source: Provenance,
    forms: Forms | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    pairings = list(row.pairings.select_related("white__player", "black__player").order_by("board"))
    changed = {one.pairing.pk: one.turned for one in differences(row, source)}
    forms = {**_forms(frame, row, source), **(forms or {})}
    warn = _warner(source, len(pairings))
    points = points_before(frame.section, row.number)
    groups = score_groups(frame, pairings, points)
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "back": frame.url("round", row.number),
        "pair_again_url": frame.url("pair_again", row.number),
        "version": source.version,
        "stale": is_stale(row),
        "waived": waived_by(source),
        "changes": len(changed),
        "show_points": bool(points),
        "forms": forms,
        "failed": next((name for name, form in forms.items() if form.errors), ""),
        "refused": refused,
        "boards": [
            {
                "pairing": one,
                "white": seat_with(frame, one.white, points),
                "black": seat_with(frame, one.black, points) if one.black else None,
                "group": groups.get(one.pk, ""),
                "bye": bye_name(one.bye) if one.bye else "",
                "changed": one.pk in changed,
                "turned": changed.get(one.pk, False),
                "warning": warn(one) if one.pk in changed and not changed[one.pk] else "",
            }
            for one in pairings
        ],
    }
    return render(request, "desk/swiss_change.html", context, status=status)


def _warner(source: Provenance, boards: int) -> Callable[[Pairing], str]:
    """What the rules have against a pair that was set by hand; nothing is said of large rounds and old editions."""
    if source.edition != DUTCH_2026 or 2 * boards >= LARGE:
        return lambda pairing: ""
    state = state_of(source.state)

    def warn(pairing: Pairing) -> str:
        assert pairing.black is not None
        try:
            return dutch.why_not(state, pairing.white.number, pairing.black.number).render(gettext)
        except BadInput:  # one of them was not to be paired when the engine was asked
            return ""

    return warn


def _forms(frame: SectionDesk, row: Round, source: Provenance, data: Any = None) -> Forms:
    registrations = list(frame.section.registrations.select_related("player").order_by("number"))
    seated = _seated(row)
    here = [one for one in registrations if one.pk in seated]
    free = [one for one in registrations if one.pk not in seated and one.status == RegistrationStatus.ACTIVE]
    initial = {"version": source.version}

    def of(kind: type[DraftForm], name: str, people: list[Registration]) -> DraftForm:
        return kind(data, auto_id=f"id_{name}_%s", registrations=people, initial=initial)

    return {
        "exchange": of(ExchangeForm, "exchange", here),
        "hand": of(PairByHandForm, "hand", here),
        "off": of(RemoveFromDraftForm, "off", here),
        "in": of(AddToDraftForm, "in", free),
        "move": MoveTableForm(data, auto_id="id_move_%s", initial=initial),
    }


def _seated(row: Round) -> set[int]:
    """Who is at a board or has the allocated bye."""
    rows = row.pairings.filter(bye__in=["", Bye.PAIRING_ALLOCATED])
    return {key for one in rows for key in (one.white_id, one.black_id) if key is not None}


def _given(frame: SectionDesk, row: Round, form: DeskForm) -> dict[str, Any]:
    cleaned = form.cleaned_data
    return {
        "actor": frame.actor,
        "now": timezone.now(),
        "round_id": row.pk,
        "version": cleaned["version"],
        "despite": cleaned["despite"],
    }


def _exchange(frame: SectionDesk, row: Round, form: DeskForm) -> None:
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    services.exchange_players(**_given(frame, row, form), one_id=one, other_id=other)


def _hand(frame: SectionDesk, row: Round, form: DeskForm) -> None:
    white, black = form.cleaned_data["white"], form.cleaned_data["black"]
    services.pair_by_hand_in_draft(**_given(frame, row, form), white_id=white, black_id=black)


def _off(frame: SectionDesk, row: Round, form: DeskForm) -> None:
    cleaned = form.cleaned_data
    services.remove_from_draft(
        **_given(frame, row, form), registration_id=cleaned["registration"], bye=cleaned["bye"]
    )


def _in(frame: SectionDesk, row: Round, form: DeskForm) -> None:
    services.add_to_draft(**_given(frame, row, form), registration_id=form.cleaned_data["registration"])


_HANDLERS: Mapping[str, Callable[[SectionDesk, Round, DeskForm], None]] = {
    "exchange": _exchange,
    "hand": _hand,
    "off": _off,
    "in": _in,
}


def _number(data: Any, name: str) -> int:
    text = data.get(name, "")
    return int(text) if text.isdigit() else 0


def _board_of(row: Round, data: Any) -> int:
    """The pairing's key, if it is of this round; 0 (which no service knows) otherwise."""
    key = _number(data, "pairing")
    return key if row.pairings.filter(pk=key, bye="").exists() else 0


def _swap(frame: SectionDesk, row: Round, data: Any) -> None:
    services.swap_colours(
        actor=frame.actor,
        now=timezone.now(),
        pairing_id=_board_of(row, data),
        version=_number(data, "version"),
        despite=data.get("despite", ""),
    )


def _move(frame: SectionDesk, row: Round, data: Any) -> None:
    services.move_table(
        actor=frame.actor,
        now=timezone.now(),
        pairing_id=_board_of(row, data),
        board=_number(data, "board"),
        version=_number(data, "version"),
    )


def _engine(frame: SectionDesk, row: Round, data: Any) -> None:
    services.restore_engine_pairing(
        actor=frame.actor, now=timezone.now(), round_id=row.pk, version=_number(data, "version")
    )


def _confirm(frame: SectionDesk, row: Round, data: Any) -> None:
    services.confirm_draft(
        actor=frame.actor, now=timezone.now(), round_id=row.pk, version=_number(data, "version")
    )


_BUTTONS: Mapping[str, Callable[[SectionDesk, Round, Any], None]] = {
    "swap": _swap,
    "move": _move,
    "engine": _engine,
    "confirm": _confirm,
}
