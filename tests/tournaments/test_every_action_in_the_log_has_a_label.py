"""The event's log tells acts in words: no service writes a code that the log has none for."""

from __future__ import annotations

import ast
import re

from arbiter.messages import say as arbiter_say
from notifications.services.webhooks.telling import KINDS
from tests.paths import ROOT
from tournaments.messages import say as tournaments_say
from tournaments.views.desk.log_actions import ACTIONS

CODE = re.compile(r"[a-z_]+\.[a-z_]+")


def written() -> dict[str, str]:
    """Every code in a service that writes the log, by where it stands.

    Codes reach `write_log` through helpers too, so each string of the form is taken, but for keys of sentences.
    """
    found = {}
    for path in [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("arbiter/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        if not any(one in text for one in ("write_log", "log_organisation")) or "/views/" in str(path):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                if node.value not in tournaments_say and node.value not in arbiter_say:
                    found[node.value] = path.name
    return found


def test_every_code_that_a_service_writes_has_words() -> None:
    codes = {code: where for code, where in written().items() if code not in KINDS or code in ACTIONS}
    assert len(codes) > 70 and "duty.began" in codes and "registration.excluded" in codes
    assert {code: where for code, where in codes.items() if code not in ACTIONS} == {}
