"""Manual changes of a Swiss draft: colours, opponents, tables, players; next to them the engine's pairing."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.views.requests import Attempt, or_404, redirect_with, whole_number
from tavleya.errors import BadInput, DomainError
from tavleya.pairing.engines import BY_EDITION
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.forms.systems import (
    AddToDraftForm,
    DraftForm,
    ExchangeForm,
    MoveTableForm,
    PairByHandForm,
    RemoveFromDraftForm,
)
from tournaments.models.activity import Job
from tournaments.models.round import Round, RoundStatus
from tournaments.models.swiss import Provenance
from tournaments.names import bye_name, waived_by
from tournaments.selectors.standings import points_before
from tournaments.selectors.swiss import differences
from tournaments.services import pairing_again
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
    swap_team_colours,
)
from tournaments.services.draft_sheet import Entrant, notices_of, sheet_of
from tournaments.services.swiss import LARGE, is_stale
from tournaments.services.swiss_state import state_of
from tournaments.views.desk.acts import DeskAttempt, tell
from tournaments.views.desk.frame import SectionDesk, at_round, desk, posted_from
from tournaments.views.desk.round_boards import score_groups, seat_with
from tournaments.views.desk.rounds import round_answer
from tournaments.views.frame import round_name
from tournaments.views.teams import team_name

Forms = dict[str, DeskForm]


@desk
@at_round(Action.PAIR_ROUND, having=lambda system: system.by_round)
def change(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    source = or_404(Provenance.objects.filter(round=row).first())
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
    attempt = DeskAttempt(
        request, lambda: form.attempt(lambda: _HANDLERS[name](_service_arguments(frame, row, form), form.cleaned_data))
    )
    if attempt.result:
        return _changed(request, frame, row, attempt.note)
    return _page(request, frame, row, source, {name: form}, status=form.status)


@posted_from("desk_round", "slug", "section_slug", "number")
@desk
@at_round(Action.PAIR_ROUND, having=lambda system: system.by_round)
def pair_again(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """Drop the draft and pair the round again from the current state."""
    attempt = Attempt(request, lambda: pairing_again.pair_again(**frame.caller, round_id=row.pk))
    if not attempt:
        return round_answer(request, frame, row.number, refused=attempt.error, status=attempt.status)
    created = attempt.result
    if isinstance(created, Job):
        return redirect(frame.url("swiss_job", created.key))
    return redirect_with(
        request,
        gettext("%(round)s has been re-paired. It is a draft.") % {"round": round_name(row.number)},
        frame.url("round", row.number),
    )


def _button(request: HttpRequest, frame: SectionDesk, row: Round, source: Provenance, name: str) -> HttpResponse:
    version = _number(request.POST, "version")
    common = {**frame.caller, "version": version}
    if attempt := DeskAttempt(request, lambda: _BUTTONS[name](common, row, request.POST)):
        return _changed(request, frame, row, attempt.note)
    return _page(request, frame, row, source, refused=attempt.error, status=attempt.status)


def _changed(request: HttpRequest, frame: SectionDesk, row: Round, note: str) -> HttpResponse:
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
    forms = {**_forms(frame, row, source), **(forms or {})}
    teams = frame.section.system.teams
    points = {} if teams else points_before(frame.section, row.number)
    boards = _matches(frame, row, source) if teams else _boards(frame, row, source, points)
    return frame.page(
        "desk/swiss_change.html",
        status,
        round=row,
        round_name=round_name(row.number),
        back=frame.url("round", row.number),
        pair_again_url=frame.url("pair_again", row.number),
        version=source.version,
        stale=is_stale(row),
        waived=waived_by(source),
        notices=[notice.render(gettext) for notice in notices_of(row, source)],
        of_teams=teams,
        changes=sum(bool(board["changed"]) for board in boards),
        show_points=bool(points),
        forms=forms,
        failed=next((name for name, form in forms.items() if form.errors), ""),
        refused=refused,
        boards=boards,
    )


def _boards(frame: SectionDesk, row: Round, source: Provenance, points: Mapping[int, int]) -> list[dict[str, Any]]:
    pairings = list(row.pairings.select_related("white__player", "black__player").order_by("board"))
    changed = {difference.pairing.pk: difference.turned for difference in differences(row, source)}
    warn = _warner(source, len(pairings))
    groups = score_groups(frame, pairings, points)
    return [
        {
            "key": pairing.pk,
            "number": pairing.board,
            "white": seat_with(frame, pairing.white, points),
            "black": seat_with(frame, pairing.black, points) if pairing.black else None,
            "group": groups.get(pairing.pk, ""),
            "bye": bye_name(pairing.bye) if pairing.bye else "",
            "changed": pairing.pk in changed,
            "turned": changed.get(pairing.pk, False),
            "warning": warn(pairing.white.number, pairing.black.number)
            if pairing.black and pairing.pk in changed and not changed[pairing.pk]
            else "",
        }
        for pairing in pairings
    ]


def _matches(frame: SectionDesk, row: Round, source: Provenance) -> list[dict[str, Any]]:
    """Return the matches of teams, as `_boards` returns the boards of players."""
    matches = list(row.team_matches.select_related("first", "second").order_by("number"))
    engine_pairs = {(white, black) for white, black in source.boards}
    warn = _warner(source, len(matches))
    rows = []
    for match in matches:
        numbers = (match.first.number, match.second.number) if match.second is not None else None
        turned = numbers is not None and numbers[::-1] in engine_pairs
        changed = numbers is not None and numbers not in engine_pairs
        rows.append(
            {
                "key": match.pk,
                "number": match.number,
                "white": team_name(frame.event.slug, frame.section, match.first),
                "black": team_name(frame.event.slug, frame.section, match.second) if match.second else None,
                "bye": bye_name(match.bye) if match.bye else "",
                "changed": changed,
                "turned": turned,
                "warning": warn(*numbers) if numbers is not None and changed and not turned else "",
            }
        )
    return rows


def _warner(source: Provenance, boards: int) -> Callable[[int, int], str]:
    """Return a function for the objections of the rules to a manual pair.

    It returns no text for large rounds and old editions.
    """
    engine = BY_EDITION.get(source.edition)
    explanations = engine.why if engine is not None else None
    if explanations is None or 2 * boards >= LARGE:
        return lambda white, black: ""
    state, options = state_of(source.state), source.state.get("options", {})

    def warn(white: int, black: int) -> str:
        try:
            return explanations.why_not(state, options, white, black).render(gettext)
        except BadInput:  # one of them was not in the engine's input
            return ""

    return warn


def _forms(frame: SectionDesk, row: Round, source: Provenance, data: Any = None) -> Forms:
    sheet = sheet_of(row)
    seated = {key for pair in sheet.tables.values() for key in pair} | {sheet.bye}
    ordered = sorted(sheet.entrants.items(), key=lambda item: item[1].number)
    paired = [(key, entrant) for key, entrant in ordered if key in seated]
    free = [(key, entrant) for key, entrant in ordered if key not in seated and entrant.plays]
    initial = {"version": source.version}

    def bound_form(form_class: type[DraftForm], name: str, entrants: list[tuple[int, Entrant]]) -> DraftForm:
        choices = [(key, f"{entrant.number}. {entrant.name}") for key, entrant in entrants]
        teams = frame.section.system.teams
        return form_class(data, auto_id=f"id_{name}_%s", entrants=choices, teams=teams, initial=initial)

    return {
        "exchange": bound_form(ExchangeForm, "exchange", paired),
        "hand": bound_form(PairByHandForm, "hand", paired),
        "off": bound_form(RemoveFromDraftForm, "off", paired),
        "in": bound_form(AddToDraftForm, "in", free),
        "move": MoveTableForm(data, auto_id="id_move_%s", initial=initial),
    }


def _service_arguments(frame: SectionDesk, row: Round, form: DeskForm) -> dict[str, Any]:
    cleaned = form.cleaned_data
    return {**frame.caller, "round_id": row.pk, "version": cleaned["version"], "despite": cleaned["despite"]}


_HANDLERS: Mapping[str, Callable[[dict[str, Any], dict[str, Any]], Round]] = {
    "exchange": lambda common, cleaned: exchange_players(**common, one_id=cleaned["one"], other_id=cleaned["other"]),
    "hand": lambda common, cleaned: pair_by_hand_in_draft(
        **common, white_id=cleaned["white"], black_id=cleaned["black"]
    ),
    "off": lambda common, cleaned: remove_from_draft(
        **common, registration_id=cleaned["registration"], bye=cleaned["bye"]
    ),
    "in": lambda common, cleaned: add_to_draft(**common, registration_id=cleaned["registration"]),
}


def _number(data: Any, name: str) -> int:
    return whole_number(data.get(name, "")) or 0


def _board_of(row: Round, data: Any) -> int:
    """Return the key of the round's pairing, or match of teams; 0 (an unknown key) if it is not of this round."""
    key = _number(data, "pairing")
    if row.section.system.teams:
        return key if row.team_matches.filter(pk=key).exists() else 0
    return key if row.pairings.filter(pk=key, bye="").exists() else 0


def _swap(common: dict[str, Any], row: Round, data: Any) -> Round:
    despite = data.get("despite", "")
    if row.section.system.teams:
        return swap_team_colours(**common, match_id=_board_of(row, data), despite=despite)
    return swap_colours(**common, pairing_id=_board_of(row, data), despite=despite)


_BUTTONS: Mapping[str, Callable[[dict[str, Any], Round, Any], Round]] = {
    "swap": _swap,
    "move": lambda common, row, data: move_table(
        **common, pairing_id=_board_of(row, data), board=_number(data, "board")
    ),
    "engine": lambda common, row, _: restore_engine_pairing(**common, round_id=row.pk),
    "confirm": lambda common, row, _: confirm_draft(**common, round_id=row.pk),
}
