"""The shapes of requests and responses, from which the OpenAPI document is built."""

from typing import Any, ClassVar

from rest_framework import serializers

from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side

SIDES = [side.value for side in Side]

#: The kinds of entries that may be posted to a game, with their meaning.
KINDS = {
    "start": "start the clock of the side that moves first",
    "move": "a move, and the press that completes it unless `press` is false",
    "press": "press the clock after a move",
    "offer": "offer a draw",
    "answer": "accept or decline the opponent's offer",
    "claim": "claim a draw; decided at once from the record",
    "flag": "the flag of `side` is claimed to have fallen",
    "call": "stop the clocks and call the arbiter",
    "pause": "an arbiter stops the clocks",
    "resume": "an arbiter starts the clock of the side to move",
    "resign": "resign",
    "result": "an officer enters the result",
    "correction": "an officer corrects the result",
}


class EntrySerializer(serializers.ModelSerializer[RecordEntry]):
    class Meta:
        model = RecordEntry
        fields: ClassVar = ["seq", "kind", "at", "side", "ply", "move", "white_ms", "black_ms", "digest"]


class GameSerializer(serializers.ModelSerializer[Game]):
    white = serializers.CharField(source="white_name")
    black = serializers.CharField(source="black_name")
    state = serializers.SerializerMethodField(
        help_text="Position, turn, clock and offers after the last entry."
    )

    class Meta:
        model = Game
        fields: ClassVar = [
            "id",
            "game",
            "regime",
            "control",
            "tracking",
            "white",
            "black",
            "phase",
            "result",
            "termination",
            "seq",
            "state",
        ]

    def get_state(self, game: Game) -> dict[str, Any]:
        from games.live.events import public_state

        return public_state(game.snapshot)


class EventSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    names = serializers.DictField(child=serializers.CharField(), help_text="By language code.")
    languages = serializers.ListField(
        child=serializers.CharField(), help_text="Those that the event asks names in, the main one first."
    )
    place = serializers.CharField()
    federation = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)


class NewEntrySerializer(serializers.Serializer[Any]):
    """One thing that happens at a board."""

    kind = serializers.ChoiceField(
        choices=list(KINDS), help_text="; ".join(f"`{k}`: {v}" for k, v in KINDS.items())
    )
    seq = serializers.IntegerField(
        min_value=1,
        required=False,
        help_text="Number of the last entry that you have seen; 409 `stale` if the game has gone on. A move needs it.",
    )
    side = serializers.ChoiceField(
        choices=SIDES, required=False, help_text="For whom; default: whoever's it must be."
    )
    move = serializers.CharField(max_length=80, required=False, help_text="In any notation of the game.")
    language = serializers.CharField(
        max_length=3, required=False, default="", help_text="Of the piece letters."
    )
    press = serializers.BooleanField(required=False, default=True)
    offer = serializers.BooleanField(
        required=False, default=False, help_text="The move comes with a draw offer."
    )
    irregular = serializers.BooleanField(
        required=False, default=False, help_text="So played on the board, though the rules forbid it."
    )
    accept = serializers.BooleanField(required=False, default=False)
    claim = serializers.ChoiceField(choices=[kind.value for kind in ClaimKind], required=False)
    intended = serializers.CharField(
        max_length=80, required=False, help_text="The move announced with the claim."
    )
    reason = serializers.CharField(max_length=200, required=False, default="")
    text = serializers.CharField(
        max_length=300,
        required=False,
        default="",
        help_text="With a call: what happened, in the caller's words.",
    )
    result = serializers.ChoiceField(choices=[result.value for result in Result], required=False)

    #: The required fields of each kind.
    NEEDS: ClassVar = {
        "move": ("move", "seq"),
        "flag": ("side",),
        "claim": ("claim",),
        "call": ("reason",),
        "result": ("result",),
        "correction": ("result", "reason"),
    }

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in self.NEEDS.get(values["kind"], ()) if values.get(name) in (None, "")]
        if missing:
            raise serializers.ValidationError({name: ["This is needed."] for name in missing})
        return values


class AppendedSerializer(serializers.Serializer[Any]):
    """What was appended, and the game after it."""

    entries = EntrySerializer(many=True)
    game = GameSerializer()
    ruling = serializers.DictField(required=False, help_text="For a claim or a flag: the decision.")


class ProblemSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable; dispatch on it.")
    detail = serializers.CharField(required=False)
