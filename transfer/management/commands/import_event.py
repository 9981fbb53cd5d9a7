"""`manage.py import_event FILE`: import the file of an event as a new event."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tavleya.actors import Actor
from tavleya.errors import DomainError, ImportRefused
from transfer.services.eventfile.importing import Preview, import_event, look_into

ACTOR = Actor.of_system("import_event")


class Command(BaseCommand):
    help = (
        "Verify the file of an event and import it, all of it or nothing. Without --organiser and --person nobody can"
        " sign in to it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--slug", default="", help="the address of the event (default: that of the file)")
        parser.add_argument("--trust", default="", metavar="FINGERPRINT", help="of the installation that signed it")
        parser.add_argument("--organiser", metavar="USERNAME", help="the account that is to be its organiser")
        parser.add_argument(
            "--person",
            action="append",
            default=[],
            metavar="HANDLE=USERNAME",
            help="which account here somebody in the file is; may be given several times",
        )

    def handle(self, *, file: Path, slug: str, **options: Any) -> None:
        with explained(self, file, "Nothing was imported"), file.open("rb") as source:
            preview = look_into(source)
            event = import_event(
                actor=_actor(options["organiser"]),
                now=timezone.now(),
                source=source,
                slug=slug,
                people=_people(preview, options["person"]),
                trusted=options["trust"],
            )
        note = " It is held for the installation that it comes from." if preview.handed_off else ""
        self.stdout.write(f"{event.slug}: imported; signed by {preview.fingerprint}.{note}")


@contextmanager
def explained(command: BaseCommand, file: Path | None, outcome: str) -> Iterator[None]:
    """Turn the refusal of a file into a CommandError, with its problems by line."""
    try:
        yield
    except ImportRefused as error:
        for problem in error.problems:
            command.stderr.write(f"line {problem.line or '?'}: {problem.message}")
        raise CommandError(str(error)) from None
    except DomainError as error:
        raise CommandError(f"{outcome}: {error}") from None
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from None


def _actor(username: str | None) -> Actor:
    return ACTOR if username is None else Actor(_account(username), username)


def _account(username: str) -> int:
    user = get_user_model().objects.filter(username=username, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no account {username}.")
    return int(user.pk)


def _people(preview: Preview, pairs: list[str]) -> dict[int, int]:
    keys_by_handle = {person.handle: person.row for person in preview.people if person.handle}
    chosen = {}
    for pair in pairs:
        handle, _, username = pair.partition("=")
        if handle not in keys_by_handle:
            raise CommandError(f"Nobody in the file is called {handle}.")
        chosen[keys_by_handle[handle]] = _account(username)
    return chosen
