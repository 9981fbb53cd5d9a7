"""The shapes of officials' data: drafts, byes, restrictions, roles, jobs, terms."""

from typing import Any, ClassVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework import serializers

from api.shapes import PlayerSerializer, RoundSerializer, SectionSerializer
from entries.models import CheckIn
from entries.selectors.self_service import check_in_of
from people.models import PersonAct
from tournaments.access import editable
from tournaments.models.activity import Job
from tournaments.models.entry import EntryTerms
from tournaments.models.event import Event
from tournaments.models.player import Person, Registration, Team, TeamMatch
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, PairConstraint, PlayerLink, RequestedBye, RestorePoint, TeamRestriction
from tournaments.presets import Preset
from tournaments.services.draft_sheet import notices_of
from tournaments.services.players import secret_of
from tournaments.services.swiss import is_stale


class Texts(serializers.DictField):
    """A text by language code."""

    child = serializers.CharField(allow_blank=True)


class EventFieldsSerializer(serializers.ModelSerializer[Event]):
    """What is said of an event.  `announcement` is for the displays in the hall."""

    names = Texts(help_text="By language code.")
    description = Texts(required=False)
    announcement = Texts(required=False)
    languages = serializers.ListField(child=serializers.CharField(max_length=20), required=False)

    class Meta:
        model = Event
        fields: ClassVar = editable(Event)
        # The service checks the values, with its own error codes.
        validators: ClassVar[list[Any]] = []
        extra_kwargs: ClassVar[dict[str, Any]] = {"slug": {"validators": []}}


class NewEventSerializer(EventFieldsSerializer):
    class Meta(EventFieldsSerializer.Meta):
        fields: ClassVar = [name for name in EventFieldsSerializer.Meta.fields if name != "announcement"]


class PresetSerializer(serializers.Serializer[Preset]):
    """Settings that people use again and again, by their key; `rounds` null: as many as suit the players."""

    key = serializers.CharField()
    name = serializers.SerializerMethodField()
    summary = serializers.SerializerMethodField()
    game = serializers.CharField()
    regime = serializers.CharField()
    format = serializers.CharField()
    control = serializers.CharField()
    rounds = serializers.IntegerField(allow_null=True)
    rating_kind = serializers.CharField()
    tiebreaks = serializers.ListField(child=serializers.CharField(), source="settings.tiebreaks")
    options = serializers.DictField(source="settings.options")
    double_points = serializers.BooleanField()

    def get_name(self, preset: Preset) -> str:
        return gettext(preset.name)

    def get_summary(self, preset: Preset) -> str:
        return gettext(preset.summary)


class SectionFieldsSerializer(serializers.ModelSerializer[Section]):
    """What is laid down of a section; `options` are those of its system (`format`)."""

    names = Texts()
    tiebreaks = serializers.ListField(child=serializers.CharField(max_length=80), required=False)
    scoring = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=1000), required=False)
    rating_order = serializers.ListField(child=serializers.CharField(max_length=20), required=False)
    options = serializers.DictField(required=False)
    regulations = serializers.DictField(required=False)
    rules = serializers.DictField(required=False)

    class Meta:
        model = Section
        fields: ClassVar = editable(Section)
        validators: ClassVar[list[Any]] = []


class NewSectionSerializer(SectionFieldsSerializer):
    class Meta(SectionFieldsSerializer.Meta):
        fields: ClassVar = [
            name for name in SectionFieldsSerializer.Meta.fields if name not in ("position", "equal_seeds")
        ]


class SectionDetailSerializer(SectionSerializer):
    """A section with all that is laid down of it."""

    class Meta(SectionSerializer.Meta):
        fields: ClassVar = list(dict.fromkeys([*SectionFieldsSerializer.Meta.fields, *SectionSerializer.Meta.fields]))


class PersonSerializer(PlayerSerializer):
    """A person as they are entered; `rating` is the one that counts in this section."""

    number = serializers.IntegerField(min_value=1, max_value=99_999, required=False)
    rating = serializers.IntegerField(min_value=0, max_value=4000, required=False, allow_null=True)
    from_round = serializers.IntegerField(min_value=1, max_value=400, required=False)
    half_points = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=400),
        required=False,
        help_text="Rounds missed that bring half a point.",
    )
    who = serializers.IntegerField(
        required=False, help_text="Which player of the same name is meant; 0: another person."
    )

    class Meta(PlayerSerializer.Meta):
        fields: ClassVar = [
            *[name for name in PlayerSerializer.Meta.fields if name != "id"],
            "number", "rating", "from_round", "half_points", "who",
        ]  # fmt: skip


class RegistrationFieldsSerializer(serializers.ModelSerializer[Registration]):
    class Meta:
        model = Registration
        fields: ClassVar = ["number", "rating", "half_byes"]
        validators: ClassVar[list[Any]] = []


class DraftSerializer(RoundSerializer):
    """A round; `version` counts the changes by hand of a draft that an engine paired, and such a change sends it."""

    version = serializers.SerializerMethodField()
    stale = serializers.SerializerMethodField()
    notices = serializers.SerializerMethodField(help_text="What the rules have against boards changed by hand.")
    kind = serializers.CharField(read_only=True)

    class Meta(RoundSerializer.Meta):
        model = Round
        fields: ClassVar = [*RoundSerializer.Meta.fields, "kind", "publish_at", "version", "stale", "notices"]

    def get_version(self, round_: Round) -> int | None:
        return round_.provenance.version if hasattr(round_, "provenance") else None

    def get_stale(self, round_: Round) -> bool:
        """Whether a draft rests on something that has changed since."""
        return round_.status == "draft" and hasattr(round_, "provenance") and is_stale(round_)

    def get_notices(self, round_: Round) -> list[str]:
        if round_.status != "draft" or not hasattr(round_, "provenance"):
            return []
        return [notice.render(gettext) for notice in notices_of(round_, round_.provenance)]


