"""The export of all personal data of a person in one file, complete because it follows the inventory."""

import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import Any

from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet

from games.models.game import Game
from games.models.photo import SheetPhoto
from tavleya.record.sheets import Keeper
from tavleya.use import ErasureRule
from tournaments.models.event import Event
from tournaments.models.log import Log
from upkeep.privacy.inventory import HOLDINGS, Holding
from upkeep.privacy.people import Names, Person, names_of, names_of_account
from upkeep.privacy.texts import rows_naming

FORMAT = "tavleya-person"
VERSION = 1
#: Dates and numbers of rows that say something without being a text.
_BESIDES = (
    "at",
    "asked_at",
    "made_at",
    "created_at",
    "opened_at",
    "last_login",
    "date_joined",
    "last_seen_at",
    "event_id",
)


def export_person(person: Person, *, now: datetime) -> bytes:
    """Return a zip file: `person.json` with the fields of each model, and photographs of the person's score sheets."""
    photographs = list(_photographs(person))
    log_data = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now,
        "name": person.name,
        "rows": dict(_rows(person)),
        "named_in": list(_named_in(person)),
        "log": list(_log(person)),
        "photographs": [_file_name(photograph) for photograph in photographs if photograph.stored],
    }
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(
            "person.json", json.dumps(log_data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        )
        for photograph in photographs:
            if photograph.stored and default_storage.exists(photograph.stored):
                with default_storage.open(photograph.stored) as content:
                    packed.writestr(f"photographs/{_file_name(photograph)}", content.read())
    return file.getvalue()


def _file_name(sheet_photo: SheetPhoto) -> str:
    return (sheet_photo.stored or "").rpartition("/")[2]


def _rows(person: Person) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the person's rows by model."""
    result: dict[str, dict[Any, dict[str, Any]]] = {}
    for holding in HOLDINGS:
        if holding.account or holding.player:
            rows = result.setdefault(holding.model, {})
            for row in _values(holding.rows_of(person), holding):
                rows.setdefault(row["pk"], {}).update(row)
    for model, by_key in result.items():
        if by_key:
            yield model, list(by_key.values())


def _values(rows: QuerySet[Any], holding: Holding) -> Iterator[dict[str, Any]]:
    attnames = {field.attname for field in rows.model._meta.concrete_fields}
    names = [name for name in holding.names if name not in holding.withheld]
    names += [name for name in _BESIDES if name in attnames]
    yield from rows.distinct().order_by("pk").values("pk", *names)


def _named_in(person: Person) -> Iterator[dict[str, Any]]:
    """Yield texts of the person's events that name the person, with their locations."""
    names = Names(
        name
        for item in (
            *map(names_of, person.players),
            *([names_of_account(person.user)] if person.user else []),
        )
        for name in item.all
    )
    for event in person.events:
        for holding in HOLDINGS:
            data = holding.event and not holding.confidential
            if data and holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED):
                yield from _texts(event, holding, names)


def _texts(event: Event, holding: Holding, names: Names) -> Iterator[dict[str, Any]]:
    for name in holding.names:
        if name not in holding.withheld:
            for row in rows_naming(holding.rows_in(event), name, names):
                yield {"event": event.slug, "in": holding.model, "field": name, "text": getattr(row, name)}


def _log(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the person's acts, and acts on their registrations."""
    subjects = [f"player:{player.pk}" for player in person.players]
    subjects += [f"registration:{row.pk}" for player in person.players for row in player.registrations.all()]
    rows = Log.objects.filter(Q(actor__in=person.keys) | Q(subject__in=subjects)).order_by("pk")
    for row in rows.values("event__slug", "at", "actor", "action", "subject", "before", "after"):
        yield dict(row)


def _photographs(person: Person) -> Iterator[SheetPhoto]:
    for keeper, side in ((Keeper.WHITE, "white"), (Keeper.BLACK, "black")):
        games = Game.objects.filter(**{f"pairing__{side}__player__in": person.players})
        yield from SheetPhoto.objects.filter(game__in=games, keeper=keeper.value).order_by("pk")
