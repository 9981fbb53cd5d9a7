"""The one list of what of an event is in its file: by model the fields that go in, the references, what stays behind.

A model or a field that is in none of the lists fails a test: nothing of an event is forgotten, and no secret goes along
by accident.  Higher apps register their tables when they start.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from documents.models.prizes import Award, Category, Prize, PrizeFund
from entries.models.check_in import CheckIn, Presence
from entries.models.fees import Fee, FeeTerms, Payment, PaymentReport, PaymentTerms
from games.models.archive import Archive, ArchivedRecord
from games.models.check import CheckPass
from games.models.game import Game
from games.models.idempotency import IdempotencyKey
from games.models.photo import SheetPhoto, VoidPhoto
from games.models.record import RecordEntry
from games.models.sheet import ScoreSheet
from games.models.text import RecordText
from notifications.models.notifications import Delivery, Notice, Subscription
from notifications.models.webhooks import Webhook, WebhookDelivery, WebhookHost
from people.models.person import PersonAct, PersonJoin
from people.models.series import Series, SeriesSection
from ratings.models.norms import NormRules, NormTerms
from ratings.models.rated import FormerRating, ListedRating, RatedPlayer, RatingList
from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.boards import BoardQuestion, ElectronicBoard, GameSource, PgnAddress
from tournaments.models.broadcast import Broadcast, BroadcastRound
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.event import Event
from tournaments.models.job import Job
from tournaments.models.log import Log
from tournaments.models.match import Match, MatchTerms, OpeningDraw
from tournaments.models.organisation import EventMove, Organisation, OrganisationLog, OrganisationRole
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.person import Person
from tournaments.models.play_off import PlayOff
from tournaments.models.player import Player, Registration
from tournaments.models.privacy import ErasureRequest
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.self_service import ByeRequest, PlayerLink, ResultReport
from tournaments.models.swiss import PairConstraint, Provenance, RatingCorrection, RequestedBye, RestorePoint
from tournaments.models.team import LineUp, Team, TeamMatch, TeamMember
from tournaments.models.team_swiss import TeamBye, TeamRestriction
from tournaments.models.upload import EventUpload
from transfer.models import HandOff, SigningKey
from transfer.services.eventfile.table import PERSON, Meaning, Model, Table

_SEAT = {
    **dict.fromkeys(
        (
            *("white_id", "black_id", "first_id", "second_id", "winner_id", "one_id", "other_id"),
            "registration_id",
        ),
        Registration,
    ),
    **dict.fromkeys(("first_team", "second_team", "one_team", "other_team", "team_id"), Team),
    "game_id": Game,
    "second_by_id": PERSON,
    "who": None,
}
#: A restore point keeps a section as it stood, with the numbers of its rows.
SNAPSHOT: Mapping[str, Meaning] = MappingProxyType({**_SEAT, "registrations": Registration})
_LOGGED: Mapping[str, Meaning] = MappingProxyType(
    {
        "user": PERSON,
        "user_id": PERSON,
        "winner": Registration,
        "giver": Registration,
        "members": Registration,
    }
)

_EVENT = Table(
    Event,
    "pk",
    "names place address contact federation starts_on ends_on time_zone description languages announcement search_key"
    " licence shows_minors created_at rehearsal archived_at published",
    left={
        "slug": "",
        "uploads_version": 0,
        "rehearsal_of": None,
        "template": False,
        "organisation": None,
        "deleted_at": None,
        "checked_out_at": None,
    },
)

# In the order in which rows can be made: each refers to those before it only.
_BASE: tuple[Table, ...] = (
    _EVENT,
    Table(EventRole, "event", "role", "event", people="user", own=True),
    Table(
        EventUpload,
        "event",
        "kind title media_type size width height sha256 added_at",
        "event",
        left={"stored": ""},
    ),
    Table(
        Player,
        "event",
        "family_name given_name patronymic names federation fide_id title ratings rating_sources national_ids"
        " birth_year sex club identity namesake sort_key search_key erased_at",
        "event",
        people="user",
        left={"person": None, "on_person_page": False},
    ),
    Table(
        PlayerLink,
        "player__event",
        "serial digest made_at opened_at revoked_at",
        "player",
        links=True,
    ),
    Table(
        Section,
        "event",
        "slug names game rules regime control format rounds_planned scoring regulations options tiebreaks"
        " rating_kind rating_method rating_order national_list unrated unrated_rating later_ratings"
        " rating_checks tracking broadcast_delay position edition accelerated numbers_given equal_seeds first_colour"
        " first_board regulated correction_rounds planned_starts archived_at final_at final_digest",
        "event",
        later="giver",
    ),
    Table(
        Registration,
        "section__event",
        "number status rating rating_source later_ratings from_round fixed_board virtual_points half_byes"
        " external_value hand_order",
        "section player",
    ),
    Table(PlayOff, "section__event", "after_round", "section by"),
    Table(
        EntryTerms,
        "section__event",
        "offered opens_at closes_at places waiting_list most_reserves asked lookup approval lowest_rating"
        " highest_rating born_from born_until federations sex bye_rounds most_byes consent consent_link",
        "section",
    ),
    Table(
        Entry,
        "section__event",
        "key state position own_page team_name line_up family_name given_name patronymic fide_id national_id"
        " federation club title birth_date birth_year sex ratings email phone note bye_rounds language made_at"
        " consented_at decided_at reason question withdrawal_asked_at",
        "section player",
        later="team",
        # Links open this installation alone.
        left={"digest": ""},
    ),
    Table(CheckIn, "section__event", "round_number opens_at closes_at", "section"),
    Table(Presence, "check_in__section__event", "at own", "check_in registration"),
    Table(
        MatchTerms,
        "section__event",
        "games score third_place tiebreak_games tiebreak_control",
        "section",
    ),
    Table(
        OpeningDraw,
        "section__event",
        "table scope commitment seed public committed_at revealed_at",
        "section",
    ),
    Table(
        Round,
        "section__event",
        "kind number status starts_at publish_at published_at closed_at played_on system edition",
        "section",
    ),
    Table(Team, "section__event", "number name names captain federation status", "section"),
    Table(TeamMember, "team__section__event", "place", "team registration"),
    Table(TeamBye, "team__section__event", "round_number kind asked_at", "team"),
    Table(
        TeamRestriction,
        "section__event",
        "first_round last_round reason",
        "section one other",
    ),
    Table(Match, "round__section__event", "number for_third", "round first second winner"),
    Table(TeamMatch, "round__section__event", "number bye forfeited partial", "round first second"),
    Table(LineUp, "match__round__section__event", "board", "match team registration"),
    Table(RequestedBye, "registration__section__event", "round_number kind asked_at", "registration"),
    Table(
        ByeRequest,
        "registration__section__event",
        "round_number kind asked_at granted decided_at",
        "registration",
    ),
    Table(
        PairConstraint,
        "section__event",
        "kind first_round last_round reason",
        "section one other",
    ),
    Table(
        Game,
        "",
        "key game rules regime control tracking broadcast_delay start_position white_name black_name phase result"
        " termination calls seq digest opened_at changed_at",
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
        Pairing,
        "round__section__event",
        "board bye result public_result public_from version in_schedule leg start_position opening drawn second_result"
        " second_at",
        "round white black game match team_match",
        people="second_by",
    ),
    Table(
        PointAdjustment,
        "registration__section__event",
        "ruling half_points article made_at undone_at",
        "registration game",
    ),
    Table(
        RoundExclusion,
        "registration__section__event",
        "round_number ruling article made_at lifted_at",
        "registration game",
    ),
    Table(ResultReport, "pairing__round__section__event", "side result at", "pairing"),
    Table(
        RatingCorrection,
        "pairing__round__section__event",
        "result reason made_at",
        "pairing",
        actors="actor",
    ),
    Table(
        Provenance,
        "round__section__event",
        "engine edition accelerated state digest boards bye trace version made_at",
        "round",
        numbers={"waived": MappingProxyType({"who": None})},
    ),
    Table(
        RestorePoint,
        "section__event",
        "before round_number made_at",
        "section",
        actors="actor",
        numbers={"data": SNAPSHOT},
        left={"base": None},
        together=True,
    ),
    Table(
        FeeTerms,
        "section__event",
        "charged currency base rules together extra extra_amount",
        "section",
    ),
    # The secret opens this installation alone; another one makes its own.
    Table(
        PaymentTerms,
        "event",
        "instructions reference link payee iban bic account bank bank_code correspondent inn provider",
        "event",
        left={"secret": ""},
    ),
    Table(
        Fee,
        "event",
        "number currency lines extra day amount waived reason",
        "event section entry player team",
    ),
    Table(
        Payment,
        "event",
        "receipt amount way at reference provider_key",
        "event fee",
        later="voids",
        actors="taken_by",
    ),
    Table(
        PaymentReport,
        "event",
        "key reference amount currency problem received_at settled_at",
        "event payment",
        actors="settled_by",
    ),
    Table(Category, "section__event", "slug names terms position", "section"),
    Table(PrizeFund, "section__event", "currency digits sharing published", "section"),
    Table(Prize, "section__event", "place amount", "section category"),
    Table(NormTerms, "section__event", "kind published", "section"),
    Table(
        Award,
        "section__event",
        "version provisional listed approved_at cancelled_at reason",
        "section",
        actors="approved_by cancelled_by",
    ),
)
#: Last, for it names rows of every other.
_LOG = Table(
    Log,
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
        ApiToken: "a secret that opens this installation",
        BoardQuestion: "asked by programs at the venue of this installation",
        Broadcast: "a secret between this installation and another program",
        BroadcastRound: "what was sent to such a program",
        Delivery: "what this installation has sent",
        ElectronicBoard: "told by programs at the venue of this installation",
        ErasureRequest: "asked of this installation",
        GameSource: "which of such programs feeds a game",
        EventMove: "asked of organisations of this installation",
        HandOff: "says where the file itself is",
        Invitation: "a secret that opens this installation",
        Job: "work of this installation",
        Organisation: "of the whole installation",
        OrganisationLog: "of the whole installation",
        OrganisationRole: "of the whole installation",
        NormRules: "of the whole installation",
        Notice: "is sent within seconds by this installation",
        ListedRating: "of the whole installation",
        FormerRating: "of the whole installation",
        PgnAddress: "an address that this installation reads",
        Person: "joins players of several events; made anew from their numbers where the file is brought in",
        PersonAct: "of persons",
        PersonJoin: "of persons",
        RatedPlayer: "of the whole installation",
        RatingList: "of the whole installation",
        Series: "of an organisation",
        SeriesSection: "which series of this installation a section is in",
        SigningKey: "of the whole installation",
        StandingsVersion: "counts for this installation's caches; made anew",
        Subscription: "wants messages of this installation, and links in them end them here",
        Webhook: "an address and a secret between this installation and another program",
        WebhookDelivery: "what was sent to such an address",
        WebhookHost: "of the whole installation",
    }
)

_registered: list[Table] = []


def register(*tables: Table) -> None:
    """The tables of a higher app, in an order in which their rows can be made."""
    _registered.extend(table for table in tables if table not in _registered)


def tables() -> tuple[Table, ...]:
    """Every table, in the order in which rows can be made."""
    return (*_BASE, *_registered, _LOG)


def table_named(name: str) -> Table | None:
    return next((table for table in tables() if table.name == name), None)
