"""The public page of a person: events, games and ratings over all events, and the games between two persons."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games.views.caching import PRIVATE, shared_page, unlisted
from games.views.labels import game_name
from games.views.pictures import Picture
from games.views.requests import FILE_TYPES, Attempt, find_or_404, or_404, redirect_with, require_found
from people.selectors.people import (
    History,
    Participation,
    Score,
    act_of_own,
    history_of,
    meetings,
    met_before,
    others_of,
    person_at,
    ratings_by_list,
    score_of,
    scores_by_game,
    scores_by_side,
    shown_players,
)
from people.services.persons import claim_person, hide_person, undo_person_act
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tavleya.formats.names import suggest_slug
from tavleya.languages import DEFAULT
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Person, Player
from tournaments.models.section import RatingKind
from tournaments.names import bye_name, rating_name
from tournaments.selectors.game_files import boards_of_files, texts_of
from tournaments.selectors.persons import CardLine
from tournaments.services.players import actor_of_link
from tournaments.views.frame import language, round_name
from tournaments.views.seats import numbered, person_url, seat_in
from tournaments.views.tables import BoardLine, Met, has_moves, kind_of

_View = TypeVar("_View", bound=Callable[..., HttpResponseBase])

#: Opponents that a page leads to, those met most often.
RIVALS = 12


class Hidden(Exception):
    """There is a person, and no public page."""


def public_person(view: _View) -> _View:
    """Return 404 for an unknown person and 410 for a hidden one, to all users."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Hidden:
            response = render(request, "people/person_hidden.html", status=410)
            response["X-Robots-Tag"] = "noindex"
            return response

    return cast(_View, guarded_view)


def find_person(key: int) -> Person:
    """Return the person. Raises: Http404; Hidden for a hidden person."""
    person = or_404(person_at(key))
    if person.hidden_at is not None:
        raise Hidden
    return person


def find_history(key: int) -> History:
    return or_404(history_of(find_person(key)))


def slug_of(player: Player) -> str:
    return suggest_slug({DEFAULT: f"{player.given_name} {player.family_name}"}) or "player"


def own_url(player: Player) -> str:
    return reverse("person", args=[player.person_id, slug_of(player)])


@require_safe
@public_person
def short(request: HttpRequest, person_id: int) -> HttpResponse:
    """Redirect to the URL with the name."""
    player = or_404(shown_players([find_person(person_id).pk]).first())
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{own_url(player)}{'?' if query else ''}{query}")


@require_safe
@public_person
@shared_page
def person(request: HttpRequest, person_id: int, slug: str) -> HttpResponse:
    history = find_history(person_id)
    if slug != slug_of(history.newest):
        return redirect(own_url(history.newest))
    player = history.newest
    games = {section.registration.section.game for section in history.sections if _has_games(section)}
    context = {
        "section_of_site": "events",
        "name": player.name_in(language()),
        "player": player,
        "person": history.person,
        "facts": _facts(history),
        "ratings": newest_ratings(history),
        "graph": rating_graph(_named_lists(history)),
        "sections": [_section(section) for section in history.sections],
        "scores": [_scores(game, scores) for game, scores in scores_by_game(history.sections).items()],
        "rivals": _rivals(history),
        "files": [
            (form, reverse("person_games", args=[person_id, form]))
            for form in sorted({spec_of(game).file for game in games})
        ],
        "picture": Picture(reverse("person_card", args=[person_id]), "", player.name_in(language())),
    }
    return render(request, "people/public/person.html", context)


def _scores(game: str, scores: Mapping[Side | None, Score]) -> dict[str, object]:
    rows = [(side.value if side else "", scores[side]) for side in (None, *Side)]
    return {"game": game_name(game), "icon": game, "rows": rows}


def _has_games(participation: Participation) -> bool:
    return any(line.pairing.game_id for line in participation.lines)


def _facts(history: History) -> dict[str, object]:
    """Return title, federation, FIDE ID and federation IDs, each from the newest event that has it."""
    common: dict[str, object] = {}
    numbers: dict[str, str] = {}
    for player in history.players:
        for name, value in (("title", player.title), ("federation", player.federation), ("fide_id", player.fide_id)):
            if value:
                common.setdefault(name, value)
        for federation, number in player.national_ids.items():
            numbers.setdefault(federation, str(number))
    return {**common, "national_ids": sorted(numbers.items())}


