#!/usr/bin/env python3
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        raise SystemExit("Django is not installed for this Python; use ./run instead.") from missing
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
