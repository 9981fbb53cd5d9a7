import argparse
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from portal.demo import serving


class Command(BaseCommand):
    help = "Bring the database up to date and serve the site, without demonstration data."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        serving.add_arguments(parser)

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        serving.migrate()
        call_command("setup_code", site=f"http://{host}:{port}", stdout=self.stdout)
        self.stdout.write(f"http://{host}:{port}/")
        serving.serve(host, port)
