"""Import of requirements for title norms, and the title norm settings of a section."""

import json
from datetime import datetime
from fractions import Fraction

from django.db import transaction

from ratings.kinds import NORMS_TERMS
from ratings.messages import say
from ratings.models.norms import NormRules, NormTerms
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotPermitted
from tavleya.norms.evaluate import CITED
from tavleya.norms.rules import NormEdition, edition_of, read_edition
from tavleya.permissions import Action
from tavleya.rules.registry import SPECS
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_section

#: No list of requirements is longer.
LARGEST = 256 * 1024


@transaction.atomic
def import_norms(*, actor: Actor, now: datetime, data: bytes) -> tuple[NormRules, NormEdition]:
    """Keep the edition of a file; one of the same code and day is replaced.  For an administrator at the machine.

    Raises: BadInput ("norms_unreadable", "norms_field").
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
            "data": edition_data(edition),
            "imported_at": now,
        },
    )
    return row, edition


@transaction.atomic
def set_norm_terms(*, actor: Actor, now: datetime, section_id: int, kind: str, published: bool) -> NormTerms:
    """Set the kind of event for norms, and whether players' cards show them. Raises: BadInput ("bad_field")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    terms = NormTerms.objects.filter(section=section).first() or NormTerms(section=section)
    before = {"norm_kind": terms.kind, "published": terms.published}
    terms.kind, terms.published = kind, published
    check_fields(terms)
    terms.save()
    happened(
        NORMS_TERMS,
        section,
        actor=actor,
        now=now,
        before=before,
        after={"norm_kind": kind, "published": published},
    )
    return terms


def edition_data(edition: NormEdition) -> dict[str, object]:
    """Return the edition for JSON, as read by `edition_of`."""
    norms = []
    for norm in edition.norms:
        values = {name: getattr(norm, name) for name in norm.__dataclass_fields__}
        norms.append(
            {
                name: f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value
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
        **({"source": edition.source} if edition.source else {}),
        **({"read_on": edition.read_on.isoformat()} if edition.read_on else {}),
    }
    kept_data: dict[str, object] = json.loads(json.dumps(plain))
    if edition_of(kept_data) != edition:
        raise AssertionError("an edition of norms is not kept as it was read")
    return kept_data


def _check(edition: NormEdition) -> None:
    strange = next(
        (article for norm in edition.norms for article in norm.articles if article not in CITED), None
    )
    if edition.game not in SPECS or len(edition.code) > 40 or strange is not None:
        place = strange or ("code" if len(edition.code) > 40 else "game")
        raise BadInput(
            say("norms_field", field=place),
            field=place,
        )
