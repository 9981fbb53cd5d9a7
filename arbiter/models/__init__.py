from arbiter.models.appeal import Appeal, AppealRegulation, CommitteeMember
from arbiter.models.checklist import ChecklistTick
from arbiter.models.duty import Duty, HallIncident
from arbiter.models.envelope import Envelope, PlaySession
from arbiter.models.fair_play import (
    CheckDraw,
    Complaint,
    Declaration,
    DeviceBag,
    DrawnPlayer,
    Inspection,
)
from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling

__all__ = [
    "Appeal",
    "AppealRegulation",
    "CheckDraw",
    "ChecklistTick",
    "CommitteeMember",
    "Complaint",
    "Declaration",
    "DeviceBag",
    "DrawnPlayer",
    "Duty",
    "Envelope",
    "Fine",
    "HallIncident",
    "Inspection",
    "PlaySession",
    "Ruling",
]
