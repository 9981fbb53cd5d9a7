"""The rating lists of the service, and how far they are behind those that are published."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from ratings.models.rated import FIDE, RatingList
from tavleya.messages import Message
from tavleya.ratings.tournament import RatingMethod
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class ListState:
    """One list. `listed`: None if none was imported yet. `fetched`: it has a URL, from which it is updated.

    `waits`: an update is in progress. `failure`: why the last one failed.
    """

    name: str
    listed: RatingList | None
    fetched: bool
    waits: bool
    current: bool
    failure: Message | None


def list_states(names: Iterable[str], now: datetime) -> list[ListState]:
    """Return the state of each of these lists. Two queries."""
    wanted = list(dict.fromkeys(names))
    rows = {rating_list.name: rating_list for rating_list in RatingList.objects.filter(name__in=wanted)}
    jobs = Job.objects.filter(kind=JobKind.IMPORT_RATINGS, state=JobState.WAITING)
    waiting = {rating_list.get("name") for rating_list in jobs.values_list("report", flat=True)}
    return [_state(name, rows.get(name), name in waiting, now) for name in wanted]


def known_lists(now: datetime) -> list[ListState]:
    """Return every list that was imported or has a URL."""
    imported = RatingList.objects.order_by("name").values_list("name", flat=True)
    return list_states([*settings.RATING_LISTS, *imported], now)


def _state(name: str, row: RatingList | None, waits: bool, now: datetime) -> ListState:
    return ListState(
        name,
        row if row is not None and row.imported_at is not None else None,
        name in settings.RATING_LISTS,
        waits,
        row is not None and row.is_current(now),
        Message.from_json(row.problem) if row is not None and row.problem else None,
    )


def lists_asked(section: Section) -> tuple[str, ...]:
    """Return the lists to compare a section's ratings with: FIDE's, and its national one."""
    fide = () if section.rating_method == RatingMethod.NATIONAL_ONLY else (FIDE,)
    return (*fide, *([section.national_list] if section.national_list else []))
