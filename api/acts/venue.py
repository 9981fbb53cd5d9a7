"""Acts of the venue: reports of electronic boards, games as PGN, tables, the questions they raise, and broadcasts."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.acts.reading import Read
from api.acts.record import EVENT, GAME, ROUND, SECTION, Act, Plain
from arbiter.services.answers import answer_board_question, set_game_source
from tavleya.permissions import Action
from tavleya.record.results import Result
from tournaments.models.boards import BoardQuestion, Broadcast, BroadcastRound, Feed
from tournaments.models.section import Section
from venue.services.broadcasting import send_again, set_broadcast, stop_broadcast
from venue.services.pgn import LARGEST, PGN, report_pgn
from venue.services.reading import LONGEST_MOVE, MOST_MOVES
from venue.services.reports import MOST_BOARDS, assign_board, forget_board, report_boards

_A, _E = Action.REPORT_BOARDS, Action.EDIT_EVENT
_RESULTS = [Result.WHITE_WINS.value, Result.BLACK_WINS.value, Result.DRAW.value]
_STATES = ["waiting", "playing", "doubtful", "finished", "offline", "paused"]


class FaultSerializer(serializers.Serializer[Any]):
    """What a board shows that its program could not make moves of."""

    code = serializers.CharField(max_length=40)
    ply = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MOVES, allow_null=True)
    fen = serializers.CharField(required=False, max_length=200, allow_blank=True, help_text="The placement seen.")
    since = serializers.DateTimeField(required=False, allow_null=True)
    detail = Plain(required=False)


class ClockSerializer(serializers.Serializer[Any]):
    """What both clocks showed at an instant (ms)."""

    white = serializers.IntegerField(min_value=0, allow_null=True, required=False)
    black = serializers.IntegerField(min_value=0, allow_null=True, required=False)
    at = serializers.DateTimeField()


class BoardReportSerializer(serializers.Serializer[Any]):
    """What is known of one board: the whole game so far.  `board` is the table of the round, or `serial` names it."""

    board = serializers.IntegerField(min_value=1, required=False)
    serial = serializers.CharField(max_length=40, required=False)
    state = serializers.ChoiceField(choices=_STATES, required=False)
    battery = serializers.CharField(max_length=12, required=False, allow_blank=True, allow_null=True)
    flipped = serializers.BooleanField(required=False, allow_null=True)
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE), required=False, allow_null=True, max_length=MOST_MOVES,
        help_text="From the start position of the game, UCI: `e2e4`.",
    )  # fmt: skip
    clocks = serializers.ListField(
        child=Plain(allow_null=True), required=False, allow_null=True, max_length=MOST_MOVES,
        help_text="For each move a list whose first number is what the mover's clock showed after it (ms).",
    )  # fmt: skip
    running = serializers.ChoiceField(choices=["white", "black"], required=False, allow_null=True)
    clock = ClockSerializer(required=False, allow_null=True)
    result = serializers.ChoiceField(
        choices=_RESULTS, required=False, allow_null=True, help_text="A proposal, which an arbiter is asked about."
    )
    faults = FaultSerializer(many=True, required=False, allow_null=True)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "board" not in data and not data.get("serial"):
            raise serializers.ValidationError({"board": ["Name the board or the serial number."]}, code="required")
        return data


class BoardReportsSerializer(serializers.Serializer[Any]):
    source = serializers.CharField(max_length=80, help_text="The program, or the venue.")  # type: ignore[assignment]
    reports = serializers.ListField(child=BoardReportSerializer(), max_length=MOST_BOARDS)


class PgnSerializer(serializers.Serializer[Any]):
    """The games of a round.  As `text/plain` or `application/x-chess-pgn` the body is the PGN itself."""

    pgn = serializers.CharField(max_length=LARGEST, trim_whitespace=False)
    source = serializers.CharField(max_length=80, required=False, default=PGN)  # type: ignore[assignment]


class AskedSerializer(serializers.ModelSerializer[BoardQuestion]):
    class Meta:
        model = BoardQuestion
        fields = ("id", "code", "ply", "opened_at", "answer")


class BoardAnswerSerializer(serializers.Serializer[Any]):
    """`code`: taken, older, same, differs, not_legal, stopped, not_source, not_live, unknown_board; of a PGN also
    other_round, no_board, two_boards, two_games.  `taken`: half-moves in the record now."""

    board = serializers.IntegerField(allow_null=True)
    serial = serializers.CharField()
    taken = serializers.IntegerField()
    code = serializers.CharField()
    ply = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    question = AskedSerializer(allow_null=True)


class BoardAnswersSerializer(serializers.Serializer[Any]):
    boards = BoardAnswerSerializer(many=True)


class GameAnswerSerializer(serializers.Serializer[Any]):
    """`number`: the place of the game in the PGN."""

    number = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    told = BoardAnswerSerializer()


class GameAnswersSerializer(serializers.Serializer[Any]):
    games = GameAnswerSerializer(many=True)


class SourceSerializer(serializers.Serializer[Any]):
    feed = serializers.ChoiceField(choices=Feed.values)


class BroadcastRoundSerializer(serializers.ModelSerializer[BroadcastRound]):
    answers = serializers.ListField(child=serializers.DictField())

    class Meta:
        model = BroadcastRound
        fields: ClassVar = ["number", "key", "sent_at", "tried_at", "next_at", "status", "problem", "answers"]


class BroadcastSerializer(serializers.ModelSerializer[Broadcast]):
    """Rounds that are sent to lichess, with its last answers.  The token is never shown."""

    rounds = BroadcastRoundSerializer(many=True)

    class Meta:
        model = Broadcast
        fields: ClassVar = ["rounds", "paused_until"]


class ElectronicBoardSerializer(serializers.Serializer[Any]):
    serial = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    battery = serializers.CharField()
    seen_at = serializers.DateTimeField(allow_null=True)


def _broadcast(section: Section) -> Broadcast:
    return get_object_or_404(Broadcast.objects.prefetch_related("rounds"), section=section)


ACTS = (
    Act(
        path=ROUND + "boards/", service=report_boards, summary="Report what boards show", action=_A,
        answer=BoardAnswersSerializer, body=BoardReportsSerializer, show=lambda answers: {"boards": answers},
    ),
    Act(
        path=ROUND + "pgn/", service=report_pgn, summary="Report the games of a round as PGN", action=_A,
        answer=GameAnswersSerializer, body=PgnSerializer, show=lambda answers: {"games": answers}, text="pgn",
    ),
    Act(
        path=GAME + "source/", service=set_game_source, summary="Choose what feeds a game",
        action=Action.RULE, answer=SourceSerializer,
    ),
    Act(
        path=SECTION + "electronic-boards/", service=assign_board,
        summary="Assign an electronic board to a table", action=_A, answer=ElectronicBoardSerializer,
    ),
    Act(
        path=SECTION + "electronic-boards/forget/", service=forget_board,
        summary="Remove an electronic board from a section", action=_A,
    ),
    Act(
        path=EVENT + "board-questions/<int:board_question_id>/answer/", service=answer_board_question,
        summary="Answer a question that a board raised", action=Action.RULE, answer=AskedSerializer,
    ),
    Act(
        path=SECTION + "broadcast/", service=set_broadcast, summary="Send rounds to a broadcast of lichess",
        action=_E, method="put", answer=BroadcastSerializer,
    ),
    Act(
        path=SECTION + "broadcast/", service=stop_broadcast, summary="Stop the broadcast to lichess",
        action=_E, method="delete",
    ),
    Act(
        path=SECTION + "broadcast/again/", service=send_again, summary="Send all rounds to lichess again",
        action=_E,
    ),
)  # fmt: skip

READS = (
    Read(
        path=SECTION + "broadcast/", name="broadcast", summary="What is sent to lichess, and its answers",
        shape=BroadcastSerializer, action=_E, show=_broadcast,
    ),
)  # fmt: skip
