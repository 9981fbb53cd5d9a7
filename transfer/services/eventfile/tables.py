"""The list of the models in the file of an event, with their references, and of the models left out.

A field is exported unless it is declared `local` (`tavleya.use`), a text only if it is declared at all; a model or a
reference that is in no list fails a test. Apps of higher layers register their tables when they start.
"""

from collections.abc import Mapping
from types import MappingProxyType

from documents.models.prizes import Award, Category, Prize, PrizeFund
from entries.models.check_in import CheckIn, Presence
from entries.models.fees import Fee, FeeTerms, Payment, PaymentReport, PaymentTerms
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
from tavleya.use import Copy
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
#: A restore point keeps a former state of a section, with the numbers of its rows.
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

_EVENT = Table(Event, "pk")

# In the order in which rows can be made: each refers to those before it only.
_BASE: tuple[Table, ...] = (
    _EVENT,
    Table(EventRole, "event", "event", people="user", own=True, copied=Copy.REHEARSAL),
    Table(EventUpload, "event", "event"),
    Table(Player, "event", "event", people="user", copied=Copy.REHEARSAL),
    Table(PlayerLink, "player__event", "player", links=True),
    Table(Section, "event", "event", later="giver", copied=Copy.REHEARSAL),
    Table(Registration, "section__event", "section player", copied=Copy.REHEARSAL),
    Table(PlayOff, "section__event", "section by", copied=Copy.REHEARSAL),
    Table(EntryTerms, "section__event", "section", copied=Copy.REPETITION),
    Table(Entry, "section__event", "section player", later="team"),
    Table(CheckIn, "section__event", "section"),
    Table(Presence, "check_in__section__event", "check_in registration"),
    Table(MatchTerms, "section__event", "section", copied=Copy.ANY),
    Table(OpeningDraw, "section__event", "section"),
    Table(Round, "section__event", "section", copied=Copy.REHEARSAL),
    Table(Team, "section__event", "section", copied=Copy.REHEARSAL),
    Table(TeamMember, "team__section__event", "team registration", copied=Copy.REHEARSAL),
    Table(TeamBye, "team__section__event", "team", copied=Copy.REHEARSAL),
    Table(TeamRestriction, "section__event", "section one other", copied=Copy.REHEARSAL),
    Table(Match, "round__section__event", "round first second winner", copied=Copy.REHEARSAL),
    Table(TeamMatch, "round__section__event", "round first second", copied=Copy.REHEARSAL),
    Table(LineUp, "match__round__section__event", "match team registration", copied=Copy.REHEARSAL),
    Table(RequestedBye, "registration__section__event", "registration", copied=Copy.REHEARSAL),
    Table(ByeRequest, "registration__section__event", "registration"),
    Table(PairConstraint, "section__event", "section one other", copied=Copy.REHEARSAL),
    Table(Game, "", later="replaces", of_game=True),
    Table(RecordEntry, "game", "game", people="user", of_game=True, series=True),
    Table(RecordText, "game", "game", of_game=True, series=True),
    Table(ScoreSheet, "game", "game", people="user", actors="actor", of_game=True, kept=True),
    Table(SheetPhoto, "game", "game", people="user", actors="actor", of_game=True, kept=True),
    Table(VoidPhoto, "photo__game", "photo", people="user", actors="actor", of_game=True, kept=True),
    Table(
        Pairing,
        "round__section__event",
        "round white black game match team_match",
        people="second_by",
        copied=Copy.REHEARSAL,
    ),
    Table(PointAdjustment, "registration__section__event", "registration game"),
    Table(RoundExclusion, "registration__section__event", "registration game"),
    Table(ResultReport, "pairing__round__section__event", "pairing"),
    Table(RatingCorrection, "pairing__round__section__event", "pairing", actors="actor"),
    Table(Provenance, "round__section__event", "round", numbers={"waived": MappingProxyType({"who": None})}),
    Table(
        RestorePoint, "section__event", "section", actors="actor", numbers={"data": SNAPSHOT}, together=True
    ),
    Table(FeeTerms, "section__event", "section", copied=Copy.REPETITION),
    Table(PaymentTerms, "event", "event"),
    Table(Fee, "event", "event section entry player team"),
    Table(Payment, "event", "event fee", later="voids", actors="taken_by"),
    Table(PaymentReport, "event", "event payment", actors="settled_by"),
    Table(Category, "section__event", "section", copied=Copy.REPETITION),
    Table(PrizeFund, "section__event", "section", copied=Copy.REPETITION),
    Table(Prize, "section__event", "section category", copied=Copy.REPETITION),
    Table(NormTerms, "section__event", "section", copied=Copy.REPETITION),
    Table(Award, "section__event", "section", actors="approved_by cancelled_by"),
)
#: Last, because it refers to rows of all others.
_LOG = Table(
    Log,
    "event",
    "event",
    actors="actor",
    numbers={"subject": MappingProxyType({}), "before": _LOGGED, "after": _LOGGED},
    series=True,
)

#: Models that are not in the file, with the reason.
OUTSIDE: Mapping[Model, str] = MappingProxyType(
    {
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
    """Register the tables of an app in a higher layer, in an order in which their rows can be created."""
    _registered.extend(table for table in tables if table not in _registered)


def tables() -> tuple[Table, ...]:
    """Return all tables, in an order in which rows can be created."""
    return (*_BASE, *_registered, _LOG)


def table_named(name: str) -> Table | None:
    return next((table for table in tables() if table.name == name), None)