def _named_lists(history: History) -> list[tuple[str, list[Any]]]:
    return [
        (list_name(name), [(day, rating, event.name_in(language())) for day, rating, event in rows])
        for name, rows in ratings_by_list(history.players).items()
    ]


def newest_ratings(history: History) -> list[tuple[str, int]]:
    """Return the newest rating of each list."""
    return [(name, rows[-1][1]) for name, rows in _named_lists(history)]


def list_name(name: str) -> str:
    return rating_name(name) if name in RatingKind.values else name


def _section(participation: Participation) -> dict[str, object]:
    entry, event = participation.registration, participation.event
    section = entry.section
    return {
        "event": event,
        "event_name": event.name_in(language()),
        "section_name": section.name_in(language()),
        "url": numbered("player", event.slug, section.slug, number=entry.number),
        "game": section.game,
        "game_name": game_name(section.game),
        "place": participation.place.place if participation.place else "",
        "points": participation.points,
        "boards": sum(line.side is not None and bool(line.pairing.result) for line in participation.lines),
        "over": participation.over,
        "rating": entry.rating,
        "performance": participation.rated.performance if participation.rated.games else "",
        "change": "" if participation.change is None else _signed(participation.change),
        "lines": [_line(line, event.slug, section) for line in participation.lines],
    }


def _signed(hundredths: int) -> str:
    """Return a rating change with one decimal: `+4.6`."""
    tenths = (abs(hundredths) + 5) // 10
    sign = "" if not tenths else "−" if hundredths < 0 else "+"
    return f"{sign}{tenths // 10}.{tenths % 10}"


def _line(line: CardLine, event_slug: str, section: Any) -> dict[str, object]:
    pairing = line.pairing
    number = pairing.round.number
    return {
        "round": number,
        "round_name": round_name(number) if number else "",
        "side": line.side.value if line.side else "",
        "opponent": seat_in(event_slug, section, line.opponent) if line.opponent else None,
        "bye": bye_name(pairing.bye) if pairing.bye else "",
        "text": line.mark,
        "kind": kind_of(line.mark),
        "url": numbered("game", event_slug, number=pairing.game.pk) if pairing.game and has_moves(pairing) else "",
    }


def _rivals(history: History) -> list[dict[str, object]]:
    """Return the opponents with a public page, those met most often first."""
    lines: dict[int, list[CardLine]] = defaultdict(list)
    players: dict[int, Player] = {}
    counts: Counter[int] = Counter()
    for section in history.sections:
        for line in section.lines:
            other = line.opponent.player if line.opponent else None
            if other is None or not other.on_person_page or other.person_id is None:
                continue
            lines[other.person_id].append(line)
            players.setdefault(other.person_id, other)
            counts[other.person_id] += 1
    return [
        {
            "name": players[key].name_in(language()),
            "url": reverse("head_to_head", args=[history.person.pk, key]),
            "boards": count,
            "score": score_of(lines[key]).text,
        }
        for key, count in counts.most_common(RIVALS)
    ]


