"""`manage.py write_permissions`: make docs/permissions.md from the table of permissions."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tavleya.actors import Role
from tavleya.permissions import TABLE

ROLES = [role for role in Role if role is not Role.PUBLIC]


def table() -> str:
    """Return the expected page."""
    heads = ["action", *(role.value.replace("_", " ") for role in ROLES)]
    lines = [
        "# Who may do what",
        "",
        "Made from `tavleya/permissions.py` by `manage.py write_permissions`. A player acts only for a side that",
        "they play; a token does what its owner may and its scopes (names of actions) allow.",
        "",
        "| " + " | ".join(heads) + " |",
        "|---" * len(heads) + "|",
    ]
    for action, roles in TABLE.items():
        marks = ["yes" if role in roles else "" for role in ROLES]
        lines.append("| " + " | ".join([f"`{action.value}`", *marks]) + " |")
    return "\n".join(lines) + "\n"


class Command(BaseCommand):
    help = "Make docs/permissions.md from the table of permissions."

    def handle(self, *args: Any, **options: Any) -> None:
        Path(settings.BASE_DIR, "docs", "permissions.md").write_text(table())
