from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.boards import (
    BoardQuestion,
    ElectronicBoard,
    Feed,
    GameSource,
    PgnAddress,
    QuestionCode,
)
from tournaments.models.broadcast import Broadcast, BroadcastRound
from tournaments.models.check_in import CheckIn, Presence
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.event import Event
from tournaments.models.fees import Fee, FeeTerms, Payment, PaymentReport, PaymentTerms
from tournaments.models.hand_off import HandOff, SigningKey
from tournaments.models.job import Job
from tournaments.models.log import Log
from tournaments.models.match import Match, MatchTerms, OpeningDraw
from tournaments.models.norms import NormRules, NormTerms
from tournaments.models.notifications import Channel, Delivery, Notice, Subscription
from tournaments.models.organisation import EventMove, Organisation, OrganisationLog, OrganisationRole
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.person import Person, PersonAct, PersonJoin
from tournaments.models.play_off import PlayOff
from tournaments.models.player import Player, Registration
from tournaments.models.privacy import ErasureRequest
from tournaments.models.prizes import Award, Category, Prize, PrizeFund
from tournaments.models.rated import FormerRating, ListedRating, RatedPlayer, RatingList
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.self_service import ByeRequest, PlayerLink, ResultReport
from tournaments.models.series import Series, SeriesSection
from tournaments.models.swiss import PairConstraint, Provenance, RatingCorrection, RequestedBye, RestorePoint
from tournaments.models.team import LineUp, Team, TeamMatch, TeamMember
from tournaments.models.team_swiss import TeamBye, TeamRestriction
from tournaments.models.upload import EventUpload, UploadKind
from tournaments.models.webhooks import Webhook, WebhookDelivery, WebhookHost

__all__ = [
    "ApiToken",
    "Award",
    "BoardQuestion",
    "Broadcast",
    "BroadcastRound",
    "ByeRequest",
    "Category",
    "Channel",
    "CheckIn",
    "Delivery",
    "ElectronicBoard",
    "Entry",
    "EntryTerms",
    "ErasureRequest",
    "Event",
    "EventMove",
    "EventRole",
    "EventUpload",
    "Fee",
    "FeeTerms",
    "Feed",
    "FormerRating",
    "GameSource",
    "HandOff",
    "Invitation",
    "Job",
    "LineUp",
    "ListedRating",
    "Log",
    "Match",
    "MatchTerms",
    "NormRules",
    "NormTerms",
    "Notice",
    "OpeningDraw",
    "Organisation",
    "OrganisationLog",
    "OrganisationRole",
    "PairConstraint",
    "Pairing",
    "Payment",
    "PaymentReport",
    "PaymentTerms",
    "Person",
    "PersonAct",
    "PersonJoin",
    "PgnAddress",
    "PlayOff",
    "Player",
    "PlayerLink",
    "PointAdjustment",
    "Presence",
    "Prize",
    "PrizeFund",
    "Provenance",
    "QuestionCode",
    "RatedPlayer",
    "RatingCorrection",
    "RatingList",
    "Registration",
    "RequestedBye",
    "RestorePoint",
    "ResultReport",
    "Round",
    "RoundExclusion",
    "Section",
    "Series",
    "SeriesSection",
    "SigningKey",
    "StandingsVersion",
    "Subscription",
    "Team",
    "TeamBye",
    "TeamMatch",
    "TeamMember",
    "TeamRestriction",
    "UploadKind",
    "Webhook",
    "WebhookDelivery",
    "WebhookHost",
]
