"""Acts on series of an organisation, and their table as programs read it."""

from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.record import ORGANISATION, SERIES, Act
from api.messages import say
from api.shapes_desk import Texts
from people.models import Series, SeriesSection
from people.selectors.organisations import SeriesRow, SeriesView, Stage
from people.services import series as services
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.access import editable
from tournaments.models.section import Section


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """`rule`: `score` (points scored in the games) or `place` (by `place_points`, the first place first).

    `best`: so many results of each player count, all where it is null.  `tiebreaks`, in order: `best`, `firsts`,
    `events`.
    """

    names = Texts(help_text="By language code.")
    place_points = serializers.ListField(child=serializers.IntegerField(), max_length=200, required=False)
    tiebreaks = serializers.ListField(child=serializers.CharField(max_length=10), max_length=10, required=False)

    class Meta:
        model = Series
        fields: ClassVar = editable(Series)
        validators: ClassVar[list[Any]] = []
        extra_kwargs: ClassVar[dict[str, Any]] = {"slug": {"validators": []}}


class SeriesSectionSerializer(serializers.ModelSerializer[SeriesSection]):
    event = serializers.SlugField(source="section.event.slug")
    section = serializers.SlugField(source="section.slug")

    class Meta:
        model = SeriesSection
        fields: ClassVar = ["event", "section"]


class StageSerializer(serializers.Serializer[Stage]):
    """A section of the series; `over`: whether its results count by now."""

    event = serializers.SlugField(source="section.event.slug")
    section = serializers.SlugField(source="section.slug")
    over = serializers.BooleanField()


class SeriesCellSerializer(serializers.Serializer[Any]):
    points = serializers.FloatField()
    counted = serializers.BooleanField()


class SeriesRowSerializer(serializers.Serializer[SeriesRow]):
    """`cells` in the order of `events`, null where the player was not in it; `values` in that of the tie-breaks.

    `person`: whose public page leads to all their events, where there is one.
    """

    rank = serializers.IntegerField(source="row.rank")
    last_rank = serializers.IntegerField(source="row.last")
    name = serializers.CharField(source="player.full_name")
    title = serializers.CharField(source="player.title")
    federation = serializers.CharField(source="player.federation")
    person = serializers.SerializerMethodField()
    cells = serializers.ListField(child=SeriesCellSerializer(allow_null=True), source="row.cells")
    total = serializers.FloatField(source="row.total")
    values = serializers.ListField(child=serializers.FloatField(), source="row.values")

    def get_person(self, series_row: SeriesRow) -> int | None:
        return series_row.player.person_id if series_row.player.on_person_page else None


class SeriesTableSerializer(serializers.Serializer[SeriesView]):
    """The table as everybody may see it."""

    events = StageSerializer(many=True, source="stages")
    rows = SeriesRowSerializer(many=True)


def add_to_series(
    *, actor: Actor, now: datetime, organisation_id: int, series_id: int, event: str, section: str
) -> SeriesSection:
    """Let a section of an event of the organisation count, both by their addresses.  Adding twice changes nothing."""
    return services.add_to_series(
        actor=actor, now=now, series_id=series_id, section_id=_section(organisation_id, event, section)
    )


def remove_from_series(
    *, actor: Actor, now: datetime, organisation_id: int, series_id: int, event: str, section: str
) -> None:
    """Let a section no longer count."""
    services.remove_from_series(
        actor=actor, now=now, series_id=series_id, section_id=_section(organisation_id, event, section)
    )


def _section(organisation_id: int, event: str, section: str) -> int:
    """Return the key of a section of the organisation; other organisations' sections are not revealed."""
    rows = Section.objects.filter(event__organisation=organisation_id, event__slug=event, slug=section)
    match = rows.values_list("pk", flat=True).first()
    if match is None:
        raise NotFound(say("no_such_section"))
    return match


_O = Action.OWN_EVENTS
ACTS = (
    Act(
        path=ORGANISATION + "series/", service=services.create_series,
        summary="Create a series: one table over several events", action=_O, answer=SeriesSerializer, status=201,
    ),
    Act(
        path=SERIES, service=services.edit_series, summary="Change a series", action=_O, method="patch",
        answer=SeriesSerializer, changes=SeriesSerializer,
    ),
    Act(path=SERIES, service=services.delete_series, summary="Delete a series", action=_O, method="delete"),
    Act(
        path=SERIES + "sections/", service=add_to_series, summary="Let a section count in a series", action=_O,
        answer=SeriesSectionSerializer, status=201,
    ),
    Act(
        path=SERIES + "sections/remove/", service=remove_from_series,
        summary="Let a section no longer count in a series", action=_O,
    ),
)  # fmt: skip
