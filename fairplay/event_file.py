"""The fair play tables in the file of an event: they are moved to another machine with it, and are in no copy."""

from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from tournaments.event_tables import Table

TABLES = (
    Table(CheckDraw, "section__event", "section", people="arbiter", kept=True, links=True),
    Table(DrawnPlayer, "draw__section__event", "draw registration", kept=True, links=True),
    Table(
        Inspection,
        "section__event",
        "section registration drawn",
        later="reverses",
        people="arbiter",
        kept=True,
        links=True,
    ),
    Table(DeviceBag, "event", "event registration", people="handed_in_to handed_back_by", links=True),
    Table(Complaint, "event", "event section complainant about", people="received_by", links=True),
    Table(Declaration, "registration__section__event", "registration", people="seen_by", links=True),
)
