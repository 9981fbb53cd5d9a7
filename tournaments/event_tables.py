"""What an app declares of its models for the file of an event: the references, and the exported and local fields.

A field is exported unless it is declared `local` (`tavleya.use`), a text only if it is declared at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.db import models

from tavleya.use import Copy
from tournaments.access import uses

Model = type[models.Model]
#: The meaning of a number in a JSON field: a row of a model, or (None) an actor, by `Actor.key`.
Meaning = Model | str | None

PERSON = "person"


_NO_NUMBERS: Mapping[str, Mapping[str, Meaning]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Table:
    """One model in the file.

    `within` is the path to its event, or to its `game`. `references` are to rows of tables before this one, those in
    `later` also to rows after it, or of itself; `people` to accounts, `actors` are actor keys. `numbers` names the keys
    in JSON fields that hold a row's number. `left` are the fields declared `local`, which are not exported, with their
    defaults in the imported event. `values`, all others, are exported unchanged.

    `series`: rows that nothing refers to and that are only ever added, identified by their place.  `kept`: rows that
    are never changed or deleted.  `links`: in the file only if the event is handed off.  `own`: rights, which each
    installation grants itself and a returning event leaves unchanged.  `together`: if the returning event lacks a row,
    all its other rows are written again.  `copied`: copies of an event that take over its rows.
    """

    model: Model
    within: str
    references: str = ""
    later: str = ""
    people: str = ""
    actors: str = ""
    many: str = ""
    numbers: Mapping[str, Mapping[str, Meaning]] = field(default_factory=lambda: _NO_NUMBERS)
    of_game: bool = False
    series: bool = False
    kept: bool = False
    links: bool = False
    own: bool = False
    together: bool = False
    copied: Copy = Copy.NONE
    values: tuple[str, ...] = field(init=False)
    left: Mapping[str, object] = field(init=False)

    def __post_init__(self) -> None:
        meta, declared = self.model._meta, uses(self.model)
        fields = {column.name: column for column in meta.concrete_fields if not column.primary_key}
        left = {name: fields[name].get_default() for name, use in declared.items() if use.local}
        otherwise = {*self.actors.split(), *self.numbers, *left}
        plain = (name for name in fields if not fields[name].is_relation and name not in otherwise)
        object.__setattr__(self, "values", tuple(plain))
        object.__setattr__(self, "left", MappingProxyType(left))

    @property
    def name(self) -> str:
        """The name in the file."""
        return str(self.model._meta.model_name)

    @property
    def keyed(self) -> bool:
        """Whether its rows have a separate number, not that of their section."""
        return not self.series and self.model._meta.pk.remote_field is None

    def fields(self) -> set[str]:
        """Return the names of all fields of a line."""
        named = (self.references, self.later, self.people, self.actors, self.many)
        return {name for names in named for name in names.split()}.union(self.values, self.numbers, self.left)


_registered: dict[Model | None, list[Table]] = {}


def register(*tables: Table, before: Model | None = None) -> None:
    """Register the tables of an app in a higher layer, in an order in which their rows can be created.

    `before`: the model of the table that follows them; without it they follow those of all lower layers.
    """
    place = _registered.setdefault(before, [])
    place += [table for table in tables if table not in place]


def registered(before: Model | None = None) -> tuple[Table, ...]:
    return tuple(_registered.get(before, ()))
