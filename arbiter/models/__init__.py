from arbiter.models.appeal import Appeal, AppealRegulation, CommitteeMember
from arbiter.models.checklist import ChecklistTick
from arbiter.models.duty import Duty, HallIncident
from arbiter.models.envelope import Envelope, PlaySession
from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling

__all__ = [
    "Appeal",
    "AppealRegulation",
    "ChecklistTick",
    "CommitteeMember",
    "Duty",
    "Envelope",
    "Fine",
    "HallIncident",
    "PlaySession",
    "Ruling",
]
