"""Team events at the desk: the teams, the line-ups of a match, a match without play; and who gives a display."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.views.requests import Attempt, or_404, posted_data, redirect_with, whole_number
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.forms.systems import (
    DisplayForm,
    ForfeitForm,
    LineUpForm,
    RestrictionForm,
    TeamForm,
    UnpublishForm,
    someone,
)
from tournaments.models.player import Registration, RegistrationStatus, Team, TeamMatch, TeamStatus
from tournaments.models.round import REQUESTED, Round, RoundStatus
from tournaments.models.swiss import TeamBye
from tournaments.names import bye_name, names_of
from tournaments.selectors.swiss import NextRound
from tournaments.selectors.teams import match_cards, options_of
from tournaments.services.pairing_again import unpublish_round
from tournaments.services.restore_points import restore
from tournaments.services.seeding import seat_display
from tournaments.services.team_requests import (
    add_team,
    cancel_team_bye,
    edit_team,
    keep_teams_apart,
    let_teams_meet,
    members_of,
    request_team_bye,
    set_members,
    withdraw_team,
)
from tournaments.services.team_rounds import clear_line_up, forfeit_match, line_up_of, set_line_up
from tournaments.views.desk.acts import DeskAct, Done, perform
from tournaments.views.desk.frame import SectionDesk, at_round, at_section, desk, flash, posted_from
from tournaments.views.desk.log_lines import point_name
from tournaments.views.frame import language, round_name
from tournaments.views.seats import seat_in
from tournaments.views.teams import card_view

# The coming round of a team Swiss: requested byes, teams that are kept apart.

#: The number of future rounds that can be chosen for a bye in an open-ended series.
MOST_ROUNDS_AHEAD = 9


def team_forms(frame: SectionDesk, view: NextRound, options: Callable[[str], dict[str, Any]]) -> dict[str, DeskForm]:
    """Return the forms, unbound or bound; `options` returns the arguments of a form by its name."""
    if not frame.section.system.teams:
        return {}
    teams = list(frame.section.teams.filter(status=TeamStatus.ACTIVE).order_by("number"))
    number = view.number or 1
    planned = frame.section.rounds_planned or number + MOST_ROUNDS_AHEAD
    return {
        "team_bye": TeamByeForm(**options("team_bye"), teams=teams, rounds=range(number, planned + 1)),
        "team_rule": TeamRestrictionForm(**options("team_rule"), teams=teams, initial={"first_round": number}),
    }


def team_context(frame: SectionDesk, view: NextRound) -> dict[str, object]:
    if not frame.section.system.teams:
        return {}
    byes = TeamBye.objects.filter(team__section=frame.section, round_number__gte=view.number or 1)
    return {
        "team_byes": [
            {"row": bye, "kind": bye_name(bye.kind)}
            for bye in byes.select_related("team").order_by("round_number", "team__number")
        ],
        "team_rules": list(frame.section.team_rules.select_related("one", "other")),
    }


def _bye(frame: SectionDesk, form: DeskForm) -> Done:
    cleaned = form.cleaned_data
    request_team_bye(
        **frame.caller, team_id=cleaned["team"], round_number=cleaned["round_number"], kind=cleaned["kind"]
    )
    return Done(ngettext("%(n)s bye added.", "%(n)s byes added.", 1) % {"n": 1}, frame.url("swiss"))


def _rule(frame: SectionDesk, form: DeskForm) -> Done:
    assert isinstance(form, RestrictionForm)
    cleaned = form.cleaned_data
    keep_teams_apart(
        **frame.caller, section_id=frame.section.pk, team_id=cleaned["team"], other_id=cleaned["other"], **form.terms
    )
    return Done(gettext("The restriction has been added."), frame.url("swiss"))


def _cancel_bye(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    number = request.POST.get("round", "")
    cancel_team_bye(
        **frame.caller, team_id=key, round_number=int(number) if number.isdecimal() and len(number) < 4 else 0
    )
    return Done(gettext("The bye has been removed."), frame.url("swiss"))


def _unrule(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    let_teams_meet(**frame.caller, rule_id=key, confirmed="confirmed" in request.POST)
    return Done(gettext("The restriction has been removed."), frame.url("swiss"))


HANDLERS: Mapping[str, Callable[[SectionDesk, DeskForm], Done]] = {"team_bye": _bye, "team_rule": _rule}
BUTTONS: Mapping[str, Callable[[SectionDesk, int, HttpRequest], Done]] = {
    "cancel_team_bye": _cancel_bye,
    "team_unrule": _unrule,
}


# Restore points of a Swiss, and going back to one.


@desk
@at_section(Action.PAIR_ROUND, having=lambda system: system.from_results)
def points(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    key = whole_number(request.POST.get("point", ""))
    point_id = key if key is not None and frame.section.restore_points.filter(pk=key).exists() else 0
    attempt = Attempt(request, lambda: restore(**frame.caller, point_id=point_id))
    if attempt:
        flash(request, gettext("The section has been restored to this point."))
        count = len(attempt.result.results_kept)
        if count:
            words = ngettext("%(n)s later result was kept.", "%(n)s later results were kept.", count)
            flash(request, words % {"n": count})
        return redirect(frame.url("section"))
    points = list(frame.section.restore_points.defer("data"))
    names = names_of(point.actor for point in points)
    return frame.page(
        "desk/swiss_points.html",
        attempt.status,
        points=[
            {"row": point, "name": point_name(point.before, point.round_number), "who": names[point.actor]}
            for point in points
        ],
        refused=attempt.error,
        back=frame.url("knockout" if frame.section.system.by_stage else "swiss"),
    )


@desk
@at_section(having=lambda system: system.teams)
def teams(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Every team with its players, the players without a team, and the form for a new team."""
    form = TeamForm(posted_data(request), languages=frame.event.text_languages, registrations=_registrations(frame))
    if request.method == "POST":
        frame.require(Action.ENTER_PLAYERS)
    if form.attempt(
        lambda: add_team(
            **frame.caller, section_id=frame.section.pk, members=form.cleaned_data["members"], **form.values()
        )
    ):
        return redirect_with(
            request, gettext("%(team)s has been added.") % {"team": form.result.name}, frame.url("teams")
        )
    return frame.page(
        "desk/teams.html",
        form.status,
        teams=[_team(frame, team) for team in frame.section.teams.order_by("number")],
        without=[
            seat_in(frame.event.slug, frame.section, registration)
            for registration in _registrations(frame)
            if registration.status == RegistrationStatus.ACTIVE and not hasattr(registration, "membership")
        ],
        form=form if frame.may[Action.ENTER_PLAYERS] and (not frame.rounds or frame.section.system.by_round) else None,
        paired=bool(frame.rounds),
    )


