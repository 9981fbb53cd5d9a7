"""Names in texts of an event: replaced by a number, or the text is cleared if it must not be rewritten."""

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from tavleya.use import ErasureRule
from tournaments.models.event import Event
from upkeep.privacy.inventory import HOLDINGS, Holding
from upkeep.privacy.people import Names


def take_out(event: Event, names: Names, instead: str) -> None:
    """Remove the names from all texts of the event that may contain them according to the inventory."""
    for holding in HOLDINGS:
        if holding.event and holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED):
            _take_out(holding, event, names, instead)


def _take_out(holding: Holding, event: Event, names: Names, instead: str) -> None:
    rows = holding.rows_in(event)
    model = rows.model
    for name in holding.names:
        if name in holding.withheld and not _packed(model, name):
            continue  # a salt
        for row in list(rows_naming(rows, name, names)):
            changes: dict[str, Any] = {name: _replaced(getattr(row, name), names, instead)}
            if holding.way is ErasureRule.NAMED_EMPTIED:
                is_json = isinstance(model._meta.get_field(name), models.JSONField)
                changes = {name: None} if is_json else dict.fromkeys(holding.names, "")
            model._default_manager.filter(pk=row.pk).update(**changes)


def rows_naming(rows: QuerySet[Any], name: str, names: Names) -> Iterator[Any]:
    """Yield the rows whose field `name` contains one of the names."""
    if not names.all:
        return
    if not _packed(rows.model, name):
        rows = rows.annotate(as_text=Cast(name, TextField())).filter(_may_hold(names))
    for row in rows.distinct():
        if _found(getattr(row, name), names):
            yield row


def _may_hold(names: Names) -> Q:
    """Return a filter of texts that may contain a name, plain or with JSON escapes."""
    condition = Q()
    for name in names.all:
        # Neither database folds the case of all letters, so that of the longest word counts.
        word = max(name.split(), key=len)
        for spelled in {word, json.dumps(word)[1:-1]}:
            condition |= Q(as_text__icontains=spelled)
    return condition


def _packed(model: type[models.Model], name: str) -> bool:
    return isinstance(model._meta.get_field(name), models.BinaryField)


def _found(value: Any, names: Names) -> bool:
    return bool(_replaced(value, names, "") != value)


def _replaced(value: Any, names: Names, instead: str) -> Any:
    """Return a value with names replaced: a text, JSON, JSON in a text (a webhook message) or packed JSON (a restore
    point).
    """
    if isinstance(value, bytes | memoryview):
        data = json.loads(zlib.decompress(bytes(value))) if value else None
        changed = _in_json(data, names, instead)
        return value if changed == data else zlib.compress(_dumped(changed).encode())
    if not isinstance(value, str):
        return _in_json(value, names, instead)
    if value.startswith("{"):
        try:
            data = json.loads(value)
        except ValueError:
            return names.replaced(value, instead)
        changed = _in_json(data, names, instead)
        return value if changed == data else _dumped(changed)
    return names.replaced(value, instead)


_dumped: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def _in_json(value: Any, names: Names, instead: str) -> Any:
    if isinstance(value, str):
        return names.replaced(value, instead, value=True)
    if isinstance(value, dict):
        return {name: _in_json(item, names, instead) for name, item in value.items()}
    if isinstance(value, list):
        return [_in_json(item, names, instead) for item in value]
    return value
