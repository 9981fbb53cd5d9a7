from tournaments.models.access import ApiToken, EventRole
from tournaments.models.event import Event
from tournaments.models.job import Job
from tournaments.models.log import Log
from tournaments.models.match import Match, MatchTerms, OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.player import Entry, Player
from tournaments.models.rated import RatedPlayer, RatingList
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.swiss import PairRule, Provenance, RatingCorrection, RequestedBye, RestorePoint

__all__ = [
    "ApiToken",
    "Entry",
    "Event",
    "EventRole",
    "Job",
    "Log",
    "Match",
    "MatchTerms",
    "OpeningDraw",
    "PairRule",
    "Pairing",
    "Player",
    "Provenance",
    "RatedPlayer",
    "RatingCorrection",
    "RatingList",
    "RequestedBye",
    "RestorePoint",
    "Round",
    "Section",
    "StandingsVersion",
]
