"""The tables of `arbiter` in an event file (`tournaments.event_tables`)."""

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
from games.models.game import Game
from games.models.record import milliseconds
from tavleya.record.ruling_lines import RulingLine
from tournaments.event_tables import Table

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


# The rulings of a game in an exported record.


def ruling_lines(game: Game) -> tuple[RulingLine, ...]:
    """Return the rulings of a game in order (registered with `games.hooks`)."""
    rows = game.rulings.select_related("supersedes", "part_of__game").order_by("number")
    return tuple(_line(row) for row in rows)


def _line(row: Ruling) -> RulingLine:
    return RulingLine(
        number=row.number,
        kind=row.kind,
        outcome=row.outcome,
        regime=row.regime,
        article=row.article,
        penalty_article=row.penalty_article,
        offender=row.offender,
        facts=row.facts,
        grounds=tuple(row.grounds),
        clock_before=row.clock_before,
        clock_after=row.clock_after,
        result=row.result,
        note=row.note,
        first_seq=row.first_seq,
        last_seq=row.last_seq,
        arbiter=f"user:{row.arbiter_id}" if row.arbiter_id else "",
        at=milliseconds(row.at),
        supersedes=row.supersedes.number if row.supersedes else None,
        part_of=f"{row.part_of.game.key}/{row.part_of.number}" if row.part_of else "",
    )
