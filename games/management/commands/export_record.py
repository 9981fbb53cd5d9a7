"""`manage.py export_record GAME > file`: the whole record of one game as lines of JSON."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models.game import Game
from games.services.record import export_record
from tavleya.actors import Actor


class Command(BaseCommand):
    help = "Write the whole record of one game as NDJSON; verify_export checks such a file anywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="number or key of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        game = _find_game(options["game"])
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        for line in export_record(actor=Actor.of_system("export_record"), game=game):
            self.stdout.write(line)


def _find_game(name: str) -> Game | None:
    if name.isdecimal():
        return Game.objects.filter(pk=int(name)).first()
    try:
        return Game.objects.filter(key=UUID(name)).first()
    except ValueError:
        return None
