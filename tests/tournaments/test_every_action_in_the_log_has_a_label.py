"""The event's log tells acts in words: no service writes a code that the log has none for."""

from __future__ import annotations

import ast
import re
from importlib import import_module

from notifications.services.webhooks.telling import KINDS
from tests.paths import PACKAGES, ROOT
from tournaments.views.desk.log_actions import ACTIONS

CODE = re.compile(r"[a-z_]+\.[a-z_]+")
CATALOGUES = [
    import_module(f"{app}.messages").say for app in PACKAGES if (ROOT / app / "messages.py").exists()
]


def written() -> dict[str, str]:
    """Every code in a service that writes the log, by where it stands.

    Codes reach `write_log` through helpers too, so each string of the form is taken, but for keys of sentences.
    """
    found = {}
    for path in [path for app in PACKAGES for path in ROOT.glob(f"{app}/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        if not any(one in text for one in ("write_log", "log_organisation")) or "/views/" in str(path):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                if not any(node.value in catalogue for catalogue in CATALOGUES):
                    found[node.value] = path.name
    return found


def test_every_code_that_a_service_writes_has_words() -> None:
    codes = {code: where for code, where in written().items() if code not in KINDS or code in ACTIONS}
    assert len(codes) > 70 and "duty.began" in codes and "registration.excluded" in codes
    assert {code: where for code, where in codes.items() if code not in ACTIONS} == {}
