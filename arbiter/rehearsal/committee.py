"""The appeals committee of the day, and the appeal that it hears."""

from datetime import timedelta

from arbiter.models.appeal import Appeal
from arbiter.models.ruling import Ruling
from arbiter.rehearsal.boards import RehearsalBoard
from arbiter.rehearsal.day import MORNING, Day, person
from arbiter.services import appeals
from arbiter.services.committee import appoint_member
from tavleya.sides import Side

_MEMBERS = ("chair", "member", "second-member")


def appoint(day: Day) -> None:
    for name in _MEMBERS:
        user_id = person(name).user_id
        assert user_id is not None
        appoint_member(
            actor=day.organiser,
            now=MORNING - timedelta(hours=1),
            event_id=day.event.pk,
            user_id=user_id,
            chair=name == "chair",
        )


def appeal(table: RehearsalBoard, ruling: Ruling, side: Side, instead: appeals.Amendment) -> None:
    """File an appeal ten minutes after the ruling, hear it half an hour later, and replace the ruling."""
    day = table.day
    table.wait(minutes=10)
    filed = appeals.file_appeal(
        actor=table.players[side], now=table.now, ruling_id=ruling.pk, grounds="I had not made a move."
    )
    day.say(table.now, f"Appeal {filed.number} against ruling {ruling.number} of this game.")
    hearing = table.now + timedelta(minutes=30)
    appeals.set_hearing(actor=day.chief, now=table.now, appeal_id=filed.pk, at=hearing, place="Library")
    table.now = hearing
    decided = appeals.decide_appeal(
        actor=person("chair"),
        now=table.now,
        appeal_id=filed.pk,
        outcome=Appeal.Outcome.AMENDED,
        decision="A move is made when the piece has left the hand; it had not.",
        amendment=instead,
    )
    appeals.publish_decision(actor=day.organiser, now=table.now, appeal_id=filed.pk)
    day.say(table.now, f"The committee: {decided.outcome}. {decided.decision}")
    assert decided.followed_by is not None
    table.told(decided.followed_by)
