#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError as error:
        raise SystemExit("Django is not installed for this Python; use ./run instead.") from error
    try:
        _ = settings.INSTALLED_APPS  # reads the settings
    except ImproperlyConfigured as refusal:
        raise SystemExit(f"Tavleya does not start: {refusal}") from None
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
