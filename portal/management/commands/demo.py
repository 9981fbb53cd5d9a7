import argparse
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal.demo import open_run
from portal.demo.events import CHESS, DRAUGHTS, TAVRELI, Loader, start_visitors_board, visitors_board
from portal.demo.open_run import ACCOUNTS, ARBITER, ProgressBar, actor_of, make_accounts


class Command(BaseCommand):
    help = "Load the demonstration events, with every move checked, and serve them."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        open_run.add_arguments(parser)
        parser.add_argument("--load-only", action="store_true", help="load the events and do not serve them")

    def handle(self, *, host: str, port: int, load_only: bool, **_: Any) -> None:
        if settings.MODE == "production":
            # Its passwords are public.
            raise CommandError("The demonstration is not for a production service.")
        began = time.monotonic()
        open_run.migrate()
        users = make_accounts()
        loaded = Loader(users, timezone.now(), ProgressBar()).load()
        seconds = time.monotonic() - began
        self.stderr.write(f"{loaded} events loaded in {seconds:.1f} s" if loaded else "the events are loaded already")
        if load_only:
            return
        start_visitors_board(actor=actor_of(users[ARBITER]), now=timezone.now())
        self._say(f"http://{host}:{port}")
        open_run.serve(host, port)

    def _say(self, site: str) -> None:
        lines = ["", f"Tavleya is at {site}/", ""]
        lines += [f"  {site}/events/{slug}/" for slug in (CHESS, DRAUGHTS, TAVRELI)]
        game = visitors_board()
        if game is not None:
            lines.append(f"  {site}/events/{TAVRELI}/games/{game.pk}/board/   a live board to play on")
        lines += ["", f"Sign in at {site}/login/ as", ""]
        lines += [f"  {account.username:<10} {account.password:<16} {account.what}" for account in ACCOUNTS]
        self.stdout.write("\n".join([*lines, "", "Ctrl+C stops it.", ""]))
