"""Declarations of model fields: the treatment of a field in all places that process every field.

A field is declared in its own line, `club = use(models.CharField(max_length=120), OWN, N_("club"))`; Django, its
migrations and the type checker see the plain field.  Event files, the inventory of personal data and the other lists of
fields are read from the declarations (`tournaments.access`).
"""

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto
from typing import Any, TypeVar


class ErasureRule(Enum):
    """The treatment of a field when the data of a person are erased."""

    PLACEHOLDER = "a number takes the place of the name, or the field is emptied"
    EMPTIED = "the field is emptied in the rows of the person"
    DELETED = "the rows of the person are deleted, files with them"
    NAMED = "a number takes the place of the person's name in the text"
    NAMED_EMPTIED = "the field is emptied where it names the person: the table lets nothing be rewritten"
    KEPT = "it stays: results of others, or the chain of a record, rest upon it"
    EXPIRES = "it goes by itself in a short time"
    PUBLIC_LIST = "it is the federation's public list, and follows it with each import"


class Impersonal(Enum):
    """The reason why a text contains no personal data."""

    ACTOR = "a key by which records know who acted: the name is read where it is displayed"
    CODE = "a code, digest, secret or address of the service's own"
    ANNOUNCED = "what an organiser announces of the event"


class Copy(Flag):
    """Kinds of copies of an event."""

    NONE = 0
    REHEARSAL = auto()
    REPETITION = auto()
    ANY = REHEARSAL | REPETITION


@dataclass(frozen=True, slots=True)
class Use:
    """The uses of a field.

    `label`: its name within a sentence, marked for translation.  `person`: its treatment when a person is erased, or
    the reason why it contains no personal data; None for numbers, times and choices that identify no person alone.
    `withheld`: left out of the export of a person's data.  `local`: specific to this installation, so that no event
    file or copy has it.  `reset`: copies of an event in which the field has its default.

    `editable`: officials change it.  `entered`: a text or number of a person in forms and lists of players.  `api`: the
    API returns it and, if it is editable, accepts it.  `export`: a column of tables for programs.
    """

    label: str = ""
    person: ErasureRule | Impersonal | None = None
    withheld: bool = False
    local: bool = False
    reset: Copy = Copy.NONE
    editable: bool = False
    entered: bool = False
    api: bool = False
    export: bool = False


PLAIN = Use()
LOCAL = Use(local=True)
EDITABLE = Use(editable=True)
#: Personal data entered by people themselves.
OWN = Use(person=ErasureRule.PLACEHOLDER, editable=True, entered=True, api=True)
PLACEHOLDER = Use(person=ErasureRule.PLACEHOLDER)
EMPTIED = Use(person=ErasureRule.EMPTIED)
DELETED = Use(person=ErasureRule.DELETED)
NAMED = Use(person=ErasureRule.NAMED)
NAMED_EMPTIED = Use(person=ErasureRule.NAMED_EMPTIED)
KEPT = Use(person=ErasureRule.KEPT)
PUBLIC_LIST = Use(person=ErasureRule.PUBLIC_LIST)
ACTOR = Use(person=Impersonal.ACTOR)
CODE = Use(person=Impersonal.CODE)
ANNOUNCED = Use(person=Impersonal.ANNOUNCED)
SETTING = Use(person=Impersonal.ANNOUNCED, editable=True)

F = TypeVar("F")


def use(field: F, of: Use = PLAIN, label: str = "", **more: Any) -> F:
    """Declare the uses of a field and return it.  `more` replaces attributes of the preset `of`."""
    field.use = replace(of, label=label, **more)  # type: ignore[attr-defined]
    return field
