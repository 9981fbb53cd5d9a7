"""`manage.py rehearse`: a scripted tournament day in three regimes, checked from the first clock to the last table."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbiter.rehearsal import rehearse


class Command(BaseCommand):
    help = (
        "Play a scripted tournament day of tavreli, draughts and chess with every kind of ruling, into a rehearsal "
        "event that is never published; exits with 1 if anything is not as expected."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        day = rehearse(self.stdout.write)
        if day.failures:
            raise CommandError(
                "\n".join([f"{len(day.failures)} expectations did not come true:", *day.failures])
            )
        self.stdout.write(f"\nEverything is as expected. The day is at /desk/{day.event.slug}/.")
