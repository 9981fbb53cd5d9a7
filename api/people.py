"""A person over all events, and the games of two persons."""

from datetime import date
from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import Shape
from api.openapi import NOT_FOUND
from api.requests import tag_of
from api.tournaments import Listing
from games.views.requests import or_404
from people.selectors.people import (
    History,
    Meeting,
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
from tavleya.sides import Side
from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.selectors.persons import CardLine

# Officials, invitations and keys, as the API has them.


class RoleSerializer(serializers.ModelSerializer[EventRole]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")

    class Meta:
        model = EventRole
        fields: ClassVar = ["username", "name", "role"]


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    roles = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Invitation
        fields: ClassVar = ["id", "roles", "email", "made_at", "expires_at", "accepted_at"]


class InvitationMadeSerializer(InvitationSerializer):
    """With the secret of its link, which is shown this once: `/invitations/<secret>/`."""

    secret = serializers.CharField()

    class Meta(InvitationSerializer.Meta):
        fields: ClassVar = [*InvitationSerializer.Meta.fields, "secret"]


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = ApiToken
        fields: ClassVar = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"]


class TokenMadeSerializer(TokenSerializer):
    """With the key itself, which is shown this once."""

    secret = serializers.CharField()

    class Meta(TokenSerializer.Meta):
        fields: ClassVar = [*TokenSerializer.Meta.fields, "secret"]


KEPT_RATING = Shape[tuple[str, date, int, Event]](
    "KeptRating",
    "A rating as an event kept it; `list` is `standard`, `rapid`, `blitz`, a federation or a list of an organiser.",
    ("list", serializers.CharField(), lambda line: line[0]),
    ("date", serializers.DateField(), lambda line: line[1]),
    ("rating", serializers.IntegerField(), lambda line: line[2]),
    ("event", serializers.CharField(), lambda line: line[3].slug),
)
_GAME = "`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `opponent_person` where that has a page."
GAME = Shape[CardLine](
    "PersonGame", _GAME,
    ("round", serializers.IntegerField(allow_null=True), lambda line: line.pairing.round.number),
    ("side", serializers.CharField(allow_null=True), lambda line: line.side.value if line.side else None),
    ("mark", serializers.CharField(allow_blank=True), lambda line: line.mark if line.side else ""),
    (
        "opponent", serializers.CharField(allow_null=True),
        lambda line: line.opponent.player.full_name if line.opponent else None,
    ),
    ("opponent_person", serializers.IntegerField(allow_null=True), lambda line: _opponent_person(line)),
    ("game", serializers.IntegerField(allow_null=True), lambda line: line.pairing.game_id),
)  # fmt: skip
SCORE = Shape[tuple[str, Side | None, Score]](
    "Score", "Games over the board; `side` is null for both colours.",
    ("game", serializers.CharField(), lambda line: line[0]),
    ("side", serializers.CharField(allow_null=True), lambda line: line[1].value if line[1] else None),
    ("won", serializers.IntegerField(), lambda line: line[2].won),
    ("drawn", serializers.IntegerField(), lambda line: line[2].drawn),
    ("lost", serializers.IntegerField(), lambda line: line[2].lost),
)  # fmt: skip


def _answer(body: dict[str, Any]) -> Response:
    return Response(body, headers={"ETag": tag_of(body), "Cache-Control": "no-cache"})


def _scores(games: list[Meeting]) -> list[tuple[str, Side | None, Score]]:
    by_game: dict[str, list[CardLine]] = {}
    for meeting in games:
        by_game.setdefault(meeting.entry.section.game, []).append(meeting.line)
    return [(game, None, score_of(by_game[game])) for game in sorted(by_game)]


def _national_ids(players: tuple[Player, ...]) -> dict[str, str]:
    ids: dict[str, str] = {}
    for player in players:
        for federation, number in player.national_ids.items():
            ids.setdefault(federation, str(number))
    return ids


def _opponent_person(line: CardLine) -> int | None:
    opponent = line.opponent.player if line.opponent else None
    return opponent.person_id if opponent and opponent.on_person_page else None


SECTION = Shape[Participation](
    "PersonSection", "`place` of a section that is over; `change` in hundredths of a point, only in chess.",
    ("event", serializers.CharField(), lambda part: part.event.slug),
    ("section", serializers.CharField(), lambda part: part.registration.section.slug),
    ("number", serializers.IntegerField(), lambda part: part.registration.number),
    ("game", serializers.CharField(), lambda part: part.registration.section.game),
    ("place", serializers.CharField(allow_blank=True), lambda part: part.place.place if part.place else ""),
    ("points", serializers.CharField(allow_blank=True), lambda part: part.points),
    ("rating", serializers.IntegerField(allow_null=True), lambda part: part.registration.rating),
    (
        "performance", serializers.IntegerField(allow_null=True),
        lambda part: part.rated.performance if part.rated.games else None,
    ),
    ("change", serializers.IntegerField(allow_null=True), lambda part: part.change),
    ("games", GAME.serializer(many=True), lambda part: GAME.rows(part.lines)),
)  # fmt: skip
HISTORY = Shape[History](
    "PersonHistory", "What everybody may know of a person, the newest event first.",
    ("id", serializers.IntegerField(), lambda history: history.person.pk),
    ("name", serializers.CharField(), lambda history: history.newest.full_name),
    ("federation", serializers.CharField(allow_blank=True), lambda history: history.newest.federation),
    ("title", serializers.CharField(allow_blank=True), lambda history: history.newest.title),
    (
        "fide_id", serializers.IntegerField(allow_null=True),
        lambda history: next((player.fide_id for player in history.players if player.fide_id), None),
    ),
    (
        "national_ids", serializers.DictField(child=serializers.CharField()),
        lambda history: _national_ids(history.players),
    ),
    (
        "ratings", KEPT_RATING.serializer(many=True),
        lambda history: KEPT_RATING.rows(
            (name, *row) for name, rows in ratings_by_list(history.players).items() for row in rows
        ),
    ),
    (
        "scores", SCORE.serializer(many=True),
        lambda history: SCORE.rows(
            (game, side, score)
            for game, by_side in scores_by_game(history.sections).items() for side, score in by_side.items()
        ),
    ),
    ("sections", SECTION.serializer(many=True), lambda history: SECTION.rows(history.sections)),
)  # fmt: skip
MEETING = Shape[Meeting](
    "Meeting", _GAME,
    *((key, field, lambda meeting, value=value: value(meeting.line)) for key, field, value in GAME.columns),
    ("event", serializers.CharField(), lambda meeting: meeting.entry.section.event.slug),
    ("section", serializers.CharField(), lambda meeting: meeting.entry.section.slug),
)  # fmt: skip
HEAD_TO_HEAD = Shape[list[Meeting]](
    "HeadToHead", "All boards of two persons; `scores` and `mark` are the first one's.",
    ("scores", SCORE.serializer(many=True), lambda games: SCORE.rows(_scores(games))),
    ("games", MEETING.serializer(many=True), lambda games: MEETING.rows(games)),
)  # fmt: skip


class PersonDetail(Listing):
    @extend_schema(
        responses={200: HISTORY.serializer} | NOT_FOUND,
        operation_id="person",
        summary="A person over all events",
        description="404 also for a person who is not shown in public.",
    )
    def get(self, request: Request, person_id: int) -> Response:
        person = person_at(person_id)
        history = or_404(history_of(person) if person is not None else None)
        return _answer(HISTORY.body(history))


class HeadToHead(Listing):
    @extend_schema(
        responses={200: HEAD_TO_HEAD.serializer} | NOT_FOUND,
        operation_id="head_to_head",
        summary="The games of two persons",
    )
    def get(self, request: Request, person_id: int, other_id: int) -> Response:
        first, second = (list(shown_players([key])) for key in (person_id, other_id))
        if not first or not second or person_id == other_id:
            raise Http404
        return _answer(HEAD_TO_HEAD.body(list(meetings(first, second))))