def _registrations(frame: SectionDesk) -> list[Registration]:
    rows = frame.section.registrations.select_related("player", "membership")
    return list(rows.order_by("number"))


def _team(frame: SectionDesk, team: Team) -> dict[str, Any]:
    members = members_of(team)
    boards = options_of(frame.section).boards if frame.section.system.line_ups else len(members)
    return {
        "team": team,
        "name": team.name_in(language()),
        "withdrawn": team.status == TeamStatus.WITHDRAWN,
        "players": [
            {"place": place, "reserve": place > boards, "seat": seat_in(frame.event.slug, frame.section, member)}
            for place, member in enumerate(members, start=1)
        ],
        "short": len(members) < boards,
        "url": frame.url("team", team.number),
    }


@desk
@at_section(Action.ENTER_PLAYERS, having=lambda system: system.teams)
def team(request: HttpRequest, frame: SectionDesk, number: int) -> HttpResponse:
    """One team: its name, captain and board order."""
    row = _find(frame, number)
    form = TeamForm(
        posted_data(request),
        languages=frame.event.text_languages,
        registrations=_registrations(frame),
        initial=TeamForm.initial_of(row),
    )
    if form.attempt(lambda: _save(frame, row, form)):
        return redirect_with(request, gettext("Saved."), frame.url("teams"))
    return _team_page(request, frame, row, form, form.status)


