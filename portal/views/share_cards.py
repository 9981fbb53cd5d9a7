"""Preview images of an event, a section, a player and a game for messengers; each made once per content."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.templatetags.tavleya import result, until
from games.views.caching import PRIVATE, View, is_shared, shared_page, shared_part
from games.views.labels import game_name, phase_name, termination_label
from games.views.ledger import pair_of
from games.views.pictures import absolute, animated, can_be_animated, position_png, position_svg
from games.views.requests import or_404, require_found, wants_part
from games.views.viewer import Viewer, ViewerOptions
from people.views.people import find_history, newest_ratings, public_person
from tavleya.documents.share_cards import Lettering, Line, ShareCard, share_card
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.names import bye_name
from tournaments.selectors.events import sections_shown
from tournaments.selectors.persons import player_card
from tournaments.selectors.standings import standings_of
from tournaments.views.boards import find_board, viewer_context
from tournaments.views.frame import EventFrame, SectionFrame, language, round_name
from tournaments.views.seats import Seat, seat
from tournaments.views.teams import team_leaders

LINES = 5
_MOST_SECTIONS = 4
_FONTS = ("alegreya", "golos-text")


@cache
def lettering() -> Lettering:
    folder = Path(settings.BASE_DIR, "static", "fonts")
    files = {path.stem: path.read_bytes() for name in _FONTS for path in folder.glob(f"{name}-*.woff2")}
    return Lettering(files)


def _answer(request: HttpRequest, make: Callable[[], ShareCard], *facts: object) -> HttpResponse:
    """Return the picture, cached by `facts`."""

    def draw_response() -> HttpResponse:
        return HttpResponse(share_card(make(), lettering()), content_type="image/png")

    if is_shared(request):
        return shared_part(request, draw_response, "share card", request.path, *facts)
    response = draw_response()
    response["Cache-Control"] = PRIVATE
    return response


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    frame = EventFrame.at(request, slug)
    names = [section.name_in(language()) for section in sections_shown(frame.event).select_related("event")]
    others = [name for name in names if name != frame.event_name]
    visible_names = others[:_MOST_SECTIONS] + (["…"] if len(others) > _MOST_SECTIONS else [])
    facts = (*_when_and_where(frame.event), " · ".join(visible_names))
    card = ShareCard(frame.event_name, facts=tuple(fact for fact in facts if fact))
    return _answer(request, lambda: card, card)


def _when_and_where(event: Event) -> tuple[str, str]:
    place = ", ".join(part for part in (event.place, event.federation if event.place else "") if part)
    return until(event.starts_on, event.ends_on), place


@require_safe
def section(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "")
    return _answer(request, lambda: _section_card(frame), frame.version)


def _section_card(frame: SectionFrame) -> ShareCard:
    players = frame.section.registrations.count()
    count = ngettext("%(n)s player", "%(n)s players", players) % {"n": players}
    over = frame.event_name if frame.event_name != frame.section_name else ""
    facts = (*_when_and_where(frame.event), f"{game_name(frame.section.game)} · {count}")
    lines = _leaders(frame)
    return ShareCard(
        frame.section_name, over, tuple(fact for fact in facts if fact), _head(frame) if lines else "", lines
    )


def _head(frame: SectionFrame) -> str:
    """Return `Standings after round 5`, or only `Standings` during a round."""
    newest = frame.newest
    if newest is None or newest.kind != RoundKind.ROUND or newest.status != RoundStatus.CLOSED:
        return gettext("Standings")
    return gettext("Standings after round %(number)s") % {"number": newest.number}


def _leaders(frame: SectionFrame) -> tuple[Line, ...]:
    if frame.newest is None or not frame.section.system.ranked:
        return ()
    if frame.section.system.teams:
        teams = team_leaders(frame, LINES)
        return tuple(Line(str(row["rank"]), getattr(row["seat"], "name", ""), str(row["points"])) for row in teams)
    rows = [row for row in standings_of(frame.section).rows[:LINES] if row.row.points]
    return tuple(Line(row.place, _titled(seat(frame, row.registration)), row.points) for row in rows)


def _titled(player: Seat) -> str:
    return f"{player.title} {player.name}".strip()


@require_safe
def player(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "players")
    registration = or_404(
        Registration.objects.filter(section=frame.section, number=number)
        .select_related("player", "section__event")
        .first()
    )
    return _answer(request, lambda: _player_share_card(frame, registration), frame.version)


def _player_share_card(frame: SectionFrame, registration: Registration) -> ShareCard:
    player, card = seat(frame, registration), player_card(registration)
    rating = [gettext("Rating %(rating)s") % {"rating": player.rating}] if player.rating else []
    place = [gettext("Place %(place)s") % {"place": card.standing.place}] if card.standing.row.points else []
    points = [gettext("Points: %(points)s") % {"points": card.standing.points}] if card.lines else []
    facts = (" · ".join([*rating, *([player.federation] if player.federation else [])]), *place, *points)
    lines = tuple(
        Line(
            str(line.pairing.round.number or "·"),
            seat(frame, line.opponent).name if line.opponent else bye_name(line.pairing.bye),
            line.mark or "·",
        )
        for line in card.lines[-LINES:]
    )
    over = " · ".join(dict.fromkeys((frame.event_name, frame.section_name)))
    head = gettext("Latest games") if lines else ""
    return ShareCard(_titled(player), over, tuple(fact for fact in facts if fact), head, lines)


@require_safe
@public_person
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show the newest events of a person, with their place in finished ones."""
    history = find_history(person_id)
    player = history.newest
    titles = [player.title for player in history.players if player.title]
    ratings = [f"{name} {rating}" for name, rating in newest_ratings(history)[:3]]
    lines = tuple(
        Line(section.place.place if section.place else "·", section.event.name_in(language()), section.points)
        for section in history.sections[:LINES]
    )
    name = f"{titles[0] if titles else ''} {player.name_in(language())}".strip()
    facts = tuple(fact for fact in (player.federation, " · ".join(ratings)) if fact)
    card = ShareCard(name, "", facts, gettext("Latest events") if lines else "", lines)
    return _answer(request, lambda: card, card)


