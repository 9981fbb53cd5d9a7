"""Fair play records of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairplay.services.checks import draw_checks, record_check, record_inspection, reverse_inspection
from fairplay.services.complaints import handle_complaint, receive_complaint
from fairplay.services.declarations import record_declaration
from fairplay.services.devices import hand_in_devices

if TYPE_CHECKING:
    from tests.security.hall import Hall


def keep_fair_play(hall: Hall) -> None:
    """Draw two players and check one; keep a bag in use, a complaint and a declaration."""
    first, second, *_ = hall.open.registrations.order_by("number")
    section = {"section_id": hall.open.pk}
    draw = draw_checks(**hall.by("ana", hours=1), **section, round_number=1, count=2)
    checked = record_check(
        **hall.by("ana", hours=1), drawn_id=draw.drawn.get(place=1).pk, outcome="nothing",
        note=hall.write("A coin"),
    )  # fmt: skip
    reverse_inspection(**hall.by("ana", hours=1), inspection_id=checked.pk, note=hall.write("Slip"))
    common = {**section, "registration_id": first.pk}
    inspected = {"round_number": 1, "kind": "entrance", "outcome": "nothing", "note": hall.write("Keys")}
    record_inspection(**hall.by("ana", hours=1), **common, **inspected)
    hand_in_devices(**hall.by("ana", hours=1), **common, round_number=1, bag=7)
    complaint = receive_complaint(
        **hall.by("ana", hours=1), **section, round_number=1, complainant_id=first.pk, about_id=second.pk,
        facts=hall.write("They left often"),
    )  # fmt: skip
    handle_complaint(
        **hall.by("ana", hours=1), complaint_id=complaint.pk, seen="received", state="answered",
        answer=hall.write("Thank you"),
    )  # fmt: skip
    record_declaration(**hall.by("ana", hours=1), **common, kind="other", text=hall.write("Insulin pump"))
