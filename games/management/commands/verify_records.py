"""`manage.py verify_records`: recompute every game's digest chain and report rows that differ from it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models.game import Game
from games.verification import verify


class Command(BaseCommand):
    help = (
        "Recompute the digest chain of every game's record and compare the rows of games and boards with it; "
        "exits with 1 if any entry was changed or is missing, or a row differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", type=int, help="only this game")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.all()
        if options["game"]:
            games = games.filter(pk=options["game"])
        checked = broken = entries = 0
        for record in verify(games):
            checked, entries = checked + 1, entries + record.entries
            if record.broken:
                broken += 1
                game = Game.objects.get(pk=record.game_id)
                self.stderr.write(f"game {game.pk} ({game}): {record.broken}")
        if broken:
            raise CommandError(f"{broken} of {checked} records are not as they were written.")
        self.stdout.write(f"{checked} records, {entries} entries: all as they were written.")
