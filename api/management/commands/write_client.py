"""Write the calls and shapes of the Python client from the OpenAPI document."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from api.client import files

FOLDER = Path(settings.BASE_DIR) / "clients" / "python" / "tavleya_client"


class Command(BaseCommand):
    help = "Write clients/python/tavleya_client from the OpenAPI document."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, text in files().items():
            (FOLDER / name).write_text(text)
            self.stdout.write(name)
