from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.event import Event
from tournaments.models.hand_off import HandOff, SigningKey
from tournaments.models.job import Job
from tournaments.models.log import Log
from tournaments.models.match import Match, MatchTerms, OpeningDraw
from tournaments.models.norms import NormRules
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.player import Player, Registration
from tournaments.models.privacy import ErasureRequest
from tournaments.models.prizes import Award, Category, Prize, PrizeFund
from tournaments.models.rated import RatedPlayer, RatingList
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.self_service import ByeRequest, PlayerLink, ResultReport
from tournaments.models.swiss import PairConstraint, Provenance, RatingCorrection, RequestedBye, RestorePoint
from tournaments.models.team import LineUp, Team, TeamMatch, TeamMember
from tournaments.models.webhooks import Webhook, WebhookDelivery, WebhookHost

__all__ = [
    "ApiToken",
    "Award",
    "ByeRequest",
    "Category",
    "ErasureRequest",
    "Event",
    "EventRole",
    "HandOff",
    "Invitation",
    "Job",
    "LineUp",
    "Log",
    "Match",
    "MatchTerms",
    "NormRules",
    "OpeningDraw",
    "PairConstraint",
    "Pairing",
    "Player",
    "PlayerLink",
    "PointAdjustment",
    "Prize",
    "PrizeFund",
    "Provenance",
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
    "SigningKey",
    "StandingsVersion",
    "Team",
    "TeamMatch",
    "TeamMember",
    "Webhook",
    "WebhookDelivery",
    "WebhookHost",
]
