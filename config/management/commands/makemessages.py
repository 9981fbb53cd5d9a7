"""`manage.py makemessages`: Django's command, which also finds texts that kernels mark with `N_`."""

from typing import Any

from django.core.management.commands import makemessages

from tavleya import languages

_NOT_OURS = (".venv*", "var", "tests", "docs", "staticfiles", "benchmarks", "node_modules")


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]  # noqa: RUF012 (as Django has it)

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or [code for code in languages.codes() if code != languages.DEFAULT]
        options["ignore_patterns"] = [*options["ignore_patterns"], *_NOT_OURS]
        # File names without line numbers: translators see the source of a text, and a catalogue changes only with its
        # texts.
        options["add_location"], options["no_obsolete"] = "file", True
        super().handle(*args, **options)
