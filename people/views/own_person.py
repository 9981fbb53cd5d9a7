"""A player's choices by private link: "this is me" in several events, or "no public page"."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.views.caching import unlisted
from games.views.problems import Attempt, find_or_404, or_404, redirect_with
from people.selectors.joined_players import act_of_own, others_of
from people.services.persons.decisions import claim_person, hide_person, undo_person_act
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tournaments.models.player import Player
from tournaments.services.player_links import actor_of_link
from tournaments.views.frame import language
from tournaments.views.seats import person_url


@require_http_methods(["GET", "HEAD", "POST"])
def own_person(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page; on POST, `do` is `claim`, `unclaim`, `hide` or `show`. An invalid link gives 404."""
    row, actor = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    player = row.player
    if attempt := Attempt(request, lambda: _done(request, actor, player)):
        return redirect_with(request, attempt.result, "my_person", token=token)
    person = player.person
    context = {
        "name": player.name_in(language()),
        "player": player,
        "event": player.event,
        "token": token,
        "refused": attempt.refused,
        "others": [
            {"name": item.name_in(language()), "event": item.event.name_in(language())}
            for item in others_of(player)
            if item.event.published
        ],
        "hidden": person is not None and person.hidden_at is not None,
        "person_url": person_url(player),
        "claimed": act_of_own(player) is not None,
    }
    return unlisted(render(request, "people/my/person.html", context, status=attempt.status))


def _done(request: HttpRequest, actor: Actor, player: Player) -> str:
    """Perform the act and return the message for the player."""
    common: dict[str, Any] = {"actor": actor, "now": timezone.now(), "player_id": player.pk}
    match request.POST.get("do", ""):
        case "claim":
            user = replace(actor, user_id=request.user.pk) if request.user.is_authenticated else actor
            claim_person(**{**common, "actor": user})
            return gettext("Your account and this player are now one person.")
        case "unclaim":
            act = or_404(act_of_own(player))
            undo_person_act(**common, act_id=act.pk)
            return gettext("Undone.")
        case "hide":
            hide_person(**common, hidden=True)
            return gettext("You have no public page from now on.")
        case "show":
            hide_person(**common, hidden=False)
            return gettext("Your public page is shown again.")
    raise Http404
