from django.db import connection
from django.db.models import F, Q, QuerySet

from ratings.models.rated import RatedPlayer
from tavleya.formats.names import search_words, sounds

_LAST = "\U0010ffff"


def find_rated(query: str, limit: int = 20) -> list[RatedPlayer]:
    """Return players of the rating list by FIDE number, or by the beginnings of names in any script and order.

    The highest rated first. An index finds a word at the beginning of a family name (a single word also of a given
    name); only without a match is the whole list searched.
    """
    text = query.strip()
    if text.isascii() and text.isdigit():
        return list(RatedPlayer.objects.filter(pk=int(text))) if len(text) <= 11 else []
    words = search_words(query)
    if not words:
        return []
    rows = RatedPlayer.objects.all()
    for forms in words:
        some = Q()
        for form in forms:
            some |= Q(search_key__contains=f" {form}")
        rows = rows.filter(some)
    begun = Q()
    for key in sorted({sounds(form) for forms in words for form in forms} - {""}):
        begun |= _begins("family_key", key)
        if len(words) == 1:
            begun |= _begins("given_key", key)
    return _best(rows.filter(begun), limit) or _best(rows, limit)


def _best(rows: QuerySet[RatedPlayer], limit: int) -> list[RatedPlayer]:
    # A player without a rating comes last on every database.
    return list(rows.order_by(F("standard").desc(nulls_last=True), "name", "fide_id")[:limit])


def _begins(field: str, key: str) -> Q:
    if connection.vendor == "postgresql":
        return Q(**{f"{field}__startswith": key})
    # SQLite uses an index for a range and not for LIKE; it compares by code points.
    return Q(**{f"{field}__gte": key, f"{field}__lt": key + _LAST})
