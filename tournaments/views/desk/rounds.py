"""A round from its pairing to its close, and on paper."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, posted_data, redirect_with, require_found
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.forms.rounds import (
    ByeForm,
    FillForm,
    PairByHandForm,
    PublicationForm,
    ScheduleForm,
    StartForm,
    StartsForm,
    start_initial,
)
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.names import method_name, status_name
from tournaments.selectors.finality import player_reports
from tournaments.selectors.rounds import round_view
from tournaments.selectors.standings import points_before
from tournaments.selectors.teams import match_cards
from tournaments.services.rounds import (
    close_round,
    pair_by_hand,
    pair_round_robin,
    publish_round,
    record_bye,
    schedule_publication,
    start_round,
)
from tournaments.services.schedule import discard_drafts, plan_rounds, reschedule_round
from tournaments.services.swiss import is_stale
from tournaments.services.team_rounds import pair_teams
from tournaments.systems.registry import method_of
from tournaments.views.desk.acts import DeskAct, perform
from tournaments.views.desk.frame import SectionDesk, at_round, at_section, desk, posted_from
from tournaments.views.desk.opening_draws import verification_counts
from tournaments.views.desk.round_boards import board_rows, round_links
from tournaments.views.desk.section import section_page, step_of
from tournaments.views.frame import round_name
from tournaments.views.seats import seat_in
from tournaments.views.teams import card_view

# Pairing


@posted_from("desk_section")
@desk
@at_section(Action.PAIR_ROUND)
def pair(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """All rounds of a round robin, as drafts."""
    form = ScheduleForm(request.POST)
    most = 2 * frame.section.registrations.count() * max(1, frame.section.system.cycles)
    act = DeskAct(
        service=pair_teams if frame.section.system.teams else pair_round_robin,
        arguments=lambda _: {"starts": form.starts(most)},
        message=lambda rounds, _: (
            ngettext("%(n)s round paired. It is a draft.", "%(n)s rounds paired. They are drafts.", len(rounds))
            % {"n": len(rounds)}
        ),
    )

    def refuse(_: DeskForm | None, error: DomainError | None, status: int) -> HttpResponse:
        return section_page(request, frame, form, status=status)

    to = frame.url("round", 1)
    return perform(frame, act, refuse, lambda _: to, form=form, section_id=frame.section.pk)


@posted_from("desk_section")
@desk
@at_section(Action.PAIR_ROUND)
def discard(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Discard the drafts."""
    attempt = Attempt(request, lambda: discard_drafts(**frame.caller, section_id=frame.section.pk))
    if not attempt:
        return section_page(request, frame, status=attempt.status, problem=attempt.sentence)
    n = attempt.result
    return redirect_with(
        request, ngettext("%(n)s draft discarded.", "%(n)s drafts discarded.", n) % {"n": n}, frame.url("section")
    )


