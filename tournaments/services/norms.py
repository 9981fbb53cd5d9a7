"""Requirements for title norms into the database."""

from __future__ import annotations

import json
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, NotPermitted
from core.norms.evaluate import CODES
from core.norms.rules import NormEdition, edition_of, read_edition
from core.rules.contract import GameKind
from tournaments.messages import say
from tournaments.models import NormRules

#: No list of requirements is longer.
LARGEST = 256 * 1024


@transaction.atomic
def import_norms(*, actor: Actor, now: datetime, data: bytes) -> tuple[NormRules, NormEdition]:
    """Keep the edition of a file; one of the same code and day is replaced.  For an administrator at the machine.

    BadInput `norms_unreadable`, `norms_field`.
    """
    if not actor.system:
        raise NotPermitted(say("not_permitted"))
    try:
        text = data.decode("utf-8-sig") if len(data) <= LARGEST else ""
    except UnicodeDecodeError:
        text = ""
    edition = read_edition(text)
    _check(edition)
    row, _ = NormRules.objects.update_or_create(
        code=edition.code,
        valid_from=edition.valid_from,
        defaults={
            "game": edition.game,
            "name": edition.name,
            "example": edition.example,
            "data": kept(edition),
            "imported_at": now,
        },
    )
    return row, edition


def kept(edition: NormEdition) -> dict[str, object]:
    """For JSON, as `edition_of` reads it."""
    norms = []
    for one in edition.norms:
        values = {name: getattr(one, name) for name in one.__dataclass_fields__}
        norms.append(
            {
                name: f"{value.numerator}/{value.denominator}"
                if name.endswith(("_share", "_most"))
                else value
                for name, value in values.items()
                if value not in (None, (), {}) and not (name == "floors_raised" and not value)
            }
        )
    plain = {
        "code": edition.code,
        "name": edition.name,
        "game": edition.game,
        "valid_from": edition.valid_from.isoformat(),
        "example": edition.example,
        "norms": norms,
    }
    kept_data: dict[str, object] = json.loads(json.dumps(plain))
    if edition_of(kept_data) != edition:
        raise AssertionError("an edition of norms is not kept as it was read")
    return kept_data


def _check(edition: NormEdition) -> None:
    strange = next((one for norm in edition.norms for one in norm.articles if one not in CODES), None)
    if edition.game not in {one.value for one in GameKind} or len(edition.code) > 40 or strange is not None:
        where = strange or ("code" if len(edition.code) > 40 else "game")
        raise BadInput(
            say("norms_field", field=where),
            field=where,
        )
