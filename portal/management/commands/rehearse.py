"""`manage.py rehearse`: a scripted tournament day in three regimes, checked from the first clock to the last table."""

import argparse
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from arbiter.rehearsal.day import Day
from arbiter.rehearsal.run import rehearse
from portal.demo.open_run import ORGANISER
from tavleya.actors import Role
from tournaments.services.events import grant_role


class Command(BaseCommand):
    help = (
        "Play a scripted tournament day of tavreli, draughts and chess with every kind of ruling, into a rehearsal "
        "event that is never published; exits with 1 if anything is not as expected."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--for",
            dest="visitors",
            metavar="USER-NAME",
            action="append",
            help="who may look at the day afterwards, as its organiser and chief arbiter; can be given several times. "
            f"Without it: `{ORGANISER.username}`, where the demonstration is loaded.",
        )

    def handle(self, *args: Any, visitors: list[str] | None = None, **options: Any) -> None:
        accounts = self._accounts(visitors)
        day = rehearse(self.stdout.write)
        if day.failures:
            raise CommandError("\n".join([f"{len(day.failures)} expectations did not come true:", *day.failures]))
        self._let_in(day, accounts)
        usernames = ", ".join(sorted(accounts))
        self.stdout.write(
            f"\nEverything is as expected. The day is at /desk/{day.event.slug}/, "
            + (f"for {usernames}." if usernames else "for whoever is named by --for.")
        )

    def _accounts(self, visitors: list[str] | None) -> dict[str, int]:
        """Return the keys of the accounts by name. Raises: CommandError for an unknown name."""
        wanted = visitors or [ORGANISER.username]
        users = get_user_model().objects.filter(username__in=wanted, is_active=True)
        result = dict(users.values_list("username", "pk"))
        missing = sorted(set(visitors or ()) - set(result))
        if missing:
            raise CommandError(f"There is no account {', '.join(missing)}.")
        return result

    def _let_in(self, day: Day, accounts: dict[str, int]) -> None:
        for key in accounts.values():
            for role in (Role.ORGANISER, Role.CHIEF_ARBITER):
                grant_role(actor=day.organiser, now=timezone.now(), event_id=day.event.pk, user_id=key, role=role)
