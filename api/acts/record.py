"""An act: one thing that is done at the desk or the console, as one call of the API."""

import inspect
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from functools import cached_property
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

from api.messages import say
from api.shapes import GameSerializer, RulingSerializer
from api.shapes_desk import SectionDetailSerializer
from arbiter.models import Duty, Fine, HallIncident
from arbiter.services.answers import answer_call
from arbiter.services.clock_readings import adjust_time, read_clocks
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident, set_regulations
from arbiter.services.reversal import reverse, supersede
from arbiter.services.ruling import dismiss_call, rule, rule_illegal_move
from arbiter.services.rulings import note_payment
from tavleya.permissions import Action

# Request bodies for services: derived from their signatures, so that both cannot differ.

Field = serializers.Field[Any, Any, Any, Any]
#: Arguments of services that are not in the body.
GIVEN = frozenset({"actor", "now", "idempotency_key", "progress", "outside", "photos"})
LONGEST_TEXT, LONGEST_LIST, LARGEST = 20_000, 5_000, 2**31 - 1
#: Names in the body for arguments whose rows a program knows by their number in the section.
REFERENCES: Mapping[str, str] = {
    "registration_id": "registration",
    "registration_ids": "registrations",
    "one_id": "one",
    "other_id": "other",
    "white_id": "white",
    "black_id": "black",
    "giver_id": "giver",
    "absent_ids": "absent",
    "withdrawn_ids": "withdrawn",
    "without_notice": "without_notice",
    "members": "members",
    "order": "order",
    "external": "external",
    "seats": "seats",
}
#: Keys that the API shows: a body names them without `_id`.
KEYS: Mapping[str, str] = {"player_id": "player", "player_ids": "players", "game_id": "game", "fee_number": "fee"}


class Plain(serializers.JSONField):
    """Any JSON that a database can store: without the character NUL."""

    def to_internal_value(self, data: Any) -> Any:
        if "\\u0000" in json.dumps(data):
            raise serializers.ValidationError(say("nul_in_text").render(), code="null_characters_not_allowed")
        return data


class EnumField(serializers.ChoiceField):
    """A member of an enumeration, by its value."""

    def __init__(self, kind: type[Enum], **arguments: Any) -> None:
        self.kind = kind
        super().__init__(choices=[str(member.value) for member in kind], **arguments)

    def to_internal_value(self, data: Any) -> Any:
        return self.kind(super().to_internal_value(data))


class Keyed(serializers.DictField):
    """An object whose keys are numbers, or members of an enumeration."""

    def __init__(self, key: type, **arguments: Any) -> None:
        self.key = key
        super().__init__(**arguments)

    def to_internal_value(self, data: Any) -> Any:
        result = super().to_internal_value(data)
        try:
            return {self.key(key): value for key, value in result.items()}
        except ValueError:
            raise serializers.ValidationError(say("bad_key").render(), code="bad_key") from None


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a service: `name` in its signature, `said` in the body."""

    name: str
    said: str
    hint: Any
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    def field(self) -> Field:
        common: dict[str, Any] = {} if self.required else {"required": False}
        return field_of(self.hint, **common)


def arguments_of(service: Callable[..., Any]) -> dict[str, Argument]:
    """Return the arguments of a caller by name, without actor and time."""
    hints = get_type_hints(service)
    return {
        name: Argument(name, REFERENCES.get(name) or KEYS.get(name) or name, hints[name], parameter.default)
        for name, parameter in inspect.signature(service).parameters.items()
        if name not in GIVEN and parameter.kind is not parameter.VAR_KEYWORD
    }


def takes_more(service: Callable[..., Any]) -> bool:
    """Return whether the service takes further values of the body."""
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in inspect.signature(service).parameters.values())


def field_of(hint: Any, **arguments: Any) -> Field:
    """Return the field that reads a value of the type.  Raises: TypeError for types without a field."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) < len(get_args(hint)):
            arguments["allow_null"] = True
        # With an enumeration or its value, the enumeration lists the choices; with bytes or text, text is JSON.
        hint = next((kind for kind in kinds if _is_enum(kind)), str if str in kinds else kinds[0])
    if _is_enum(hint):
        return EnumField(hint, **arguments)
    origin = get_origin(hint)
    if origin in (Sequence, Collection, Iterable, list, tuple):
        return serializers.ListField(child=field_of(get_args(hint)[0]), max_length=LONGEST_LIST, **arguments)
    if origin is Mapping:
        return _mapping(*get_args(hint), **arguments)
    return _SIMPLE[hint](arguments)


def _mapping(key: Any, value: Any, **arguments: Any) -> Field:
    child = Plain(allow_null=True) if value in (object, Any) else field_of(value)
    if key is str:
        return serializers.DictField(child=child, **arguments)
    return Keyed(key, child=child, **arguments)


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


