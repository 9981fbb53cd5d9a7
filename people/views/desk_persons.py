"""A player at the desk, and players of other events who are the same person: join, split, hide."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.views.requests import Attempt, or_404, redirect_with, whole_number
from people.models import PersonAct
from people.selectors.people import acts_of, others_of, perhaps_the_same
from people.services.persons import hide_person, join_players, split_player, undo_person_act
from tavleya.messages import N_
from tavleya.permissions import Action
from tournaments.models.player import Player
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language
from tournaments.views.seats import person_url

_LONGEST = 80
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        PersonAct.Kind.NUMBER: N_("Joined by the same FIDE ID or national ID"),
        PersonAct.Kind.SELF: N_("Joined by the player"),
        PersonAct.Kind.JOINED: N_("Joined by an official"),
        PersonAct.Kind.SPLIT: N_("Separated by an official"),
        PersonAct.Kind.RELEASED: N_("Separated: the ID was corrected"),
    }
)


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show the page; on POST, `do` is `join` (with `other`), `split`, `undo` (an `act`), `hide` or `show`."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    if attempt := Attempt(request, lambda: _carry_out(request, frame, _player(frame, player_id))):
        return redirect_with(request, attempt.result, frame.url("person", player_id))
    player = _player(frame, player_id)
    q = request.GET.get("q", player.family_name).strip()[:_LONGEST]
    context = {
        **frame.context(),
        "player": player,
        "name": player.name_in(language()),
        "refused": attempt.refused,
        "reason": request.POST.get("reason", ""),
        "others": [_player_row(other) for other in others_of(player)],
        "found": [_player_row(other) for other in perhaps_the_same(player, frame.actor, q)],
        "acts": [
            {"act": act, "words": gettext(_KINDS[act.kind]), "undone": act.undone_at is not None}
            for act in acts_of(player)
        ],
        "hidden": player.person is not None and player.person.hidden_at is not None,
        "person_url": person_url(player),
        "q": q,
    }
    return render(request, "people/desk/person.html", context, status=attempt.status)


def _player(frame: DeskFrame, player_id: int) -> Player:
    return or_404(
        Player.objects.filter(event=frame.event, pk=player_id, erased_at=None).select_related("event", "person").first()
    )


def _player_row(player: Player) -> dict[str, object]:
    return {
        "player": player,
        "name": player.name_in(language()),
        "event": player.event.name_in(language()),
        "published": player.event.published,
    }


def _carry_out(request: HttpRequest, frame: DeskFrame, player: Player) -> str:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "player_id": player.pk}
    reason = request.POST.get("reason", "")
    match request.POST.get("do", ""):
        case "join":
            join_players(**common, same_as=_number(request, "other"), reason=reason)
            return gettext("The players are joined.")
        case "split":
            split_player(**common, reason=reason)
            return gettext("The player is separated.")
        case "undo":
            undo_person_act(**common, act_id=_number(request, "act"))
            return gettext("Undone.")
        case "hide":
            hide_person(**common, hidden=True, reason=reason)
            return gettext("The public page is hidden.")
        case "show":
            hide_person(**common, hidden=False, reason=reason)
            return gettext("The public page is shown again.")
    raise Http404


def _number(request: HttpRequest, name: str) -> int:
    return or_404(whole_number(request.POST.get(name, "")))
