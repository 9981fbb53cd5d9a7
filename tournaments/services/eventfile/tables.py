"""The one list of what of an event is in its file: by model the fields that go in, the references, what stays behind.

A model or a field that is in none of the lists fails a test: nothing of an event is forgotten, and no secret goes along
by accident.  Higher floors register their tables when they start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.db import models

from games.models import (
    Archive,
    ArchivedRecord,
    CheckPass,
    Game,
    IdempotencyKey,
    RecordEntry,
    RecordText,
    ScoreSheet,
    SheetPhoto,
    VoidPhoto,
)
from tournaments import models as ours

Model = type[models.Model]
#: What a number in a JSON field stands for: a row of a model, or (None) whoever acted, by `Actor.key`.
Meaning = Model | str | None

PERSON = "person"


_NO_NUMBERS: Mapping[str, Mapping[str, Meaning]] = MappingProxyType({})
_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Table:
    """One model in the file.

    `within` is the way from it to its event, or to its `game`.  `values` go in as they are; `references` are to rows of
    tables before this one, those in `later` also to rows after it, or of it; `people` to accounts, `actors` are keys of
    those who acted.  `numbers` says for JSON fields which names in them hold a row's number.  `left` are the fields
    that stay behind, and what they are in the event that is made of the file.

    `series`: rows that nothing refers to and that are only ever added, known by their place.  `kept`: rows that are
    never changed and never go.  `links`: in the file only if the event is handed off.  `own`: who may do what is each
    installation's own affair, and stays as it is when the event comes back.  `together`: where one row is gone, the
    others that were known are written anew.
    """

    model: Model
    within: str
    values: str
    references: str = ""
    later: str = ""
    people: str = ""
    actors: str = ""
    many: str = ""
    numbers: Mapping[str, Mapping[str, Meaning]] = field(default_factory=lambda: _NO_NUMBERS)
    left: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    of_game: bool = False
    series: bool = False
    kept: bool = False
    links: bool = False
    own: bool = False
    together: bool = False

    @property
    def name(self) -> str:
        """What it is called in the file."""
        return str(self.model._meta.model_name)

    @property
    def keyed(self) -> bool:
        """Whether its rows have a number of their own, and not that of the section that they are of."""
        return not self.series and self.model._meta.pk.remote_field is None

    def fields(self) -> set[str]:
        """The names of every field that the line says something of."""
        named = (self.values, self.references, self.later, self.people, self.actors, self.many)
        return {name for names in named for name in names.split()} | set(self.numbers) | set(self.left)


_SEAT = {
    **dict.fromkeys(
        (
            *("white_id", "black_id", "first_id", "second_id", "winner_id", "one_id", "other_id"),
            "registration_id",
        ),
        ours.Registration,
    ),
    "game_id": Game,
    "second_by_id": PERSON,
    "who": None,
}
#: A restore point keeps a section as it stood, with the numbers of its rows.
SNAPSHOT: Mapping[str, Meaning] = MappingProxyType({**_SEAT, "registrations": ours.Registration})
_LOGGED: Mapping[str, Meaning] = MappingProxyType(
    {
        "user": PERSON,
        "user_id": PERSON,
        "winner": ours.Registration,
        "giver": ours.Registration,
        "members": ours.Registration,
    }
)

_EVENT = Table(
    ours.Event,
    "pk",
    "names place federation starts_on ends_on time_zone description languages search_key created_at rehearsal"
    " archived_at published",
    left={"slug": "", "rehearsal_of": None, "deleted_at": None, "checked_out_at": None},
)

# In the order in which rows can be made: each refers to those before it only.
_BASE: tuple[Table, ...] = (
    _EVENT,
    Table(ours.EventRole, "event", "role", "event", people="user", own=True),
    Table(
        ours.Player,
        "event",
        "family_name given_name patronymic names federation fide_id title ratings birth_year sex club identity"
        " namesake sort_key search_key erased_at",
        "event",
        people="user",
    ),
    Table(
        ours.PlayerLink,
        "player__event",
        "serial digest made_at opened_at revoked_at",
        "player",
        links=True,
    ),
    Table(
        ours.Section,
        "event",
        "slug names game rules regime control format rounds_planned scoring regulations options tiebreaks"
        " rating_kind tracking position edition accelerated numbers_given equal_seeds first_colour first_board"
        " correction_rounds archived_at final_at final_digest",
        "event",
        later="giver",
    ),
    Table(
        ours.Registration,
        "section__event",
        "number status rating from_round fixed_board virtual_points",
        "section player",
    ),
    Table(
        ours.MatchTerms,
        "section__event",
        "games score third_place tiebreak_games tiebreak_control",
        "section",
    ),
    Table(
        ours.OpeningDraw,
        "section__event",
        "table scope commitment seed public committed_at revealed_at",
        "section",
    ),
    Table(
        ours.Round,
        "section__event",
        "kind number status starts_at publish_at published_at closed_at played_on system edition",
        "section",
    ),
    Table(ours.Team, "section__event", "number name names captain federation status", "section"),
    Table(ours.TeamMember, "team__section__event", "place", "team registration"),
    Table(ours.Match, "round__section__event", "number for_third", "round first second winner"),
    Table(ours.TeamMatch, "round__section__event", "number forfeited", "round first second"),
    Table(ours.LineUp, "match__round__section__event", "board", "match team registration"),
    Table(ours.RequestedBye, "registration__section__event", "round_number kind asked_at", "registration"),
    Table(
        ours.ByeRequest,
        "registration__section__event",
        "round_number kind asked_at granted decided_at",
        "registration",
    ),
    Table(
        ours.PairConstraint,
        "section__event",
        "kind first_round last_round reason",
        "section one other",
    ),
    Table(
        Game,
        "",
        "key game rules regime control tracking start_position white_name black_name phase result termination"
        " calls seq digest opened_at changed_at",
        later="replaces",
        left={"snapshot": {}},
        of_game=True,
    ),
    Table(
        RecordEntry,
        "game",
        "seq kind at actor side ply move white_ms black_ms data request digest",
        "game",
        people="user",
        of_game=True,
        series=True,
    ),
    Table(RecordText, "game", "seq name salt text", "game", of_game=True, series=True),
    Table(
        ScoreSheet,
        "game",
        "keeper version language text file_name file_sha256 at",
        "game",
        people="user",
        actors="actor",
        of_game=True,
        kept=True,
    ),
    Table(
        SheetPhoto,
        "game",
        "keeper number name kind size width height sha256 at",
        "game",
        people="user",
        actors="actor",
        left={"stored": None},
        of_game=True,
        kept=True,
    ),
    Table(
        VoidPhoto,
        "photo__game",
        "reason at",
        "photo",
        people="user",
        actors="actor",
        of_game=True,
        kept=True,
    ),
    Table(
        ours.Pairing,
        "round__section__event",
        "board bye result version in_schedule leg start_position opening drawn second_result second_at",
        "round white black game match team_match",
        people="second_by",
    ),
    Table(
        ours.PointAdjustment,
        "registration__section__event",
        "ruling half_points article made_at undone_at",
        "registration game",
    ),
    Table(
        ours.RoundExclusion,
        "registration__section__event",
        "round_number ruling article made_at lifted_at",
        "registration game",
    ),
    Table(ours.ResultReport, "pairing__round__section__event", "side result at", "pairing"),
    Table(
        ours.RatingCorrection,
        "pairing__round__section__event",
        "result reason made_at",
        "pairing",
        actors="actor",
    ),
    Table(
        ours.Provenance,
        "round__section__event",
        "engine edition accelerated state digest boards bye trace version made_at",
        "round",
        numbers={"waived": MappingProxyType({"who": None})},
    ),
    Table(
        ours.RestorePoint,
        "section__event",
        "before round_number made_at",
        "section",
        actors="actor",
        numbers={"data": SNAPSHOT},
        left={"base": None},
        together=True,
    ),
    Table(ours.Category, "section__event", "slug names terms position", "section"),
    Table(ours.PrizeFund, "section__event", "currency digits sharing published", "section"),
    Table(ours.Prize, "section__event", "place amount", "section category"),
    Table(
        ours.Award,
        "section__event",
        "version provisional listed approved_at cancelled_at reason",
        "section",
        actors="approved_by cancelled_by",
    ),
)
#: Last, for it names rows of every other.
_LOG = Table(
    ours.Log,
    "event",
    "at action",
    "event",
    actors="actor",
    numbers={"subject": MappingProxyType({}), "before": _LOGGED, "after": _LOGGED},
    series=True,
)

#: Models of which nothing is in the file, and why not.
OUTSIDE: Mapping[Model, str] = MappingProxyType(
    {
        Archive: "a file of this installation",
        ArchivedRecord: "where in such a file a record is",
        CheckPass: "of the whole installation",
        IdempotencyKey: "answers of this installation to requests that were sent to it",
        ours.ApiToken: "a secret that opens this installation",
        ours.ErasureRequest: "asked of this installation",
        ours.HandOff: "says where the file itself is",
        ours.Invitation: "a secret that opens this installation",
        ours.Job: "work of this installation",
        ours.NormRules: "of the whole installation",
        ours.RatedPlayer: "of the whole installation",
        ours.RatingList: "of the whole installation",
        ours.SigningKey: "of the whole installation",
        ours.StandingsVersion: "counts for this installation's caches; made anew",
        ours.Webhook: "an address and a secret between this installation and another program",
        ours.WebhookDelivery: "what was sent to such an address",
        ours.WebhookHost: "of the whole installation",
    }
)

_registered: list[Table] = []


def register(*tables: Table) -> None:
    """The tables of a higher floor, in an order in which their rows can be made."""
    _registered.extend(table for table in tables if table not in _registered)


def tables() -> tuple[Table, ...]:
    """Every table, in the order in which rows can be made."""
    return (*_BASE, *_registered, _LOG)


def table_named(name: str) -> Table | None:
    return next((table for table in tables() if table.name == name), None)
