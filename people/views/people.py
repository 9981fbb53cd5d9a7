"""The public page of a person: events, games and ratings over all events, and the games between two persons."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from documents.selectors.game_files import boards_of_files, texts_of
from games.views.caching import PRIVATE, shared_page
from games.views.files import FILE_TYPES
from games.views.labels import game_name
from games.views.problems import or_404, require_found
from games.views.sharing import Picture
from people.selectors.people import (
    History,
    Participation,
    history_of,
    meetings,
    person_at,
    ratings_by_list,
    score_of,
    scores_by_game,
    shown_players,
)
from people.views.rating_graph import rating_graph
from tavleya.formats.slugs import suggest_slug
from tavleya.languages import DEFAULT
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tournaments.models.person import Person
from tournaments.models.player import Player
from tournaments.models.section import RatingKind
from tournaments.names import bye_name, rating_name
from tournaments.selectors.players import CardLine
from tournaments.views.addresses import numbered
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in
from tournaments.views.tables import kind_of

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
        "scores": [
            {
                "game": game_name(game),
                "icon": game,
                "rows": [(side.value if side else "", scores[side]) for side in (None, *Side)],
            }
            for game, scores in scores_by_game(history.sections).items()
        ],
        "rivals": _rivals(history),
        "files": [
            (form, reverse("person_games", args=[person_id, form]))
            for form in sorted({spec_of(game).file for game in games})
        ],
        "picture": Picture(reverse("person_card", args=[person_id]), "", player.name_in(language())),
    }
    return render(request, "people/public/person.html", context)


def _has_games(participation: Participation) -> bool:
    return any(line.pairing.game_id for line in participation.lines)


def _facts(history: History) -> dict[str, object]:
    """Return title, federation, FIDE ID and federation IDs, each from the newest event that has it."""
    common: dict[str, object] = {}
    numbers: dict[str, str] = {}
    for player in history.players:
        for name, value in (
            ("title", player.title),
            ("federation", player.federation),
            ("fide_id", player.fide_id),
        ):
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
        "text": "" if pairing.bye else line.mark,
        "kind": kind_of(line.mark),
        "url": numbered("game", event_slug, number=pairing.game_id) if pairing.game_id else "",
    }


def _rivals(history: History) -> list[dict[str, object]]:
    """Return the opponents with a public page, those met most often first."""
    lines: dict[int, list[CardLine]] = defaultdict(list)
    names: dict[int, Player] = {}
    met: Counter[int] = Counter()
    for section in history.sections:
        for line in section.lines:
            other = line.opponent.player if line.opponent else None
            if other is None or not other.on_person_page or other.person_id is None:
                continue
            lines[other.person_id].append(line)
            names.setdefault(other.person_id, other)
            met[other.person_id] += 1
    return [
        {
            "name": names[key].name_in(language()),
            "url": reverse("head_to_head", args=[history.person.pk, key]),
            "boards": count,
            "score": score_of(lines[key]).text,
        }
        for key, count in met.most_common(RIVALS)
    ]


@require_safe
@public_person
@shared_page
def head_to_head(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Show all games between two persons, with the score of the first by colour and game."""
    require_found(person_id != other_id)
    first, second = (list(shown_players([find_person(key).pk])) for key in (person_id, other_id))
    require_found(first and second)
    results = meetings(first, second)
    by_game: dict[str, list[CardLine]] = defaultdict(list)
    for each in results:
        by_game[each.entry.section.game].append(each.line)
    scores = [
        {
            "game": game_name(game),
            "icon": game,
            "rows": [
                (
                    side.value if side else "",
                    score_of(line for line in lines if side in (None, line.side)),
                )
                for side in (None, *Side)
            ],
        }
        for game, lines in by_game.items()
    ]
    names = [players[0].name_in(language()) for players in (first, second)]
    context = {
        "section_of_site": "events",
        "names": names,
        "urls": [own_url(players[0]) for players in (first, second)],
        "score": score_of(each.line for each in results).text,
        "scores": scores,
        "games": [
            {
                **_line(each.line, each.entry.section.event.slug, each.entry.section),
                "event_name": each.entry.section.event.name_in(language()),
                "event": each.entry.section.event,
            }
            for each in results
        ],
        "picture": Picture(reverse("person_card", args=[person_id]), "", names[0]),
    }
    return render(request, "people/head_to_head.html", context)


@require_safe
@public_person
def games(request: HttpRequest, person_id: int, form: str) -> HttpResponseBase:
    """Return all public games in one file format, event by event, behind the broadcast gate."""
    history = find_history(person_id)
    chosen = [
        section for section in history.sections if spec_of(section.registration.section.game).file == form
    ]
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
