"""Services of fair play, called so that they succeed, and the action that each requires."""

from typing import Any

from fairplay.services import (
    draw_checks,
    hand_back_bag,
    hand_in_devices,
    handle_complaint,
    log_screening,
    receive_complaint,
    record_check,
    record_declaration,
    record_inspection,
    remove_declaration,
    reverse_inspection,
    undo_bag,
)
from tavleya.actors import Actor
from tavleya.permissions import Action
from tests.arbiter.arbiter_calls import ArbiterWorld, in_event
from tests.tournaments.conftest import LATER
from tests.who_may import Table


class FairPlayWorld(ArbiterWorld):
    """A world with one fair play record of each kind; Rubinstein's devices are in a bag, Polgar's are not."""

    def __init__(self) -> None:
        super().__init__()
        registrations = self.event.sections.get(pk=self.section_id).registrations.order_by("number")
        self.polgar, self.rubinstein = registrations.values_list("pk", flat=True)
        self.draw = draw_checks(**in_round(self, self.chen), count=1)
        self.inspection = _inspect(self, self.chen)
        self.complaint = _complain(self, self.chen)
        self.declaration = _declare(self, self.chen)
        self.bag = hand_in_devices(**in_round(self, self.chen), registration_id=self.rubinstein, bag=1)


def in_section(world: Any, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "now": LATER, "section_id": world.section_id}


def in_round(world: Any, actor: Actor) -> dict[str, Any]:
    return {**in_section(world, actor), "round_number": 1}


def _inspect(world: FairPlayWorld, actor: Actor) -> Any:
    common: dict[str, Any] = {"registration_id": world.polgar, "kind": "entrance", "outcome": "nothing"}
    return record_inspection(**in_round(world, actor), **common)


def _complain(world: FairPlayWorld, actor: Actor) -> Any:
    return receive_complaint(**in_section(world, actor), complainant_id=world.polgar, facts="The opponent looks away.")


def _declare(world: FairPlayWorld, actor: Actor) -> Any:
    return record_declaration(**in_section(world, actor), registration_id=world.polgar, kind="hearing_aid")


_K = Action.KEEP_FAIR_PLAY
CALLS: Table = {
    "draw_checks": (_K, lambda w, a: draw_checks(**in_round(w, a), count=1)),
    "record_check": (
        _K,
        lambda w, a: record_check(actor=a, now=LATER, drawn_id=w.draw.drawn.get().pk, outcome="nothing"),
    ),
    "record_inspection": (_K, _inspect),
    "reverse_inspection": (_K, lambda w, a: reverse_inspection(actor=a, now=LATER, inspection_id=w.inspection.pk)),
    "receive_complaint": (_K, _complain),
    "handle_complaint": (
        _K,
        lambda w, a: handle_complaint(
            actor=a, now=LATER, complaint_id=w.complaint.pk, seen="received", state="examined"
        ),
    ),
    "record_declaration": (_K, _declare),
    "remove_declaration": (_K, lambda w, a: remove_declaration(actor=a, now=LATER, declaration_id=w.declaration.pk)),
    "hand_in_devices": (_K, lambda w, a: hand_in_devices(**in_round(w, a), registration_id=w.polgar, bag=2)),
    "hand_back_bag": (_K, lambda w, a: hand_back_bag(**in_event(w, a), bag=1)),
    "undo_bag": (_K, lambda w, a: undo_bag(**in_event(w, a), bag_id=w.bag.pk)),
    "log_screening": (Action.LEAD_FAIR_PLAY, lambda w, a: log_screening(**in_section(w, a))),
}
