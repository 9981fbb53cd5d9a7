"""The tables of `arbiter` in an event file (`transfer.services.eventfile.tables`)."""

from arbiter.models.appeal import Appeal, AppealRegulation, CommitteeMember
from arbiter.models.checklist import ChecklistTick
from arbiter.models.duty import Duty, HallIncident
from arbiter.models.envelope import Envelope, PlaySession
from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling
from transfer.services.eventfile.table import Table

TABLES = (
    Table(Ruling, "game", "game", later="supersedes part_of", people="arbiter", of_game=True, kept=True),
    Table(Fine, "ruling__game", "ruling", people="paid_to", of_game=True),
    Table(AppealRegulation, "event", "event"),
    Table(CommitteeMember, "event", "event", people="user"),
    Table(Appeal, "event", "event ruling followed_by", people="filed_by", many="panel"),
    Table(ChecklistTick, "event", "event round", people="user undone_by"),
    Table(Duty, "event", "event section", people="user"),
    Table(HallIncident, "event", "event registration", people="arbiter"),
    Table(PlaySession, "section__event", "section", people="announced_by"),
    Table(Envelope, "game", "game", of_game=True),
)