@require_safe
def game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the board at its last move; for a finished game with its result."""
    board = find_board(request, slug, game_id)
    section, round_ = board.section, board.pairing.round

    def make() -> ShareCard:
        viewer = Viewer(board.game, ViewerOptions())
        over = " · ".join(dict.fromkeys((section.event.name_in(language()), section.name_in(language()))))
        reason = termination_label(board.game.termination) if board.game.termination else ""
        status = (result(board.game.result), reason) if board.game.result else (phase_name(board.game.phase), "")
        place = ", ".join(filter(None, (round_name(round_.number) if round_.number else "", viewer.move_words)))
        # A line does not begin with the dash between the two.
        title = pair_of(board.game).replace(" – ", "\u00a0– ")
        return ShareCard(title, over, (", ".join(part for part in status if part), place), board=position_png(viewer))

    facts = (board.game.digest, board.game.result, pair_of(board.game), section.names, section.event.names)
    return _answer(request, make, *facts)


# Sharing of a game: pictures of it, and a page to embed.

_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def framed(view: View) -> View:
    """Allow any site to frame a view."""
    return cast(View, require_safe(xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))))


@require_safe
@shared_page
def position(request: HttpRequest, slug: str, game_id: int, form: str) -> HttpResponse:
    """Return one position as a picture; `ply` and `bottom` as on the game's page."""
    viewer = Viewer(find_board(request, slug, game_id).game, ViewerOptions.asked(request.GET))
    picture = position_svg(viewer) if form == "svg" else position_png(viewer)
    return HttpResponse(picture, content_type=_TYPES[form])


@require_safe
@shared_page
def animation(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Return a finished game as a GIF."""
    viewer = Viewer(find_board(request, slug, game_id).game, ViewerOptions.asked(request.GET))
    require_found(can_be_animated(viewer))
    return HttpResponse(animated(viewer), content_type="image/gif")


@framed
@shared_page
def embed(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The game alone, for a frame in somebody else's page.  It holds no form, and nothing that needs a session."""
    board = find_board(request, slug, game_id)
    viewer = Viewer(board.game, ViewerOptions.asked(request.GET))
    context = viewer_context(request, board, viewer) | {"embedded": True}
    if wants_part(request):
        return render(request, "components/game.html", context)
    context["page_url"] = absolute(reverse("game", args=[slug, board.game.pk]), {})
    return render(request, "portal/game_embed.html", context)


def share_of(slug: str, viewer: Viewer) -> dict[str, str]:
    """Return absolute URLs to share a game at the shown ply; no GIF of a game that is in progress or too long."""

    def address(name: str, *more: object, ply: bool = True) -> str:
        query = {"ply": str(viewer.ply)} if ply else {}
        if viewer.look.bottom != "white":
            query["bottom"] = viewer.look.bottom.value
        return absolute(reverse(name, args=[slug, viewer.game.pk, *more]), query)

    return {
        "link": address("game"),
        "png": address("game_picture", "png"),
        "svg": address("game_picture", "svg"),
        "gif": address("game_gif", ply=False) if can_be_animated(viewer) else "",
        "embed": address("game_embed"),
    }
