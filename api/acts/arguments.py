"""Request bodies for services: derived from their signatures, so that both cannot differ."""

import inspect
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

from api.messages import say

Field = serializers.Field[Any, Any, Any, Any]
#: Arguments of services that are not in the body.
GIVEN = frozenset({"actor", "now", "idempotency_key", "progress", "outside", "photos"})
LONGEST_TEXT, LONGEST_LIST, LARGEST = 20_000, 5_000, 2**31 - 1
#: Keys of rows that a program knows by a number in the section: how a body calls them.
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
KEYS: Mapping[str, str] = {
    "player_id": "player",
    "player_ids": "players",
    "game_id": "game",
    "fee_number": "fee",
}


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
        super().__init__(choices=[str(enum.value) for enum in kind], **arguments)

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
        kinds = [get_arg for get_arg in get_args(hint) if get_arg is not type(None)]
        if len(kinds) < len(get_args(hint)):
            arguments["allow_null"] = True
        # With an enumeration or its value, the enumeration lists the choices; with bytes or text, text is JSON.
        hint = next((get_arg for get_arg in kinds if _is_enum(get_arg)), str if str in kinds else kinds[0])
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
    str: lambda given: serializers.CharField(
        max_length=LONGEST_TEXT, allow_blank=not given.get("required", True), **given
    ),
    int: lambda given: serializers.IntegerField(min_value=-LARGEST, max_value=LARGEST, **given),
    bool: lambda given: serializers.BooleanField(**given),
    datetime: lambda given: serializers.DateTimeField(**given),
    date: lambda given: serializers.DateField(**given),
    object: lambda given: Plain(**given),
}
