"""A knockout at the desk: seeding, the next stage, matches that are level, the way back."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from games.views.requests import or_404, whole_number
from tavleya.errors import DomainError
from tavleya.pairing import knockout as kernel
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.forms.base import DeskForm
from tournaments.forms.matches import AwardForm, SeedingForm, StageForm, TiebreakForm
from tournaments.forms.systems import UndoForm
from tournaments.models.pairing import Match, MatchTerms
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.selectors.match_centre import MatchView, bracket
from tournaments.services.knockout import add_tiebreak_games, award_match, pair_knockout_stage
from tournaments.services.matches import terms_of
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.seeding import number_by_hand, number_by_rating
from tournaments.views.brackets import Slot, Stage, stage_name, stages_of
from tournaments.views.desk.acts import DeskAct, perform
from tournaments.views.desk.frame import SectionDesk, at_section, desk, posted_from
from tournaments.views.frame import language, round_name
from tournaments.views.seats import seat_in

Forms = dict[str, DeskForm]


@desk
@require_safe
@at_section(having=lambda system: system.by_stage)
def knockout(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    return _page(request, frame)


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    forms: Forms | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page.  `forms`: a refused form, by its act (for a match with its key)."""
    desk_forms = forms or {}
    so_far = bracket(frame.section)
    terms = terms_of(frame.section) or MatchTerms(section=frame.section, games=1)
    registrations = _registrations(frame)
    last = frame.rounds[-1] if frame.rounds else None
    stages = stages_of(frame.event.slug, frame.section, so_far, third_place=terms.third_place)
    undecided = [match_view.match.number for match_view in so_far.undecided]
    over = bool(so_far.stages) and len(so_far.stages) == len(stages) and not undecided
    next_matches = len(so_far.stages[-1]) // 2 if so_far.stages else kernel.bracket_size(len(registrations)) // 2
    return frame.page(
        "desk/knockout.html",
        status,
        stages=stages,
        terms=terms,
        tiebreak_words=control_label(terms.tiebreak_control),
        registrations=[
            {"seat": seat_in(frame.event.slug, frame.section, entry), "seed": seed}
            for seed, entry in enumerate(registrations, start=1)
        ],
        byes=kernel.bracket_size(len(registrations)) - len(registrations) if len(registrations) > 1 else 0,
        next_name=stage_name(max(1, next_matches)),
        undecided=undecided,
        over=over,
        draft=last is not None and last.status == RoundStatus.DRAFT,
        last=last,
        last_name=round_name(last.number) if last else "",
        last_url=frame.url("round", last.number) if last else "",
        can_pair=len(registrations) > 1 and not undecided and not over,
        seeding=desk_forms.get("by_hand") or SeedingForm(registrations=registrations, auto_id="id_seeding_%s"),
        stage_form=desk_forms.get("pair") or StageForm(auto_id="id_stage_%s"),
        undo=desk_forms.get("undo")
        or UndoForm(initial={"number": last.number if last else None}, auto_id="id_undo_%s"),
        matches=_matches(frame, so_far.stages[-1], stages, terms, desk_forms) if so_far.stages else [],
        refused=refused,
        act_url=frame.url("knockout_action"),
        points_url=frame.url("swiss_points"),
        terms_url=frame.url("section_edit"),
    )


def _registrations(frame: SectionDesk) -> list[Registration]:
    active = frame.section.registrations.filter(status=RegistrationStatus.ACTIVE)
    return list(active.select_related("player").order_by("number"))


def _matches(
    frame: SectionDesk, views: tuple[MatchView, ...], stages: list[Stage], terms: MatchTerms, desk_forms: Forms
) -> list[dict[str, Any]]:
    """Return the current matches of the last stage, each with the available acts."""
    stage = next(item for item in stages if item.round_number == views[0].match.round.number)
    slots = {item.number: item for item in (*stage.slots, *([stage.third] if stage.third else []))}
    public = views[0].match.round.status != RoundStatus.DRAFT
    return [
        {
            "slot": slots[view.match.number],
            "stage": stage,
            "tiebreak": _tiebreak(frame, view, slots[view.match.number], terms, desk_forms) if public else None,
            "award": _award(frame, view, desk_forms) if public and frame.may[Action.CORRECT_RESULT] else None,
        }
        for view in views
        if view.match.second_id is not None
    ]


