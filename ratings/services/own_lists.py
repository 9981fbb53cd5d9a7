"""Rating lists of federations and of organisers in the database, each imported as a whole."""

import io
from datetime import date, datetime
from typing import IO

from django.db import transaction

from ratings.messages import say
from ratings.models.rated import ListedRating, RatingList
from ratings.services.former_ratings import first_of_month, keep_changes
from ratings.services.rating_list import MOST_SKIPPED, RatingListImport, note_import, require_administrator
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.own_list import read_own_list
from tavleya.formats.rating_list import Skipped
from tavleya.ratings.tournament import FIDE_LISTS, is_list
from tournaments.services.players import HIGHEST_RATING

_SHOWN_SKIPPED = 50
_BATCH = 5000


@transaction.atomic
def import_own_list(
    *,
    actor: Actor,
    now: datetime,
    source: IO[bytes],
    name: str,
    filename: str = "",
    valid_from: date | None = None,
) -> RatingListImport:
    """Replace the rating list of that name; readers see the old list until the import is complete.

    `valid_from` as in `import_rating_list`. A line without a number or a rating, or with a duplicate number, is skipped
    and reported.

    Raises: BadInput ("bad_rating_list", "no_own_list"); ImportRefused ("rating_list_refused").
    """
    require_administrator(actor)
    if not is_list(name) or name in FIDE_LISTS:
        raise BadInput(say("bad_rating_list", name=name), field="name")
    RatingList.objects.get_or_create(name=name)
    listed = RatingList.objects.select_for_update().get(name=name)
    old = dict(listed.ratings.values_list("number", "rating"))
    listed.ratings.all().delete()
    skipped: list[Problem] = []
    rows: dict[str, ListedRating] = {}
    for item in read_own_list(io.TextIOWrapper(source, "utf-8-sig", errors="replace", newline="")):
        if isinstance(item, Skipped):
            skipped.append(Problem(item.message, line=item.line))
        elif item.number in rows or item.rating > HIGHEST_RATING:
            skipped.append(Problem(say("bad_listed_rating", number=item.number), line=item.line))
        else:
            rows[item.number] = ListedRating(
                list=listed, number=item.number, fide_id=item.fide_id, name=item.name, rating=item.rating
            )
        if len(skipped) > MOST_SKIPPED:
            break
    if not rows or len(skipped) > MOST_SKIPPED:
        raise ImportRefused(say("rating_list_refused"), tuple(skipped[:_SHOWN_SKIPPED]), skipped=len(skipped))
    ListedRating.objects.bulk_create(rows.values(), batch_size=_BATCH)
    if listed.imported_at is not None:
        new = {number: row.rating for number, row in rows.items()}
        keep_changes(name, old, new, valid_from or first_of_month(now))
    note_import(listed, len(rows), now, filename)
    return RatingListImport(len(rows), len(skipped), tuple(skipped[:_SHOWN_SKIPPED]))