_SIMPLE: Mapping[Any, Callable[[dict[str, Any]], Field]] = {
    str: lambda arguments: serializers.CharField(
        max_length=LONGEST_TEXT, allow_blank=not arguments.get("required", True), **arguments
    ),
    int: lambda arguments: serializers.IntegerField(min_value=-LARGEST, max_value=LARGEST, **arguments),
    bool: lambda arguments: serializers.BooleanField(**arguments),
    datetime: lambda arguments: serializers.DateTimeField(**arguments),
    date: lambda arguments: serializers.DateField(**arguments),
    object: lambda arguments: Plain(**arguments),
}

Shape = type[serializers.Serializer[Any]]
EVENT = "events/<slug:slug>/"
SECTION = EVENT + "sections/<slug:section>/"
REGISTRATION = SECTION + "registrations/<int:registration>/"
ROUND = SECTION + "rounds/<int:number>/"
BOARD = ROUND + "pairings/<int:board>/"
ORGANISATION = "organisations/<slug:organisation>/"
SERIES = ORGANISATION + "series/<slug:series>/"
GAME = EVENT + "games/<int:game_id>/"


@dataclass(frozen=True, kw_only=True)
class Act:
    """An act: its `service`, and the address, permission and shapes of its operation.

    The body contains the arguments of the service, except for those in the address (`api.acts.places`).

    `name` is that of the operation, and of the client's method.  `does` are the services that it calls, if `service`
    only wraps them.  `action` is the required permission, checked before the body is read.  `answer` is the shape of
    the service's result (after `show`; None: no content, 204), `many` for a list.  `changes`: the body contains changes
    of this shape, passed to the service as one argument; such an edit needs `If-Match`.  `body`: a shape that the
    signature cannot express.  `entrants`: numbers mean teams in a section of teams.  `lines`: the argument for lines of
    JSON; `text`: the argument for plain text.  `counts`: the act would count twice if it were repeated, so that a
    program has to state the `expected` entry.
    """

    path: str
    service: Callable[..., Any]
    summary: str
    action: Action
    method: str = "post"
    answer: Shape | None = None
    many: bool = False
    status: int = 200
    name: str = ""
    does: tuple[str, ...] = ()
    show: Callable[[Any], Any] = field(default=lambda result: result)
    changes: Shape | None = None
    body: Shape | None = None
    entrants: bool = False
    fixed: Mapping[str, Any] = field(default_factory=dict)
    archived: bool = False
    lines: str = ""
    text: str = ""
    counts: bool = False

    @property
    def operation(self) -> str:
        return self.name or self.service.__name__

    @property
    def services(self) -> tuple[str, ...]:
        return self.does or (self.service.__name__,)

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        return arguments_of(self.service)

    @cached_property
    def asked(self) -> dict[str, Argument]:
        """The arguments in the body: those that are not set by the address or by the act itself."""
        left_out = {*self.in_address, *self.fixed, *({"changes"} if self.changes else ())}
        return {name: argument for name, argument in self.arguments.items() if name not in left_out}

    @cached_property
    def in_address(self) -> frozenset[str]:
        return frozenset(self.arguments).intersection(name for part, name in PARTS.items() if f":{part}>" in self.path)

    @cached_property
    def reads(self) -> Shape | None:
        """The shape of the body; None if there is no body."""
        if self.body is not None:
            return self.body
        fields: dict[str, Field] = {argument.said: argument.field() for argument in self.asked.values()}
        if self.counts:
            fields["expected"] = field_of(int)
        if self.changes is not None:
            return _with_fields(self.operation, self.changes, fields) if fields else self.changes
        return type(_title(self.operation), (serializers.Serializer,), fields) if fields else None


#: The parts of addresses, each with the corresponding argument of services.
PARTS: Mapping[str, str] = {
    "slug": "event_id",
    "organisation": "organisation_id",
    "series": "series_id",
    "section": "section_id",
    "number": "round_id",
    "round_number": "round_number",
    "board": "pairing_id",
    "registration": "registration_id",
    "player_id": "player_id",
    "game_id": "game_id",
    "entry_id": "entry_id",
    "request_id": "bye_request_id",
    "team": "team_id",
    "match": "match_id",
    "rule_id": "rule_id",
    "point_id": "point_id",
    "category": "category_id",
    "invitation_id": "invitation_id",
    "token_id": "token_id",
    "webhook_id": "webhook_id",
    "ruling_id": "ruling_id",
    "upload_id": "upload_id",
    "board_question_id": "board_question_id",
    "fee": "fee_id",
    "receipt": "payment_id",
    "report_id": "report_id",
}


def _with_fields(name: str, shape: Any, fields: Mapping[str, Field]) -> Shape:
    """Return the shape of changes with further arguments of the service."""
    meta = type("Meta", (shape.Meta,), {"fields": [*shape.Meta.fields, *fields]})
    return type(_title(name), (shape,), {**fields, "Meta": meta})


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + "Serializer"


# Acts of arbiters: rulings at boards, calls, clocks, duty.


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
        answer=RulingSerializer, status=201, counts=True,
    ),
    Act(
        path=GAME + "rulings/illegal-move/", service=rule_illegal_move, summary="Rule on an illegal move",
        action=_R, answer=RulingSerializer, status=201, counts=True,
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
        answer=RulingSerializer, status=201, counts=True,
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
