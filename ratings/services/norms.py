"""Import of requirements for title norms, and the title norm settings of a section."""

import json
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction

from django.db import connection, transaction

from ratings.kinds import NORMS_TERMS
from ratings.messages import say
from ratings.models import FormerRating, NormRules, NormTerms, RatedPlayer
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotPermitted
from tavleya.formats.rating_list import PACES
from tavleya.norms.evaluate import CITED
from tavleya.norms.rules import NormEdition, edition_of, read_edition
from tavleya.permissions import Action
from tavleya.rules.registry import SPECS
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_section

#: The most bytes of a file of requirements.
LARGEST = 256 * 1024


@transaction.atomic
def import_norms(*, actor: Actor, now: datetime, data: bytes) -> tuple[NormRules, NormEdition]:
    """Save the edition of a file; it replaces one of the same code and day.  Only for an administrator at the machine.

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
        NORMS_TERMS, section, actor=actor, now=now, before=before, after={"norm_kind": kind, "published": published}
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
    data: dict[str, object] = json.loads(json.dumps(plain))
    if edition_of(data) != edition:
        raise AssertionError(f"edition {edition.code} must be the same when it is read back")
    return data


def _check(edition: NormEdition) -> None:
    unknown = next((article for norm in edition.norms for article in norm.articles if article not in CITED), None)
    if edition.game not in SPECS or len(edition.code) > 40 or unknown is not None:
        field = unknown or ("code" if len(edition.code) > 40 else "game")
        raise BadInput(say("norms_field", field=field), field=field)


# Earlier ratings, kept when a list changes, for events that use the list of their first day.
#
# A new list changes a tenth of half a million players. Only these ratings are kept; the database compares the lists.

#: Ratings of older events are not needed.
KEPT_FOR = timedelta(days=400)
_ASIDE = "rated_before"
_BATCH = 5000


def first_of_month(now: datetime) -> date:
    """Return the day from which a list imported now is valid: federations publish lists for the month."""
    return now.date().replace(day=1)


def set_aside() -> None:
    """Copy the ratings of FIDE's list until the end of this transaction."""
    columns, table = ", ".join(("fide_id", *PACES)), RatedPlayer._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE {_ASIDE} AS SELECT {columns} FROM {table}")  # noqa: S608


def keep_what_changed(until: date) -> None:
    """Store the ratings of the copied list that differ from the new list, as valid until that day."""
    _forget(list(PACES), until)
    new, stored = RatedPlayer._meta.db_table, FormerRating._meta.db_table
    with connection.cursor() as cursor:
        for pace in PACES:
            # Keep ratings that changed or were removed, none for new players. An existing row for that day is older: it
            # is from before another list of the same month.
            cursor.execute(
                f"INSERT INTO {stored} (source, number, rating, until)"  # noqa: S608
                f" SELECT %s, CAST(o.fide_id AS varchar(20)), o.{pace}, %s"
                f" FROM {_ASIDE} o LEFT JOIN {new} n ON n.fide_id = o.fide_id"
                f" WHERE COALESCE(o.{pace}, 0) <> COALESCE(n.{pace}, 0)"
                f" UNION ALL SELECT %s, CAST(n.fide_id AS varchar(20)), NULL, %s"
                f" FROM {new} n LEFT JOIN {_ASIDE} o ON o.fide_id = n.fide_id"
                f" WHERE o.fide_id IS NULL AND n.{pace} IS NOT NULL"
                " ON CONFLICT DO NOTHING",
                [pace, until, pace, until],
            )
        cursor.execute(f"DROP TABLE {_ASIDE}")


def keep_changes(source: str, old: Mapping[str, int], new: Mapping[str, int], until: date) -> None:
    """Keep the changes of a federation's or an organiser's list; ratings by number."""
    _forget([source], until)
    changed = [number for number in {**old, **new} if old.get(number) != new.get(number)]
    FormerRating.objects.bulk_create(
        (FormerRating(source=source, number=number, rating=old.get(number), until=until) for number in changed),
        batch_size=_BATCH,
        ignore_conflicts=True,
    )


def _forget(sources: list[str], until: date) -> None:
    """Delete expired ratings, and those of days after a list that is older than the last one."""
    rows = FormerRating.objects.filter(source__in=sources)
    rows.filter(until__gt=until).delete()
    rows.filter(until__lt=until - KEPT_FOR).delete()