def _team_page(
    request: HttpRequest, frame: SectionDesk, team: Team, form: TeamForm, status: int, problem: str = ""
) -> HttpResponse:
    return frame.page(
        "desk/team_form.html",
        status,
        team=team,
        form=form,
        problem=problem,
        people=[seat_in(frame.event.slug, frame.section, registration) for registration in _registrations(frame)],
        withdrawn=team.status == TeamStatus.WITHDRAWN,
        withdraw_url=frame.url("team_withdraw", team.number),
        paired=bool(frame.rounds),
    )


def _save(frame: SectionDesk, team: Team, form: TeamForm) -> None:
    now = timezone.now()
    edit_team(actor=frame.actor, now=now, team_id=team.pk, changes=form.values())
    if form.cleaned_data["members"] != [member.pk for member in members_of(team)]:
        set_members(actor=frame.actor, now=now, team_id=team.pk, registration_ids=form.cleaned_data["members"])


def _find(frame: SectionDesk, number: int) -> Team:
    return or_404(frame.section.teams.filter(number=number).first())


@posted_from("desk_team", "slug", "section_slug", "number")
@desk
@at_section(Action.ENTER_PLAYERS, having=lambda system: system.teams)
def team_withdraw(request: HttpRequest, frame: SectionDesk, number: int) -> HttpResponse:
    row = _find(frame, number)
    attempt = Attempt(
        request, lambda: withdraw_team(**frame.caller, team_id=row.pk, reason=request.POST.get("reason", "")[:200])
    )
    if not attempt:
        form = TeamForm(
            languages=frame.event.text_languages, registrations=_registrations(frame), initial=TeamForm.initial_of(row)
        )
        return _team_page(request, frame, row, form, attempt.status, attempt.sentence)
    return redirect_with(request, gettext("The team has withdrawn."), frame.url("teams"))


# One match


@desk
@at_round(having=lambda system: system.teams)
def match(request: HttpRequest, frame: SectionDesk, row: Round, match_number: int) -> HttpResponse:
    """The line-ups of a match while its round is a draft, and the form for a forfeit of the whole match."""
    card = next(
        (
            match_card
            for match_card in match_cards(frame.section, row.number, drafts=True)
            if match_card.match.number == match_number
        ),
        None,
    )
    if card is None or card.match.second is None:
        raise Http404
    sides = (card.match.first, card.match.second)
    forms = _match_forms(frame, card.match, sides, request.POST if request.method == "POST" else None)
    form: DeskForm | None = None
    if request.method == "POST":
        act = request.POST.get("act", "")
        name = act.removeprefix("usual_")
        form = posted_form = or_404(forms.get(name))
        if posted_form.attempt(lambda: _do(frame, card.match, act, posted_form, sides), unchecked=name != act):
            return redirect_with(request, posted_form.result, frame.url("match", row.number, match_number))
        forms = {**_match_forms(frame, card.match, sides, None), name: posted_form}
    can_line_up = row.status == RoundStatus.DRAFT and not card.boards and not card.match.forfeited
    return frame.page(
        "desk/match.html",
        form.status if form else 200,
        round=row,
        round_name=round_name(row.number),
        card=card_view(frame.event.slug, frame.section, card),
        line_ups=[
            {
                "team": team.name_in(language()),
                "form": forms[name],
                "name": name,
                "given": any(line.team_id == team.pk for line in card.match.line_ups.all()),
            }
            for name, team in zip(("first", "second"), sides, strict=True)
        ]
        if can_line_up and frame.may[Action.SET_LINE_UP]
        else [],
        forfeit=forms["forfeit"] if frame.may[Action.ENTER_RESULT] and row.status != RoundStatus.CLOSED else None,
        back=frame.url("round", row.number),
        refused=form and form.refused,
    )


def _match_forms(frame: SectionDesk, match: TeamMatch, sides: tuple[Team, Team], data: Any) -> dict[str, DeskForm]:
    boards = options_of(frame.section).boards
    desk_forms: dict[str, DeskForm] = {}
    for name, team in zip(("first", "second"), sides, strict=True):
        registrations = [
            registration for registration in members_of(team) if registration.status == RegistrationStatus.ACTIVE
        ]
        seats = line_up_of(match, team, boards)
        desk_forms[name] = LineUpForm(
            data,
            members=registrations,
            boards=boards,
            auto_id=f"id_{name}_%s",
            initial={f"board_{board}": seat for board, seat in enumerate(seats, start=1)},
        )
    first, second = (team.name_in(language()) for team in sides)
    desk_forms["forfeit"] = ForfeitForm(
        data, first=first, second=second, initial={"lost_by": match.forfeited}, auto_id="id_forfeit_%s"
    )
    return desk_forms


