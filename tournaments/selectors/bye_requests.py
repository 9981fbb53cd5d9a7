"""Open bye requests of players."""

from django.db.models import QuerySet

from tournaments.models.section import Section
from tournaments.models.self_service import ByeRequest


def open_bye_requests(section: Section) -> QuerySet[ByeRequest]:
    """Return the bye requests without a decision."""
    rows = ByeRequest.objects.filter(registration__section=section, granted=None)
    return rows.select_related("registration__player").order_by("round_number", "registration__number")
