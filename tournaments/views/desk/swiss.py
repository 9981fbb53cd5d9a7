"""The next round of a Swiss: its players, byes and restrictions, and the button that pairs it."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.views.requests import or_404, require_found, whole_number
from tavleya.errors import DomainError
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.tiebreaks.table import points_text
from tournaments.forms.base import DeskForm
from tournaments.forms.systems import (
    AskedByeForm,
    ExchangeNumbersForm,
    FixedTableForm,
    LateEntryForm,
    PairConstraintForm,
    PairForm,
    RestrictionForm,
    UndoForm,
    WithdrawalForm,
)
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name, method_name
from tournaments.selectors.rounds import open_bye_requests
from tournaments.selectors.swiss import NextRound, next_round
from tournaments.services.attendance import expel_player, reenter_player
from tournaments.services.bye_requests import cancel_bye, decide_bye_request, request_byes
from tournaments.services.pairing_again import exchange_numbers, undo_last_round
from tournaments.services.restrictions import add_pair_constraint, fix_table, fixed_settings, remove_pair_constraint
from tournaments.services.rounds import progress_of
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import may_renumber, renumber_by_rating
from tournaments.services.swiss import LARGE, pair_next_round, request_pairing
from tournaments.views.desk import teams as swiss_teams
from tournaments.views.desk.acts import DeskAttempt, Done, fields_of_late_entry, late_entry, tell
from tournaments.views.desk.entries import numbering
from tournaments.views.desk.frame import SectionDesk, at_section, desk, posted_from
from tournaments.views.desk.log_lines import RULES
from tournaments.views.frame import round_name
from tournaments.views.seats import seat_in

Forms = dict[str, DeskForm]


@desk
@require_safe
@at_section(having=lambda system: system.by_round)
def next_round_page(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    return _page(request, frame)


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    forms: Forms | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    view = next_round(frame.section)
    forms = {**_forms(frame, view), **(forms or {})}
    job = frame.section.jobs.filter(kind=JobKind.PAIR_ROUND, state=JobState.WAITING).first()
    last = view.last
    engine = frame.section.system.engine(frame.section.edition)
    return frame.page(
        "desk/swiss.html",
        status,
        coming=view,
        round_name=round_name(view.number),
        last_name=round_name(last.number) if last else "",
        forms=forms,
        failed=next((name for name, form in forms.items() if form.errors), ""),
        refused=refused,
        byes=[{"row": bye, "seat": _seat(frame, bye.registration), "kind": bye_name(bye.kind)} for bye in view.byes],
        bye_requests=[
            {"row": bye, "seat": _seat(frame, bye.registration), "kind": bye_name(bye.kind)}
            for bye in open_bye_requests(frame.section)
        ],
        rules=[
            {
                "row": rule,
                "one": _seat(frame, rule.one),
                "other": _seat(frame, rule.other),
                "words": gettext(RULES[rule.kind]),
            }
            for rule in view.rules
        ],
        tables=[_seat_with(frame, entry) for entry in view.active if entry.fixed_board],
        virtual=[
            {**_seat_with(frame, entry), "points": [points_text(worth) for worth in entry.virtual_points]}
            for entry in view.active
            if entry.virtual_points
        ],
        late=[_seat_with(frame, entry) for entry in view.late],
        out=[_seat_with(frame, entry) for entry in view.out],
        open_boards=[f"{board.round.number}.{board.board}" for board in view.open_boards],
        adjourned=[f"{board.round.number}.{board.board}" for board in view.adjourned],
        adjourned_before=[f"{board.round.number}.{board.board}" for board in view.adjourned_before],
        draft=last is not None and last.status == RoundStatus.DRAFT,
        last_url=frame.url("round", last.number) if last else "",
        job_url=frame.url("swiss_job", job.key) if job else "",
        act_url=frame.url("swiss_action"),
        points_url=frame.url("swiss_points"),
        **numbering(frame, view.registrations),
        may_renumber=frame.may[Action.ENTER_PLAYERS] and may_renumber(frame.section),
        first=frame.section.first_colour,
        restrictions_fixed="restrictions" in fixed_settings(frame.section),
        method=method_name(engine.system, engine.edition),
        colour_drawn=engine.colour_drawn,
        bye_help=gettext(frame.section.system.bye_help) if frame.section.system.bye_help else "",
        **swiss_teams.team_context(frame, view),
    )


def _seat(frame: SectionDesk, registration: Any) -> Any:
    return seat_in(frame.event.slug, frame.section, registration)


def _seat_with(frame: SectionDesk, registration: Any) -> dict[str, Any]:
    return {"registration": registration, "seat": _seat(frame, registration)}


def _forms(frame: SectionDesk, view: NextRound, data: Any = None) -> Forms:
    """Return the forms of the page: unbound, or bound to `data`."""
    entered = frame.section.registrations.values("player")
    players = Player.objects.filter(event=frame.event).exclude(pk__in=entered)
    number, teams = view.number or 1, frame.section.system.teams
    planned = frame.section.rounds_planned or number + swiss_teams.MOST_ROUNDS_AHEAD
    common: dict[str, Any] = {"data": data, "auto_id": "id_%s"}
    makers: Mapping[str, Callable[[], DeskForm]] = {
        "pair": lambda: PairForm(**_with_form_ids(common, "pair"), initial={"number": number}, teams=teams),
        "bye": lambda: AskedByeForm(
            **_with_form_ids(common, "bye"),
            registrations=view.active,
            rounds=range(number, planned + 1),
            initial={"rounds": [number]},
        ),
        "numbers": lambda: ExchangeNumbersForm(**_with_form_ids(common, "numbers"), registrations=view.registrations),
        "rule": lambda: PairConstraintForm(
            **_with_form_ids(common, "rule"), registrations=view.active, initial={"first_round": number}
        ),
        "table": lambda: FixedTableForm(**_with_form_ids(common, "table"), registrations=view.active),
        "late": lambda: LateEntryForm(
            **_with_form_ids(common, "late"), players=players, late=fields_of_late_entry(frame)
        ),
        "out": lambda: WithdrawalForm(**_with_form_ids(common, "out"), registrations=view.active),
        "undo": lambda: UndoForm(
            **_with_form_ids(common, "undo"), initial={"number": view.last.number if view.last else None}
        ),
    }
    desk_forms = {name: make() for name, make in makers.items()}
    return {**desk_forms, **swiss_teams.team_forms(frame, view, lambda name: _with_form_ids(common, name))}


def _with_form_ids(common: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the arguments with a separate prefix of ids, because one page has several forms."""
    return {**common, "auto_id": f"id_{name}_%s"}


