"""Notifications of players that check-in opens or is about to close."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils.translation import gettext

from entries.models.check_in import CheckIn
from notifications.models.notifications import Notice
from notifications.services.sentences import is_public, place_of, time_of
from notifications.services.stories import Listener, Story, Text
from tournaments.models.player import RegistrationStatus


def check_in_story(notice: Notice) -> Story | None:
    """Return the notification. `facts`: the check-in and the `time` (`opens_at` or `closes_at`) at the time of the
    notice.
    """
    row = CheckIn.objects.filter(pk=notice.facts["check_in"]).select_related("section__event").first()
    time = str(notice.facts["time"])
    at = getattr(row, time, None)
    if row is None or at is None or at.isoformat() != notice.facts["at"] or not is_public(row.section):
        return None
    missing = row.section.registrations.filter(status=RegistrationStatus.ACTIVE)
    missing = missing.exclude(pk__in=row.present.values("registration"))
    players = set(missing.values_list("player", flat=True))
    closes = row.closes_at

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id not in players:
            return
        number = {"number": row.round_number}
        if time == "closes_at":
            text = gettext("Check-in for round %(number)s closes at %(time)s")
            title = text % (number | {"time": time_of(at, notice.due_at)})
        elif closes is not None:
            text = gettext("Check-in for round %(number)s is open until %(time)s")
            title = text % (number | {"time": time_of(closes, notice.due_at)})
        else:
            title = gettext("Check-in for round %(number)s is open") % number
        yield Text(
            title, place_of(row.section), "", f"check-in {row.pk}", closes or at + timedelta(minutes=30)
        )

    return story
