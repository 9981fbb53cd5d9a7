"""Import requirements for title norms from a file."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.services.norms import import_norms
from tavleya.actors import Actor
from tavleya.errors import DomainError


class Command(BaseCommand):
    help = "Import an edition of title norm requirements (TOML or JSON, as described in docs/prizes.md)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            data = file.read_bytes()
            row, edition = import_norms(actor=Actor.of_system("norms"), now=timezone.now(), data=data)
        except OSError as error:
            raise CommandError(f"{file}: {error}") from None
        except DomainError as error:
            raise CommandError(str(error)) from None
        titles = ", ".join(norm.title for norm in edition.norms)
        self.stdout.write(f"{row.name}, valid from {row.valid_from}: {titles}")
        if row.example:
            self.stdout.write("The file says that it is an example and no authority.")
