"""What the arbiters' work adds to the file of an event (`transfer.services.eventfile.tables`)."""

from __future__ import annotations

from arbiter.models.appeal import Appeal, AppealRegulation, CommitteeMember
from arbiter.models.checklist import ChecklistTick
from arbiter.models.duty import Duty, HallIncident
from arbiter.models.envelope import Envelope, PlaySession
from arbiter.models.fair_play import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling
from transfer.services.eventfile.table import Table

TABLES = (
    Table(
        Ruling,
        "game",
        "number kind outcome regime article penalty_article offender facts grounds clock_before clock_after result"
        " note first_seq last_seq at",
        "game",
        later="supersedes part_of",
        people="arbiter",
        of_game=True,
        kept=True,
    ),
    Table(Fine, "ruling__game", "amount currency paid_at", "ruling", people="paid_to", of_game=True),
    Table(
        AppealRegulation,
        "event",
        "within_minutes counted_from seats deposit effect_suspended final_kinds",
        "event",
    ),
    Table(CommitteeMember, "event", "chair reserve appointed_at left_at", "event", people="user"),
    Table(
        Appeal,
        "event",
        "number side grounds filed_at due_at deposit deposit_state effect_suspended status hearing_at hearing_place"
        " outcome decision decided_at published_at",
        "event ruling followed_by",
        people="filed_by",
        many="panel",
    ),
    Table(ChecklistTick, "event", "item at undone_at", "event round", people="user undone_by"),
    Table(Duty, "event", "task first_board last_board began_at ended_at", "event section", people="user"),
    Table(HallIncident, "event", "code article text at", "event registration", people="arbiter"),
    # Fair play is for the arbiters of the event: it goes with it to another machine, and into no copy.
    Table(
        CheckDraw,
        "section__event",
        "round_number number seed pool at",
        "section",
        people="arbiter",
        kept=True,
        links=True,
    ),
    Table(DrawnPlayer, "draw__section__event", "place", "draw registration", kept=True, links=True),
    Table(
        Inspection,
        "section__event",
        "round_number kind means outcome note at",
        "section registration drawn",
        later="reverses",
        people="arbiter",
        kept=True,
        links=True,
    ),
    Table(
        DeviceBag,
        "event",
        "round_number bag handed_in_at handed_back_at",
        "event registration",
        people="handed_in_to handed_back_by",
        links=True,
    ),
    Table(
        Complaint,
        "event",
        "number round_number board facts state answer received_at changed_at",
        "event section complainant about",
        people="received_by",
        links=True,
    ),
    Table(
        Declaration,
        "registration__section__event",
        "kind text seen_at",
        "registration",
        people="seen_by",
        links=True,
    ),
    Table(
        PlaySession,
        "section__event",
        "starts_at ends_at place announced_at",
        "section",
        people="announced_by",
    ),
    Table(
        Envelope,
        "game",
        "number sealing_seq side ply second commitment policy status holder due_at place sealed_at opened_at",
        "game",
        of_game=True,
    ),
)