class PairedSerializer(serializers.Serializer[Any]):
    """What pairing has made: drafts, or the job that makes one (a large section)."""

    rounds = RoundSerializer(many=True)
    job = serializers.UUIDField(allow_null=True)


class ByeSerializer(serializers.ModelSerializer[RequestedBye]):
    registration = serializers.IntegerField(source="registration.number")

    class Meta:
        model = RequestedBye
        fields: ClassVar = ["registration", "round_number", "kind", "asked_at"]


class ByeRequestSerializer(serializers.ModelSerializer[ByeRequest]):
    """A player's own wish for a bye; `granted` is null while nobody has decided."""

    registration = serializers.IntegerField(source="registration.number")

    class Meta:
        model = ByeRequest
        fields: ClassVar = ["id", "registration", "round_number", "kind", "asked_at", "granted", "decided_at"]


class RestrictionSerializer(serializers.ModelSerializer[PairConstraint]):
    """Two players who may not, or must, meet; by their starting numbers."""

    one = serializers.IntegerField(source="one.number")
    other = serializers.IntegerField(source="other.number")

    class Meta:
        model = PairConstraint
        fields: ClassVar = ["id", "kind", "one", "other", "first_round", "last_round", "reason"]


class TeamRestrictionSerializer(serializers.ModelSerializer[TeamRestriction]):
    one = serializers.IntegerField(source="one.number")
    other = serializers.IntegerField(source="other.number")

    class Meta:
        model = TeamRestriction
        fields: ClassVar = ["id", "one", "other", "first_round", "last_round", "reason"]


class CheckInSerializer(serializers.ModelSerializer[CheckIn]):
    """A check-in; who is there, and who is neither there nor has a bye, by starting number."""

    present = serializers.SerializerMethodField()
    missing = serializers.SerializerMethodField()

    class Meta:
        model = CheckIn
        fields: ClassVar = ["round_number", "opens_at", "closes_at", "present", "missing"]

    def get_present(self, check_in: CheckIn) -> list[int]:
        return sorted(check_in.present.values_list("registration__number", flat=True))

    def get_missing(self, check_in: CheckIn) -> list[int]:
        check_in_view = check_in_of(check_in.section, check_in.round_number)
        return (
            sorted(awaited.registration.number for awaited in check_in_view.missing)
            if check_in_view is not None
            else []
        )


class PresentSerializer(serializers.Serializer[Any]):
    present = serializers.BooleanField()


class TermsSerializer(serializers.ModelSerializer[EntryTerms]):
    """On which terms people enter a section online."""

    asked = serializers.DictField(child=serializers.CharField(), required=False)
    federations = serializers.ListField(child=serializers.CharField(max_length=3), required=False)
    bye_rounds = serializers.ListField(child=serializers.IntegerField(), required=False)
    consent = Texts(required=False)

    class Meta:
        model = EntryTerms
        exclude: ClassVar = ["section"]
        validators: ClassVar[list[Any]] = []


class TeamSerializer(serializers.ModelSerializer[Team]):
    names = Texts(required=False)
    members = serializers.SerializerMethodField(help_text="Starting numbers, in board order.")

    class Meta:
        model = Team
        fields: ClassVar = ["number", "name", "names", "captain", "federation", "status", "members"]
        read_only_fields: ClassVar = ["status"]
        validators: ClassVar[list[Any]] = []

    def get_members(self, team: Team) -> list[int]:
        return list(team.members.order_by("place").values_list("registration__number", flat=True))


class MatchSerializer(serializers.ModelSerializer[TeamMatch]):
    """A match of two teams, by their pairing numbers."""

    first = serializers.IntegerField(source="first.number")
    second = serializers.IntegerField(source="second.number", allow_null=True, default=None)

    class Meta:
        model = TeamMatch
        fields: ClassVar = ["number", "first", "second", "bye", "forfeited"]


class PlayerLinkSerializer(serializers.ModelSerializer[PlayerLink]):
    """The private link to a player's own page; whoever has it can report results as that player."""

    name = serializers.CharField(source="player.full_name")
    url = serializers.SerializerMethodField(help_text="Empty where the link has to be renewed.")

    class Meta:
        model = PlayerLink
        fields: ClassVar = ["player", "name", "url", "made_at", "opened_at"]

    def get_url(self, link: PlayerLink) -> str:
        secret = secret_of(link)
        return settings.SITE_URL + reverse("my", args=[secret]) if secret else ""


class JobSerializer(serializers.ModelSerializer[Job]):
    report = serializers.DictField(help_text="What came of it, or the problems that stopped it.")

    class Meta:
        model = Job
        fields: ClassVar = ["key", "kind", "state", "filename", "report", "created_at", "finished_at"]


class RestorePointSerializer(serializers.ModelSerializer[RestorePoint]):
    class Meta:
        model = RestorePoint
        fields: ClassVar = ["id", "before", "round_number", "made_at"]


class PersonOfPlayersSerializer(serializers.ModelSerializer[Person]):
    """Who players of several events are.  `acts`: what joined them or took one apart, to be undone by their numbers."""

    players: Any = serializers.PrimaryKeyRelatedField(many=True, read_only=True)
    acts = serializers.SerializerMethodField()

    class Meta:
        model = Person
        fields: ClassVar = ["id", "hidden_at", "players", "acts"]

    def get_acts(self, person: Person) -> list[int]:
        rows = PersonAct.objects.filter(begun__person=person, undone_at=None)
        return list(rows.distinct().values_list("pk", flat=True))


class CountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