def _do(frame: SectionDesk, match: TeamMatch, act: str, form: DeskForm, sides: tuple[Team, Team]) -> str:
    now = timezone.now()
    if act == "forfeit":
        forfeit_match(
            actor=frame.actor,
            now=now,
            match_id=match.pk,
            lost_by=form.cleaned_data["lost_by"],
            reason=form.cleaned_data["reason"],
        )
        return gettext("Saved.")
    team = sides[act.removeprefix("usual_") == "second"]
    common: dict[str, Any] = {"actor": frame.actor, "now": now, "match_id": match.pk, "team_id": team.pk}
    if act.startswith("usual_"):
        clear_line_up(**common)
        return gettext("%(team)s plays in its usual order.") % {"team": team.name_in(language())}
    assert isinstance(form, LineUpForm)
    set_line_up(**common, seats=form.seats)
    return gettext("The line-up of %(team)s has been submitted.") % {"team": team.name_in(language())}


# A display, and the return of a round to a draft


@desk
@at_section(Action.PAIR_ROUND, having=lambda system: system.display)
def display(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """The form for the giver of a display: all other players are seated against them."""
    registrations = frame.section.registrations.filter(status=RegistrationStatus.ACTIVE).select_related("player")
    form = DisplayForm(posted_data(request), registrations=list(registrations.order_by("number")))

    def page(form: DeskForm | None, error: DomainError | None = None, status: int = 200) -> HttpResponse:
        return frame.page("desk/display_form.html", status, form=form)

    if request.method != "POST":
        return page(form)
    act = DeskAct(
        service=seat_display,
        arguments=lambda cleaned: {"giver_id": cleaned["giver"]},
        message=lambda _, __: gettext("The simultaneous display has been seated. It is a draft."),
    )
    to = frame.url("round", None)
    return perform(frame, act, page, lambda _: to, form=form, section_id=frame.section.pk)


@desk
@at_round(Action.PAIR_ROUND)
def unpublish(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """Make the last public round a draft again."""
    form = UnpublishForm(request.POST if request.method == "POST" else None)
    back = frame.url("round", row.number)

    def page(form: DeskForm | None, error: DomainError | None = None, status: int = 200) -> HttpResponse:
        return frame.page("desk/unpublish.html", status, form=form, round_name=round_name(row.number), back=back)

    if request.method != "POST":
        return page(form)
    act = DeskAct(
        service=unpublish_round,
        message=lambda _, __: gettext("%(round)s is a draft again.") % {"round": round_name(row.number)},
    )
    return perform(frame, act, page, lambda _: back, form=form, round_id=row.pk)


# Byes of teams and teams that are kept apart, before a round of a team Swiss.


def _choices(teams: Sequence[Team]) -> list[tuple[Any, str]]:
    return [("", gettext("Choose a team")), *((team.pk, f"{team.number}. {team.name}") for team in teams)]


class TeamByeForm(DeskForm):
    """Byes of a team; `rounds` are the unpaired ones."""

    team = someone(_("Team"))
    round_number = forms.TypedChoiceField(label=_("Round"), choices=[], coerce=int)
    kind = forms.ChoiceField(label=_("Type of bye"), choices=[])

    def __init__(self, *args: Any, teams: Sequence[Team], rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].choices = _choices(teams)  # type: ignore[attr-defined]
        self.fields["round_number"].choices = [(round_, str(round_)) for round_ in rounds]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [(kind.value, bye_name(kind)) for kind in REQUESTED]  # type: ignore[attr-defined]


class TeamRestrictionForm(RestrictionForm):
    team = someone(_("Team"))
    other = someone(_("Other team"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("team", "other"):
            self.fields[name].choices = _choices(teams)  # type: ignore[attr-defined]
