"""Notifications that tournaments give outside, and their content for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Count

from tournaments.happenings import Telling
from tournaments.models.log import Log
from tournaments.models.round import Round
from tournaments.models.section import Section

Contents = Mapping[int, Mapping[str, object]]


def keys_of(lines: Sequence[Log]) -> dict[int, int]:
    """The keys of the subjects, by the keys of the lines."""
    return {line.pk: int(line.subject.partition(":")[2]) for line in lines}


def _pairings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    rounds = Round.objects.filter(pk__in=keys.values()).select_related("section")
    rows = {row.pk: row for row in rounds.annotate(boards=Count("pairings"))}
    found = {key: rows[of] for key, of in keys.items() if of in rows}
    return {
        key: {"section": row.section.slug, "round": row.number, "boards": row.boards}
        for key, row in found.items()
    }


def _standings(lines: Sequence[Log]) -> Contents:
    keys = keys_of(lines)
    slugs = dict(Section.objects.filter(pk__in=keys.values()).values_list("pk", "slug"))
    return {
        line.pk: {"section": slugs[keys[line.pk]], "digest": line.after["digest"]}
        for line in lines
        if keys[line.pk] in slugs and line.after
    }


PAIRINGS = Telling(choice="pairings", webhook="round.published", bodies=_pairings)
STANDINGS = Telling(choice="standings", webhook="standings.final", bodies=_standings)