@posted_from("desk_swiss")
@desk
@at_section(having=lambda system: system.by_round)
def handle_action(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Carry out `act`: one of `_HANDLERS`, which have a form each, or of `_BUTTONS`."""
    name = request.POST.get("act", "")
    if name in _BUTTONS:
        return _button(request, frame, name)
    if name not in _HANDLERS:
        return _page(request, frame, status=400)
    form = _forms(frame, next_round(frame.section), request.POST)[name]
    if not form.is_valid():
        return _page(request, frame, {name: form}, status=422)
    attempt = DeskAttempt(request, lambda: _HANDLERS[name](frame, form))
    if attempt:
        return _redirect_with_note(request, name, attempt)
    if attempt.error and name != "pair":
        form.refuse(attempt.error)
    refused = attempt.error if name == "pair" else None
    return _page(request, frame, {name: form}, refused, attempt.status)


def _button(request: HttpRequest, frame: SectionDesk, name: str) -> HttpResponse:
    key = request.POST.get("key", "")
    attempt = DeskAttempt(request, lambda: _BUTTONS[name](frame, whole_number(key) or 0, request))
    if attempt:
        return _redirect_with_note(request, name, attempt)
    return _page(request, frame, refused=attempt.error, status=attempt.status)


def _redirect_with_note(request: HttpRequest, name: str, attempt: DeskAttempt[Done]) -> HttpResponse:
    tell(request, attempt.result.words, "" if name in _WITHOUT_UNDO else attempt.note)
    return redirect(attempt.result.url)


def _pair(frame: SectionDesk, form: DeskForm) -> Done:
    common = {
        **frame.caller,
        "section_id": frame.section.pk,
        "number": form.cleaned_data["number"],
        "first_colour": form.cleaned_data["first_colour"],
    }
    if next_round(frame.section).present >= LARGE:
        return Done("", frame.url("swiss_job", request_pairing(**common).key))
    round_ = pair_next_round(**common)
    words = gettext("%(round)s has been paired. It is a draft.") % {"round": round_name(round_.number)}
    return Done(words, frame.url("round", round_.number))


def _bye(frame: SectionDesk, form: DeskForm) -> Done:
    cleaned = form.cleaned_data
    byes = request_byes(
        **frame.caller,
        registration_id=cleaned["registration"],
        round_numbers=cleaned["rounds"],
        kind=cleaned["kind"],
        confirmed=frame.request.POST.getlist("confirmed"),
    )
    n = len(byes)
    return Done(ngettext("%(n)s bye added.", "%(n)s byes added.", n) % {"n": n}, frame.url("swiss"))


def _add_constraint(frame: SectionDesk, form: DeskForm) -> Done:
    assert isinstance(form, RestrictionForm)
    cleaned = form.cleaned_data
    add_pair_constraint(
        **frame.caller,
        section_id=frame.section.pk,
        kind=cleaned["kind"],
        registration_id=cleaned["registration"],
        other_id=cleaned["other"],
        **form.terms,
    )
    return Done(gettext("The restriction has been added."), frame.url("swiss"))


def _numbers(frame: SectionDesk, form: DeskForm) -> Done:
    exchange_numbers(
        **frame.caller,
        section_id=frame.section.pk,
        one_id=form.cleaned_data["one"],
        other_id=form.cleaned_data["other"],
        confirmed=frame.request.POST.getlist("confirmed"),
    )
    return Done(gettext("The starting numbers have been exchanged."), frame.url("swiss"))


def _table(frame: SectionDesk, form: DeskForm) -> Done:
    fix_table(**frame.caller, registration_id=form.cleaned_data["registration"], board=form.cleaned_data["board"])
    return Done(gettext("Saved."), frame.url("swiss"))


def _late(frame: SectionDesk, form: DeskForm) -> Done:
    assert isinstance(form, LateEntryForm)
    return Done(late_entry(frame, form), frame.url("swiss"))


def _out(frame: SectionDesk, form: DeskForm) -> Done:
    common = {
        **frame.caller,
        "registration_id": form.cleaned_data["registration"],
        "reason": form.cleaned_data["reason"],
    }
    if form.cleaned_data["how"] == "expel":
        expel_player(**common)
        return Done(gettext("The player has been expelled."), frame.url("swiss"))
    withdraw_player(**common)
    return Done(gettext("The player has withdrawn."), frame.url("swiss"))


def _undo(frame: SectionDesk, form: DeskForm) -> Done:
    number = form.cleaned_data["number"]
    undo_last_round(
        **frame.caller,
        section_id=frame.section.pk,
        number=number,
        confirmed=form.cleaned_data["confirmed"],
        reason=form.cleaned_data["reason"],
    )
    words = gettext("%(round)s has been undone. A restore point can bring it back.")
    return Done(words % {"round": round_name(number)}, frame.url("swiss"))


#: Acts without an undo button: each of their log lines would undo only a part of the act.
_WITHOUT_UNDO = frozenset({"late", "grant_bye_request"})
_HANDLERS: Mapping[str, Callable[[SectionDesk, DeskForm], Done]] = {
    "pair": _pair,
    "bye": _bye,
    "numbers": _numbers,
    "rule": _add_constraint,
    "table": _table,
    "late": _late,
    "out": _out,
    "undo": _undo,
    **swiss_teams.HANDLERS,
}


def _cancel_bye(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    number = whole_number(request.POST.get("round", "")) or 0
    cancel_bye(**frame.caller, registration_id=key, round_number=number)
    return Done(gettext("The bye has been removed."), frame.url("swiss"))


def _bye_request(granted: bool) -> Callable[[SectionDesk, int, HttpRequest], Done]:
    def act(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
        require_found(open_bye_requests(frame.section).filter(pk=key).exists())
        decide_bye_request(
            **frame.caller, bye_request_id=key, granted=granted, confirmed=request.POST.getlist("confirmed")
        )
        words = gettext("The bye has been granted.") if granted else gettext("The bye has been refused.")
        return Done(words, frame.url("swiss"))

    return act


def _remove_constraint(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    remove_pair_constraint(**frame.caller, rule_id=key, confirmed="confirmed" in request.POST)
    return Done(gettext("The restriction has been removed."), frame.url("swiss"))


def _renumber(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    renumber_by_rating(**frame.caller, section_id=frame.section.pk, confirmed=request.POST.getlist("confirmed"))
    words = gettext("The players have been renumbered by rating. A restore point can bring the old numbers back.")
    return Done(words, frame.url("swiss"))


def _reinstate(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    reenter_player(**frame.caller, registration_id=key)
    return Done(gettext("The player has been reinstated."), frame.url("swiss"))


_BUTTONS: Mapping[str, Callable[[SectionDesk, int, HttpRequest], Done]] = {
    "cancel_bye": _cancel_bye,
    "grant_bye_request": _bye_request(granted=True),
    "refuse_bye_request": _bye_request(granted=False),
    "unrule": _remove_constraint,
    "back": _reinstate,
    "renumber": _renumber,
    **swiss_teams.BUTTONS,
}


# The progress of the worker with the pairing of a large round.


@desk
@require_safe
@at_section(Action.PAIR_ROUND, having=lambda system: system.by_round)
def job(request: HttpRequest, frame: SectionDesk, key: UUID) -> HttpResponse:
    """The progress of the worker with a large round.  With `part` only the changing part."""
    pairing_job = or_404(Job.objects.filter(key=key, section=frame.section, kind=JobKind.PAIR_ROUND).first())
    done, total = progress_of(pairing_job.pk) or (0, 0)
    error = pairing_job.report.get("error")
    number = pairing_job.report["round"]
    context = {
        **frame.context(),
        "waiting": pairing_job.state == JobState.WAITING,
        "done": done,
        "of": total,
        "error": Message.from_json(error).render(gettext) if error else "",
        "code": error["code"] if error else "",
        "round_name": round_name(number),
        "url": frame.url("swiss_job", pairing_job.key),
        "round_url": frame.url("round", number),
        "coming_url": frame.url("swiss"),
    }
    template = "desk/swiss_job_part.html" if "part" in request.GET else "desk/swiss_job.html"
    return render(request, template, context)
