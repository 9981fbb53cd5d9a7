"""What the arbiters' work adds to the file of an event (`tournaments.services.eventfile.tables`)."""

from __future__ import annotations

from arbiter.models import (
    Appeal,
    AppealRegulation,
    ChecklistTick,
    CommitteeMember,
    Duty,
    Envelope,
    Fine,
    HallIncident,
    PlaySession,
    Ruling,
)
from tournaments.services.eventfile.tables import Table

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
