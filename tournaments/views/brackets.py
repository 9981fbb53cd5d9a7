"""Display of a bracket: stages side by side, matches with the score of each game, future matches with empty places."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.requests import require_found
from tavleya.pairing.micromatches import MatchVerdict
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.match_centre import KnockoutBracket, MatchView, bracket
from tournaments.services.matches import terms_of
from tournaments.views.frame import SectionFrame
from tournaments.views.seats import Seat, seat, seat_in


@dataclass(frozen=True, slots=True)
class BracketGame:
    """One game of a match from one player's side; `text` is empty while there is no result."""

    leg: int
    text: str
    side: str
    url: str
    live: bool


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One of the two players of a match.  `note` is shown while the player is unknown."""

    seat: Seat | None
    seed: int | None
    games: tuple[BracketGame, ...]
    total: str
    goes_on: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a bracket, or an empty place for a match that is not paired yet (`view` None)."""

    number: int
    lines: tuple[SeatLine, ...]
    view: MatchView | None = None
    for_third: bool = False

    @property
    def awarded(self) -> bool:
        """Whether a player advanced by the arbiter's decision and not by the games."""
        return self.view is not None and self.view.match.winner_id is not None

    @property
    def walkover(self) -> bool:
        return self.view is not None and self.view.match.second_id is None

    @property
    def level(self) -> bool:
        return self.view is not None and self.view.winner is None and self.view.verdict is MatchVerdict.LEVEL

    @property
    def decided(self) -> bool:
        return self.view is not None and self.view.winner is not None


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    slots: tuple[Slot, ...]
    third: Slot | None
    round_number: int | None
    draft: bool = False
    final: bool = False


def stage_name(matches: int) -> str:
    """Return the name of a stage by its number of matches."""
    names = {
        1: pgettext("stage of a knockout", "Final"),
        2: gettext("Semi-finals"),
        4: gettext("Quarter-finals"),
        8: gettext("Round of 16"),
        16: gettext("Round of 32"),
        32: gettext("Round of 64"),
        64: gettext("Round of 128"),
    }
    return names.get(matches) or gettext("Stage of %(n)s players") % {"n": 2 * matches}


def stages_of(event_slug: str, section: Section, so_far: KnockoutBracket, *, third_place: bool) -> list[Stage]:
    """Return every stage to the final; future ones have empty places."""
    if not so_far.stages:
        return []
    stages: list[Stage] = []
    matches = sum(not view.match.for_third for view in so_far.stages[0])
    while True:
        index = len(stages)
        views = so_far.stages[index] if index < len(so_far.stages) else ()
        stages.append(_stage(event_slug, section, so_far, views, matches, third_place=third_place))
        if matches == 1:
            return stages
        matches //= 2


def _stage(
    event_slug: str,
    section: Section,
    so_far: KnockoutBracket,
    views: tuple[MatchView, ...],
    matches: int,
    *,
    third_place: bool,
) -> Stage:
    by_place = {view.match.number: view for view in views if not view.match.for_third}
    third = next((view for view in views if view.match.for_third), None)
    slots = tuple(
        _slot(event_slug, section, so_far, by_place[place]) if place in by_place else _empty(place)
        for place in range(1, matches + 1)
    )
    third_slot = None
    if third is not None:
        third_slot = _slot(event_slug, section, so_far, third)
    elif matches == 1 and third_place and not views:
        third_slot = Slot(2, (_empty_seat(), _empty_seat()), for_third=True)
    round_ = views[0].match.round if views else None
    return Stage(
        stage_name(matches),
        slots,
        third_slot,
        round_.number if round_ else None,
        draft=round_ is not None and round_.status == RoundStatus.DRAFT,
        final=matches == 1,
    )


def _empty(place: int) -> Slot:
    before = (2 * place - 1, 2 * place)
    lines = tuple(_empty_seat(gettext("Winner of match %(n)s") % {"n": number}) for number in before)
    return Slot(place, lines)


def _empty_seat(note: str = "") -> SeatLine:
    return SeatLine(None, None, (), "", False, note or gettext("Loser of a semi-final"))


def _slot(event_slug: str, section: Section, so_far: KnockoutBracket, view: MatchView) -> Slot:
    match = view.match
    first, second = view.points
    opponents: list[tuple[Registration | None, int]] = [(match.first, first), (match.second, second)]
    # The better seed is on top, as in the drawn bracket.
    opponents.sort(key=lambda opponent: so_far.seeds.get(opponent[0].pk, 10**6) if opponent[0] else 10**7)
    lines = tuple(
        SeatLine(
            seat_in(event_slug, section, registration),
            so_far.seeds.get(registration.pk),
            tuple(_mark(event_slug, game, registration) for game in view.games),
            points_text(points) if view.scores else "",
            view.winner == registration.pk,
        )
        for registration, points in opponents
        if registration is not None
    )
    return Slot(match.number, lines, view, match.for_third)


def _mark(event_slug: str, game: Pairing, registration: Registration) -> BracketGame:
    side = Side.WHITE if game.white_id == registration.pk else Side.BLACK
    text = ""
    if game.result:
        white, black = FACTS[Result(game.result)].shown
        text = white if side is Side.WHITE else black
    live = game.game is not None and game.game.phase in (GamePhase.PLAYING, GamePhase.PAUSED)
    url = reverse("game", args=[event_slug, game.game_id]) if game.game_id else ""
    return BracketGame(game.leg, text, side.value, url, live)


# The public bracket of a knockout.


@require_safe
def bracket_page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Every stage to the final; with `as=list` one under the other."""
    frame = SectionFrame.of(request, slug, section_slug, "bracket")
    require_found(frame.section.system.by_stage)
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    so_far = bracket(frame.section, drafts=frame.sees_drafts)
    terms = terms_of(frame.section)
    context = {
        **frame.live_context(),
        "stages": stages_of(frame.event.slug, frame.section, so_far, third_place=bool(terms and terms.third_place)),
        "as_list": request.GET.get("as") == "list",
        "places": _places(frame, so_far),
    }
    return tagged(request, render(request, "public/bracket.html", context), frame.etag)


def _places(frame: SectionFrame, so_far: KnockoutBracket) -> list[dict[str, object]]:
    """Return the players with a place (eliminated, or the winner), in order."""
    places = so_far.places
    registrations = {
        registration.pk: registration
        for view in (so_far.stages[0] if so_far.stages else ())
        for registration in (view.match.first, view.match.second)
        if registration is not None
    }
    return [
        {"place": str(first) if first == last else f"{first}–{last}", "seat": seat(frame, registrations[key])}
        for key, (first, last) in sorted(places.items(), key=lambda item: (item[1], so_far.seeds[item[0]]))
    ]