@desk
@at_section(Action.PAIR_ROUND)
def boards_new(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """The next round of a section that is paired by hand."""
    registrations = list(
        frame.section.registrations.filter(status=RegistrationStatus.ACTIVE).select_related("player").order_by("number")
    )
    people = [
        (registration.pk, f"{registration.number}. {registration.player.full_name}") for registration in registrations
    ]
    form = PairByHandForm(posted_data(request), registrations=people, boards=max(1, len(registrations) // 2))

    def page(form: DeskForm | None, error: DomainError | None = None, status: int = 200) -> HttpResponse:
        last = max((round_.number or 0 for round_ in frame.rounds), default=0)
        return frame.page(
            "desk/boards_form.html", status, form=form, next_name=round_name(last + 1), people=len(people)
        )

    if request.method != "POST":
        return page(form)
    act = DeskAct(
        service=pair_by_hand,
        arguments=lambda cleaned: {"boards": form.pairs(), "starts_at": cleaned["starts_at"]},
        message=lambda row, _: gettext("%(round)s is a draft.") % {"round": round_name(row.number)},
    )
    return perform(frame, act, page, lambda row: frame.url("round", row.number), form=form, section_id=frame.section.pk)


# One round


@desk
@require_safe
def round_page(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    return round_answer(request, SectionDesk.of(request, slug, section_slug), number)


def round_answer(
    request: HttpRequest,
    frame: SectionDesk,
    number: int | None,
    forms: dict[str, DeskForm] | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The round with its possible acts; `forms` are the refused ones, by name."""
    live_page = frame.live_page()
    row = frame.round(number)
    view = round_view(frame.section, row.number)
    missing = [board for board in view.boards if not board.bye and not board.result]
    entered = any(board.result and not board.bye for board in view.boards)
    byes_here = frame.section.system.by_hand and frame.section.system.ranked and row.kind == RoundKind.ROUND
    initial = start_initial(row)
    points = points_before(frame.section, row.number)
    desk_forms = forms or {}
    closed = row.status == RoundStatus.CLOSED
    return frame.page(
        "desk/round.html",
        status,
        live_page=live_page,
        round=row,
        round_name=round_name(row.number),
        status_name=status_name(row.status),
        method=method_name(row.system, row.edition) if _by_rules(frame) else "",
        rounds=round_links(frame.section, frame.rounds, row),
        boards=board_rows(frame, view, points, player_reports(view.boards)),
        show_points=bool(points),
        free=[seat_in(frame.event.slug, frame.section, entry) for entry in view.free],
        missing=[board.board for board in missing] if row.status != RoundStatus.DRAFT else [],
        refused=refused,
        urls={name: frame.url(f"round_{name}", row.number) for name in ("action", "outputs")},
        results_url=frame.url("results", row.number),
        verification_url=frame.url("verification", row.number)
        if frame.may[Action.ENTER_RESULT] and row.status != RoundStatus.DRAFT
        else "",
        verification=verification_counts(view.boards),
        publication=desk_forms.get("publication") or PublicationForm(initial=initial),
        start=(desk_forms.get("start") or StartForm(initial=initial))
        if frame.may[Action.PAIR_ROUND] and not closed
        else None,
        bye=(desk_forms.get("bye") or ByeForm(free=view.free))
        if byes_here and view.free and frame.may[Action.PAIR_ROUND] and not closed
        else None,
        live=frame.section.tracking == "live",
        absent_url=frame.url("no_shows", row.number)
        if missing and row.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
        else "",
        knockout_url=frame.url("knockout") if frame.section.system.by_stage else "",
        public_url=_public(frame, row),
        **_swiss_context(frame, row),
        **_team_context(frame, row),
        step=step_of(frame) if closed else None,
        entered=entered,
        take_back_url=frame.url("unpublish", row.number)
        if row.status != RoundStatus.DRAFT
        and not frame.section.system.by_stage
        and not (entered and frame.section.system.by_round)
        and frame.may[Action.PAIR_ROUND]
        else "",
    )


def _by_rules(frame: SectionDesk) -> bool:
    """Return whether rounds are paired by rules that the page can name."""
    return frame.section.system.by_round or frame.section.system.scheduled


def _swiss_context(frame: SectionDesk, row: Round) -> dict[str, object]:
    """Return links of an engine-paired round: to its explanation and, for a draft, to manual changes."""
    if not frame.section.system.by_round or row.number is None:
        return {}
    draft = row.status == RoundStatus.DRAFT
    players = draft and frame.section.system.pairs_players
    method = method_of(row.system)
    return {
        "why_url": frame.url("pairing_explanation", row.number) if method is not None and method.explained else "",
        "swiss_url": frame.url("swiss"),
        "absences_url": frame.url("absences") if players and frame.may[Action.ENTER_PLAYERS] else "",
        "change_url": frame.url("swiss_change", row.number) if draft and frame.may[Action.PAIR_ROUND] else "",
        "stale": draft and is_stale(row),
        "pair_again_url": frame.url("pair_again", row.number),
    }


def _team_context(frame: SectionDesk, row: Round) -> dict[str, object]:
    """Return the matches of a round of teams, each with a link to its line-ups."""
    if not frame.section.system.teams:
        return {}
    cards = match_cards(frame.section, row.number, drafts=True)
    return {
        "matches": [
            {
                "card": card_view(frame.event.slug, frame.section, card),
                "url": frame.url("match", row.number, card.match.number),
                "line_ups": len({line.team_id for line in card.match.line_ups.all()}),
            }
            for card in cards
        ]
    }


def _public(frame: SectionDesk, row: Round) -> str:
    base = [frame.event.slug, frame.section.slug]
    return reverse("schedule", args=base) if row.number is None else reverse("round", args=[*base, row.number])


@posted_from("desk_round", "slug", "section_slug", "number")
@desk
@at_round()
def handle_action(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """Carry out `act`: publish, schedule, start, close, reschedule, bye."""
    name = request.POST.get("act", "")
    if name not in _ACTS:
        return round_answer(request, frame, row.number, status=400)
    key, form = _form(frame, row, name, request.POST)

    def refuse(form: DeskForm | None, error: DomainError | None, status: int) -> HttpResponse:
        if error is not None and (form is None or error.code == "differs_from_rules"):
            return round_answer(request, frame, row.number, refused=error, status=status)
        return round_answer(request, frame, row.number, {key: form} if form else None, status=status)

    place: dict[str, object] = {"round_id": row.pk}
    if name in ("publish", "schedule"):
        place["confirmed"] = request.POST.getlist("confirmed")
    if name == "start":
        place["start_clocks"] = request.POST.get("clocks") == "1"
    to = frame.url("round", row.number)
    return perform(frame, _ACTS[name], refuse, lambda _: to, form=form, **place)


def _form(frame: SectionDesk, row: Round, name: str, data: Any) -> tuple[str, DeskForm | None]:
    """Return the posted form and its name on the page."""
    if name == "schedule":
        return "publication", PublicationForm(data)
    if name == "reschedule":
        return "start", StartForm(data)
    if name == "bye":
        return name, ByeForm(data, free=round_view(frame.section, row.number).free)
    return "", None


_ACTS: Mapping[str, DeskAct] = {
    "publish": DeskAct(
        service=publish_round,
        message=lambda row, _: gettext("%(round)s has been published.") % {"round": round_name(row.number)},
    ),
    "schedule": DeskAct(
        service=schedule_publication,
        arguments=lambda cleaned: {"at": cleaned["at"]},
        message=lambda _, arguments: (
            gettext("The round will be published automatically.")
            if arguments["at"]
            else gettext("The scheduled time has been cancelled.")
        ),
    ),
    "start": DeskAct(
        service=start_round,
        message=lambda _, arguments: (
            gettext("The round has started, and White's clocks are running.")
            if arguments["start_clocks"]
            else gettext("The round has started.")
        ),
    ),
    "close": DeskAct(
        service=close_round,
        message=lambda row, _: gettext("%(round)s has been closed.") % {"round": round_name(row.number)},
    ),
    "reschedule": DeskAct(
        service=reschedule_round,
        arguments=lambda cleaned: {"starts_at": cleaned["starts_at"]},
        message=lambda _, __: gettext("Saved."),
    ),
    "bye": DeskAct(
        service=record_bye,
        arguments=lambda cleaned: {"registration_id": cleaned["registration"], "kind": cleaned["kind"]},
        message=lambda _, __: gettext("The bye has been recorded."),
    ),
}


# When the rounds of a section begin, before and after they are paired.


@desk
@at_section(Action.PAIR_ROUND)
def schedule(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """All rounds of the plan, to be filled in one act (`do`: `fill`) or one by one (`save`)."""
    require_found(not frame.section.system.display)
    do = request.POST.get("do")
    fill, starts = _fill_form(frame, do == "fill"), _starts_form(frame, do == "save")
    sent: FillForm | StartsForm | None = fill if do == "fill" else starts if do == "save" else None
    if sent is not None and sent.attempt(
        lambda: plan_rounds(**frame.caller, section_id=frame.section.pk, starts=sent.planned_starts())
    ):
        return redirect_with(request, gettext("Saved."), frame.url("schedule"))
    return frame.page(
        "desk/schedule.html",
        max(fill.status, starts.status),
        fill=fill,
        starts=starts,
        rows=[starts[f"start_{number}"] for number in starts.numbers],
        closed=[
            (round_name(round_.number), round_.starts_at)
            for round_ in frame.rounds
            if round_.number is not None and round_.starts_at is not None and round_.status == RoundStatus.CLOSED
        ],
    )


def _rounds(frame: SectionDesk) -> int:
    """Return the number of rounds, present or planned, as far as it is known."""
    section = frame.section
    last = max((round_.number or 0 for round_ in frame.rounds), default=0)
    if section.system.scheduled and last:
        return last
    return max(last, section.rounds_planned or len(section.planned_starts))


def _fill_form(frame: SectionDesk, sent: bool) -> FillForm:
    """Return the form for the rounds that are not published."""
    public = [round_.number or 0 for round_ in frame.rounds if round_.status != RoundStatus.DRAFT]
    scheduled = frame.section.system.scheduled and bool(frame.rounds)
    return FillForm(
        frame.request.POST if sent else None,
        first=max(public, default=0) + 1,
        rounds=_rounds(frame),
        known=scheduled or bool(frame.section.rounds_planned),
    )


def _starts_form(frame: SectionDesk, sent: bool) -> StartsForm:
    """Return the form for the rounds that are not closed."""
    rows = {round_.number: round_ for round_ in frame.rounds}
    starts = {
        number: rows[number].starts_at if number in rows else frame.section.planned_start(number)
        for number in range(1, _rounds(frame) + 1)
        if number not in rows or rows[number].status != RoundStatus.CLOSED
    }
    return StartsForm(frame.request.POST if sent else None, starts=starts)
