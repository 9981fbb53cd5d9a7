import argparse
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from portal.demo import open_run


class Command(BaseCommand):
    help = "Bring the database up to date and serve the site, without demonstration data."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        open_run.add_arguments(parser)

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        open_run.migrate()
        call_command("setup_code", site=f"http://{host}:{port}", stdout=self.stdout)
        self.stdout.write(f"http://{host}:{port}/")
        open_run.serve(host, port)