@require_safe
@public_person
@shared_page
def head_to_head(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Show all games between two persons, with the score of the first by colour and game."""
    require_found(person_id != other_id)
    first, second = (list(shown_players([find_person(key).pk])) for key in (person_id, other_id))
    require_found(first and second)
    own_meetings = meetings(first, second)
    by_game: dict[str, list[CardLine]] = defaultdict(list)
    for meeting in own_meetings:
        by_game[meeting.entry.section.game].append(meeting.line)
    names = [players[0].name_in(language()) for players in (first, second)]
    context = {
        "section_of_site": "events",
        "names": names,
        "urls": [own_url(players[0]) for players in (first, second)],
        "score": score_of(meeting.line for meeting in own_meetings).text,
        "scores": [_scores(game, scores_by_side(lines)) for game, lines in by_game.items()],
        "games": [
            {
                **_line(meeting.line, meeting.entry.section.event.slug, meeting.entry.section),
                "event_name": meeting.entry.section.event.name_in(language()),
                "event": meeting.entry.section.event,
            }
            for meeting in own_meetings
        ],
        "picture": Picture(reverse("person_card", args=[person_id]), "", names[0]),
    }
    return render(request, "people/head_to_head.html", context)


@require_safe
@public_person
def games(request: HttpRequest, person_id: int, form: str) -> HttpResponseBase:
    """Return all public games in one file format, event by event, behind the broadcast gate."""
    history = find_history(person_id)
    chosen = [section for section in history.sections if spec_of(section.registration.section.game).file == form]
    require_found(any(_has_games(section) for section in chosen))
    name = slug_of(history.newest)
    return StreamingHttpResponse(
        (text.encode() for text in _texts(chosen)),
        headers={
            "Content-Type": f"{FILE_TYPES[form]}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
            "Cache-Control": PRIVATE,
        },
    )


def _texts(chosen: list[Participation]) -> Iterator[str]:
    first = True
    for participation in chosen:
        keys = [line.pairing.pk for line in participation.lines if line.pairing.game_id]
        for text in texts_of(participation.registration.section, boards_of_files().filter(pk__in=keys)):
            yield text if first or text.startswith("\n") else f"\n{text}"
            first = False


# The graph of a person's ratings as a drawing: lines of points by day, one for each list.

WIDTH, HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 28
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST_TICKS = 6

#: A day, the rating then, and the event that kept it.
Kept = tuple[date, int, str]


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    day: date
    rating: int
    event: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """`number` from 1 says how the line looks; `path` is a polyline's points."""

    number: int
    name: str
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        return " ".join(f"{point.x},{point.y}" for point in self.points)


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """`levels`: heights with their rating; `years`: places with their year."""

    lines: tuple[RatingLine, ...]
    levels: tuple[tuple[float, int], ...]
    years: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    foot: int = HEIGHT - _BOTTOM


def rating_graph(lists: Sequence[tuple[str, Sequence[Kept]]]) -> RatingGraph | None:
    """Return the graph of the ratings by list; None if no list has ratings of two days."""
    days = [row[0] for _, rows in lists for row in rows]
    if not any(len({row[0] for row in rows}) > 1 for _, rows in lists):
        return None
    first, last = min(days), max(days)
    span = max((last - first).days, 1)
    values = [row[1] for _, rows in lists for row in rows]
    step = next((size for size in _STEPS if (max(values) - min(values)) / size <= _MOST_TICKS - 2), _STEPS[-1])
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = high if high > low else low + step

    def across(day: date) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (day - first).days / span, 1)

    def up(value: int) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low), 1)

    lines = tuple(
        RatingLine(
            number, name, tuple(Point(across(day), up(rating), day, rating, event) for day, rating, event in rows)
        )
        for number, (name, rows) in enumerate(lists, start=1)
    )
    levels = tuple((up(value), value) for value in range(low, high + 1, step))
    years = [(across(date(year, 1, 1)), year) for year in range(first.year + 1, last.year + 1)]
    year_step = -(-len(years) // 8) or 1
    return RatingGraph(lines, levels, tuple(years[::year_step]))


# The score of two players in other events, shown before their game.


def with_meetings(boards: Sequence[Pairing], lines: Sequence[BoardLine]) -> list[BoardLine]:
    """Return the lines of boards; those without a result have the score between the players so far.

    One query if two players with public pages have an open board, else none.
    """
    pairs = {board.pk: pair for board in boards if not board.result and (pair := _pair(board)) is not None}
    scores = met_before(set(pairs.values()))
    return [
        replace(line, met=Met(score.games, score.text, reverse("head_to_head", args=pairs[board.pk])))
        if board.pk in pairs and (score := scores.get(pairs[board.pk])) is not None and score.games
        else line
        for board, line in zip(boards, lines, strict=True)
    ]


def _pair(board: Pairing) -> tuple[int, int] | None:
    """Return the two persons, if both are public."""
    if board.black is None:
        return None
    white, black = board.white.player, board.black.player
    if not (white.on_person_page and black.on_person_page):
        return None
    return (white.person_id, black.person_id) if white.person_id and black.person_id else None


# A player's choices by private link: "this is me" in several events, or "no public page".


@require_http_methods(["GET", "HEAD", "POST"])
def own_person(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page; on POST, `do` is `claim`, `unclaim`, `hide` or `show`. An invalid link gives 404."""
    link, actor = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    player = link.player
    if attempt := Attempt(request, lambda: _carry_out(request, actor, player)):
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


def _carry_out(request: HttpRequest, actor: Actor, player: Player) -> str:
    """Perform the act and return the message for the player."""
    common: dict[str, Any] = {"actor": actor, "now": timezone.now(), "player_id": player.pk}
    match request.POST.get("do", ""):
        case "claim":
            claimant = replace(actor, user_id=request.user.pk) if request.user.is_authenticated else actor
            claim_person(**{**common, "actor": claimant})
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
