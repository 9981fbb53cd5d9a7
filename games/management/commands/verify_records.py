"""`manage.py verify_records`: recompute every game's digest chain and say where one is not what was written."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.record.entries import first_break


class Command(BaseCommand):
    help = "Recompute the digest chain of every game's record; exits with 1 if any entry was changed or is missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", type=int, help="only this game")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["game"]:
            games = games.filter(pk=options["game"])
        checked = broken = entries = 0
        for game in games.iterator():
            rows = [row.entry() for row in game.entries.order_by("seq")]
            checked, entries = checked + 1, entries + len(rows)
            found = first_break(str(game.key), rows)
            if found:
                reason = f"entry {found.seq}: {found.reason}"
            elif (len(rows), rows[-1].digest if rows else "") != (game.seq, game.digest):
                reason = f"the record ends at entry {len(rows)}, the game at {game.seq}: tail_differs"
            else:
                continue
            broken += 1
            self.stderr.write(f"game {game.pk} ({game}): {reason}")
        if broken:
            raise CommandError(f"{broken} of {checked} records are not as they were written.")
        self.stdout.write(f"{checked} records, {entries} entries: all as they were written.")
