"""Acts of arbiters: rulings at boards, calls, clocks, duty."""

from typing import ClassVar

from rest_framework import serializers

from api.acts.record import EVENT, GAME, SECTION, Act
from api.serializers import GameSerializer
from api.shapes import RulingSerializer
from api.shapes_desk import SectionDetailSerializer
from arbiter.models.duty import Duty, HallIncident
from arbiter.models.fine import Fine
from arbiter.services.calls import answer_call
from arbiter.services.clock_readings import read_clocks
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident
from arbiter.services.fines import note_payment
from arbiter.services.illegal_moves import dismiss_call, rule_illegal_move
from arbiter.services.regimes import set_regulations
from arbiter.services.reversal import reverse, supersede
from arbiter.services.ruling import rule
from arbiter.services.time import adjust_time
from tavleya.permissions import Action


class DutySerializer(serializers.ModelSerializer[Duty]):
    class Meta:
        model = Duty
        fields: ClassVar = ["task", "first_board", "last_board", "began_at", "ended_at"]


class IncidentSerializer(serializers.ModelSerializer[HallIncident]):
    class Meta:
        model = HallIncident
        fields: ClassVar = ["code", "text", "article", "at"]


class FineSerializer(serializers.ModelSerializer[Fine]):
    class Meta:
        model = Fine
        fields: ClassVar = ["amount", "currency", "paid_at"]


_R = Action.RULE
_RULING = EVENT + "rulings/<int:ruling_id>/"
ACTS = (
    Act(
        path=GAME + "rulings/", service=rule, summary="Rule on a question at a board", action=_R,
        answer=RulingSerializer, status=201,
    ),
    Act(
        path=GAME + "rulings/illegal-move/", service=rule_illegal_move, summary="Rule on an illegal move",
        action=_R, answer=RulingSerializer, status=201,
    ),
    Act(
        path=GAME + "calls/dismiss/", service=dismiss_call, summary="Dismiss a call about an illegal move",
        action=_R, answer=RulingSerializer, status=201,
    ),
    Act(
        path=GAME + "calls/answer/", service=answer_call, summary="Answer a call", action=_R,
        answer=RulingSerializer, status=201,
    ),
    Act(
        path=GAME + "rulings/time/", service=adjust_time, summary="Add or take time", action=Action.SET_CLOCKS,
        answer=RulingSerializer, status=201,
    ),
    Act(
        path=GAME + "clock-reading/", service=read_clocks, summary="Note what the clocks show",
        action=Action.SET_CLOCKS, answer=GameSerializer,
    ),
    Act(
        path=_RULING + "reverse/", service=reverse, summary="Reverse a ruling", action=_R,
        answer=RulingSerializer, status=201,
    ),
    Act(
        path=_RULING + "supersede/", service=supersede, summary="Put another ruling in the place of one",
        action=_R, answer=RulingSerializer, status=201,
    ),
    Act(
        path=_RULING + "payment/", service=note_payment, summary="Note that a fine was paid, or was not",
        action=_R, answer=FineSerializer,
    ),
    Act(
        path=SECTION + "regulations/", service=set_regulations,
        summary="Rule otherwise than the regime of a section", action=Action.EDIT_SECTION, method="put",
        answer=SectionDetailSerializer,
    ),
    Act(
        path=EVENT + "duty/", service=go_on_duty, summary="Go on duty", action=_R, answer=DutySerializer,
        status=201, fixed={"section_id": None},
    ),
    Act(path=EVENT + "duty/", service=go_off_duty, summary="Go off duty", action=_R, method="delete"),
    Act(
        path=EVENT + "incidents/", service=log_incident, summary="Log an incident in the hall", action=_R,
        answer=IncidentSerializer, status=201, fixed={"registration_id": None},
    ),
)  # fmt: skip
