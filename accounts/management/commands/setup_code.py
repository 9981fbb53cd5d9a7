import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from accounts import services


class Command(BaseCommand):
    help = "Print a one-time code that makes the first administrator, while there is none."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--site", default=settings.SITE_URL, help="where the service is (TAVLEYA_SITE_URL)")

    def handle(self, *, site: str, **_: Any) -> None:
        code = services.new_setup_code(now=timezone.now())
        if code is None:
            return
        self.stdout.write(
            f"\nThis service has no administrator yet. Open {site}{reverse('setup')} within a week\n"
            f"and type this code, which makes the first one and is then used up:\n\n    {code}\n"
        )
