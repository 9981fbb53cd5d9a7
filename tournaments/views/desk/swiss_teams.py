"""The coming round of a team Swiss: requested byes, teams that are kept apart."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.views.requests import Attempt, require_found, whole_number
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.forms.systems import RestrictionForm
from tournaments.forms.team_requests import TeamByeForm, TeamRestrictionForm
from tournaments.models.swiss import TeamBye
from tournaments.models.team import TeamStatus
from tournaments.names import bye_name
from tournaments.selectors.actors import names_of
from tournaments.selectors.swiss import NextRound
from tournaments.services.rollback.restore_points import restore
from tournaments.services.team_requests import (
    cancel_team_bye,
    keep_teams_apart,
    let_teams_meet,
    request_team_bye,
)
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.desk.swiss_labels import point_name
from tournaments.views.desk.undo import Done

#: The number of future rounds that can be chosen for a bye in an open-ended series.
MOST_ROUNDS_AHEAD = 9


def team_forms(frame: SectionDesk, view: NextRound, value: Callable[[str], dict[str, Any]]) -> dict[str, DeskForm]:
    """Return the forms, unbound or bound; `given`: the arguments of all forms, by name."""
    if not frame.section.system.teams:
        return {}
    teams = list(frame.section.teams.filter(status=TeamStatus.ACTIVE).order_by("number"))
    number = view.number or 1
    planned = frame.section.rounds_planned or number + MOST_ROUNDS_AHEAD
    return {
        "team_bye": TeamByeForm(**value("team_bye"), teams=teams, rounds=range(number, planned + 1)),
        "team_rule": TeamRestrictionForm(**value("team_rule"), teams=teams, initial={"first_round": number}),
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
        actor=frame.actor,
        now=timezone.now(),
        team_id=cleaned["team"],
        round_number=cleaned["round_number"],
        kind=cleaned["kind"],
    )
    return Done(ngettext("%(n)s bye added.", "%(n)s byes added.", 1) % {"n": 1}, frame.url("swiss"))


def _rule(frame: SectionDesk, form: DeskForm) -> Done:
    assert isinstance(form, RestrictionForm)
    cleaned = form.cleaned_data
    keep_teams_apart(
        actor=frame.actor,
        now=timezone.now(),
        section_id=frame.section.pk,
        team_id=cleaned["team"],
        other_id=cleaned["other"],
        **form.terms,
    )
    return Done(gettext("The restriction has been added."), frame.url("swiss"))


def _cancel_bye(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    number = request.POST.get("round", "")
    cancel_team_bye(
        actor=frame.actor,
        now=timezone.now(),
        team_id=key,
        round_number=int(number) if number.isdecimal() and len(number) < 4 else 0,
    )
    return Done(gettext("The bye has been removed."), frame.url("swiss"))


def _unrule(frame: SectionDesk, key: int, request: HttpRequest) -> Done:
    let_teams_meet(actor=frame.actor, now=timezone.now(), rule_id=key, confirmed="confirmed" in request.POST)
    return Done(gettext("The restriction has been removed."), frame.url("swiss"))


HANDLERS: Mapping[str, Callable[[SectionDesk, DeskForm], Done]] = {"team_bye": _bye, "team_rule": _rule}
BUTTONS: Mapping[str, Callable[[SectionDesk, int, HttpRequest], Done]] = {
    "cancel_team_bye": _cancel_bye,
    "team_unrule": _unrule,
}
#: Acts that a restore point undoes completely.
RESTORED = frozenset({"team_bye", "team_rule", "cancel_team_bye", "team_unrule"})


# Restore points of a Swiss, and going back to one.


@desk
def points(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug, Action.PAIR_ROUND)
    require_found(frame.section.system.from_results)
    key = whole_number(request.POST.get("point", ""))
    point_id = key if key is not None and frame.section.restore_points.filter(pk=key).exists() else 0
    attempt = Attempt(request, lambda: restore(actor=frame.actor, now=timezone.now(), point_id=point_id))
    if attempt:
        flash(request, gettext("The section has been restored to this point."))
        count = len(attempt.result.results_kept)
        if count:
            words = ngettext("%(n)s later result was kept.", "%(n)s later results were kept.", count)
            flash(request, words % {"n": count})
        return redirect(frame.url("section"))
    points = list(frame.section.restore_points.defer("data"))
    names = names_of(point.actor for point in points)
    context = {
        **frame.context(),
        "points": [
            {"row": point, "name": point_name(point.before, point.round_number), "who": names[point.actor]}
            for point in points
        ],
        "refused": attempt.error,
        "back": frame.url("knockout" if frame.section.system.by_stage else "swiss"),
    }
    return render(request, "desk/swiss_points.html", context, status=attempt.status)