def _tiebreak(frame: SectionDesk, view: MatchView, slot: Slot, terms: MatchTerms, desk_forms: Forms) -> DeskForm | None:
    key = view.match.pk
    if f"tiebreak-{key}" in desk_forms:
        return desk_forms[f"tiebreak-{key}"]
    if not slot.level or not frame.may[Action.PAIR_ROUND]:
        return None
    initial = {"match": key, "games": terms.tiebreak_games, "control": terms.tiebreak_control}
    return TiebreakForm(initial=initial, auto_id=f"id_tiebreak_{key}_%s")


def _award(frame: SectionDesk, view: MatchView, desk_forms: Forms) -> DeskForm | None:
    """Return the form for a decision if the games have no winner."""
    key = view.match.pk
    if f"award-{key}" in desk_forms:
        return desk_forms[f"award-{key}"]
    if view.winner is not None and view.match.winner_id is None:
        return None
    return AwardForm(people=_people(view.match), initial={"match": key}, auto_id=f"id_award_{key}_%s")


def _people(match: Match) -> list[tuple[int, str]]:
    return [
        (registration.pk, registration.player.name_in(language()))
        for registration in (match.first, match.second)
        if registration
    ]


@posted_from("desk_knockout")
@desk
@at_section(having=lambda system: system.by_stage)
def handle_action(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Carry out `act`: by_rating, by_hand, pair, tiebreak, award, undo."""
    name = request.POST.get("act", "")
    if name not in _ACTS:
        return _page(request, frame, status=400)
    form, key = _form(frame, name, request.POST)

    def refuse(form: DeskForm | None, error: DomainError | None, status: int) -> HttpResponse:
        return _page(request, frame, {key: form} if form else None, None if form else error, status)

    def to(result: Any) -> str:
        return frame.url("round", result.number) if name == "pair" else frame.url("knockout")

    place: dict[str, Any] = {} if name in ("tiebreak", "award") else {"section_id": frame.section.pk}
    return perform(frame, _ACTS[name], refuse, to, form=form, **place)


def _form(frame: SectionDesk, name: str, data: Any) -> tuple[DeskForm | None, str]:
    """Return the posted form and its key on the page."""
    if name == "by_rating":
        return None, ""
    if name in ("tiebreak", "award"):
        match = _match(frame, data.get("match", ""))
        key = f"{name}-{match.pk}"
        if name == "tiebreak":
            return TiebreakForm(data, auto_id=f"id_tiebreak_{match.pk}_%s"), key
        return AwardForm(data, people=_people(match), auto_id=f"id_award_{match.pk}_%s"), key
    if name == "by_hand":
        return SeedingForm(data, registrations=_registrations(frame), auto_id="id_seeding_%s"), name
    return (StageForm if name == "pair" else UndoForm)(data, auto_id=f"id_{name}_%s"), name


def _match(frame: SectionDesk, key: str) -> Match:
    return or_404(
        Match.objects.select_related("first__player", "second__player")
        .filter(round__section=frame.section, pk=whole_number(key) or 0)
        .first()
    )


_ACTS: Mapping[str, DeskAct] = {
    "by_rating": DeskAct(
        service=number_by_rating, message=lambda _, __: gettext("Players have been seeded by rating.")
    ),
    "by_hand": DeskAct(
        service=number_by_hand,
        arguments=lambda cleaned: {"registration_ids": cleaned["order"]},
        message=lambda _, __: gettext("Players have been seeded in this order."),
    ),
    "pair": DeskAct(
        service=pair_knockout_stage,
        arguments=lambda cleaned: {
            "starts_at": cleaned["starts_at"],
            "drawn": Side(cleaned["drawn"] or secrets.choice([side.value for side in Side])),
        },
        message=lambda row, _: gettext("%(round)s has been paired. It is a draft.") % {"round": round_name(row.number)},
    ),
    "tiebreak": DeskAct(
        service=add_tiebreak_games,
        arguments=lambda cleaned: {
            "match_id": cleaned["match"],
            "games": cleaned["games"],
            "control": cleaned["control"],
        },
        message=lambda pairings, _: (
            gettext("Tie-break games are on boards %(boards)s.")
            % {"boards": ", ".join(str(pairing.board) for pairing in pairings)}
        ),
    ),
    "award": DeskAct(
        service=award_match,
        arguments=lambda cleaned: {
            "match_id": cleaned["match"],
            "registration_id": cleaned["registration"],
            "reason": cleaned["reason"],
        },
        message=lambda _, __: gettext("The decision has been recorded."),
    ),
    "undo": DeskAct(
        service=undo_last_round,
        arguments=lambda cleaned: {name: cleaned[name] for name in ("number", "confirmed", "reason")},
        message=lambda _, arguments: (
            gettext("%(round)s has been undone. A restore point can bring it back.")
            % {"round": round_name(arguments["number"])}
        ),
    ),
}
