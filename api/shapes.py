"""The shapes of sections, players, rounds, boards, standings and rulings."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework import serializers

from api.bodies import Shape
from arbiter.models import Ruling
from entries.services.entry_decisions import secret_of_key
from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tavleya.tiebreaks.base import Value
from tournaments.access import in_api
from tournaments.models.entry import Entry
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.standings import StandingsRow


class SectionSerializer(serializers.ModelSerializer[Section]):
    names = serializers.DictField(child=serializers.CharField())
    mode = serializers.SerializerMethodField()
    in_mode = serializers.BooleanField(read_only=True)
    planned_starts = serializers.ListField(
        child=serializers.DateTimeField(allow_null=True),
        read_only=True,
        help_text="When rounds are planned to begin that are not published yet, from round 1 on.",
    )

    class Meta:
        model = Section
        fields: ClassVar = [
            "slug", "names", "game", "regime", "control", "format", "rounds_planned", "planned_starts", "tracking",
            "tiebreaks", "mode", "in_mode",
        ]  # fmt: skip

    def get_mode(self, section: Section) -> str | None:
        """The mode of its regulations, as reports name it; null where there is none.  `in_mode`: nobody has left it."""
        return section.mode.report if section.mode is not None else None


class PlayerSerializer(serializers.ModelSerializer[Player]):
    names = serializers.DictField(child=serializers.CharField(), required=False)
    ratings = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=4000), required=False)

    class Meta:
        model = Player
        fields: ClassVar = ["id", *in_api(Player)]
        # The service checks uniqueness, with its own error codes.
        validators: ClassVar[list[Any]] = []


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """A player in one section."""

    player = PlayerSerializer()

    class Meta:
        model = Registration
        fields: ClassVar = [*in_api(Registration), "player"]


class OnlineEntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry that a player made online.  `player` is the number of the player that it has become."""

    class Meta:
        model = Entry
        fields: ClassVar = ["id", *in_api(Entry)]


class OnlineEntryMadeSerializer(OnlineEntrySerializer):
    """With the private link of whoever entered: they change and withdraw the entry there."""

    link = serializers.SerializerMethodField()

    class Meta(OnlineEntrySerializer.Meta):
        fields: ClassVar = [*OnlineEntrySerializer.Meta.fields, "link"]

    def get_link(self, entry: Entry) -> str:
        return settings.SITE_URL + reverse("entry", args=[secret_of_key(entry.key)])


class RoundSerializer(serializers.ModelSerializer[Round]):
    class Meta:
        model = Round
        fields: ClassVar = ["number", "status", "starts_at", "published_at", "closed_at", "system", "edition"]


class BoardSerializer(serializers.ModelSerializer[Pairing]):
    """One board of a round, or a bye (then `black` is null).  Players are starting numbers."""

    white = serializers.IntegerField(source="white.number")
    white_name = serializers.CharField(source="white.player.full_name")
    black = serializers.IntegerField(source="black.number", allow_null=True, default=None)
    black_name = serializers.CharField(source="black.player.full_name", allow_null=True, default=None)
    game = serializers.IntegerField(source="game_id", allow_null=True)

    class Meta:
        model = Pairing
        fields: ClassVar = ["board", "white", "white_name", "black", "black_name", "bye", "result", "game", "version"]


class NewResultSerializer(serializers.Serializer[Any]):
    result = serializers.ChoiceField(choices=[result.value for result in Result])
    reason = serializers.CharField(max_length=200, required=False, default="", help_text="Needed to correct a result.")


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    grounds = serializers.SerializerMethodField(help_text="In the language of Accept-Language.")
    supersedes = serializers.IntegerField(source="supersedes.number", allow_null=True, default=None)

    class Meta:
        model = Ruling
        fields: ClassVar = [
            "id", "game", "number", "kind", "article", "penalty_article", "outcome", "offender", "result", "grounds",
            "clock_before", "clock_after", "first_seq", "last_seq", "at", "supersedes",
        ]  # fmt: skip

    def get_grounds(self, ruling: Ruling) -> list[str]:
        return [ground.render(gettext) for ground in ruling.sentences]


# The shapes of requests and responses, from which the OpenAPI document is built.

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
    state = serializers.SerializerMethodField(help_text="Position, turn, clock and offers after the last entry.")

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

    kind = serializers.ChoiceField(choices=list(KINDS), help_text="; ".join(f"`{k}`: {v}" for k, v in KINDS.items()))
    seq = serializers.IntegerField(
        min_value=1,
        required=False,
        help_text="Number of the last entry that you have seen; 409 `stale` if the game has gone on. A move needs it.",
    )
    side = serializers.ChoiceField(choices=SIDES, required=False, help_text="For whom; default: whoever's it must be.")
    move = serializers.CharField(max_length=80, required=False, help_text="In any notation of the game.")
    language = serializers.CharField(max_length=3, required=False, default="", help_text="Of the piece letters.")
    press = serializers.BooleanField(required=False, default=True)
    offer = serializers.BooleanField(required=False, default=False, help_text="The move comes with a draw offer.")
    irregular = serializers.BooleanField(
        required=False, default=False, help_text="So played on the board, though the rules forbid it."
    )
    accept = serializers.BooleanField(required=False, default=False)
    claim = serializers.ChoiceField(choices=[kind.value for kind in ClaimKind], required=False)
    intended = serializers.CharField(max_length=80, required=False, help_text="The move announced with the claim.")
    reason = serializers.CharField(max_length=200, required=False, default="")
    text = serializers.CharField(
        max_length=300, required=False, default="", help_text="With a call: what happened, in the caller's words."
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


TIE_BREAK = Shape[tuple[str, Value | None]](
    "TieBreak", "",
    ("code", serializers.CharField(), itemgetter(0)),
    ("value", serializers.CharField(allow_null=True), lambda line: line[1].text if line[1] else None),
)  # fmt: skip
#: Rows with the codes of their tie-breaks.
STANDING = Shape[tuple[StandingsRow, Sequence[str]]](
    "Standing",
    "A line of standings.  `rank` to `last` is a shared place; points and tie-breaks are as they are printed.",
    ("rank", serializers.IntegerField(), lambda line: line[0].row.rank),
    ("last", serializers.IntegerField(), lambda line: line[0].row.last),
    ("number", serializers.IntegerField(), lambda line: line[0].registration.number),
    ("name", serializers.CharField(), lambda line: line[0].registration.player.full_name),
    ("points", serializers.CharField(), lambda line: line[0].points),
    ("played", serializers.IntegerField(), lambda line: line[0].row.played),
    (
        "tiebreaks", TIE_BREAK.serializer(many=True),
        lambda line: TIE_BREAK.rows(zip(line[1], line[0].values, strict=True)),
    ),
)  # fmt: skip
