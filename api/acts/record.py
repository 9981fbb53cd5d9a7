"""An act: one thing that is done at the desk or the console, as one call of the API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rest_framework import serializers

from api.acts.arguments import Argument, Field, arguments_of
from tavleya.permissions import Action

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
    JSON; `text`: the argument for plain text.
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
    show: Callable[[Any], Any] = field(default=lambda done: done)
    changes: Shape | None = None
    body: Shape | None = None
    entrants: bool = False
    fixed: Mapping[str, Any] = field(default_factory=dict)
    archived: bool = False
    lines: str = ""
    text: str = ""

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
        return frozenset(
            name for part, names in PARTS.items() if f":{part}>" in self.path for name in names
        ) & frozenset(self.arguments)

    @cached_property
    def reads(self) -> Shape | None:
        """The shape of the body; None if there is no body."""
        if self.body is not None:
            return self.body
        fields: dict[str, Field] = {argument.said: argument.field() for argument in self.asked.values()}
        if self.changes is not None:
            return _with_fields(self.operation, self.changes, fields) if fields else self.changes
        return type(_title(self.operation), (serializers.Serializer,), fields) if fields else None


#: The parts of addresses, with the corresponding arguments of services.
PARTS: Mapping[str, tuple[str, ...]] = {
    "slug": ("event_id",),
    "organisation": ("organisation_id",),
    "series": ("series_id",),
    "section": ("section_id",),
    "number": ("round_id",),
    "round_number": ("round_number",),
    "board": ("pairing_id",),
    "registration": ("registration_id",),
    "player_id": ("player_id",),
    "game_id": ("game_id",),
    "entry_id": ("entry_id",),
    "request_id": ("bye_request_id",),
    "team": ("team_id",),
    "match": ("match_id",),
    "rule_id": ("rule_id",),
    "point_id": ("point_id",),
    "category": ("category_id",),
    "invitation_id": ("invitation_id",),
    "token_id": ("token_id",),
    "webhook_id": ("webhook_id",),
    "ruling_id": ("ruling_id",),
    "upload_id": ("upload_id",),
    "board_question_id": ("board_question_id",),
    "fee": ("fee_id",),
    "receipt": ("payment_id",),
    "report_id": ("report_id",),
}


def _with_fields(name: str, shape: Any, fields: Mapping[str, Field]) -> Shape:
    """Return the shape of changes with further arguments of the service."""
    meta = type("Meta", (shape.Meta,), {"fields": [*shape.Meta.fields, *fields]})
    return type(_title(name), (shape,), {**fields, "Meta": meta})


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + "Serializer"
