"""A person over all events, and the games of two persons."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.editing import tag_of
from api.openapi import problems
from api.tournaments import Listing
from games.views.problems import or_404
from people.selectors.people import (
    History,
    Participation,
    Score,
    history_of,
    meetings,
    person_at,
    ratings_by_list,
    score_of,
    scores_by_game,
    shown_players,
)
from tournaments.models.player import Player
from tournaments.selectors.players import CardLine

_ANSWERS = problems(401, 404, 406, 429)


class KeptRatingSerializer(serializers.Serializer[Any]):
    """A rating as an event kept it; `list` is `standard`, `rapid`, `blitz`, a federation or a list of an organiser."""

    list = serializers.CharField()
    date = serializers.DateField()
    rating = serializers.IntegerField()
    event = serializers.CharField()


class PersonGameSerializer(serializers.Serializer[Any]):
    """`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `opponent_person` where that has a page."""

    round = serializers.IntegerField(allow_null=True)
    side = serializers.CharField(allow_null=True)
    mark = serializers.CharField(allow_blank=True)
    opponent = serializers.CharField(allow_null=True)
    opponent_person = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)


class PersonSectionSerializer(serializers.Serializer[Any]):
    """`place` of a section that is over; `change` in hundredths of a point, only in chess."""

    event = serializers.CharField()
    section = serializers.CharField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    points = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField(allow_null=True)
    performance = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)
    games = PersonGameSerializer(many=True)


class ScoreSerializer(serializers.Serializer[Any]):
    """Games over the board; `side` is null for both colours."""

    game = serializers.CharField()
    side = serializers.CharField(allow_null=True)
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class PersonHistorySerializer(serializers.Serializer[Any]):
    """What everybody may know of a person, the newest event first."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    federation = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    fide_id = serializers.IntegerField(allow_null=True)
    national_ids = serializers.DictField(child=serializers.CharField())
    ratings = KeptRatingSerializer(many=True)
    scores = ScoreSerializer(many=True)
    sections = PersonSectionSerializer(many=True)


class MeetingSerializer(PersonGameSerializer):
    event = serializers.CharField()
    section = serializers.CharField()


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """All boards of two persons; `scores` and `mark` are the first one's."""

    scores = ScoreSerializer(many=True)
    games = MeetingSerializer(many=True)


class PersonDetail(Listing):
    @extend_schema(
        responses={200: PersonHistorySerializer} | _ANSWERS,
        operation_id="person",
        summary="A person over all events",
        description="404 also for a person who is not shown in public.",
    )
    def get(self, request: Request, person_id: int) -> Response:
        person = person_at(person_id)
        history = or_404(history_of(person) if person is not None else None)
        return _answer(PersonHistorySerializer, _history(history))


class HeadToHead(Listing):
    @extend_schema(
        responses={200: HeadToHeadSerializer} | _ANSWERS,
        operation_id="head_to_head",
        summary="The games of two persons",
    )
    def get(self, request: Request, person_id: int, other_id: int) -> Response:
        first, second = (list(shown_players([key])) for key in (person_id, other_id))
        if not first or not second or person_id == other_id:
            raise Http404
        results = meetings(first, second)
        games = {each.entry.section.game for each in results}
        scores = [
            _score(game, None, score_of(each.line for each in results if each.entry.section.game == game))
            for game in sorted(games)
        ]
        rows = [
            {
                **_game(each.line),
                "event": each.entry.section.event.slug,
                "section": each.entry.section.slug,
            }
            for each in results
        ]
        return _answer(HeadToHeadSerializer, {"scores": scores, "games": rows})


def _answer(shape: type[serializers.Serializer[Any]], log_data: dict[str, Any]) -> Response:
    body = shape(log_data).data
    return Response(body, headers={"ETag": tag_of(body), "Cache-Control": "no-cache"})


def _history(history: History) -> dict[str, Any]:
    newest = history.newest
    return {
        "id": history.person.pk,
        "name": newest.full_name,
        "federation": newest.federation,
        "title": newest.title,
        "fide_id": next((section.fide_id for section in history.players if section.fide_id), None),
        "national_ids": _national_ids(history.players),
        "ratings": [
            {"list": name, "date": day, "rating": rating, "event": event.slug}
            for name, rows in ratings_by_list(history.players).items()
            for day, rating, event in rows
        ],
        "scores": [
            _score(game, side.value if side else None, score)
            for game, by_side in scores_by_game(history.sections).items()
            for side, score in by_side.items()
        ],
        "sections": [_section(section) for section in history.sections],
    }


def _national_ids(players: tuple[Player, ...]) -> dict[str, str]:
    result: dict[str, str] = {}
    for player in players:
        for federation, number in player.national_ids.items():
            result.setdefault(federation, str(number))
    return result


def _score(game: str, side: str | None, score: Score) -> dict[str, Any]:
    return {"game": game, "side": side, "won": score.won, "drawn": score.drawn, "lost": score.lost}


def _section(participation: Participation) -> dict[str, Any]:
    entry, rated = participation.registration, participation.rated
    return {
        "event": participation.event.slug,
        "section": entry.section.slug,
        "number": entry.number,
        "game": entry.section.game,
        "place": participation.place.place if participation.place else "",
        "points": participation.points,
        "rating": entry.rating,
        "performance": rated.performance if rated.games else None,
        "change": participation.change,
        "games": [_game(line) for line in participation.lines],
    }


def _game(line: CardLine) -> dict[str, Any]:
    other = line.opponent.player if line.opponent else None
    return {
        "round": line.pairing.round.number,
        "side": line.side.value if line.side else None,
        "mark": line.mark if line.side else "",
        "opponent": other.full_name if other else None,
        "opponent_person": other.person_id if other and other.on_person_page else None,
        "game": line.pairing.game_id,
    }
